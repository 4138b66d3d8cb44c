import { afterEach, expect, test, vi } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

afterEach(() => vi.restoreAllMocks());

test('a stage that ran twice took both times, and one that failed its own', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const stopwatch = new Stopwatch();
  const take = (milliseconds: number) => {
    nowMs += milliseconds;
  };
  await stopwatch.time('keyword', async () => take(3));
  await stopwatch.time('keyword', async () => take(4));
  const fails = stopwatch.time('fuse', () => {
    take(5);
    throw new Error('no scores');
  });
  await expect(fails).rejects.toThrow('no scores');
  expect(stopwatch.read()).toEqual({ keyword: 7, fuse: 5, total: 12 });
});
