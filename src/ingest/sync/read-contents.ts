import { createHash } from 'node:crypto';
import type { Source } from '../../contracts/document-records.ts';
import type { Container, ContainerLimits, ContainerMember, SourceFile } from '../../contracts/parser.ts';
import { type FootnoteError, isFootnoteError } from '../../errors.ts';
import type { FoundFile } from '../load/find-files.ts';
import { loadFile } from '../load/load-file.ts';
import { containerFor } from '../parse/containers.ts';
import { refused } from '../parse/zip/container-limits.ts';

/** A file's bytes, or those of a member of an archive. */
export interface ReadFile {
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

/** Unpacks a container; where and with which limits is for the caller to choose. */
export type UnpackContainer = (
  container: Container,
  file: SourceFile,
  limits: ContainerLimits,
  options: { signal?: AbortSignal },
) => AsyncIterable<ContainerMember>;

/**
 * Reads a file; a container yields its members instead, each with the container's path before its own and the
 * container's date. The limits hold for the file as a whole, with all the containers in it. A container in it that
 * is damaged or encrypted fails alone; one that is refused ends the file.
 * Errors: those of loading; `archive_refused`, `file_encrypted`.
 */
export async function* readContents(
  file: FoundFile,
  options: {
    maxFileBytes: number;
    unpack: UnpackContainer;
    containerLimits: ContainerLimits;
    signal?: AbortSignal;
  },
): AsyncGenerator<ReadFile | UnreadMember> {
  const loaded = await loadFile(file, options);
  const { maxMembers, maxBytes } = options.containerLimits;
  let [membersRead, bytesRead] = [0, 0];
  yield* expand(loaded, options.containerLimits);

  async function* expand(
    opened: SourceFile,
    limits: ContainerLimits,
  ): AsyncGenerator<ReadFile | UnreadMember> {
    const container = containerFor(opened);
    if (!container || container.isDocument) yield toReadFile(opened);
    if (!container) return;
    const inner = { ...limits, maxDepth: limits.maxDepth - 1 };
    for await (const member of options.unpack(container, opened, limits, { signal: options.signal })) {
      if ('error' in member) {
        yield { source: toSource(member.path), error: member.error };
        continue;
      }
      spend(member.bytes.length);
      try {
        yield* expand(member, inner);
      } catch (error) {
        if (!isOfOneMember(error)) throw error;
        yield { source: toSource(member.path), error };
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

  function toReadFile({ path, bytes }: SourceFile): ReadFile {
    const contentHash =
      path === file.path ? loaded.contentHash : createHash('sha256').update(bytes).digest('hex');
    return { source: toSource(path), bytes, contentHash };
  }

  function toSource(path: string): Source {
    const { absolutePath, bytes, modifiedMs } = file;
    return { source: absolutePath + path.slice(file.path.length), path, bytes, modifiedMs };
  }
}

/** Whether a failure says nothing against the archive that the failed one lies in. */
function isOfOneMember(error: unknown): error is FootnoteError {
  return isFootnoteError(error) && error.code !== 'archive_refused' && error.code !== 'aborted';
}
