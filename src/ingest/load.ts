import { createHash } from 'node:crypto';
import type { Source } from '../contracts/document-records.ts';
import type { ContainerLimits, SourceFile } from '../contracts/parser.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { conversionByName } from '../formats/file-kinds.ts';
import { refused } from '../formats/zip/zip-archive.ts';
import type { FoundFile } from './find-files.ts';
import type { Run } from './run.ts';

/** A file's bytes, or those of a member of an archive. */
export interface LoadedContent {
  readonly source: Source;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
}

/** A member of an archive that cannot be read, while the others can. */
export interface UnreadMember {
  readonly source: Source;
  readonly error: FootnoteError;
}

/**
 * Reads a found file. Errors: `path_not_found`, `path_unreadable`, `file_too_large`, or `file_convertible` for a large
 * one of a kind that would have to be converted at any size.
 */
export async function loadFile(
  file: FoundFile,
  options: Pick<Run, 'maxFileBytes' | 'sources'> & { readonly signal?: AbortSignal | undefined },
): Promise<LoadedContent> {
  requireSize(file, options.maxFileBytes);
  const bytes = await options.sources.of(file.absolutePath).read(file, options);
  requireSize({ ...file, bytes: bytes.length }, options.maxFileBytes);
  return { source: sourceOf(file), bytes, contentHash: hashOf(bytes) };
}

/** A found file, or the member of it that has this path, as a source of a document. */
export function sourceOf(
  { absolutePath, path: file, bytes, modifiedMs, tag, given }: FoundFile,
  path = file,
): Source {
  const title = path === file ? given?.title : undefined;
  const place = { source: absolutePath + path.slice(file.length), path };
  return {
    ...place,
    bytes,
    modifiedMs,
    ...(tag !== undefined && { tag }),
    ...(title !== undefined && { title }),
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Asked before reading, and again after: a file may have grown since it was found. */
function requireSize({ path, bytes: size }: FoundFile, limit: number): void {
  if (size <= limit) return;
  const conversion = conversionByName(path);
  if (conversion) throw new FootnoteError('file_convertible', { path, ...conversion });
  throw new FootnoteError('file_too_large', { path, size, limit });
}

/**
 * Reads a file; a container yields its members instead, each with the container's path before its own and the
 * container's date. The limits hold for the file as a whole, with all the containers in it. A container in it that
 * is damaged or encrypted fails alone; one that is refused ends the file.
 * Errors: those of loading; `archive_refused`, `file_encrypted`.
 */
export async function* loadContents(
  file: FoundFile,
  options: Pick<Run, 'maxFileBytes' | 'containerLimits' | 'signal' | 'sources'> & {
    readonly parsers: Pick<Run['parsers'], 'containerFor' | 'unpack'>;
  },
): AsyncGenerator<LoadedContent | UnreadMember> {
  const loaded = await loadFile(file, options);
  const { maxMembers, maxBytes } = options.containerLimits;
  let [membersRead, bytesRead] = [0, 0];
  yield* expand({ path: file.path, bytes: loaded.bytes }, options.containerLimits);

  async function* expand(
    opened: SourceFile,
    limits: ContainerLimits,
  ): AsyncGenerator<LoadedContent | UnreadMember> {
    const container = options.parsers.containerFor(opened);
    if (!container || container.isDocument) {
      const { path, bytes } = opened;
      const isMember = path !== file.path;
      yield isMember ? { source: sourceOf(file, path), bytes, contentHash: hashOf(bytes) } : loaded;
    }
    if (!container) return;
    const inner = { ...limits, maxDepth: limits.maxDepth - 1 };
    for await (const member of options.parsers.unpack(container, opened, limits, {
      signal: options.signal,
    })) {
      if ('error' in member) {
        yield { source: sourceOf(file, member.path), error: member.error };
        continue;
      }
      spend(member.bytes.length);
      try {
        yield* expand(member, inner);
      } catch (error) {
        if (!isOfOneMember(error)) throw error;
        yield { source: sourceOf(file, member.path), error };
      }
    }
  }

  /** Counts a member of a container in the file. */
  function spend(bytes: number): void {
    membersRead += 1;
    bytesRead += bytes;
    const within = 'it and the archives in it';
    if (membersRead > maxMembers)
      throw refused(file.path, `${within} contain more than the limit of ${maxMembers} members`);
    if (bytesRead > maxBytes)
      throw refused(file.path, `${within} unpack to more than the limit of ${maxBytes} bytes`);
  }
}

/** Whether a failure says nothing against the archive that the failed one lies in. */
function isOfOneMember(error: unknown): error is FootnoteError {
  return isFootnoteError(error) && error.code !== 'archive_refused' && error.code !== 'aborted';
}
