import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IngestReport } from '../../contracts/job.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

const reportOf = (failed: readonly string[]): IngestReport => ({
  status: 'partial',
  documents: { added: 0, updated: 0, unchanged: 0, removed: 0, failed: failed.length },
  chunks: 0,
  tokens: 0,
  vectors: 0,
  moved: 0,
  kept: 0,
  billedTokens: 0,
  durationMs: 0,
  passedOver: {},
  failures: failed.map((path) => ({ path, code: 'file_empty', message: `${path} has no text` })),
  warnings: [],
});

function looksAt(
  { given, isLimited, state }: { given: string; isLimited: boolean; state: string },
  path: string,
) {
  return state === 'done' && !isLimited && `${path}/`.startsWith(`${given}/`);
}

describe.each(recordKinds)('records on %s', (on) => {
  const run = fc.record({
    given: fc.constantFrom('docs', 'docs/in', 'docs/in/a', 'doc'),
    collection: fc.constantFrom('default', 'other'),
    failed: fc.subarray(['a', 'b']),
    isLimited: fc.boolean(),
    state: fc.constantFrom('done', 'failed'),
  });

  test('what failed is unresolved until a later ingest of the same collection has looked at it again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 8 }), async (history) => {
        const { records } = await openedRecords(on);
        try {
          for (const { given, collection, failed, isLimited, state } of history) {
            const report = () => reportOf(failed.map((name) => join(given, name)));
            const work = { collection, kind: 'ingest', paths: [given], isLimited, report } as const;
            const job = await records.jobs.start(work);
            await job.finish(
              state === 'done' ? { state } : { state, error: { code: 'store_full', message: '' } },
            );
          }
          for (const collection of ['default', 'other']) {
            const own = history.filter((one) => one.collection === collection);
            const unresolved = own.flatMap(({ given, failed }, at) =>
              failed
                .map((name) => join(given, name))
                .filter((path) => !own.slice(at + 1).some((later) => looksAt(later, path)))
                .map((path) => ({ path, given })),
            );
            const found = await records.jobs.unresolvedFailures(collection);
            expect(found.failed.toSorted()).toEqual(
              [...new Set(unresolved.map(({ path }) => path))].toSorted(),
            );
            expect(found.paths).toEqual([...new Set(unresolved.toReversed().map(({ given }) => given))]);
          }
        } finally {
          await records.close();
        }
      }),
      { numRuns: 15 },
    );
  });

  test('a job that was killed has left what failed in it', async () => {
    const { records } = await openedRecords(on);
    const failed: string[] = [];
    const work = {
      collection: 'default',
      kind: 'ingest',
      paths: ['docs'],
      report: () => reportOf(failed),
    } as const;
    const job = await records.jobs.start(work);
    failed.push('docs/a');
    const kept = () => records.jobs.unresolvedFailures('default');
    await expect.poll(kept).toEqual({ failed: ['docs/a'], paths: ['docs'] });
    expect(await records.jobs.list('default')).toMatchObject([
      { state: 'running', report: { failures: [{ path: 'docs/a' }] } },
    ]);
    await job.finish({ state: 'done' });
  });

  test('what failed in another working directory comes with its full path, and is resolved under it', async () => {
    const { query, records } = await openedRecords(on);
    const work = { collection: 'default', kind: 'ingest', paths: ['docs'] } as const;
    const job = await records.jobs.start({ ...work, report: () => reportOf(['docs/a']) });
    await job.finish({ state: 'done' });
    await query(`update jobs set directory = '/elsewhere'`);
    expect(await records.jobs.unresolvedFailures('default')).toEqual({
      failed: ['/elsewhere/docs/a'],
      paths: ['/elsewhere/docs'],
    });
    const again = await records.jobs.start({
      ...work,
      paths: ['/elsewhere/docs'],
      report: () => reportOf([]),
    });
    await again.finish({ state: 'done' });
    expect(await records.jobs.unresolvedFailures('default')).toEqual({ failed: [], paths: [] });
  });
});
