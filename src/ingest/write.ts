import type { Chunk } from '../contracts/chunk.ts';
import type { DocumentEdits } from '../contracts/document.ts';
import type { Revision, Unedited, WrittenVersion } from '../contracts/document-records.ts';
import type { SearchIndex } from '../contracts/engine.ts';
import { documentChunks } from './chunk-metadata.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import type { PreparedDocument, WrittenDocument } from './prepare.ts';
import type { IngestRun } from './run.ts';

/** A run of the chunks of one document within a batch: ordinals `[from, to)`. */
export interface ChunkRun<Document> {
  readonly document: Document;
  readonly from: number;
  readonly to: number;
}

/**
 * Groups the chunks of documents, in order, into batches of at most `maxChunks`: parts of one long document, or many
 * short ones. The batch is the unit that a crash can cost, so it is small; it is also the unit of the transaction, so
 * it is not tiny.
 * @param rangeOf the ordinals `[from, to)` of a document's chunks that are to be batched
 */
export async function* chunkBatches<Document>(
  documents: Iterable<Document> | AsyncIterable<Document>,
  rangeOf: (document: Document) => Omit<ChunkRun<Document>, 'document'>,
  maxChunks: number,
): AsyncGenerator<readonly ChunkRun<Document>[]> {
  let runs: ChunkRun<Document>[] = [];
  let room = maxChunks;
  for await (const document of documents) {
    const range = rangeOf(document);
    for (let { from } = range; from < range.to; ) {
      const to = Math.min(range.to, from + room);
      runs.push({ document, from, to });
      room -= to - from;
      from = to;
      if (room > 0) continue;
      yield runs;
      runs = [];
      room = maxChunks;
    }
  }
  if (runs.length > 0) yield runs;
}

type Part = ChunkRun<PreparedDocument>;

/**
 * Writes the text of one batch and returns the documents that are complete, and therefore live, with it: their
 * words can be searched from then on, their vectors follow.
 * The order is what makes a crash harmless: pending versions, then their chunks, then one transaction that makes
 * them live, and only then the removal of what they replace.
 */
export async function writeBatch(
  parts: readonly Part[],
  run: IngestRun,
): Promise<readonly WrittenDocument[]> {
  await beginVersions(parts, run);
  await writeChunks(parts.flatMap(chunksOf), run.index, run.signal);
  const completed = parts
    .filter((part) => part.to === part.document.spans.length)
    .map((part) => begunVersion(part.document));
  if (completed.length > 0) await publish(completed, run);
  return completed;
}

/** Writes the text of chunks into an index, whose vectors follow. Returns how much that is. */
export async function writeChunks(
  chunks: readonly Chunk[],
  index: Pick<SearchIndex, 'write'>,
  signal: AbortSignal | undefined,
): Promise<Pick<WrittenVersion, 'chunks' | 'tokens'>> {
  await index.write(
    chunks.map((chunk) => ({ chunk, vectors: [] })),
    { signal },
  );
  return { chunks: chunks.length, tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0) };
}

async function beginVersions(parts: readonly Part[], run: IngestRun): Promise<void> {
  const { collection, documents, index, jobId } = run;
  const starting = parts.filter((part) => part.from === 0).map((part) => part.document);
  if (starting.length === 0) return;
  await applyEdits(starting, run);
  const drafts = starting.map((document) => document.draft);
  const versions = await documents.begin(collection, index.spec.id, jobId, drafts);
  for (const [position, document] of starting.entries()) document.version = versions[position];
}

/** What was written over title and metadata of a document stays, whatever its file says by now. */
async function applyEdits(
  starting: readonly PreparedDocument[],
  { collection, documents, metadata }: IngestRun,
): Promise<void> {
  const sources = starting.map(({ draft }) => draft.source);
  const edits = await documents.edits(collection, sources);
  for (const document of starting) {
    const { draft } = document;
    const edited = edits.get(draft.source);
    if (edited) document.draft = { ...draft, ...editedBy(draft, edited, metadata), edits: edited };
  }
}

/** What becomes of title and metadata, with what they are without edits. */
export function editedBy(
  { title, metadata: own }: Unedited,
  edits: DocumentEdits,
  metadata: Pick<DocumentMetadata, 'complete'>,
): Revision {
  return {
    title: edits.title ?? title,
    metadata: metadata.complete({ fields: {}, given: edits.metadata }, own).metadata,
    unedited: { title, metadata: own },
  };
}

async function publish(completed: readonly WrittenDocument[], run: IngestRun): Promise<void> {
  const { documents, index, jobId, removeVersions } = run;
  const versions = completed.map(({ version, spans }) => ({
    ...version,
    chunks: spans.length,
    tokens: spans.reduce((sum, span) => sum + span.tokens, 0),
  }));
  await removeVersions(await documents.publish(index.spec.id, jobId, versions));
}

function chunksOf({ document, from, to }: Part): Chunk[] {
  const { draft, spans, version } = begunVersion(document);
  return documentChunks({ ...draft, ...version, spans }, from, to);
}

function begunVersion({ version, ...document }: PreparedDocument): WrittenDocument {
  if (!version) throw new Error(`${document.draft.path} was not begun before it was written`);
  return { ...document, version };
}
