import { expect, test } from 'vitest';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { FootnoteError } from '../../errors.ts';
import { type RetryPolicy, withRetries } from './request-retry.ts';

const never = new AbortController().signal;

/** Fails every time; says how long was waited between, and how often it was tried. */
async function exhaust(policy: RetryPolicy, retryAfterMs?: number) {
  const clock = steppedClock();
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    throw new FootnoteError('model_unavailable', { model: 'm', reason: 'r', remedy: 'Wait', retryAfterMs });
  };
  const over = withRetries(attempt, {
    policy: { ...policy, deadlineMs: clock.now() + (policy.deadlineMs ?? 1e9) },
    clock,
    signal: never,
  });
  await expect(over).rejects.toMatchObject({ code: 'model_unavailable' });
  return { attempts, waits: clock.waits };
}

test('waits double up to ten seconds, with up to a quarter more by chance', async () => {
  const { attempts, waits } = await exhaust({ maxRetries: 7, firstDelayMs: 1000 });
  expect(attempts).toBe(8);
  for (const [retry, leastMs] of [1000, 2000, 4000, 8000, 10_000, 10_000, 10_000].entries()) {
    expect(waits[retry]).toBeGreaterThanOrEqual(leastMs);
    expect(waits[retry]).toBeLessThanOrEqual(1.25 * leastMs);
  }
});

test('what the server asks for counts instead, up to the longest wait', async () => {
  expect((await exhaust({ maxRetries: 2 }, 25_000)).waits).toEqual([25_000, 25_000]);
  expect((await exhaust({ maxRetries: 2, maxDelayMs: 3000 }, 25_000)).waits).toEqual([3000, 3000]);
});

test('a wait that would reach the deadline is not begun', async () => {
  const { attempts, waits } = await exhaust({ maxRetries: 9, deadlineMs: 60_000 }, 25_000);
  expect(waits).toEqual([25_000, 25_000]);
  expect(attempts).toBe(3);
});
