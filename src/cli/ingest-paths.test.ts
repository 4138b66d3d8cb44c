import { expect, test } from 'vitest';
import type { IngestReport } from '../contracts/job.ts';
import { formatReport, warnOfReport } from './ingest-paths.ts';
import type { Output } from './output.ts';

const plain = (_format: unknown, text: string) => text;

function lineOf(chunks: number, durationMs: number, moved = 0): string {
  const documents = { added: 1, updated: 0, unchanged: 1200, removed: 0, failed: 2 };
  const report = {
    documents,
    moved,
    chunks,
    durationMs,
    billedTokens: 0,
    passedOver: {},
  } as unknown as IngestReport;
  return formatReport(report, plain);
}

test('an ingest in one line, with a rate where there is one worth telling', () => {
  expect(lineOf(300, 1500)).toBe(
    'Documents: 1 added, 1 200 unchanged, 2 failed. 300 passages in 1.5 s, 200/s.',
  );
  expect(lineOf(1, 2600)).toBe('Documents: 1 added, 1 200 unchanged, 2 failed. 1 passage in 2.6 s.');
  expect(lineOf(0, 2600)).toBe('Documents: 1 added, 1 200 unchanged, 2 failed.');
  expect(lineOf(0, 2600, 30)).toBe('Documents: 1 added, 1 200 unchanged, 2 failed. Moved: 30.');
});

function toldOf(
  failed: number,
  odd: number,
  others: readonly string[] = [],
  plan: Pick<IngestReport, 'changes'> = {},
): readonly string[] {
  const told: string[] = [];
  const failures = Array.from({ length: failed }, (_, place) => {
    const path = `${place}.pdf`;
    return { path, code: 'text_layer_missing' as const, message: `${path} has no text layer.` };
  });
  const warnings = [...Array.from({ length: odd }, (_, place) => `${place}.md: odd`), ...others];
  const output: Pick<Output, 'warn'> = { warn: (text) => void told.push(text) };
  warnOfReport({ failures, warnings, ...plan }, output as Output);
  return told;
}

test('all that failed is named, and of many warnings the first and where the others are', () => {
  const told = toldOf(50, 23);
  expect(told.slice(0, 50)).toEqual(
    Array.from({ length: 50 }, (_, place) => `${place}.pdf has no text layer.`),
  );
  expect(told.slice(50, 70)).toEqual(Array.from({ length: 20 }, (_, place) => `${place}.md: odd`));
  expect(told.slice(70)).toEqual([
    expect.stringMatching(/^and 3 more warnings\..*: footnote jobs show JOB$/),
  ]);
});

test('few warnings are all told; of a dry run no job keeps the others', () => {
  expect(toldOf(0, 20)).toHaveLength(20);
  expect(toldOf(0, 21, [], { changes: [] }).at(-1)).toBe(
    'and 1 more warning. Use --json to print all of them',
  );
});

test('what is odd about one file is not hidden by what is odd about many', () => {
  const told = toldOf(0, 30, [
    'docs/a b.md: the heading "C" of level 4 skips a level',
    'x/y.txt: read as koi8-r',
  ]);
  expect(told.slice(0, 4)).toEqual([
    '0.md: odd',
    'docs/a b.md: the heading "C" of level 4 skips a level',
    'x/y.txt: read as koi8-r',
    '1.md: odd',
  ]);
  expect(told).toHaveLength(21);
});
