import type { KnownSource } from '../../contracts/document-records.ts';
import type { FoundFile } from '../load/find-files.ts';
import { loadFile } from '../load/load-file.ts';
import { sourceExists } from './source-exists.ts';

/** What is in the files that a run looks into. A file is read when its content is first asked for, and hashed once. */
export class ChangedContents {
  readonly #maxFileBytes: number;
  readonly #byPath: ReadonlyMap<string, FoundFile>;
  readonly #bySize: ReadonlyMap<number, readonly FoundFile[]>;
  readonly #hashes = new Map<string, Promise<string | undefined>>();
  /** By size: the files by their hashes. */
  readonly #byContent = new Map<number, Promise<ReadonlyMap<string | undefined, FoundFile[]>>>();

  constructor(files: readonly FoundFile[], { maxFileBytes }: { readonly maxFileBytes: number }) {
    this.#maxFileBytes = maxFileBytes;
    this.#byPath = new Map(files.map((file) => [file.absolutePath, file]));
    this.#bySize = Map.groupBy(files, (file) => file.bytes);
  }

  /** Sources of a content whose files are gone, or have another one by now. Of what cannot be read nobody knows. */
  async leftOf(sources: readonly string[], contentHash: string): Promise<readonly string[]> {
    const left: string[] = [];
    for (const source of sources) {
      const file = this.#byPath.get(source);
      const found = file && (await this.#hashOf(file));
      if (!sourceExists(source) || (found !== undefined && found !== contentHash)) left.push(source);
    }
    return left;
  }

  /** Those of them with this content, in their order. */
  async filesWith({
    bytes,
    contentHash,
  }: Pick<KnownSource, 'bytes' | 'contentHash'>): Promise<readonly FoundFile[]> {
    let byHash = this.#byContent.get(bytes);
    if (!byHash) {
      byHash = this.#byHash(this.#bySize.get(bytes) ?? []);
      this.#byContent.set(bytes, byHash);
    }
    return (await byHash).get(contentHash) ?? [];
  }

  async #byHash(files: readonly FoundFile[]): Promise<ReadonlyMap<string | undefined, FoundFile[]>> {
    const hashes = new Map<FoundFile, string | undefined>();
    for (const file of files) hashes.set(file, await this.#hashOf(file));
    return Map.groupBy(files, (file) => hashes.get(file));
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
