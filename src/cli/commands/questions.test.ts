import { expect, test } from 'vitest';
import type { Answer, AnswerEvent } from '../../answer/answer.ts';
import { createOutput } from '../output.ts';
import { tellWaits, wholeCommand } from './questions.ts';

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

const wait = { type: 'waiting', reason: 'high-traffic', seconds: null } as const;
const token: AnswerEvent = { type: 'token', text: 'Yes.' };

async function* answer(): AsyncGenerator<AnswerEvent, void> {
  yield { ...wait, message: 'High traffic, please wait 12 seconds.' };
  yield { ...wait, message: 'High traffic, please wait.' };
  yield token;
}

/** What is written on a terminal of that width, and the events that are passed on. */
async function waitsTold(columns: number, options: { quiet?: boolean } = {}) {
  let written = '';
  const write = (text: string) => {
    written += text;
    return true;
  };
  const terminal = { isTTY: true, columns, write } as NodeJS.WriteStream;
  const output = { ...createOutput(options), style: (_: unknown, text: string) => text };
  const passed: AnswerEvent[] = [];
  for await (const event of tellWaits(answer(), output, terminal)) passed.push(event);
  return { written, passed };
}

test('on a terminal a wait is a line that the next event takes away', async () => {
  expect(await waitsTold(80)).toEqual({
    written: 'High traffic, please wait 12 seconds.\r\x1b[KHigh traffic, please wait.\r\x1b[K',
    passed: [token],
  });
});

test('it never wraps, and with --quiet it is not there', async () => {
  expect((await waitsTold(20)).written).toBe('High traffic,…\r\x1b[KHigh traffic,…\r\x1b[K');
  expect(await waitsTold(80, { quiet: true })).toEqual({ written: '', passed: [token] });
});
