import { expect, test } from 'vitest';
import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { wholeCommand } from './whole-command.ts';

async function told(answer: Pick<Answer, 'answer' | 'outcome'>) {
  async function* events(): AsyncGenerator<AnswerEvent, void> {
    yield { type: 'token', text: answer.answer };
    yield { type: 'done', answer: answer as Answer };
  }
  let words = '';
  let whole = '';
  for await (const event of wholeCommand(events(), (text) => `${text} --store s`)) {
    if (event.type === 'token') words += event.text;
    if (event.type === 'done') whole = event.answer.answer;
  }
  return { words, whole };
}

test('the command that adds documents has the flags that were typed, as it is told and in the answer', async () => {
  const whole = 'Nothing here. Add some with: footnote ingest PATH --store s';
  const answer = {
    answer: 'Nothing here. Add some with: footnote ingest PATH',
    outcome: 'no-documents',
  } as const;
  expect(await told(answer)).toEqual({ words: whole, whole });
});

test('a quote that ends with a command stays as it is', async () => {
  const quote = 'Begin with: footnote ingest notes';
  expect(await told({ answer: quote, outcome: 'answered' })).toEqual({ words: quote, whole: quote });
});
