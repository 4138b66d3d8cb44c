import { createHash } from 'node:crypto';
import type { KnownSource, Source } from '../contracts/document-records.ts';
import type { Container, ContainerLimits, SourceFile } from '../contracts/parser.ts';
import type { FoundFile } from './load/find-files.ts';
import { loadFile } from './load/load-file.ts';
import { containerFor } from './parse/containers.ts';

/** A file that may have changed since it was last ingested, or never was. */
export interface ChangedFile {
  readonly file: FoundFile;
  readonly known: KnownSource | undefined;
}

/** A file's bytes, or those of a member of an archive. */
export interface ReadFile {
  readonly source: Source;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
}

/** Unpacks a container; where and with which limits is for the caller to choose. */
export type UnpackContainer = (
  container: Container,
  file: SourceFile,
  limits: ContainerLimits,
  options: { signal?: AbortSignal },
) => AsyncIterable<SourceFile>;

/**
 * Reads a file; a container yields its members instead, each with the container's path before its own and the
 * container's date. Errors: those of loading; `archive_refused`, `file_encrypted`.
 */
export async function* readContents(
  file: FoundFile,
  options: {
    maxFileBytes: number;
    unpack: UnpackContainer;
    containerLimits: ContainerLimits;
    signal?: AbortSignal;
  },
): AsyncGenerator<ReadFile> {
  const loaded = await loadFile(file, options);
  yield* expand(loaded, options.containerLimits);

  async function* expand(opened: SourceFile, limits: ContainerLimits): AsyncGenerator<ReadFile> {
    const container = containerFor(opened);
    if (!container || container.isDocument) yield toReadFile(opened);
    if (!container) return;
    const inner = { ...limits, maxDepth: limits.maxDepth - 1 };
    for await (const member of options.unpack(container, opened, limits, { signal: options.signal })) {
      yield* expand(member, inner);
    }
  }

  function toReadFile({ path, bytes }: SourceFile): ReadFile {
    return {
      source: {
        source: file.absolutePath + path.slice(file.path.length),
        path,
        bytes: file.bytes,
        modifiedMs: file.modifiedMs,
      },
      bytes,
      contentHash: path === file.path ? loaded.contentHash : createHash('sha256').update(bytes).digest('hex'),
    };
  }
}
