import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IngestReport } from '../contracts/ingest-report.ts';
import { openedRecords } from './opened-records.test-support.ts';
import { publishDocument } from './publish-document.test-support.ts';
import { openRecords } from './records.ts';

const reportOf = (failed: readonly string[]): IngestReport => ({
  status: 'partial',
  documents: { added: 0, updated: 0, unchanged: 0, removed: 0, failed: failed.length },
  chunks: 0,
  tokens: 0,
  vectors: 0,
  billedTokens: 0,
  durationMs: 0,
  passedOver: {},
  failures: failed.map((path) => ({ path, code: 'file_empty', message: `${path} has no text` })),
  warnings: [],
});

const run = fc.record({
  given: fc.constantFrom('docs', 'more'),
  collection: fc.constantFrom('default', 'other'),
  path: fc.constantFrom('a', 'b', 'c'),
  fails: fc.boolean(),
});

test('what failed is unresolved until a later ingest of the same collection makes a document of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 8 }), async (history) => {
      const folder = mkdtempSync(join(tmpdir(), 'unresolved-failures-'));
      const records = await openRecords(join(folder, 'footnote.db'));
      try {
        for (const { given, collection, path, fails } of history) {
          if (!fails) await publishDocument(records, path, { collection });
          else {
            const work = {
              collection,
              kind: 'ingest',
              paths: [given],
              report: () => reportOf([path]),
            } as const;
            await (await records.jobs.start(work)).finish({ state: 'done' });
          }
        }
        for (const collection of ['default', 'other']) {
          const own = history.filter((one) => one.collection === collection);
          const unresolved = own.filter(
            ({ fails, path }, at) => fails && own.slice(at).every((one) => one.path !== path || one.fails),
          );
          const found = await records.jobs.unresolvedFailures(collection);
          expect(found.failed.toSorted()).toEqual(
            [...new Set(unresolved.map(({ path }) => path))].toSorted(),
          );
          expect(found.paths).toEqual([...new Set(unresolved.toReversed().map(({ given }) => given))]);
        }
      } finally {
        await records.close();
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 15 },
  );
});

test('a job that was killed has left what failed in it', async () => {
  const { records } = await openedRecords();
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
  await expect.poll(kept, { timeout: 10_000 }).toEqual({ failed: ['docs/a'], paths: ['docs'] });
  expect(await records.jobs.list('default')).toMatchObject([
    { state: 'running', report: { failures: [{ path: 'docs/a' }] } },
  ]);
  await job.finish({ state: 'done' });
});

test('what failed in another working directory comes with its full path, and is resolved under it', async () => {
  const { file, records } = await openedRecords();
  const work = { collection: 'default', kind: 'ingest', paths: ['docs'] } as const;
  const job = await records.jobs.start({ ...work, report: () => reportOf(['docs/a']) });
  await job.finish({ state: 'done' });
  {
    using database = new DatabaseSync(file);
    database.exec(`update jobs set directory = '/elsewhere'`);
  }
  expect(await records.jobs.unresolvedFailures('default')).toEqual({
    failed: ['/elsewhere/docs/a'],
    paths: ['/elsewhere/docs'],
  });
  await publishDocument(records, '/elsewhere/docs/a');
  expect(await records.jobs.unresolvedFailures('default')).toEqual({ failed: [], paths: [] });
});
