import { expect, test } from 'vitest';
import { FootnoteError } from '../../errors.ts';
import { LogQueue } from './log-queue.ts';

const full = new FootnoteError('store_full', { path: 'log' });
const readOnly = new FootnoteError('store_read_only', { path: 'log' });

/** A log that fails as told, and what came to it. */
function log() {
  const written: number[] = [];
  const reported: number[] = [];
  const state: { failure: FootnoteError | undefined } = { failure: undefined };
  const write = async (entries: readonly number[], lost: number) => {
    if (state.failure) throw state.failure;
    written.push(...entries);
    reported.push(lost);
  };
  return { state, written, reported, write };
}

test('entries are written in order, without being asked', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly number[]>();
  const queue = new LogQueue<number>({ write: async (entries) => resolve(entries), delayMs: 1 });
  queue.add(1);
  queue.add(2);
  expect(await promise).toEqual([1, 2]);
});

test('many entries are written in several steps, and also those that come meanwhile', async () => {
  const { write, written } = log();
  const queue = new LogQueue({ write, delayMs: 60_000 });
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  for (const number of numbers.slice(0, 150)) queue.add(number);
  const flushed = queue.flush();
  for (const number of numbers.slice(150)) queue.add(number);
  await flushed;
  expect(written).toEqual(numbers);
});

test('a full store loses nothing that there is room to wait for, and then the oldest', async () => {
  const { state, write, written, reported } = log();
  const queue = new LogQueue({ write, capacity: 30, delayMs: 60_000 });
  state.failure = full;
  for (let number = 0; number < 30; number++) queue.add(number);
  await queue.flush();
  expect(queue.lost).toBe(0);
  for (let number = 30; number < 40; number++) queue.add(number);
  expect(queue.lost).toBe(10);
  state.failure = undefined;
  await queue.flush();
  expect(written).toEqual(Array.from({ length: 30 }, (_, number) => number + 10));
  expect(reported).toEqual([10, 0]);
  expect(queue.lost).toBe(0);
});

test('what cannot be written at all is lost and counted, and reported with the next entry', async () => {
  const { state, write, written, reported } = log();
  const queue = new LogQueue({ write, delayMs: 60_000 });
  state.failure = readOnly;
  queue.add(1);
  queue.add(2);
  await queue.flush();
  expect(queue.lost).toBe(2);
  state.failure = undefined;
  queue.add(3);
  await queue.flush();
  expect([written, reported]).toEqual([[3], [2]]);
});

test('what is lost while entries are being written is reported with the next ones', async () => {
  const reported: number[] = [];
  const queue = new LogQueue<number>({
    capacity: 2,
    delayMs: 60_000,
    write: async (_, lost) => {
      reported.push(lost);
      if (reported.length === 1) for (const number of [2, 3, 4]) queue.add(number);
    },
  });
  queue.add(1);
  await queue.flush();
  expect(reported).toEqual([0, 1]);
  expect(queue.lost).toBe(0);
});

test('a failed write is tried again by itself', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly number[]>();
  let attempts = 0;
  const queue = new LogQueue<number>({
    write: async (entries) => {
      if (++attempts < 3) throw full;
      resolve(entries);
    },
    delayMs: 1,
  });
  queue.add(7);
  expect(await promise).toEqual([7]);
});

test('closing writes what waits, and gives up on what cannot be written', async () => {
  const { state, write, written } = log();
  const queue = new LogQueue({ write, delayMs: 60_000 });
  queue.add(1);
  await queue.close();
  expect(written).toEqual([1]);

  const failing = new LogQueue({ write, delayMs: 1 });
  state.failure = full;
  failing.add(2);
  await failing.close();
  expect(failing.lost).toBe(1);
});
