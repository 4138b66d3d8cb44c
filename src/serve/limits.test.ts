import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuestionLimit, type SpareTime } from './limits.ts';

const never = new AbortController().signal;

/** Work that goes on until it is ended. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

/** A limit with all the time there could be, where nothing else is said. */
function limitOf(
  settings: { maxQuestions: number; maxQueued: number; maxQueueMs?: number },
  spare: SpareTime = { isThere: true, use: () => undefined },
): QuestionLimit {
  return new QuestionLimit({ maxQueueMs: 600_000, ...settings }, spare);
}

test('of those that wait the newest is taken first', async () => {
  const limit = limitOf({ maxQuestions: 1, maxQueued: 3 });
  const held = heldWork();
  const first = limit.run(held.work, never);
  const order: number[] = [];
  const others = [1, 2, 3].map((number) => limit.run(async () => order.push(number), never));
  await expect(limit.run(async () => 'too many', never)).rejects.toMatchObject({ code: 'server_busy' });
  expect(order).toEqual([]);
  held.end();
  await Promise.all([first, ...others]);
  expect(order).toEqual([3, 2, 1]);
});

test('another is begun only once there was time for it', async () => {
  const spare = { isThere: false, use: () => (spare.isThere = false) };
  const limit = limitOf({ maxQuestions: 100, maxQueued: 100 }, spare);
  const held = Array.from({ length: 10 }, heldWork);
  let begun = 0;
  const count = (work: () => Promise<void>) => () => {
    begun += 1;
    return work();
  };
  const all = held.map(({ work }) => limit.run(count(work), never));
  const always = begun;
  expect(always).toBeLessThanOrEqual(2);
  for (let more = always + 1; more <= 10; more += 1) {
    spare.isThere = true;
    await expect.poll(() => begun).toBe(more);
    expect(spare.isThere).toBe(false);
  }
  for (const { end } of held) end();
  await Promise.all(all);
});

test('a rush may fill the queue, a load that goes on may not', async () => {
  const limit = limitOf({ maxQuestions: 1, maxQueued: 3 });
  let refused = 0;
  const underWay: ReturnType<typeof heldWork>[] = [];
  const settled: Promise<unknown>[] = [];
  const ask = () => {
    const work = heldWork();
    const begin = () => {
      underWay.push(work);
      return work.work();
    };
    settled.push(limit.run(begin, never).catch(() => (refused += 1)));
  };
  const end = async () => {
    underWay.shift()?.end();
    await setImmediate();
  };
  for (let place = 0; place < 4; place += 1) ask();
  for (let ended = 0; ended < 6; ended += 1) {
    await end();
    ask();
  }
  expect(refused).toBe(0);
  await end();
  // Of three that waited, the newest was begun: one is left.
  expect(refused).toBe(1);
  ask();
  await setImmediate();
  expect(refused).toBe(2);
  while (underWay.length > 0) await end();
  for (let alone = 0; alone < 3; alone += 1) {
    ask();
    await end();
  }
  for (let place = 0; place < 4; place += 1) ask();
  await setImmediate();
  expect(refused).toBe(2);
  while (underWay.length > 0) await end();
  await Promise.all(settled);
});

test('one that is given up leaves the queue for another', async () => {
  const limit = limitOf({ maxQuestions: 1, maxQueued: 1 });
  const held = heldWork();
  const first = limit.run(held.work, never);
  const gone = new AbortController();
  const left = limit.run(() => Promise.reject(new Error('It was given up.')), gone.signal);
  gone.abort();
  const other = limit.run(async () => 'taken', never);
  held.end();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
  expect(await other).toBe('taken');
  await first;
});

test('one that has waited for too long is refused, and its place is not lost', async () => {
  const limit = limitOf({ maxQuestions: 1, maxQueued: 1, maxQueueMs: 1 });
  const held = heldWork();
  const first = limit.run(held.work, never);
  await expect(limit.run(async () => 'late', never)).rejects.toMatchObject({ code: 'server_busy' });
  held.end();
  await first;
  expect(await limit.run(async () => 'taken', never)).toBe('taken');
});

test('whatever ends or is given up in whatever order, no place is lost and none is taken twice', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('ask', 'end', 'fail', 'leave'), fc.nat({ max: 9 })), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (taken, settles) => {
      const limit = limitOf({ maxQuestions: 2, maxQueued: 3 });
      let underWay = 0;
      const asked: { end: () => void; fail: () => void; leave: () => void; done: Promise<unknown> }[] = [];
      for (const [step, which] of taken) {
        if (step === 'ask') {
          const gone = new AbortController();
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          promise.catch(() => undefined);
          const work = async () => {
            underWay += 1;
            expect(underWay).toBeLessThanOrEqual(2);
            await promise.finally(() => {
              underWay -= 1;
            });
          };
          asked.push({
            end: resolve,
            fail: () => reject(new Error('It failed.')),
            leave: () => gone.abort(),
            done: limit.run(work, gone.signal).catch(() => undefined),
          });
        } else {
          asked.at(-1 - which)?.[step]();
        }
        if (settles) await Promise.resolve();
      }
      for (const { end } of asked) end();
      await Promise.all(asked.map(({ done }) => done));
      const held = [heldWork(), heldWork()];
      const both = held.map(({ work }) => limit.run(work, never));
      const third = limit.run(async () => underWay, never);
      for (const { end } of held) end();
      await Promise.all(both);
      expect(await third).toBe(0);
    }),
    { numRuns: 200 },
  );
});
