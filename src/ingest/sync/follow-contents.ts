import type { DocumentRecords, KnownSource, Source, SourceMove } from '../../contracts/document-records.ts';
import type { FoundFile } from '../load/find-files.ts';
import type { ChangedContents } from './changed-contents.ts';

/** What tells where contents are and were. */
export interface FollowContext {
  readonly collection: string;
  /** What is decided by. */
  readonly planned: Pick<DocumentRecords, 'known' | 'findByContent'>;
  /** Of the files that the run looks into. */
  readonly contents: ChangedContents;
}

/**
 * Where the content went that a file had before another took its place, as files do that are renamed one over the next:
 * `b` to `c` and then `a` to `b`. It names the files of the run that the documents go on with, up to a new path or back
 * to the first file, where names were exchanged. Empty where the content is in no other file, where other files have it
 * still, and where the last of the chain took the place of a content that is gone.
 */
export async function followContents(
  { source, known, contentHash }: { source: Source; known: KnownSource | undefined; contentHash: string },
  context: FollowContext,
): Promise<readonly SourceMove[]> {
  const moves: SourceMove[] = [];
  let left = known?.contentHash === contentHash ? undefined : known;
  while (left) {
    const { documentId } = left;
    if (moves.length > 0 && left.contentHash === contentHash) return [...moves, { documentId, source }];
    const taken = [source.source, ...moves.map((move) => move.source.source)];
    const heir = await heirOf(left, taken, context);
    if (!heir) return [];
    moves.push({ documentId, source: heir.source });
    left = heir.known;
  }
  return moves;
}

/** The file that came by the content of a document which no source of it has any more, and what was in the file. */
async function heirOf(
  left: KnownSource,
  taken: readonly string[],
  { collection, planned, contents }: FollowContext,
): Promise<{ readonly source: Source; readonly known: KnownSource | undefined } | undefined> {
  const { documentId, contentHash } = left;
  const files = (await contents.filesWith(left)).filter(({ absolutePath }) => !taken.includes(absolutePath));
  if (files.length === 0) return undefined;
  const same = await planned.findByContent(collection, contentHash);
  const sources = same.find((document) => document.documentId === documentId)?.sources;
  if (!sources || (await contents.leftOf(sources, contentHash)).length < sources.length) return undefined;
  const paths = files.map(({ absolutePath }) => absolutePath);
  const before = await planned.known(collection, paths);
  const file = files.find(({ absolutePath }) => before.get(absolutePath)?.contentHash !== contentHash);
  return file && { source: toSource(file), known: before.get(file.absolutePath) };
}

function toSource({ absolutePath, path, bytes, modifiedMs }: FoundFile): Source {
  return { source: absolutePath, path, bytes, modifiedMs };
}
