import { array, assert, asyncProperty, integer, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { type Begun, settleInOrder } from './settle-in-order.ts';

test('results come in order, and no more is under way than allowed', async () => {
  const works = array(record({ bytes: nat(10), turns: nat(5) }), { maxLength: 20 });
  const limits = record({
    maxAhead: integer({ min: 0, max: 5 }),
    maxBytes: integer({ min: 0, max: 25 }),
  });
  const property = asyncProperty(works, limits, async (works, limits) => {
    const underWay = new Set<number>();
    const bytesUnderWay = () => [...underWay].reduce((sum, index) => sum + (works[index]?.bytes ?? 0), 0);
    async function* begin(): AsyncGenerator<Begun<number>> {
      for (const [index, { bytes, turns }] of works.entries()) {
        expect(underWay.size).toBeLessThanOrEqual(limits.maxAhead);
        expect(underWay.size === 0 || bytesUnderWay() <= limits.maxBytes).toBe(true);
        underWay.add(index);
        yield { bytes, result: afterTurns(turns).then(() => index) };
      }
    }
    const results: number[] = [];
    for await (const index of settleInOrder(begin(), limits)) {
      underWay.delete(index);
      results.push(index);
    }
    expect(results).toEqual(works.map((_, index) => index));
  });
  await assert(property, { numRuns: 200 });
});

async function* beginThree(): AsyncGenerator<Begun<string>> {
  yield { bytes: 1, result: afterTurns(3).then(() => 'first') };
  yield { bytes: 1, result: Promise.reject(new Error('second')) };
  yield { bytes: 1, result: Promise.reject(new Error('third')) };
}

test('a failure is thrown in its turn', async () => {
  const results = settleInOrder(beginThree(), { maxAhead: 5, maxBytes: 100 });
  await expect(results.next()).resolves.toEqual({ done: false, value: 'first' });
  await expect(results.next()).rejects.toThrow('second');
});

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}
