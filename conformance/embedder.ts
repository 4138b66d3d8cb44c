import assert from 'node:assert/strict';
import type { Embedder } from '../src/contracts/embedder.ts';
import { assertNear, assertSame } from './assertions.ts';
import { refusalOf } from './engine-fixtures.ts';
import type { TestRunner } from './test-runner.ts';

/** What {@link embedderConformance} needs to know about an adapter. */
export interface EmbedderConformanceOptions {
  /** A fresh embedder; the suite closes it. Called twice: for the test that closes its own, and for all others. */
  readonly create: () => Promise<Embedder>;
  /** Tests that the adapter cannot pass, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  readonly runner: TestRunner;
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
    assert.match(embedder.id, /\S/);
    assert.ok(embedder.dimension > 0);
    assert.match(embedder.tokenizer.id, /\S/);
    assert.equal(embedder.tokenizer.count(''), 0);
    assert.ok(embedder.tokenizer.count(passage) > 10);
  },

  'refuses what is no text': async (embedder) => {
    const nothing = undefined as unknown as string;
    assert.equal(await refusalOf(embedder.embedQuery(nothing)), 'request_invalid');
    assert.equal(await refusalOf(embedder.embedDocuments([passage, nothing])), 'request_invalid');
    expectUnit(await embedder.embedQuery(passage), embedder.dimension);
  },

  'gives finite vectors of its dimension and of unit length': async (embedder) => {
    const embeddings = await embedder.embedDocuments([passage, 'x']);
    for (const { vectors } of embeddings) {
      assert.equal(vectors.length, 1);
      expectUnit(vectors[0] as Float32Array, embedder.dimension);
    }
    expectUnit(await embedder.embedQuery('How strong is the gripper?'), embedder.dimension);
  },

  'gives every vector a buffer of its own': async (embedder) => {
    const [first, second] = await embedder.embedDocuments([passage, 'x']);
    assert.equal(first?.vectors[0]?.byteOffset, 0);
    assert.notEqual(first?.vectors[0]?.buffer, second?.vectors[0]?.buffer);
  },

  'tells of texts as their vectors come, if it does, and of none twice': async (embedder) => {
    const told: number[] = [];
    const different = texts(20);
    const sample = [...different, ...different.slice(0, 5)];
    await embedder.embedDocuments(sample, { onEmbedded: (count) => told.push(count) });
    assert.equal(
      told.every((count) => Number.isInteger(count) && count >= 0),
      true,
    );
    assert.ok(told.reduce((sum, count) => sum + count, 0) <= sample.length);
  },

  'counts tokens as its tokenizer does': async (embedder) => {
    const sample = [passage, '', 'naïve café — 12.5 €', '日本語のテキスト', 'x'.repeat(500)];
    const embeddings = await embedder.embedDocuments(sample);
    assertSame(
      embeddings.map(({ tokens }) => tokens),
      sample.map((text) => embedder.tokenizer.count(text)),
    );
  },

  'keeps the order of 300 texts': async (embedder) => {
    const sample = texts(300);
    const embeddings = await embedder.embedDocuments(sample);
    assert.equal(embeddings.length, 300);
    for (const index of [0, 1, 149, 298, 299]) {
      const [alone] = await embedder.embedDocuments([sample[index] as string]);
      assertSame(embeddings[index]?.vectors, alone?.vectors);
    }
  },

  'gives a text the same vector whatever it is embedded with': async (embedder) => {
    const sample = [...texts(12), passage, passage.repeat(3), 'x'];
    const together = await embedder.embedDocuments(sample);
    const reversed = await embedder.embedDocuments(sample.toReversed());
    assertSame(reversed.toReversed(), together);
  },

  'embeds no texts as nothing': async (embedder) => {
    assertSame(await embedder.embedDocuments([]), []);
  },

  'embeds an empty text like any other': async (embedder) => {
    const [empty, blank] = await embedder.embedDocuments(['', ' \n\t']);
    assert.equal(empty?.tokens, 0);
    expectUnit(empty?.vectors[0] as Float32Array, embedder.dimension);
    assertSame(blank?.vectors, empty?.vectors);
    expectUnit(await embedder.embedQuery(''), embedder.dimension);
  },

  'gives a very long text several vectors and loses none of it': async (embedder) => {
    const long = Array.from({ length: 120 }, () => passage).join(' ');
    const [plain, changed] = await embedder.embedDocuments([
      long,
      `${long} Glaciers melt faster each summer.`,
    ]);
    assert.ok((plain?.vectors.length ?? 0) > 1);
    for (const vector of plain?.vectors ?? []) expectUnit(vector, embedder.dimension);
    assert.notDeepEqual(changed?.vectors.at(-1), plain?.vectors.at(-1));
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
    assert.ok((answer as number) > Math.max(...others));
  },

  'gives every token a vector of unit length, where it gives any': async (embedder) => {
    if (!embedder.embedTokens) return;
    const long = Array.from({ length: 40 }, () => passage).join(' ');
    const sample = [passage, '', 'x', long];
    const vectors = await embedder.embedTokens(sample);
    assertSame(
      vectors.map(({ length }) => length / embedder.dimension),
      sample.map((text) => embedder.tokenizer.count(text)),
    );
    for (const values of vectors) {
      for (let at = 0; at < values.length; at += embedder.dimension)
        expectUnit(values.slice(at, at + embedder.dimension), embedder.dimension);
    }
    assertSame(await embedder.embedTokens(sample.slice(0, 1)), vectors.slice(0, 1));
    const signal = AbortSignal.abort();
    assert.equal(await refusalOf(embedder.embedTokens(sample, { signal })), 'aborted');
  },

  'rejects what is aborted before it starts': async (embedder) => {
    const signal = AbortSignal.abort();
    assert.equal(await refusalOf(embedder.embedDocuments([passage], { signal })), 'aborted');
    assert.equal(await refusalOf(embedder.embedQuery(passage, { signal })), 'aborted');
  },

  'rejects what is aborted on the way and goes on with the rest': async (embedder) => {
    const controller = new AbortController();
    const stopped = refusalOf(embedder.embedDocuments(texts(500), { signal: controller.signal }));
    const other = embedder.embedDocuments([passage]);
    controller.abort();
    assert.equal(await stopped, 'aborted');
    assert.equal((await other).length, 1);
    assertSame(await embedder.embedDocuments([passage]), await other);
  },

  'answers questions while it embeds passages': async (embedder) => {
    const sample = texts(200);
    let done = false;
    const ingestion = embedder.embedDocuments(sample).finally(() => {
      done = true;
    });
    const questions = await Promise.all([1, 2, 3].map(() => embedder.embedQuery('What was inspected?')));
    assert.equal(done, false);
    assertSame(questions[1], questions[0]);
    assert.equal((await ingestion).length, 200);
  },

  'keeps overlapping calls apart': async (embedder) => {
    const sample = texts(30);
    const together = await Promise.all(sample.map((text) => embedder.embedDocuments([text])));
    assertSame(together.flat(), await embedder.embedDocuments(sample));
  },

  [closes]: async (embedder) => {
    const pending = [embedder.embedDocuments(texts(500)), embedder.embedQuery('What was inspected?')].map(
      refusalOf,
    );
    await embedder.close();
    assertSame(await Promise.all(pending), ['aborted', 'aborted']);
    assert.equal(await refusalOf(embedder.embedQuery('Is anyone there?')), 'aborted');
    await embedder.close();
  },
};

/**
 * Registers the tests that every {@link Embedder} passes, with adapters that run for real. A skipped test shows its
 * reason; a name that is no test of the suite is an error.
 */
export function embedderConformance({ create, skip = {}, runner }: EmbedderConformanceOptions): void {
  const { describe, test } = runner;
  const afterAll = 'afterAll' in runner ? runner.afterAll : runner.after;
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
  assert.ok(vector instanceof Float32Array);
  assert.equal(vector.length, dimension);
  assertNear(Math.hypot(...vector), 1, 5);
}
