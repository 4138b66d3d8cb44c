import { expect, test } from 'vitest';
import type { AnswerEvent } from '../answer/answer.ts';
import { createOutput } from './output.ts';
import { tellWaits } from './tell-waits.ts';

const wait = { type: 'waiting', reason: 'high-traffic', seconds: null } as const;
const token: AnswerEvent = { type: 'token', text: 'Yes.' };

async function* answer(): AsyncGenerator<AnswerEvent, void> {
  yield { ...wait, message: 'High traffic, please wait 12 seconds.' };
  yield { ...wait, message: 'High traffic, please wait.' };
  yield token;
}

/** What is written on a terminal of that width, and the events that are passed on. */
async function told(columns: number, options: { quiet?: boolean } = {}) {
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
  expect(await told(80)).toEqual({
    written: 'High traffic, please wait 12 seconds.\r\x1b[KHigh traffic, please wait.\r\x1b[K',
    passed: [token],
  });
});

test('it never wraps, and with --quiet it is not there', async () => {
  expect((await told(20)).written).toBe('High traffic,…\r\x1b[KHigh traffic,…\r\x1b[K');
  expect(await told(80, { quiet: true })).toEqual({ written: '', passed: [token] });
});
