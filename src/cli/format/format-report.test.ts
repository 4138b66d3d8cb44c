import { expect, test } from 'vitest';
import type { IngestReport } from '../../contracts/ingest-report.ts';
import { formatReport } from './format-report.ts';

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
