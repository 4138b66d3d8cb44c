import type { Chunk } from '../contracts/chunk.ts';
import type { Chunker } from '../contracts/chunker.ts';
import {
  type DocumentVersion,
  type ReindexRecords,
  type ReindexReport,
  type StoredVersion,
  versionKey,
} from '../contracts/document-records.ts';
import type { Follower } from '../contracts/job.ts';
import { throwIfAborted } from '../errors.ts';
import { documentChunks } from './chunk-metadata.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import {
  chunksAtOnce,
  countBilledTokens,
  type EmbedContext,
  embedPending,
  TextWrittenSignal,
} from './embed.ts';
import { type ProgressMeter, startProgress } from './progress.ts';
import { startTally, type Tally } from './tally.ts';
import { writeChunks } from './write.ts';

/** What building an index beside the live one works with. */
export interface ReindexContext extends EmbedContext {
  readonly collection: string;
  readonly reindexing: ReindexRecords;
  readonly chunker: Chunker;
  /** Completes what is stored by the fields that are declared now. */
  readonly metadata: DocumentMetadata;
}

/**
 * Builds an index from the text that is stored, and makes it the live one once it has everything. Questions are
 * answered from the old index all the while. What was done before an interruption is not done again; documents
 * that change meanwhile are caught up with.
 * Errors: `aborted`, those of embedder, engine and records; the old index then stays the live one.
 */
export async function reindexDocuments(
  context: ReindexContext,
  options: Follower = {},
): Promise<ReindexReport> {
  const tally = startTally(countBilledTokens(context.embedder));
  const progress = startProgress(tally.billedTokens, options.onProgress);
  const following = { signal: options.signal, onEmbedded: progress.chunksEmbedded };
  let written = 0;
  const { collection, index, reindexing } = context;
  const documentsAtOnce = chunksAtOnce(context.embedder);
  try {
    const held = await reindexing.versionsIn(index.spec.id);
    const waiting = await reindexing.unindexed(collection, index.spec.id, Number.MAX_SAFE_INTEGER);
    progress.filesFound(held.length + waiting.length, held.length);
    progress.chunksLeftOver(await context.documents.unembeddedChunks(index.spec.id));
    do {
      for (;;) {
        const versions = await reindexing.unindexed(collection, index.spec.id, documentsAtOnce);
        // More than there were, where documents changed meanwhile.
        const toWrite = Math.max(waiting.length, written + versions.length);
        progress.filesFound(held.length + toWrite, held.length);
        for (const version of versions) {
          await writeText(version, context, { tally, progress }, options.signal);
          written += 1;
        }
        for await (const batch of embedPending(context, nothingMore(), following)) tally.embedded(batch);
        if (versions.length === 0) break;
      }
      await removeUnknown(context);
    } while (!(await reindexing.swap(collection, index.spec.id)));
    const documents = (await reindexing.versionsIn(index.spec.id)).length;
    const { chunks, tokens, vectors, billedTokens: billed, durationMs, warnings } = tally.report();
    return { documents, chunks, tokens, vectors, billedTokens: billed, durationMs, warnings };
  } finally {
    progress.end();
  }
}

async function writeText(
  version: DocumentVersion,
  { chunker, index, jobId, metadata, reindexing }: ReindexContext,
  { tally, progress }: { readonly tally: Tally; readonly progress: ProgressMeter },
  signal: AbortSignal | undefined,
): Promise<void> {
  throwIfAborted(signal);
  const stored = await reindexing.load(version);
  if (!stored) return;
  const completed = metadata.complete({ fields: {} }, stored.metadata);
  for (const gap of completed.gaps) tally.fieldGap(stored.path, gap);
  const document = { ...stored, metadata: completed.metadata };
  progress.startFile(document.path);
  const chunks = await chunksOf(document, chunker, signal);
  progress.chunksFound(chunks.length);
  const written = await writeChunks(chunks, index, signal);
  await reindexing.indexed(index.spec.id, jobId, [{ ...version, path: document.path, ...written }]);
  progress.filesDone(1);
}

/** Cuts a document anew from the text that is stored. */
export async function chunksOf(
  document: StoredVersion,
  chunker: Chunker,
  signal: AbortSignal | undefined,
): Promise<Chunk[]> {
  const { title, language, text, blocks, metadata } = document;
  const spans = await chunker.chunk({ text, blocks, title, language, metadata, warnings: [] }, { signal });
  return documentChunks({ ...document, spans });
}

/** Chunks of versions that went while they were being written belong to nothing. */
async function removeUnknown({ index, reindexing }: ReindexContext): Promise<void> {
  const known = new Set((await reindexing.versionsIn(index.spec.id)).map(versionKey));
  await index.remove((await index.versions()).filter((version) => !known.has(versionKey(version))));
}

/** For embedding what is written already. */
export function nothingMore(): TextWrittenSignal {
  const textWritten = new TextWrittenSignal();
  textWritten.end();
  return textWritten;
}
