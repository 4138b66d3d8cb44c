import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as runner from 'vitest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embedderConformance } from '../../../conformance/embedder.ts';
import type { Embedder, TextEmbedding } from '../../contracts/embedder.ts';
import { FootnoteError } from '../../errors.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { scriptedEmbeddings } from '../remote/openai-embedder.test-support.ts';
import { type CachedEmbedderOptions, cachedEmbedder } from './cached-embedder.ts';

let directory: string;
let file: string;
const opened: Embedder[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'footnote-cache-'));
  file = join(directory, 'embeddings.db');
});

afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  rmSync(directory, { recursive: true, force: true });
});

const dimension = 64;

/** An embedder that writes down what it is asked, and answers when it is let. */
interface Recorder extends Embedder {
  readonly asked: string[][];
  /** Called before each answer. */
  answer: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<void>;
}

/** A text's vector has its length and its first letters in it; a text with `|` has a vector for each part. */
function embeddingOf(text: string): TextEmbedding {
  const vectors = text.split('|').map((part) => {
    const values = Array.from({ length: dimension }, (_, index) => (part.charCodeAt(index) || 0) + index);
    const norm = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / norm);
  });
  return { vectors, tokens: text.length };
}

function recorder(id = 'recorder'): Recorder {
  const asked: string[][] = [];
  return {
    id,
    dimension,
    languages: 'any',
    tokenizer: { id: 'characters', count: (text) => text.length },
    asked,
    answer: async () => {},
    async embedDocuments(texts, { signal } = {}) {
      asked.push([...texts]);
      await this.answer(texts, signal);
      return texts.map(embeddingOf);
    },
    embedQuery: async (text) => embeddingOf(text).vectors[0] as Float32Array,
    close: async () => {},
  };
}

function open(embedder: Embedder, options: Partial<CachedEmbedderOptions> = {}): Embedder {
  const cached = cachedEmbedder(embedder, { file, maxBytes: 2 ** 30, ...options });
  opened.push(cached);
  return cached;
}

/** What the next process would have to embed of these texts. */
async function missing(texts: readonly string[], options: Partial<CachedEmbedderOptions> = {}) {
  const behind = recorder();
  await open(behind, options).embedDocuments(texts);
  return behind.asked.flat();
}

const notes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `note ${from + index}`);

/** A process that embeds 200 notes, five at a time. */
function fillingScript(from: number): string {
  return `
    import { cachedEmbedder } from '${new URL('./cached-embedder.ts', import.meta.url).href}';
    const embedder = cachedEmbedder({
      id: 'recorder', collection: 'recorder', dimension: ${dimension}, languages: 'any', tokenizer: { id: 'x', count: () => 1 },
      embedDocuments: async (texts) =>
        texts.map(() => ({ tokens: 1, vectors: [new Float32Array(${dimension}).fill(0.125)] })),
      close: async () => {},
    }, { file: ${JSON.stringify(file)}, maxBytes: 1e9, batchSize: 5 });
    await embedder.embedDocuments(Array.from({ length: 200 }, (_, index) => 'note ' + (${from} + index)));
    await embedder.close();`;
}

/** The file is begun anew, and what was there can still be looked at. */
async function expectAnew(before: Buffer): Promise<void> {
  expect(await missing(['text'])).toEqual(['text']);
  expect(await missing(['text'])).toEqual([]);
  expect(readFileSync(`${file}.old`)).toEqual(before);
}

describe('before an embedder that keeps the contract', () => {
  const provider = scriptedEmbeddings({ lasts: true });
  embedderConformance({
    runner,
    create: async () =>
      cachedEmbedder(provider.open({ batchSize: 10, concurrency: 1 }), { file, maxBytes: 2 ** 30 }),
  });

  test('as much is taken at once as by that', () => {
    expect(open(provider.open({ batchSize: 10, concurrency: 3 })).passagesAtOnce).toBe(30);
  });
});

describe('what is known', () => {
  test('is not embedded again, also not by the next process', async () => {
    const texts = ['one', 'two|in two windows', '', 'three'];
    const first = open(recorder());
    const embeddings = await first.embedDocuments(texts);
    expect(embeddings).toEqual(texts.map(embeddingOf));
    expect(await first.embedDocuments(texts)).toEqual(embeddings);
    await first.close();

    const behind = recorder();
    const second = open(behind);
    expect(await second.embedDocuments([...texts, 'four'].toReversed())).toEqual(
      [...texts, 'four'].toReversed().map(embeddingOf),
    );
    expect(behind.asked).toEqual([['four']]);
    expect(second.usage?.()).toEqual({ requests: 0, billedTokens: 0, reusedTexts: 4 });
  });

  test('belongs to one embedder', async () => {
    await open(recorder('a')).embedDocuments(['text']);
    const other = recorder('b');
    await open(other).embedDocuments(['text']);
    expect(other.asked).toEqual([['text']]);
  });

  test('is not what a question was', async () => {
    const behind = recorder();
    const embedder = open(behind);
    await embedder.embedQuery('text');
    expect(existsSync(file)).toBe(false);
    await embedder.embedDocuments(['text']);
    expect(behind.asked).toEqual([['text']]);
  });
});

describe('equal texts', () => {
  test('of one call are embedded once, each with vectors of its own', async () => {
    const behind = recorder();
    const [first, other, again] = await open(behind).embedDocuments(['same', 'other', 'same']);
    expect(behind.asked).toEqual([['same', 'other']]);
    expect(again).toEqual(first);
    expect(again?.vectors[0]?.buffer).not.toBe(first?.vectors[0]?.buffer);
    expect(other).toEqual(embeddingOf('other'));
  });

  test('of calls at the same time are embedded once', async () => {
    const behind = recorder();
    const embedder = open(behind);
    const calls = [['a', 'b'], ['b', 'c'], ['c', 'a'], ['b']];
    const results = await Promise.all(calls.map((texts) => embedder.embedDocuments(texts)));
    expect(results).toEqual(calls.map((texts) => texts.map(embeddingOf)));
    expect(behind.asked.flat().toSorted()).toEqual(['a', 'b', 'c']);
    expect(embedder.usage?.().reusedTexts).toBe(4);
    const buffers = results.flat().flatMap(({ vectors }) => vectors.map(({ buffer }) => buffer));
    expect(new Set(buffers).size).toBe(7);
  });

  test('are embedded by the second call where the first is stopped', async () => {
    const behind = recorder();
    behind.answer = async (_, signal) => {
      if (behind.asked.length > 1) return;
      const { promise, reject } = Promise.withResolvers<void>();
      signal?.addEventListener('abort', () => reject(new FootnoteError('aborted', {})));
      await promise;
    };
    const embedder = open(behind);
    const controller = new AbortController();
    const first = embedder.embedDocuments(['a', 'b'], { signal: controller.signal });
    const second = embedder.embedDocuments(['b', 'c']);
    await waitFor(() => behind.asked.length > 0);
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(await second).toEqual(['b', 'c'].map(embeddingOf));
  });

  test('do not keep a stopped call waiting for the other', async () => {
    const behind = recorder();
    const hold = Promise.withResolvers<void>();
    behind.answer = () => hold.promise;
    const embedder = open(behind);
    const first = embedder.embedDocuments(['a']);
    await waitFor(() => behind.asked.length > 0);
    const controller = new AbortController();
    const second = embedder.embedDocuments(['a'], { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    hold.resolve();
    expect(await first).toEqual([embeddingOf('a')]);
  });
});

test('a batch is kept as it comes back, so that a failure costs the others only', async () => {
  const behind = recorder();
  behind.answer = async (texts) => {
    if (texts.includes('note 25'))
      throw new FootnoteError('model_unavailable', { model: 'm', reason: 'r', remedy: 'Wait' });
  };
  const texts = notes(40);
  const failing = open(behind, { batchSize: 10 }).embedDocuments(texts);
  await expect(failing).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(behind.asked.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
  expect(await missing(texts)).toEqual(notes(10, 20));
});

test('several processes fill one file', async () => {
  const children = [0, 100, 200].map((from) =>
    spawn(process.execPath, ['--input-type=module', '--eval', fillingScript(from)], { stdio: 'inherit' }),
  );
  expect(await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([0, 0, 0]);
  expect(await missing(notes(401))).toEqual(['note 400']);
});

describe('a file that is full', () => {
  const maxBytes = 400_000;

  test('B9: stays within its limit, and the latest texts stay in it', async () => {
    const embedder = open(recorder(), { maxBytes });
    for (let from = 0; from < 4000; from += 100) await embedder.embedDocuments(notes(100, from));
    await embedder.close();
    expect(statSync(file).size).toBeLessThan(2 * maxBytes);
    expect(await missing(notes(300, 3700), { maxBytes })).toEqual([]);
    expect(await missing(notes(1), { maxBytes })).toEqual(notes(1));
  });

  test('loses what was not used for longest', async () => {
    let hour = 0;
    const now = () => hour * 3_600_000;
    const embedder = open(recorder(), { maxBytes, now });
    for (hour = 1; hour < 60; hour++) {
      await embedder.embedDocuments(['often used']);
      await embedder.embedDocuments(notes(100, hour * 100));
    }
    const old = await missing(['often used', 'note 100', 'note 5999'], { maxBytes, now });
    expect(old).toEqual(['note 100']);
  });
});

describe('a file that cannot be used', () => {
  test('since it is no database is set aside', async () => {
    writeFileSync(file, 'This is a text, and not a database, whatever its name says.'.repeat(20));
    await expectAnew(readFileSync(file));
  });

  test('since a newer version wrote it is set aside', async () => {
    await missing(['text']);
    const database = openDatabase(file);
    database.exec('pragma user_version = 99');
    database.close();
    await expectAnew(readFileSync(file));
  });

  test('since its pages are damaged is set aside when that shows', async () => {
    const texts = notes(500);
    await open(recorder()).embedDocuments(texts);
    for (const embedder of opened.splice(0)) await embedder.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 2 * 8192));

    const behind = recorder();
    const embedder = open(behind);
    expect(await embedder.embedDocuments(texts)).toEqual(texts.map(embeddingOf));
    expect(existsSync(`${file}.old`)).toBe(true);
    expect(await embedder.embedDocuments(texts)).toEqual(texts.map(embeddingOf));
    expect(await missing(texts)).toEqual([]);
  });

  test('since a vector was altered is mended', async () => {
    await missing(['one', 'two']);
    const database = openDatabase(file);
    database.exec('update embedding set vectors = zeroblob(length(vectors)) where id = 1');
    database.close();
    expect(await missing(['one', 'two'])).toEqual(['one']);
    expect(await missing(['one', 'two'])).toEqual([]);
  });

  test('since a folder stands in its place costs nothing but time', async () => {
    const behind = recorder();
    const embedder = open(behind, { file: directory });
    expect(await embedder.embedDocuments(['text'])).toEqual([embeddingOf('text')]);
    expect(await embedder.embedDocuments(['text'])).toEqual([embeddingOf('text')]);
  });

  test.skipIf(process.getuid?.() === 0)('since it may not be written still answers', async () => {
    await missing(['text']);
    for (const embedder of opened.splice(0)) await embedder.close();
    chmodSync(file, 0o400);
    const behind = recorder();
    expect(await open(behind).embedDocuments(['text', 'more'])).toEqual(['text', 'more'].map(embeddingOf));
  });

  test('since another process keeps it is read but not written', async () => {
    await missing(['known']);
    const database = openDatabase(file);
    database.exec('begin immediate');
    const behind = recorder();
    expect(await open(behind).embedDocuments(['known', 'new'])).toEqual(['known', 'new'].map(embeddingOf));
    expect(behind.asked).toEqual([['new']]);
    database.exec('rollback');
    database.close();
    expect(await missing(['known', 'new'])).toEqual(['new']);
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
