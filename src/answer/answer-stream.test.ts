import { expect, test } from 'vitest';
import type { Answer, AnswerEvent } from './answer.ts';
import { answerStream } from './answer-stream.ts';

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
