import { expect, test } from 'vitest';
import type { GenerateEvent, Generator } from '../../contracts/generator.ts';
import { FootnoteError } from '../../errors.ts';
import { fallbackGenerator } from './fallback-generator.ts';
import { request } from './openai-generator.test-support.ts';

const text: GenerateEvent = { type: 'text', text: 'The left one' };
const quote: GenerateEvent = { type: 'quote', passage: 1, start: 0, end: 9 };
const finish: GenerateEvent = { type: 'finish', reason: 'stop' };

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
