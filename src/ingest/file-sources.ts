import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Upload, UploadRecords } from '../contracts/uploads.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { pathError } from '../files/path-error.ts';
import { namesWithin, schemeOf, uploadName, uploadRoot, uploadSource } from '../files/source-address.ts';
import { fileSelection, IgnoreRules } from './file-selection.ts';
import {
  type FindFilesOptions,
  type Finding,
  type FoundFile,
  fileOfSource,
  findFiles,
} from './find-files.ts';

/**
 * Where files come from. A folder of the disk is one such place; whatever else there is has addresses that begin with a
 * scheme of its own (`files/source-address.ts`), and is one more implementation of this.
 */
export interface FileSource {
  /** The files behind addresses, and what was passed over on the way. Throws nothing but `aborted`. */
  find(addresses: readonly string[], options: FindFilesOptions): AsyncIterable<Finding>;

  /** All bytes of a file that was found. Errors: `path_not_found`, `path_unreadable`, `aborted`. */
  read(file: FoundFile, options: { readonly signal?: AbortSignal | undefined }): Promise<Uint8Array>;

  /**
   * The file that a source of a document is, or the archive or message that it is a member of; undefined where that is
   * gone. Of what nobody can tell it is there.
   */
  fileOf(source: string): Promise<string | undefined>;

  /**
   * Those of the addresses that stand for all below them, as sources begin, each with the address that was given: what
   * is gone from there goes from the collection.
   */
  folders(addresses: readonly string[]): ReadonlyMap<string, string>;

  /** Whether a file that is there is not to be read by what one of these folders says. Absent: none is left out. */
  leavesOut?(folder: string): (file: string) => boolean;

  /** Lets go of what it holds for a run. */
  close?(): Promise<void>;
}

/** The places that an ingest takes files from, each asked for what is its own. */
export class FileSources {
  readonly #disk: FileSource = diskSource;
  readonly #others: Readonly<Record<string, FileSource>>;

  /** @param others by the scheme that their addresses begin with */
  constructor(others: Readonly<Record<string, FileSource>> = {}) {
    this.#others = others;
  }

  async *find(addresses: readonly string[], options: FindFilesOptions): AsyncGenerator<Finding> {
    for (const [source, own] of Map.groupBy(addresses, (address) => this.of(address)))
      yield* source.find(own, options);
  }

  /** The one that an address, or a source of a document, belongs to. */
  of(address: string): FileSource {
    return this.#others[schemeOf(address) ?? ''] ?? this.#disk;
  }

  /** Whether the file is there, or the archive that it is a member of. */
  async has(source: string): Promise<boolean> {
    return (await this.of(source).fileOf(source)) !== undefined;
  }

  /**
   * Those of the sources below a file that are members of it: a page, or an object, may have others below it that are
   * files of their own.
   */
  async membersOf(file: string, below: readonly string[]): Promise<readonly string[]> {
    const place = this.of(file);
    if (place === this.#disk) return below;
    const members: string[] = [];
    for (const source of below) if ((await place.fileOf(source)) === file) members.push(source);
    return members;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#others).map(async (source) => source.close?.()));
  }

  folders(addresses: readonly string[]): ReadonlyMap<string, string> {
    const groups = Map.groupBy(addresses, (address) => this.of(address));
    return new Map([...groups].flatMap(([source, own]) => [...source.folders(own)]));
  }
}

/** Files and folders of this machine. */
const diskSource: FileSource = {
  find: findFiles,

  async read({ path, absolutePath }, { signal }) {
    try {
      return await readFile(absolutePath, { signal });
    } catch (cause) {
      throwIfAborted(signal);
      throw pathError(path, cause);
    }
  },

  fileOf: async (source) => fileOfSource(source),

  /** By real path, as it was first given. */
  folders(paths) {
    const folders = new Map<string, string>();
    for (const path of paths) {
      try {
        const root = realpathSync(path);
        if (statSync(root).isDirectory() && !folders.has(root)) folders.set(root, path);
      } catch {
        // There is none, or none that may be looked at.
      }
    }
    return folders;
  },

  leavesOut(folder) {
    const rules = new IgnoreRules(folder);
    return (file) => rules.ignores(file);
  },
};

/**
 * Documents that were put in, which the records keep. `upload:/NAME` is one of them, `upload:` all. What is not given
 * is never gone: they go one by one, when somebody removes them.
 */
export function uploadsOf(
  collection: string,
  uploads: Pick<UploadRecords, 'find' | 'read'> | undefined,
): FileSource {
  return {
    async *find(addresses, { signal, ...selection }): AsyncGenerator<Finding> {
      throwIfAborted(signal);
      const wanted = fileSelection(selection);
      const names = addresses.map(uploadName);
      const found = (await uploads?.find(collection, names.includes('') ? undefined : names)) ?? [];
      const known = new Set(found.map(({ name }) => name));
      for (const name of names)
        if (name !== '' && !known.has(name)) yield { kind: 'failure', path: name, error: missing(name) };
      for (const upload of found)
        if (wanted.takesNamed(upload.name)) yield { kind: 'file', file: fileOf(upload) };
    },

    async read({ path, absolutePath }, { signal }) {
      const bytes = await uploads?.read(collection, uploadName(absolutePath));
      throwIfAborted(signal);
      if (!bytes) throw missing(path);
      return bytes;
    },

    async fileOf(source) {
      const within = [...namesWithin(source)];
      const [name] = ((await uploads?.find(collection, within)) ?? []).map((upload) => upload.name);
      return name === undefined ? undefined : uploadSource(name);
    },

    folders: () => new Map(),
  };
}

function missing(name: string): FootnoteError {
  return new FootnoteError('path_not_found', { path: name, remedy: 'Add it again' });
}

function fileOf({ name, bytes, modifiedMs, title, metadata }: Upload) {
  const given = { metadata, ...(title !== undefined && { title }) };
  const place = { path: name, absolutePath: uploadSource(name), root: uploadRoot, isNamed: true };
  return { ...place, bytes, modifiedMs, given };
}
