import type { EngineHit } from '../../../contracts/engine.ts';

/** A chunk by name, and the version of the document that it belongs to. */
export type ChunkIdentity = Pick<EngineHit, 'chunkId' | 'documentId' | 'version'>;

/** Before an id that is kept whole. */
const whole = '\0';

/** What `chunkId` puts before the number of a chunk: the same for all chunks of a version. */
function prefixOf(documentId: string, version: number): string {
  return `${documentId}.${version}.`;
}

/** The ids of chunks without what their documents and versions say already: most often their numbers there. */
export function shortenedIds(
  chunks: readonly { readonly id: string; readonly documentId: string; readonly version: number }[],
): readonly string[] {
  let prefix = '';
  let last = { documentId: '', version: Number.NaN };
  return chunks.map((chunk) => {
    if (chunk.documentId !== last.documentId || chunk.version !== last.version)
      prefix = prefixOf(chunk.documentId, chunk.version);
    last = chunk;
    const { id } = chunk;
    const isShortened = id.startsWith(prefix) && id.charAt(prefix.length) !== whole;
    return isShortened ? id.slice(prefix.length) : whole + id;
  });
}

/** The id that {@link shortenedIds} shortened, of a chunk of this version. */
export function fullId(shortened: string, documentId: string, version: number): string {
  return shortened.startsWith(whole) ? shortened.slice(1) : prefixOf(documentId, version) + shortened;
}
