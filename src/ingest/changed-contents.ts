import type { KnownSource } from '../contracts/document-records.ts';
import type { FoundFile } from './load/find-files.ts';
import { loadFile } from './load/load-file.ts';

/** What is in the files that a run looks into. A file is read when its content is first asked for, and hashed once. */
export class ChangedContents {
  readonly #maxFileBytes: number;
  readonly #byPath: ReadonlyMap<string, FoundFile>;
  readonly #bySize: ReadonlyMap<number, readonly FoundFile[]>;
  readonly #hashes = new Map<string, Promise<string | undefined>>();

  constructor(files: readonly FoundFile[], { maxFileBytes }: { readonly maxFileBytes: number }) {
    this.#maxFileBytes = maxFileBytes;
    this.#byPath = new Map(files.map((file) => [file.absolutePath, file]));
    this.#bySize = Map.groupBy(files, (file) => file.bytes);
  }

  /** Whether the file is one of them and has another content. Of one that cannot be read nobody knows. */
  async hasOther(path: string, contentHash: string): Promise<boolean> {
    const file = this.#byPath.get(path);
    const found = file && (await this.#hashOf(file));
    return found !== undefined && found !== contentHash;
  }

  /** Those of them with this content, in their order. */
  async filesWith({ bytes, contentHash }: Pick<KnownSource, 'bytes' | 'contentHash'>): Promise<FoundFile[]> {
    const found: FoundFile[] = [];
    for (const file of this.#bySize.get(bytes) ?? []) {
      if ((await this.#hashOf(file)) === contentHash) found.push(file);
    }
    return found;
  }

  #hashOf(file: FoundFile): Promise<string | undefined> {
    let hash = this.#hashes.get(file.absolutePath);
    if (!hash) {
      hash = loadFile(file, { maxFileBytes: this.#maxFileBytes }).then(
        (loaded) => loaded.contentHash,
        // The file's own turn tells why.
        () => undefined,
      );
      this.#hashes.set(file.absolutePath, hash);
    }
    return hash;
  }
}
