import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { GenerateEvent, GenerateRequest, Generator } from '../contracts/generator.ts';
import { boundedGenerator } from './bounded-generator.ts';
import { outcomeOf, request } from './chat/openai-generator.test-support.ts';

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
