import type { EngineHit } from '../../contracts/engine.ts';

/** A chunk by name, and the version of the document that it belongs to. */
export type ChunkIdentity = Pick<EngineHit, 'chunkId' | 'documentId' | 'version'>;

/** Before an id that is kept whole. */
const whole = '\0';

/** What `chunkId` makes ids of stands before the number of the chunk, and segments hold it for each version once. */
function prefixOf({ documentId, version }: Omit<ChunkIdentity, 'chunkId'>): string {
  return `${documentId}.${version}.`;
}

/** A chunk's id without what its document and version say already: most often its number there. */
export function shortenedId(chunk: ChunkIdentity): string {
  const prefix = prefixOf(chunk);
  const { chunkId } = chunk;
  const isShortened = chunkId.startsWith(prefix) && chunkId.charAt(prefix.length) !== whole;
  return isShortened ? chunkId.slice(prefix.length) : whole + chunkId;
}

/** The id that {@link shortenedId} was made of. */
export function fullId(shortened: string, version: Omit<ChunkIdentity, 'chunkId'>): string {
  return shortened.startsWith(whole) ? shortened.slice(1) : prefixOf(version) + shortened;
}
