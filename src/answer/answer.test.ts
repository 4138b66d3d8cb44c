import { expect, test } from 'vitest';
import type { ModelWait } from '../contracts/generator.ts';
import { type Answer, type AnswerEvent, answerStream, toldWait, withWaits } from './answer.ts';
import { Speaker } from './wording/speaker.ts';

const done = { type: 'done', answer: { answer: 'In 1931. [1]' } as Answer } as const;

function counted() {
  const seen = { started: 0, stopped: 0 };
  const stream = answerStream(async function* (): AsyncGenerator<AnswerEvent, void> {
    seen.started += 1;
    try {
      yield { type: 'token', text: 'In 1931. [1]' };
      yield done;
    } finally {
      seen.stopped += 1;
    }
  });
  return { seen, stream };
}

test('costs nothing until somebody wants it', async () => {
  const { seen, stream } = counted();
  await Promise.resolve();
  expect(seen.started).toBe(0);
  for await (const _ of stream) break;
  expect(seen).toEqual({ started: 1, stopped: 1 });
});

test('gives its events to a loop', async () => {
  const events: AnswerEvent[] = [];
  for await (const event of counted().stream) events.push(event);
  expect(events).toEqual([{ type: 'token', text: 'In 1931. [1]' }, done]);
});

test('gives the whole answer to whoever awaits it, made once', async () => {
  const { seen, stream } = counted();
  expect(await Promise.all([stream, stream])).toEqual([done.answer, done.answer]);
  expect(seen).toEqual({ started: 1, stopped: 1 });
});

test('is not made a second time, whether it was awaited or iterated first', async () => {
  const awaited = counted().stream;
  await awaited;
  expect(() => awaited[Symbol.asyncIterator]()).toThrow(
    expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining('Ask again') }),
  );
  const iterated = counted().stream;
  for await (const _ of iterated) break;
  await expect(iterated).rejects.toMatchObject({ code: 'request_invalid' });
});

test('fails as its making does', async () => {
  const stream = answerStream(async function* () {
    yield* [];
    throw new RangeError('broken');
  });
  await expect(stream).rejects.toThrow(RangeError);
});

const wait = (seconds: number): ModelWait => ({
  type: 'waiting',
  reason: 'high-traffic',
  seconds,
});
const speaker = new Speaker('en');
const told = (seconds: number) => ({ done: false, value: toldWait(wait(seconds), speaker) });

test('a wait is told while the work goes on, and what the work comes to is returned', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const events = withWaits(speaker, async (onWait) => {
    onWait(wait(1));
    const said = await promise;
    onWait(wait(2));
    onWait(wait(3));
    return said;
  });
  expect(await events.next()).toEqual(told(1));
  resolve('done');
  expect(await events.next()).toEqual(told(2));
  expect(await events.next()).toEqual(told(3));
  expect(await events.next()).toEqual({ done: true, value: 'done' });
});

test('work that fails fails, also where nobody looks any more', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const events = withWaits(speaker, (onWait) => {
    onWait(wait(1));
    return promise;
  });
  expect(await events.next()).toEqual(told(1));
  reject(new Error('away'));
  await expect(events.next()).rejects.toThrow('away');

  const left = withWaits(speaker, (onWait) => {
    onWait(wait(1));
    return Promise.reject(new Error('away'));
  });
  await left.next();
  await left.return(undefined as never);
});
