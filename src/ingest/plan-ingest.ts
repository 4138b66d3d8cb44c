import type { DocumentRecords } from '../contracts/document-records.ts';
import type { IngestReport, PlannedChange } from '../contracts/ingest-report.ts';
import { type FailedParsesContext, knownFailure } from './failed-parses.ts';
import { startProgress } from './progress.ts';
import { type LastStep, type PlacedFile, placeFiles } from './sync/place-files.ts';
import { PlannedDocuments } from './sync/planned-documents.ts';
import type { Run, SyncContext } from './sync/sync-context.ts';
import { syncFiles } from './sync/sync-files.ts';
import { startTally } from './tally.ts';
import { tallyContentFailure } from './tally-failure.ts';

/** What a dry run reads. Nothing is written. */
export interface PlanContext extends Omit<SyncContext, 'documents' | 'removeVersions'>, FailedParsesContext {
  readonly documents: Pick<
    DocumentRecords,
    'known' | 'sourcesBelow' | 'sourcesChangedAt' | 'findByContent' | 'failedParse'
  >;
}

/** The records of a collection that does not exist yet. */
export const noDocuments: PlanContext['documents'] = {
  known: async () => new Map(),
  sourcesBelow: async () => [],
  sourcesChangedAt: async () => [],
  findByContent: async () => [],
  failedParse: async () => undefined,
};

/**
 * What an ingest of these paths would do: files that it would parse are read and hashed, not parsed, so a file that
 * only its parser would refuse, and did not before, counts as added. Errors: `aborted`, and those of metadata and
 * records.
 */
export async function planIngest(
  paths: readonly string[],
  context: PlanContext,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const changes = new Map<string, PlannedChange>();
  // A file that another one's document goes on with is told as moved, whatever its own turn makes of it.
  const tally = startTally(undefined, (change) => {
    if (!changes.has(change.path)) changes.set(change.path, change);
  });
  const progress = startProgress(tally.billedTokens, undefined);
  const planned = new PlannedDocuments(context.documents);
  const writesNothing = { ...context, documents: planned, removeVersions: async () => {} };
  try {
    await syncFiles(paths, writesNothing, { tally, progress, planned, signal }, async (changed, run) => {
      const works = placeFiles(changed, (placed) => plan(placed, context, run), writesNothing, run);
      for await (const { result } of works) (await result)();
    });
  } finally {
    progress.end();
  }
  return { ...tally.report(), changes: [...changes.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

async function plan(
  { found, content, counts }: PlacedFile,
  context: PlanContext,
  { placer, tally }: Run,
): Promise<LastStep<undefined>> {
  const failed: unknown = await knownFailure(content, context).catch((error: unknown) => error);
  if (failed) {
    placer.failed(content);
    return () => tallyContentFailure(found, content, failed, tally);
  }
  placer.planned(content);
  return () => {
    tally.changed({ change: counts, path: content.source.path });
  };
}
