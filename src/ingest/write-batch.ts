import type { Chunk } from '../contracts/chunk.ts';
import type { DocumentRecords, IndexedVersion } from '../contracts/document-records.ts';
import type { SearchIndex } from '../contracts/search-index.ts';
import type { ChunkRun } from './chunk-batches.ts';
import { documentChunks } from './document-chunks.ts';
import type { PreparedDocument } from './prepared-document.ts';

/** Where an ingest writes to. */
export interface WriteTarget {
  readonly collection: string;
  readonly jobId: string;
  readonly documents: DocumentRecords;
  readonly index: SearchIndex;
  /** Removes what no reader sees any more. */
  readonly removeVersions: RemoveVersions;
}

/** Removes the chunks of versions from their indexes, then forgets the versions. */
export type RemoveVersions = (versions: readonly IndexedVersion[]) => Promise<void>;

/**
 * Writes the text of one batch and returns the documents that are complete, and therefore live, with it: their
 * words can be searched from then on, their vectors follow.
 * The order is what makes a crash harmless: pending versions, then their chunks, then one transaction that makes
 * them live, and only then the removal of what they replace.
 */
export async function writeBatch(
  parts: readonly ChunkRun<PreparedDocument>[],
  target: WriteTarget,
  signal: AbortSignal | undefined,
): Promise<readonly PreparedDocument[]> {
  await beginVersions(parts, target);
  const chunks = parts.flatMap(chunksOf);
  await target.index.write(
    chunks.map((chunk) => ({ chunk, vectors: [] })),
    { signal },
  );
  const completed = parts
    .filter((part) => part.to === part.document.spans.length)
    .map((part) => part.document);
  if (completed.length > 0) await publish(completed, target);
  return completed;
}

async function beginVersions(
  parts: readonly ChunkRun<PreparedDocument>[],
  target: WriteTarget,
): Promise<void> {
  const starting = parts.filter((part) => part.from === 0).map((part) => part.document);
  if (starting.length === 0) return;
  const versions = await target.documents.begin(
    target.collection,
    target.index.spec.id,
    target.jobId,
    starting.map((document) => document.draft),
  );
  for (const [position, document] of starting.entries()) document.version = versions[position];
}

async function publish(completed: readonly PreparedDocument[], target: WriteTarget): Promise<void> {
  const replaced = await target.documents.publish(
    target.index.spec.id,
    target.jobId,
    completed.map((document) => ({
      ...versionOf(document),
      chunks: document.spans.length,
      tokens: document.spans.reduce((sum, span) => sum + span.tokens, 0),
    })),
  );
  await target.removeVersions(replaced);
}

function chunksOf({ document, from, to }: ChunkRun<PreparedDocument>): Chunk[] {
  const { draft, spans } = document;
  return documentChunks({ ...draft, ...versionOf(document), spans }, from, to);
}

function versionOf(document: PreparedDocument) {
  if (!document.version) throw new Error(`${document.draft.path} was not begun before it was written`);
  return document.version;
}
