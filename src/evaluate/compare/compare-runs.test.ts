import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRun, saveRun } from '../evaluation-run.ts';
import { madeUpRun } from '../made-up-run.test-support.ts';
import { compareRuns, outcomeOf } from './compare-runs.ts';

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

test('runs that rank every question alike are said to', () => {
  const alike = compareRuns(before, madeUpRun({ q1: 0.5, q2: 1, q3: 0.25 }, { retrieval: { topK: 9 } }));
  expect(alike.warnings).toEqual([
    'By ndcg@10, the runs differ in no question: the change makes no difference to them.',
  ]);
});

test.each([
  [5, 1, 'even'],
  [6, 0, 'won'],
])('where %i questions became better, %i warnings and %s', (count, warnings, outcome) => {
  const all = (value: number) =>
    madeUpRun(Object.fromEntries(Array.from({ length: count }, (_, place) => [`q${place}`, value])));
  const comparison = compareRuns(all(0), all(1));
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
