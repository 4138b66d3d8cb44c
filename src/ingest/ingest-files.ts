import type { DocumentRecords } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Follower, IngestReport } from '../contracts/ingest-report.ts';
import { eitherSignal } from '../errors.ts';
import { chunkBatches } from './chunk-batches.ts';
import { embedPending } from './embed/embed-pending.ts';
import { TextWrittenSignal } from './embed/text-written.ts';
import type { FoundFile } from './load/find-files.ts';
import { type PrepareContext, prepareDocuments } from './prepare-documents.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { startProgress } from './progress.ts';
import { PlannedDocuments } from './sync/planned-documents.ts';
import type { Run } from './sync/sync-context.ts';
import { syncFiles } from './sync/sync-files.ts';
import type { Tally } from './tally.ts';
import { type WriteTarget, writeBatch } from './write-batch.ts';

/** What ingestion works with, and where it writes to. */
export interface IngestContext extends WriteTarget, PrepareContext {
  readonly documents: DocumentRecords;
  readonly embedder: Embedder;
  /** Counts what is done while it is done. */
  readonly tally: Tally;
}

/** Chunks whose text is written at once. */
const batchChunks = 256;

/** What the two loops share. */
type Followed = Omit<Run, 'placer' | 'planned'>;

/**
 * Brings a collection in step with files and folders. Two loops run side by side: one loads, parses, chunks and
 * writes text, so that its words can be searched at once; the other computes vectors of what is written.
 * Files whose size and date have not changed are not opened; one that fails is reported and the rest goes on. A
 * path that does not exist is a failure like any other.
 * Errors: `aborted`, and those of embedder, engine and records. They end the run; documents that were live before
 * one stay so, and the next run goes on where this one ended.
 */
export async function ingestFiles(
  paths: readonly string[],
  context: IngestContext,
  options: Follower = {},
): Promise<IngestReport> {
  const stop = new AbortController();
  const signal = eitherSignal(options.signal, stop.signal);
  const { tally } = context;
  const progress = startProgress(tally.billedTokens, options.onProgress);
  const followed = { tally, progress, signal };
  const textWritten = new TextWrittenSignal();
  try {
    await context.removeVersions(await context.documents.leftovers(context.collection));
    progress.chunksLeftOver(await context.documents.unembeddedChunks(context.index.spec.id));
    const text = writeText(paths, context, followed, textWritten).finally(() => textWritten.end());
    const vectors = writeVectors(context, followed, textWritten);
    // Where one loop fails the other is stopped too, and the first failure is the one that is told.
    const both = [text, vectors].map((loop) => loop.catch((error: unknown) => stop.abort(error)));
    await Promise.all(both);
    if (stop.signal.aborted) throw stop.signal.reason;
    return tally.report();
  } finally {
    progress.end();
  }
}

async function writeText(
  paths: readonly string[],
  context: IngestContext,
  followed: Followed,
  textWritten: TextWrittenSignal,
): Promise<void> {
  const planned = new PlannedDocuments(context.documents);
  await syncFiles(paths, context, { ...followed, planned }, (changed, run) =>
    writeFiles(changed, context, run, textWritten),
  );
}

async function writeFiles(
  files: readonly FoundFile[],
  context: IngestContext,
  run: Run,
  textWritten: TextWrittenSignal,
): Promise<void> {
  const prepared = prepareDocuments(files, context, run);
  for await (const batch of chunkBatches(prepared, allChunks, batchChunks)) {
    for (const document of await writeBatch(batch, context, run.signal)) {
      const waited = await run.placer.written(document);
      for (const { counts, source } of [{ counts: document.counts, source: document.draft }, ...waited])
        run.tally.changed({ change: counts, path: source.path });
    }
    textWritten.ring();
  }
}

function allChunks({ spans }: PreparedDocument) {
  return { from: 0, to: spans.length };
}

async function writeVectors(
  context: IngestContext,
  { tally, progress, signal }: Followed,
  textWritten: TextWrittenSignal,
): Promise<void> {
  const following = { signal, onEmbedded: progress.chunksEmbedded };
  for await (const batch of embedPending(context, textWritten, following)) tally.embedded(batch);
}
