import { expect, test } from 'vitest';
import type { GenerateEvent } from '../contracts/generator.ts';
import { fallbackGenerator } from './chat/fallback-generator.ts';
import { outcomeOf, request } from './chat/openai-generator.test-support.ts';
import { checkedGenerator } from './checked-generator.ts';

/** A generator that says these and then fails, if it is to. */
const saying = (events: readonly unknown[], failure?: Error) => ({
  name: 'own',
  async *generate() {
    yield* events as GenerateEvent[];
    if (failure) throw failure;
  },
});

const text = { type: 'text', text: 'The left one' };
const finish = { type: 'finish', reason: 'stop' };

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
