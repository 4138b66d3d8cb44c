import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { AnswerEvent } from '../answer/answer.ts';
import { smallTalk } from '../answer/finish-answer.ts';
import type { AskedQuestion } from '../contracts/question-log.ts';
import { LogQueue } from '../records/asked/log-queue.ts';
import { openedRecords } from '../records/opened-records.test-support.ts';
import { type AskedBefore, FollowedAnswer } from './followed-answer.ts';

const asked: AskedBefore = {
  id: 'answer',
  collection: 'default',
  askedAt: '2026-05-05T10:00:00.000Z',
  sessionId: null,
  conversationId: null,
  clientAddress: '192.0.2.7',
  question: 'Hello',
  selectedText: '',
  otherCollections: [],
  keepsWords: true,
};

const answer = smallTalk('Hello', 'Hello.');

async function* answering(): AsyncGenerator<AnswerEvent> {
  yield { type: 'token', text: 'Hello' };
  yield { type: 'token', text: '.' };
  yield { type: 'done', answer };
}

test('a signal that is aborted ends an answer that does not look at it, and the log says that it was left', async () => {
  const { records } = await openedRecords();
  const logged: AskedQuestion[] = [];
  const log = (entry: AskedQuestion) => void logged.push(entry);
  const followed = new FollowedAnswer(asked, { records: records.interactions, log });
  const stop = new AbortController();
  const passed: string[] = [];
  const following = async () => {
    for await (const { type } of followed.follow(answering(), stop.signal)) {
      passed.push(type);
      stop.abort();
    }
  };
  await expect(following()).rejects.toMatchObject({ code: 'aborted' });
  expect(passed).toEqual(['token']);
  expect(logged).toMatchObject([{ outcome: 'cancelled', errorCode: 'aborted', complete: false }]);
});

test('ten thousand answers leave nothing behind in memory', async () => {
  const { records } = await openedRecords();
  const log = new LogQueue<AskedQuestion>({
    write: (entries, lost) => records.interactions.log(entries, lost),
    delayMs: 1,
  });
  const ask = async (number: number) => {
    const followed = new FollowedAnswer(
      { ...asked, id: `answer ${number}`, askedAt: new Date().toISOString() },
      { records: records.interactions, log: (entry) => log.add(entry) },
    );
    for await (const event of followed.follow(answering())) if (event.type === 'done') return event.answer;
    throw new Error('There was no answer.');
  };
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapAfter = async (from: number, to: number) => {
    for (let number = from; number < to; number++) {
      expect((await ask(number)).messageId).toBe(`answer ${number}`);
      if (number % 500 === 499) await log.flush();
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(0, 2000);
  const after = await heapAfter(2000, 10_000);
  await log.close();
  expect(log.lost).toBe(0);
  const page = await records.interactions.readLog('default', { limit: 1, offset: 0 });
  expect([page.matching, page.lost]).toEqual([10_000, 0]);
  // 8000 entries that were held would be over 4 MB.
  expect(after - before).toBeLessThan(2 * 2 ** 20);
});
