import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../values/seeded-random.ts';
import {
  atOnce,
  bootstrapInterval,
  compareRuns,
  comparisonOf,
  outcomeOf,
  randomisationTest,
} from './compare-runs.ts';
import { readRun, saveRun } from './evaluation-run.ts';
import { madeUpRun } from './made-up-run.test-support.ts';

const before = madeUpRun({ q1: 0.5, q2: 1, q3: 0.25 }, { retrieval: { vectorWeight: 0.3 } });
const after = madeUpRun({ q1: 1, q2: 0.5, q3: 0.25 }, { retrieval: { vectorWeight: 0.55 } });

test('questions are compared one by one, the largest gain first', () => {
  const comparison = compareRuns(before, after);
  expect(comparison).toMatchObject({
    queries: 3,
    wins: 1,
    losses: 1,
    ties: 1,
    warnings: ['By ndcg@10, the runs differ in 2 questions: with fewer than 6, no difference can be shown.'],
  });
  expect(comparison.questions.map(({ id, difference }) => [id, difference])).toEqual([
    ['q1', 0.5],
    ['q3', 0],
    ['q2', -0.5],
  ]);
  expect(comparison.metrics.find(({ metric }) => metric === 'ndcg@10')).toMatchObject({
    before: 1.75 / 3,
    after: 1.75 / 3,
    difference: 0,
    pValue: 1,
  });
  expect(comparison.settings).toEqual([{ name: 'retrieval.vectorWeight', before: 0.3, after: 0.55 }]);
});

test('questions of one run alone are left out and counted; runs without a common one are refused', () => {
  const more = madeUpRun({ q1: 1, q9: 0 });
  expect(compareRuns(before, more)).toMatchObject({
    queries: 1,
    warnings: [
      'Left out because only one of the runs has them: 3 questions.',
      expect.stringContaining('differ in 1 question:'),
    ],
  });
  expect(() => compareRuns(before, madeUpRun({ other: 1 }))).toThrow(
    expect.objectContaining({ code: 'request_invalid' }),
  );
});

test.each([
  [undefined, 'before: it is not an evaluation run (it is missing)'],
  [{}, 'before: it is not an evaluation run (dataset: it is missing)'],
  [{ ...before, metrics: {} }, 'before: it is not an evaluation run (metrics.ndcg@5: it is missing)'],
])('what is no run is refused by name, whichever it is', (run, message) => {
  expect(() => compareRuns(run as typeof before, after)).toThrow(message);
  expect(() => compareRuns(after, run as typeof before)).toThrow(message.replace('before', 'after'));
});

/** A run over so many questions that all have the same figures. */
const alike = (count: number, value: number) =>
  madeUpRun(Object.fromEntries(Array.from({ length: count }, (_, place) => [`q${place}`, value])));

test('others get their turn while many questions are compared', () => {
  const steps = comparisonOf(alike(1000, 0), alike(1000, 1));
  for (let step = 0; step < 10; step++) expect(steps.next().done).toBe(false);
});

test('runs that rank every question alike are said to', () => {
  const same = compareRuns(before, madeUpRun({ q1: 0.5, q2: 1, q3: 0.25 }, { retrieval: { topK: 9 } }));
  expect(same.warnings).toEqual([
    'By ndcg@10, the runs differ in no question: the change makes no difference to them.',
  ]);
});

test.each([
  [5, 1, 'even'],
  [6, 0, 'won'],
])('where %i questions became better, %i warnings and %s', (count, warnings, outcome) => {
  const comparison = compareRuns(alike(count, 0), alike(count, 1));
  expect(comparison.warnings).toHaveLength(warnings);
  expect(new Set(comparison.metrics.map(outcomeOf))).toEqual(new Set([outcome]));
});

test('a run is read as it was saved, and any other file is refused with what is wrong', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runs-'));
  try {
    const file = join(folder, 'below', 'run.json');
    saveRun(before, file);
    expect(await readRun(file)).toEqual(before);
    for (const text of ['', '{', '[]', '{"dataset": "x"}', JSON.stringify({ ...before, metrics: {} })]) {
      await writeFile(file, text);
      await expect(readRun(file)).rejects.toMatchObject({ code: 'file_malformed', details: { path: file } });
    }
    await expect(readRun(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'path_not_found' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

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
        expect(atOnce(randomisationTest(differences))).toBeCloseTo(enumerated(differences), 12);
      }),
    );
  });
  test('comes near the exact share where it draws', () => {
    fc.assert(
      fc.property(hundredths({ minLength: 15, maxLength: 16 }), fc.nat(), (differences, seed) => {
        const drawn = atOnce(randomisationTest(differences, seed));
        expect(Math.abs(drawn - enumerated(differences))).toBeLessThan(0.02);
      }),
      { numRuns: 10 },
    );
  });
  test('a difference on every one of forty questions is no chance, and no difference is no evidence', () => {
    expect(atOnce(randomisationTest(Array.from({ length: 40 }, () => 0.1)))).toBeLessThan(0.001);
    expect(atOnce(randomisationTest([0, 0, 0]))).toBe(1);
  });
});

describe('bootstrapInterval', () => {
  test('comes near the quantiles of all samples that can be drawn', () => {
    fc.assert(
      fc.property(hundredths({ minLength: 4, maxLength: 4 }), fc.nat(), (values, seed) => {
        const means = values
          .flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => mean([a, b, c, d])))))
          .toSorted((a, b) => a - b);
        const { low, high } = atOnce(bootstrapInterval(values, seed));
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
    const { low, high } = atOnce(bootstrapInterval(values));
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    expect(atOnce(bootstrapInterval([0.5, 0.5]))).toEqual({ low: 0.5, high: 0.5 });
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
