import { expect } from 'vitest';
import type { Embedder } from '../src/contracts/embedder.ts';
import { refusalOf } from './engine-fixtures.ts';
import { type TestRunner, vitestRunner } from './test-runner.ts';

/** What {@link embedderConformance} needs to know about an adapter. */
export interface EmbedderConformanceOptions {
  /** A fresh embedder; the suite closes it. Called twice: for the test that closes its own, and for all others. */
  readonly create: () => Promise<Embedder>;
  /** Tests that the adapter cannot pass, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  /** What the tests are registered with. Default: Vitest. */
  readonly runner?: TestRunner;
}

type Check = (embedder: Embedder) => Promise<void>;

const passage = 'The gripper closes with a force of twenty newtons and holds the part until it is placed.';
const words = [
  'valve',
  'orchard',
  'treaty',
  'protein',
  'ledger',
  'glacier',
  'sonata',
  'compiler',
  'harbour',
  'lens',
];

let notes = 0;

/** `count` short texts that no call has given before: an embedder may know those that it has embedded. */
function texts(count: number): string[] {
  return Array.from({ length: count }, () => {
    const subject = words[notes % words.length] as string;
    return `Note ${notes++}: the ${subject} of case ${notes * 7} was inspected.`;
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}

/** The test that closes its embedder. */
const closes = 'rejects pending calls when it is closed';

const checks: Readonly<Record<string, Check>> = {
  'says what it is': async (embedder) => {
    expect(embedder.id).toMatch(/\S/);
    expect(embedder.dimension).toBeGreaterThan(0);
    expect(embedder.tokenizer.id).toMatch(/\S/);
    expect(embedder.tokenizer.count('')).toBe(0);
    expect(embedder.tokenizer.count(passage)).toBeGreaterThan(10);
  },

  'refuses what is no text': async (embedder) => {
    const nothing = undefined as unknown as string;
    expect(await refusalOf(embedder.embedQuery(nothing))).toBe('request_invalid');
    expect(await refusalOf(embedder.embedDocuments([passage, nothing]))).toBe('request_invalid');
    expectUnit(await embedder.embedQuery(passage), embedder.dimension);
  },

  'gives finite vectors of its dimension and of unit length': async (embedder) => {
    const embeddings = await embedder.embedDocuments([passage, 'x']);
    for (const { vectors } of embeddings) {
      expect(vectors).toHaveLength(1);
      expectUnit(vectors[0] as Float32Array, embedder.dimension);
    }
    expectUnit(await embedder.embedQuery('How strong is the gripper?'), embedder.dimension);
  },

  'gives every vector a buffer of its own': async (embedder) => {
    const [first, second] = await embedder.embedDocuments([passage, 'x']);
    expect(first?.vectors[0]?.byteOffset).toBe(0);
    expect(first?.vectors[0]?.buffer).not.toBe(second?.vectors[0]?.buffer);
  },

  'tells of texts as their vectors come, if it does, and of none twice': async (embedder) => {
    const told: number[] = [];
    const different = texts(20);
    const sample = [...different, ...different.slice(0, 5)];
    await embedder.embedDocuments(sample, { onEmbedded: (count) => told.push(count) });
    expect(told.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
    expect(told.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(sample.length);
  },

  'counts tokens as its tokenizer does': async (embedder) => {
    const sample = [passage, '', 'naïve café — 12.5 €', '日本語のテキスト', 'x'.repeat(500)];
    const embeddings = await embedder.embedDocuments(sample);
    expect(embeddings.map(({ tokens }) => tokens)).toEqual(
      sample.map((text) => embedder.tokenizer.count(text)),
    );
  },

  'keeps the order of 300 texts': async (embedder) => {
    const sample = texts(300);
    const embeddings = await embedder.embedDocuments(sample);
    expect(embeddings).toHaveLength(300);
    for (const index of [0, 1, 149, 298, 299]) {
      const [alone] = await embedder.embedDocuments([sample[index] as string]);
      expect(embeddings[index]?.vectors).toEqual(alone?.vectors);
    }
  },

  'gives a text the same vector whatever it is embedded with': async (embedder) => {
    const sample = [...texts(12), passage, passage.repeat(3), 'x'];
    const together = await embedder.embedDocuments(sample);
    const reversed = await embedder.embedDocuments(sample.toReversed());
    expect(reversed.toReversed()).toEqual(together);
  },

  'embeds no texts as nothing': async (embedder) => {
    expect(await embedder.embedDocuments([])).toEqual([]);
  },

  'embeds an empty text like any other': async (embedder) => {
    const [empty, blank] = await embedder.embedDocuments(['', ' \n\t']);
    expect(empty?.tokens).toBe(0);
    expectUnit(empty?.vectors[0] as Float32Array, embedder.dimension);
    expect(blank?.vectors).toEqual(empty?.vectors);
    expectUnit(await embedder.embedQuery(''), embedder.dimension);
  },

  'gives a very long text several vectors and loses none of it': async (embedder) => {
    const long = Array.from({ length: 120 }, () => passage).join(' ');
    const [plain, changed] = await embedder.embedDocuments([
      long,
      `${long} Glaciers melt faster each summer.`,
    ]);
    expect(plain?.vectors.length).toBeGreaterThan(1);
    for (const vector of plain?.vectors ?? []) expectUnit(vector, embedder.dimension);
    expect(changed?.vectors.at(-1)).not.toEqual(plain?.vectors.at(-1));
    expectUnit(await embedder.embedQuery(long), embedder.dimension);
  },

  'survives NUL, emoji and lone surrogates': async (embedder) => {
    const sample = [
      'a\0b',
      '👩🏽‍🚀 launch 🚀',
      'half \ud83d of a pair',
      '\udc00',
      '\ufeffBOM',
      '\u202egnirts',
    ];
    const embeddings = await embedder.embedDocuments(sample);
    for (const { vectors } of embeddings) expectUnit(vectors[0] as Float32Array, embedder.dimension);
  },

  'puts a question near the passage that answers it': async (embedder) => {
    const question = await embedder.embedQuery('With how much force does the gripper close?');
    const embeddings = await embedder.embedDocuments([passage, ...texts(10)]);
    const [answer, ...others] = embeddings.map(({ vectors }) => cosine(question, vectors[0] as Float32Array));
    expect(answer).toBeGreaterThan(Math.max(...others));
  },

  'gives every token a vector of unit length, where it gives any': async (embedder) => {
    if (!embedder.embedTokens) return;
    const long = Array.from({ length: 40 }, () => passage).join(' ');
    const sample = [passage, '', 'x', long];
    const vectors = await embedder.embedTokens(sample);
    expect(vectors.map(({ length }) => length / embedder.dimension)).toEqual(
      sample.map((text) => embedder.tokenizer.count(text)),
    );
    for (const values of vectors) {
      for (let at = 0; at < values.length; at += embedder.dimension)
        expectUnit(values.slice(at, at + embedder.dimension), embedder.dimension);
    }
    expect(await embedder.embedTokens(sample.slice(0, 1))).toEqual(vectors.slice(0, 1));
    const signal = AbortSignal.abort();
    expect(await refusalOf(embedder.embedTokens(sample, { signal }))).toBe('aborted');
  },

  'rejects what is aborted before it starts': async (embedder) => {
    const signal = AbortSignal.abort();
    expect(await refusalOf(embedder.embedDocuments([passage], { signal }))).toBe('aborted');
    expect(await refusalOf(embedder.embedQuery(passage, { signal }))).toBe('aborted');
  },

  'rejects what is aborted on the way and goes on with the rest': async (embedder) => {
    const controller = new AbortController();
    const stopped = refusalOf(embedder.embedDocuments(texts(500), { signal: controller.signal }));
    const other = embedder.embedDocuments([passage]);
    controller.abort();
    expect(await stopped).toBe('aborted');
    expect(await other).toHaveLength(1);
    expect(await embedder.embedDocuments([passage])).toEqual(await other);
  },

  'answers questions while it embeds passages': async (embedder) => {
    const sample = texts(200);
    let done = false;
    const ingestion = embedder.embedDocuments(sample).finally(() => {
      done = true;
    });
    const questions = await Promise.all([1, 2, 3].map(() => embedder.embedQuery('What was inspected?')));
    expect(done).toBe(false);
    expect(questions[1]).toEqual(questions[0]);
    expect(await ingestion).toHaveLength(200);
  },

  'keeps overlapping calls apart': async (embedder) => {
    const sample = texts(30);
    const together = await Promise.all(sample.map((text) => embedder.embedDocuments([text])));
    expect(together.flat()).toEqual(await embedder.embedDocuments(sample));
  },

  [closes]: async (embedder) => {
    const pending = [embedder.embedDocuments(texts(500)), embedder.embedQuery('What was inspected?')].map(
      refusalOf,
    );
    await embedder.close();
    expect(await Promise.all(pending)).toEqual(['aborted', 'aborted']);
    expect(await refusalOf(embedder.embedQuery('Is anyone there?'))).toBe('aborted');
    await embedder.close();
  },
};

/**
 * Registers the tests that every {@link Embedder} passes, with adapters that run for real. A skipped test shows its
 * reason; a name that is no test of the suite is an error.
 */
export function embedderConformance({ create, skip = {}, runner }: EmbedderConformanceOptions): void {
  const { describe, test, afterAll } = runner ?? vitestRunner;
  const unknown = Object.keys(skip).filter((name) => !(name in checks));
  if (unknown.length > 0) throw new Error(`There are no such tests to skip: ${unknown.join(', ')}`);
  describe('embedder conformance', () => {
    let shared: Promise<Embedder> | undefined;
    afterAll(async () => (await shared)?.close());
    for (const [name, check] of Object.entries(checks)) {
      const reason = skip[name];
      if (reason !== undefined) {
        test.skip(`${name} (${reason})`);
        continue;
      }
      test(name, async () => check(await (name === closes ? create() : (shared ??= create()))));
    }
  });
}

function expectUnit(vector: Float32Array, dimension: number): void {
  expect(vector).toBeInstanceOf(Float32Array);
  expect(vector).toHaveLength(dimension);
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
}
