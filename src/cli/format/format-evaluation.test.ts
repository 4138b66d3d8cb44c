import { expect, test } from 'vitest';
import { madeUpRun } from '../../evaluate/made-up-run.test-support.ts';
import { reportOfRuns } from '../../evaluate/report/evaluation-report.ts';
import { formatEvaluation } from './format-evaluation.ts';

test.each([100, 80, 60])('the runs of a sweep are told apart in %i columns', (width) => {
  const swept = ['structure', 'sentences'].flatMap((chunker) =>
    ['none', 'features'].map((reranker) => ({
      changes: { 'chunker.name': chunker, 'reranker.kind': reranker },
      run: madeUpRun({ q1: 1 }),
      notes: [],
    })),
  );
  const shown = formatEvaluation(reportOfRuns(swept), width, (_, text) => text);
  const [, head = '', ...runs] =
    /^(chunker\.name +reranker\.kind) .*\n(.*)\n(.*)\n(.*)\n(.*)\n/m.exec(shown) ?? [];
  expect(runs.map((line) => line.slice(0, head.length).trim().split(/ +/))).toEqual([
    ['structure', 'none'],
    ['structure', 'features'],
    ['sentences', 'none'],
    ['sentences', 'features'],
  ]);
});
