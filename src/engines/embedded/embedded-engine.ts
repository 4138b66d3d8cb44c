import type { Engine, IndexSpec } from '../../contracts/engine.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { requireObject, requireText, unusable } from '../../values/require-arguments.ts';
import { checkSpec } from '../check-input.ts';
import { EmbeddedIndex } from './embedded-index.ts';
import { dropIndex, giveBackSpace } from './remove-rows.ts';
import { ResidentIndex } from './segments/resident-index.ts';
import { deletingSegments } from './segments/segment-rows.ts';
import { type EmbeddedEngineOptions, Store } from './store.ts';

/** Places of SQLite's that one connection has to itself. */
const notOnDisk: ReadonlySet<string> = new Set(['', ':memory:']);

/**
 * Chunks in one SQLite file, searched in this process: an exact vector scan and BM25 over immutable segments that
 * can be rebuilt from the rows. Several processes may use the file at once. The file is opened by the first call.
 * Errors: `request_invalid` where no file or no analyser is given.
 */
export function embeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  requireObject('options', options);
  requireText('file', options.file);
  requireObject('analyser', options.analyser);
  if (notOnDisk.has(options.file))
    throw unusable(
      'file',
      'it must name a file on disk. For an index that need not be kept, use a file in a temporary folder',
    );
  return new EmbeddedEngine(options);
}

/** What {@link embeddedEngine} makes: its indexes lack nothing. */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded';
  readonly #store: Store;
  readonly #indexes = new Map<string, ResidentIndex>();

  constructor(options: EmbeddedEngineOptions) {
    this.#store = new Store(options);
  }

  async open(spec: IndexSpec, { signal }: { signal?: AbortSignal } = {}): Promise<EmbeddedIndex> {
    throwIfAborted(signal);
    checkSpec(spec);
    await this.#store.ready();
    const { number, dimension } = (await this.#find(spec.id)) ?? (await this.#create(spec, signal));
    if (dimension !== spec.dimension) {
      throw new FootnoteError('index_mismatch', {
        collection: spec.id,
        stored: `vectors of ${dimension} dimensions`,
        configured: `${spec.dimension}`,
      });
    }
    return new EmbeddedIndex(spec, this.#resident(spec, number));
  }

  async drop(indexId: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    throwIfAborted(signal);
    requireText('indexId', indexId);
    await this.#store.ready();
    const found = await this.#find(indexId);
    if (found === undefined) return;
    await deletingSegments((deleteSegment) =>
      this.#store.write((writer) => dropIndex(writer, found.number, deleteSegment), { signal }),
    );
    this.#indexes.delete(indexId);
    await giveBackSpace(this.#store);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #find(indexId: string): Promise<{ number: number; dimension: number } | undefined> {
    const [row] = await this.#store.read((reader) =>
      reader.rows<[number, number]>('select number, dimension from engine_indexes where id = ?', indexId),
    );
    return row && { number: row[0], dimension: row[1] };
  }

  /** Another process may make the same index at this moment: whoever comes second takes what it finds. */
  async #create(
    spec: IndexSpec,
    signal: AbortSignal | undefined,
  ): Promise<{ number: number; dimension: number }> {
    await this.#store.write(
      function* (writer) {
        yield;
        writer
          .prepare('insert or ignore into engine_indexes (id, dimension, generation) values (?, ?, 0)')
          .run(spec.id, spec.dimension);
      },
      { signal },
    );
    return (await this.#find(spec.id)) ?? this.#create(spec, signal);
  }

  /** Kept by number, since an index that was dropped and made again is another one. */
  #resident({ id, dimension }: IndexSpec, number: number): ResidentIndex {
    const known = this.#indexes.get(id);
    if (known?.number === number) return known;
    const resident = new ResidentIndex(this.#store, id, number, dimension);
    this.#indexes.set(id, resident);
    return resident;
  }
}
