import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../values/seeded-random.ts';
import { bootstrapInterval, randomisationTest } from './compare-runs.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Every assignment of signs, one after the other. */
function* signedSums(values: readonly number[]): Generator<number> {
  const [first, ...others] = values;
  if (first === undefined) yield 0;
  else for (const sum of signedSums(others)) yield* [sum + first, sum - first];
}

function enumerated(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  const sums = [...signedSums(differences)];
  return sums.filter((sum) => Math.abs(sum) >= observed - 1e-9).length / sums.length;
}

const hundredths = (options: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.integer({ min: -100, max: 100 }).map((hundredth) => hundredth / 100),
    options,
  );

describe('randomisationTest', () => {
  test('is the exact share of signs for few differences', () => {
    fc.assert(
      fc.property(hundredths({ minLength: 0, maxLength: 9 }), (differences) => {
        expect(randomisationTest(differences)).toBeCloseTo(enumerated(differences), 12);
      }),
    );
  });
  test('comes near the exact share where it draws', () => {
    fc.assert(
      fc.property(hundredths({ minLength: 15, maxLength: 16 }), fc.nat(), (differences, seed) => {
        const drawn = randomisationTest(differences, seed);
        expect(Math.abs(drawn - enumerated(differences))).toBeLessThan(0.02);
      }),
      { numRuns: 10 },
    );
  });
  test('a difference on every one of forty questions is no chance, and no difference is no evidence', () => {
    expect(randomisationTest(Array.from({ length: 40 }, () => 0.1))).toBeLessThan(0.001);
    expect(randomisationTest([0, 0, 0])).toBe(1);
  });
});

describe('bootstrapInterval', () => {
  test('comes near the quantiles of all samples that can be drawn', () => {
    fc.assert(
      fc.property(hundredths({ minLength: 4, maxLength: 4 }), fc.nat(), (values, seed) => {
        const means = values
          .flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => mean([a, b, c, d])))))
          .toSorted((a, b) => a - b);
        const { low, high } = bootstrapInterval(values, seed);
        // The quantile of a few values is a step: the neighbours of the exact place bound what chance may give.
        const between = (value: number, share: number) => {
          expect(value).toBeGreaterThanOrEqual(
            (means[Math.floor((share - 0.01) * means.length)] as number) - 1e-9,
          );
          expect(value).toBeLessThanOrEqual(
            (means[Math.ceil((share + 0.01) * means.length)] as number) + 1e-9,
          );
        };
        between(low, 0.025);
        between(high, 0.975);
      }),
      { numRuns: 20 },
    );
  });
  test('holds the mean, and is a point where all values are equal', () => {
    const values = Array.from({ length: 50 }, (_, place) => (place % 7) / 7);
    const { low, high } = bootstrapInterval(values);
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    expect(bootstrapInterval([0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
  });
});

test('seeded numbers repeat, and lie evenly in [0, 1)', () => {
  const random = seededRandom(7);
  const again = seededRandom(7);
  const drawn = Array.from({ length: 10_000 }, random);
  expect(drawn.slice(0, 5)).toEqual(Array.from({ length: 5 }, again));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(Math.abs(mean(drawn) - 0.5)).toBeLessThan(0.02);
});
