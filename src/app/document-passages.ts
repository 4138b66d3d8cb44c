import { chunkId } from '../contracts/chunk.ts';
import type { DocumentPassage, DocumentPassages, DocumentSummary } from '../contracts/document.ts';
import type { SearchIndex } from '../contracts/engine.ts';
import { throwIfAborted } from '../errors.ts';
import { meanVector } from '../models/embedding.ts';

/** Passages read at once. */
const batchPassages = 256;

/** What a document came to in an index. Of a version that is being removed some are left out. Errors: `aborted`. */
export async function documentPassages(
  { documentId, version, path, ingestedAt, chunks }: DocumentSummary,
  index: SearchIndex,
  signal: AbortSignal | undefined,
): Promise<DocumentPassages> {
  const passages: DocumentPassage[] = [];
  for (let from = 0; from < chunks; from += batchPassages) {
    throwIfAborted(signal);
    const ids = Array.from({ length: Math.min(batchPassages, chunks - from) }, (_, at) =>
      chunkId(documentId, version, from + at),
    );
    const [held, written] = await Promise.all([
      index.get(ids, { signal }),
      index.vectors.read?.(ids, { signal }) ?? [],
    ]);
    const vectors = new Map(written.map((one) => [one.chunkId, one.vectors]));
    for (const chunk of held) {
      const windows = vectors.get(chunk.id) ?? [];
      passages.push({ ...chunk, vector: windows.length > 0 ? meanVector(windows, chunk.id) : null });
    }
  }
  return { documentId, version, path, ingestedAt, passages };
}
