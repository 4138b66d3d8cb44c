import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as runner from 'vitest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { embedderConformance } from '../../../conformance/embedder.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import { readModelFolder, shippedModelDirectory, verifyModelFolder } from './model-folder.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';
import { type OnnxEmbedderOptions, onnxEmbedder } from './onnx-embedder.ts';

interface Reference {
  readonly text: string;
  readonly input_ids: readonly number[];
  readonly embedding: readonly number[];
}

const shipped = shippedModelDirectory();
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function open(options: OnnxEmbedderOptions = {}): Promise<Embedder> {
  const embedder = await onnxEmbedder(options);
  cleanups.push(() => embedder.close());
  return embedder;
}

/** A copy of the shipped model that a test may damage. */
async function copyOfModel(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-model-'));
  cleanups.push(() => rm(directory, { recursive: true }));
  await cp(shipped, directory, { recursive: true });
  return directory;
}

async function flipByte(file: string, at: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(file, bytes);
}

/** The next worker thread that this process starts. */
async function nextWorker(): Promise<Worker> {
  const [worker] = (await once(process, 'worker')) as [Worker];
  return worker;
}

/** Runs a module that has `embedder`, and returns the status the process ends with. */
async function statusOf(body: string): Promise<unknown> {
  const url = new URL('./onnx-embedder.ts', import.meta.url).href;
  const code = `import { onnxEmbedder } from '${url}';\nconst embedder = await onnxEmbedder({ threads: 2 });\n${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
  const [status, signal] = (await once(child, 'exit')) as unknown[];
  return status ?? signal;
}

function norm(vector: ArrayLike<number>): number {
  return Math.hypot(...Array.from(vector));
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = Array.from(a).reduce((sum, value, index) => sum + value * (b[index] as number), 0);
  return dot / (norm(a) * norm(b));
}

embedderConformance({ runner, create: () => onnxEmbedder({ threads: 2 }) });

describe('the shipped model', async () => {
  const references = JSON.parse(await readFile(join(shipped, 'parity.json'), 'utf8')) as Reference[];
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await onnxEmbedder();
  });
  afterAll(() => embedder.close());

  test('is named by its weights and windows', () => {
    expect(embedder.id).toBe('all-MiniLM-L6-v2@2dc1c5d5#w254-48');
    expect(embedder.tokenizer.id).toBe('all-MiniLM-L6-v2@5fd1c882');
    expect(embedder.languages).toEqual(['en']);
  });

  test('has the token ids of the reference', async () => {
    const tokenizer = loadModelTokenizer(await readModelFolder(shipped));
    expect([tokenizer.begin, tokenizer.end]).toEqual([[101], [102]]);
    for (const { text, input_ids } of references) {
      // The reference is cut to what the model reads at once.
      expect([...tokenizer.begin, ...tokenizer.encode(text).slice(0, 254), ...tokenizer.end]).toEqual(
        input_ids,
      );
    }
  });

  test('has the vectors of the float32 reference, as far as int8 weights can', async () => {
    const embeddings = await embedder.embedDocuments(references.map(({ text }) => text));
    for (const [index, { embedding }] of references.entries()) {
      expect(cosine(embeddings[index]?.vectors[0] as Float32Array, embedding)).toBeGreaterThanOrEqual(0.98);
    }
  });

  test('gives bit for bit the same vectors with any number of threads, in any order, to questions too', async () => {
    const sample = references.map(({ text }) => text);
    const one = await (await open({ threads: 1 })).embedDocuments(sample);
    const three = await open({ threads: 3 });
    expect((await three.embedDocuments(sample.toReversed())).toReversed()).toEqual(one);
    expect(await three.embedQuery(sample[0] as string)).toEqual(one[0]?.vectors[0]);
  });

  test.for([
    [254, 1],
    [255, 2],
    [460, 2],
    [461, 3],
    [512, 3],
  ])('E3: reads %i word pieces in %i windows', async ([tokens, windows]) => {
    const [embedding] = await embedder.embedDocuments(['word '.repeat(tokens as number)]);
    expect(embedding?.tokens).toBe(tokens);
    expect(embedding?.vectors).toHaveLength(windows as number);
  });

  test('averages a question over its windows', async () => {
    const long = Array.from({ length: 90 }, (_, index) => `Item ${index} costs ${index} crowns.`).join(' ');
    const [embedding] = await embedder.embedDocuments([long]);
    const vectors = embedding?.vectors ?? [];
    const sum = Array.from(vectors[0] ?? [], (_, at) =>
      vectors.reduce((total, vector) => total + (vector[at] ?? 0), 0),
    );
    expect(vectors.length).toBeGreaterThan(2);
    expect(cosine(await embedder.embedQuery(long), sum)).toBeCloseTo(1, 6);
  });
});

describe('a model that was trained with prefixes', () => {
  const words = 'word '.repeat(300);

  test('sees them before every window of a passage and before a question', async () => {
    const plain = await open();
    const embedder = await open({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });
    const [short, long] = await embedder.embedDocuments(['A text.', words]);
    const spelled = await plain.embedDocuments(['passage: A text.', `passage: ${'word '.repeat(252)}`]);
    expect(short?.vectors).toEqual(spelled[0]?.vectors);
    expect(short?.tokens).toBe(plain.tokenizer.count('A text.'));
    expect(long?.vectors[0]).toEqual(spelled[1]?.vectors[0]);
    expect(long?.vectors).toHaveLength(2);
    expect(await embedder.embedQuery('A text.')).toEqual(await plain.embedQuery('query: A text.'));
    expect(embedder.id).toMatch(/^all-MiniLM-L6-v2@2dc1c5d5#w254-48-p[0-9a-f]{8}$/);
  });

  test('finds them in its folder', async () => {
    const directory = await copyOfModel();
    const prompts = { query: 'query: ', passage: 'passage: ' };
    await writeFile(join(directory, 'config_sentence_transformers.json'), JSON.stringify({ prompts }));
    expect(await readModelFolder(directory)).toMatchObject({
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
    });
    const told = await open({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });
    const found = await open({ directory });
    expect(await found.embedQuery('A text.')).toEqual(await told.embedQuery('A text.'));
    expect(found.id.split('#')[1]).toBe(told.id.split('#')[1]);
  });
});

describe('a damaged model folder', () => {
  test('with altered weights is refused when it is used', async () => {
    const directory = await copyOfModel();
    await flipByte(join(directory, 'onnx/model_quantized.onnx'), 11_000_000);
    const embedder = await open({ directory });
    const altered = {
      code: 'model_altered',
      details: { file: join(directory, 'onnx/model_quantized.onnx') },
    };
    await expect(embedder.embedQuery('anything')).rejects.toMatchObject(altered);
    await expect(embedder.embedDocuments(['anything', 'else'])).rejects.toMatchObject(altered);
    await expect(verifyModelFolder(await readModelFolder(directory))).rejects.toMatchObject(altered);
  });

  test('with an altered tokenizer is refused when it is used', async () => {
    const directory = await copyOfModel();
    await flipByte(join(directory, 'tokenizer.json'), 100_000);
    const embedder = await open({ directory });
    const altered = { code: 'model_altered', details: { file: join(directory, 'tokenizer.json') } };
    await expect(embedder.embedQuery('anything')).rejects.toMatchObject(altered);
    expect(() => embedder.tokenizer.count('anything')).toThrow(
      expect.objectContaining({ code: 'model_altered' }),
    );
  });

  test('works again once it is mended', async () => {
    const directory = await copyOfModel();
    const weights = join(directory, 'onnx/model_quantized.onnx');
    await flipByte(weights, 11_000_000);
    const embedder = await open({ directory });
    await expect(embedder.embedQuery('anything')).rejects.toMatchObject({ code: 'model_altered' });
    await flipByte(weights, 11_000_000);
    expect(await embedder.embedQuery('anything')).toHaveLength(384);
  });

  test.for(['config.json', 'onnx', 'onnx/model_quantized.onnx'])(
    'without %s is refused at once',
    async (missing) => {
      const directory = await copyOfModel();
      await rm(join(directory, missing), { recursive: true });
      await expect(onnxEmbedder({ directory })).rejects.toMatchObject({ code: 'model_missing' });
    },
  );

  test('with weights that are no model is refused when they are needed', async () => {
    const directory = await copyOfModel();
    await rm(join(directory, 'checksums.json'));
    await writeFile(join(directory, 'onnx/model_quantized.onnx'), 'not a model');
    const embedder = await open({ directory });
    await expect(embedder.embedQuery('anything')).rejects.toMatchObject({ code: 'model_missing' });
  });
});

describe('a thread that dies', () => {
  test('fails the texts it had, and the next ones find a new thread', async () => {
    const embedder = await open({ threads: 1 });
    const started = nextWorker();
    const lost = embedder.embedDocuments(['one', 'two']);
    void (await started).terminate();
    await expect(lost).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
    expect(await embedder.embedDocuments(['one'])).toHaveLength(1);
  });

  test('while idle is replaced unnoticed', async () => {
    const embedder = await open({ threads: 1 });
    const started = nextWorker();
    const before = await embedder.embedQuery('one');
    const worker = await started;
    await worker.terminate();
    expect(await embedder.embedQuery('one')).toEqual(before);
  });
});

test('closing succeeds also where a thread that was asked to end could not start', async () => {
  const embedder = await open({ threads: 1 });
  const started = nextWorker();
  const refused = expect(embedder.embedDocuments(['one'])).rejects.toMatchObject({ code: 'aborted' });
  const worker = await started;
  const closed = embedder.close();
  worker.emit('error', new Error('Worker initialization failure: EMFILE'));
  await closed;
  await refused;
});

test('questions that come faster than they are worked on leave every turn to others as well', async () => {
  const embedder = await open();
  await embedder.embedQuery('Loads the model.');
  const inTurn: number[] = [0];
  const countTurns = () => {
    inTurn.push(0);
    if (inTurn.reduce((sum, count) => sum + count) < questions.length) setImmediate(countTurns);
  };
  const questions = Array.from({ length: 24 }, (_, place) => `What is number ${place}?`);
  setImmediate(countTurns);
  await Promise.all(
    questions.map(async (question) => {
      await embedder.embedQuery(question);
      inTurn.push((inTurn.pop() ?? 0) + 1);
      const startMs = performance.now();
      while (performance.now() - startMs < 20);
    }),
  );
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2);
});

test('closing does not wait for the end of a text with thousands of windows', async () => {
  const embedder = await open({ threads: 1 });
  await embedder.embedDocuments(['loaded']);
  const endless = embedder.embedDocuments(['word '.repeat(5_000_000)]);
  const refused = expect(endless).rejects.toMatchObject({ code: 'aborted' });
  await embedder.embedQuery('by now the other thread is at work');
  await embedder.close();
  await refused;
});

describe('a process with an embedder', () => {
  test('ends by itself when nothing is left to embed', async () => {
    const body = `await embedder.embedDocuments(['one', 'two', 'three']);
      await embedder.embedQuery('four');`;
    expect(await statusOf(body)).toBe(0);
  });

  test('ends with the status it wants while threads are at work', async () => {
    const body = `await embedder.embedDocuments(['one', 'two', 'three']);
      void embedder.embedDocuments(Array.from({ length: 500 }, () => 'A long text. '.repeat(300))).catch(() => {});
      for (let question = 0; question < 20; question++) await embedder.embedQuery('Are they at work?');
      process.exit(3);`;
    expect(await statusOf(body)).toBe(3);
  });
});

test('the model runs in silence: no usage figures, no device id, nothing left in the home folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'footnote-home-'));
  const script = `
    import { onnxEmbedder } from ${JSON.stringify(join(import.meta.dirname, 'onnx-embedder.ts'))};
    const embedder = await onnxEmbedder({ threads: 1 });
    await Promise.all([embedder.embedQuery('a'), embedder.embedDocuments(['b'])]);
    await embedder.close();`;
  const { ORT_DISABLE_TELEMETRY: _, ...environment } = process.env;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
  });
  expect(run.stderr.toString()).toBe('');
  expect(run.status).toBe(0);
  expect(await readdir(home, { recursive: true })).toEqual([]);
  await rm(home, { recursive: true });
});
