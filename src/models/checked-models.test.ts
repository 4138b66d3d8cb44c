import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Embedder } from '../contracts/embedder.ts';
import type { GenerateEvent, GenerateRequest, Generator } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { outcomeOf, request } from './chat/openai-generator.test-support.ts';
import { boundedGenerator, checkedEmbedder, checkedGenerator, fallbackGenerator } from './checked-models.ts';

const embedding = { vectors: [Float32Array.of(1, 0)], tokens: 1 };

/** An embedder whose every answer is this one. */
function answering(answer: unknown): Embedder {
  const give = async () => answer as never;
  return {
    id: 'own',
    dimension: 2,
    languages: 'any',
    tokenizer: { id: 'none', count: () => 1 },
    embedDocuments: give,
    embedQuery: give,
    close: async () => {},
  };
}

test.each([
  [[embedding], 'model_answer_invalid', 'The model own gave a malformed answer: 1 embeddings for 2 texts.'],
  [undefined, 'model_answer_invalid', 'no embeddings for 2 texts'],
  [[embedding, { vectors: [], tokens: 1 }], 'model_answer_invalid', 'no vectors for text 2 of 2'],
  [[[1, 0], embedding], 'model_answer_invalid', 'no vectors for text 1 of 2'],
  [
    [embedding, { ...embedding, tokens: undefined }],
    'model_answer_invalid',
    'no number of tokens for text 2 of 2',
  ],
  [
    [embedding, { vectors: [[1, 0]], tokens: 1 }],
    'vector_invalid',
    'text 2 of 2 from own is invalid: it is not a Float',
  ],
  [[{ ...embedding, vectors: [Float32Array.of(1)] }, embedding], 'vector_invalid', '1 numbers instead of 2'],
])('%j for two texts is refused, by name', async (answer, code, message) => {
  const texts = ['a', 'b'];
  const refusal = { code, message: expect.stringContaining(message) };
  await expect(checkedEmbedder(answering(answer)).embedDocuments(texts)).rejects.toMatchObject(refusal);
  const cached = cachedEmbedder(answering(answer), { file: ':memory:', maxBytes: 1e6 });
  await expect(cached.embedDocuments(texts)).rejects.toMatchObject(refusal);
  await cached.close();
});

test('so is what is no vector for a question, and what it throws', async () => {
  await expect(checkedEmbedder(answering(undefined)).embedQuery('a')).rejects.toMatchObject({
    code: 'vector_invalid',
    message: expect.stringContaining('the question from own'),
  });
  const broken = checkedEmbedder({
    ...answering([]),
    embedQuery: async () => {
      throw new Error('fetch failed');
    },
  });
  await expect(broken.embedQuery('a')).rejects.toMatchObject({
    code: 'model_unavailable',
    message:
      'The model own is not responding: fetch failed. Try again; if it keeps happening, check this adapter.',
  });
  const signal = AbortSignal.abort();
  await expect(broken.embedQuery('a', { signal })).rejects.toMatchObject({ code: 'aborted' });
});

test.each([
  [{ id: undefined }, 'embedder.id'],
  [{ dimension: 0 }, 'embedder.dimension'],
  [{ tokenizer: undefined }, 'embedder.tokenizer'],
])('an embedder with %j is none', (fields, field) => {
  const embedder = { ...answering([]), ...fields } as Embedder;
  expect(() => checkedEmbedder(embedder)).toThrow(
    expect.objectContaining({ code: 'request_invalid', details: expect.objectContaining({ field }) }),
  );
});

/** A generator that says these and then fails, if it is to. */
const saying = (events: readonly unknown[], failure?: Error) => ({
  name: 'own',
  async *generate() {
    yield* events as GenerateEvent[];
    if (failure) throw failure;
  },
});

const text: GenerateEvent = { type: 'text', text: 'The left one' };
const finish: GenerateEvent = { type: 'finish', reason: 'stop' };

test.each([
  [{ type: 'text' }, 'an event “text” without its “text”'],
  [{ type: 'quote', passage: 1, start: 0 }, 'an event “quote” without its “end”'],
  [{ type: 'toString' }, 'an event of the type “toString”'],
  [undefined, 'an event of the type “undefined”'],
])('%j is refused, by the name of who said it', async (event, problem) => {
  const outcome = await outcomeOf(checkedGenerator(saying([text, event])).generate(request()));
  expect(outcome).toMatchObject({ said: 'The left one', code: 'model_answer_invalid' });
  expect(outcome.message).toBe(
    `The model own gave a malformed answer: ${problem}. Try again; if it keeps happening, check the address and the name of the model in the settings.`,
  );
});

test('what it throws is told as its failure, and what it says as it is', async () => {
  const events = [text, finish] as const;
  expect(await outcomeOf(checkedGenerator(saying(events)).generate(request()))).toMatchObject({ events });
  const broken = saying([text], new Error('read ECONNRESET'));
  expect(await outcomeOf(checkedGenerator(broken).generate(request()))).toMatchObject({
    said: 'The left one',
    code: 'model_unavailable',
    message: expect.stringContaining('The model own is not responding: read ECONNRESET.'),
  });
});

test('one that throws before its first word is away', async () => {
  const away = fallbackGenerator(saying([], new TypeError('fetch failed')), saying([finish]));
  expect(await outcomeOf(away.generate(request()))).toMatchObject({
    events: [{ type: 'fallback', failure: { code: 'model_unavailable' } }, finish],
  });
});

/** Says the same for ever; `said` counts how often, `hasEnded` tells whether it was left. */
function endless(text: string) {
  const state = { said: 0, hasEnded: false };
  const generator: Generator = {
    name: 'endless',
    async *generate() {
      try {
        for (;;) {
          state.said += 1;
          yield { type: 'text', text };
        }
      } finally {
        state.hasEnded = true;
      }
    },
  };
  return { state, generator };
}

const cut = { type: 'finish', reason: 'length', model: 'endless' };

test('one that never ends is cut off at its most tokens, and left', async () => {
  const { state, generator } = endless(' word');
  const outcome = await outcomeOf(
    boundedGenerator(generator, { maxTokens: 100, maxBytes: 1e6 }).generate(request()),
  );
  // Two tokens each by the estimate, which counts three letters as one.
  expect(outcome.said).toBe(' word'.repeat(50));
  expect(outcome.last).toEqual(cut);
  expect(state).toEqual({ said: 51, hasEnded: true });
});

test('one that never ends is cut off at its most bytes, within a piece and not within a character', async () => {
  const { generator } = endless('äöü€𝄞'.repeat(100));
  const outcome = await outcomeOf(boundedGenerator(generator, { maxBytes: 1000 }).generate(request()));
  expect(Buffer.byteLength(outcome.said)).toBeLessThanOrEqual(1000);
  expect(Buffer.byteLength(outcome.said)).toBeGreaterThan(996);
  expect(outcome.said).not.toContain('\uFFFD');
  expect(outcome.last).toEqual(cut);
});

test('an answer within its bounds comes as it is, to the last byte', async () => {
  const events: GenerateEvent[] = [
    { type: 'text', text: 'Fünf' },
    { type: 'quote', passage: 1, start: 0, end: 5 },
    { type: 'finish', reason: 'stop' },
  ];
  const generator: Generator = {
    name: 'short',
    async *generate() {
      yield* events;
    },
  };
  const bounded = boundedGenerator(generator, { maxTokens: 2, maxBytes: 5, timeoutMs: 60_000 });
  expect((await outcomeOf(bounded.generate(request()))).events).toEqual(events);
});

test.each([
  ['hears the signal', async ({ signal }: GenerateRequest) => once(signal as AbortSignal, 'abort')],
  ['hears nothing', async () => new Promise(() => undefined)],
])('one that takes too long is away, also where it %s', async (_, wait) => {
  const generator: Generator = {
    name: 'slow',
    async *generate(asked) {
      yield { type: 'text', text: 'Five' };
      await wait(asked);
    },
  };
  const outcome = await outcomeOf(
    boundedGenerator(generator, { maxBytes: 1000, timeoutMs: 20 }).generate(request()),
  );
  expect(outcome).toMatchObject({ said: 'Five', code: 'model_unavailable' });
  expect(outcome.message).toContain('no whole answer within 20 ms');
});

const quote: GenerateEvent = { type: 'quote', passage: 1, start: 0, end: 9 };

type ModelFailure = 'model_unavailable' | 'model_rejected' | 'model_answer_invalid' | 'aborted';

/** Says some events and then fails, if it is to. */
function scripted(name: string, events: readonly GenerateEvent[], code?: ModelFailure): Generator {
  return {
    name,
    async *generate() {
      yield* events;
      if (code)
        throw new FootnoteError(code, { model: name, reason: 'HTTP 503', problem: 'odd', remedy: 'Wait' });
    },
  };
}

async function said(first: Generator, second: Generator): Promise<readonly GenerateEvent[]> {
  const events: GenerateEvent[] = [];
  for await (const event of fallbackGenerator(first, second).generate(request())) events.push(event);
  return events;
}

const second = scripted('extractive', [quote, finish]);

test('the first is heard where it answers', async () => {
  expect(await said(scripted('chat', [text, finish]), second)).toEqual([text, finish]);
});

test('the second is heard where the first is down, which it says', async () => {
  expect(await said(scripted('chat', [], 'model_unavailable'), second)).toEqual([
    {
      type: 'fallback',
      failure: expect.objectContaining({ message: 'The model chat is not responding: HTTP 503. Wait.' }),
    },
    quote,
    finish,
  ]);
});

test.each<[string, GenerateEvent[], ModelFailure]>([
  ['breaks off after its first word', [text], 'model_unavailable'],
  ['breaks off after its first quote', [quote], 'model_unavailable'],
  ['is refused', [], 'model_rejected'],
  ['says nothing of use after its first word', [text], 'model_answer_invalid'],
  ['is stopped', [], 'aborted'],
])('the second is not heard where the first %s', async (_, events, code) => {
  await expect(said(scripted('chat', events, code), second)).rejects.toMatchObject({ code });
});
