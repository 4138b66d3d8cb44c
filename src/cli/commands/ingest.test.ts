import { expect, test } from 'vitest';
import type { IngestReport } from '../../contracts/job.ts';
import { FootnoteError } from '../../errors.ts';
import type { Footnote, WatchRound } from '../../footnote.ts';
import type { Output } from '../output.ts';
import type { Session } from '../run-command.ts';
import { watchFolders } from './ingest.ts';

const scan = {
  path: 'scan.pdf',
  code: 'text_layer_missing' as const,
  message: 'scan.pdf has no text layer.',
};

function round(
  report: Partial<IngestReport> = {},
  changed: Partial<IngestReport['documents']> = {},
): WatchRound {
  const documents = { added: 0, updated: 0, unchanged: 4, removed: 0, failed: 0, ...changed };
  const rest = { moved: 0, chunks: 0, failures: [], warnings: [], ...report };
  return { report: { ...rest, documents } as unknown as IngestReport, error: null };
}

test('a round is told where it came to something, or something is wrong or right, and what is wrong once', async () => {
  const gone = '1 of the 1 files of notes are gone';
  const rounds: readonly (readonly [WatchRound, boolean])[] = [
    [round(), true],
    [round(), false],
    [round({ moved: 30 }), true],
    [round({ failures: [scan] }), true],
    [round({ failures: [scan] }), false],
    [round({ failures: [scan] }, { updated: 1 }), true],
    [round(), true],
    [round({ warnings: [gone] }), true],
    [round({ warnings: [gone] }), false],
    [{ report: null, error: new FootnoteError('internal', {}) }, false],
    [round(), true],
    [round(), false],
  ];
  let at = -1;
  const told: number[] = [];
  const warned: [number, string][] = [];
  const output = {
    warn: (text: string) => void warned.push([at, text]),
    note() {},
    error() {},
    result: () => void told.push(at),
  };
  const footnote: Pick<Footnote, 'watch'> = {
    async *watch() {
      for (const [one] of rounds) {
        at += 1;
        yield one;
      }
    },
  };
  const session = { output: output as unknown as Output, signal: AbortSignal.abort() } as unknown as Session;
  await watchFolders(footnote as Footnote, ['notes'], {}, session);
  expect(told).toEqual(rounds.flatMap(([, isTold], index) => (isTold ? [index] : [])));
  expect(warned).toEqual([
    [3, scan.message],
    [7, gone],
  ]);
});
