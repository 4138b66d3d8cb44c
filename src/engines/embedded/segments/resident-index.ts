import { isFootnoteError, throwIfAborted, unlessAborted } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { RowFilter } from '../filter/filter-chunks.ts';
import { giveBackSpace } from '../give-back-space.ts';
import { indexDropped } from '../index-dropped.ts';
import type { Store } from '../store.ts';
import type { TextSegment } from '../text/text-segment.ts';
import { SignFilter } from '../vector/sign-filter.ts';
import { readSignMeasurement } from '../vector/sign-measurement.ts';
import type { VectorSegment } from '../vector/vector-segment.ts';
import { ReadAhead } from './read-ahead.ts';
import { ResidentSegments } from './resident-segments.ts';
import type { SegmentRow } from './segment-rows.ts';

/**
 * One index in memory, kept in step with the file: at the start of each call `refresh` follows what this process or
 * another has committed since.
 */
export class ResidentIndex {
  readonly store: Store;
  readonly id: string;
  readonly number: number;
  readonly dimension: number;
  readonly rowFilter = new RowFilter();
  readonly signFilter = new SignFilter();
  readonly #segments: ResidentSegments;
  readonly #readAhead = new ReadAhead();
  #dataVersion = -1;
  #generation = -1;
  #merging = false;
  #refreshing: Promise<void> | undefined;

  constructor(store: Store, id: string, number: number, dimension: number) {
    this.store = store;
    this.id = id;
    this.number = number;
    this.dimension = dimension;
    this.#segments = new ResidentSegments(number, dimension);
  }

  /** Whether all of it is there: not before it is first searched or counted, nor while something is built anew. */
  get isLoaded(): boolean {
    return this.#dataVersion >= 0;
  }

  get texts(): readonly TextSegment[] {
    return this.#segments.texts;
  }

  get vectors(): readonly VectorSegment[] {
    return this.#segments.vectors;
  }

  /** The text segment that holds a chunk and its place there; undefined where the chunk is gone. */
  findText(seq: number): { segment: TextSegment; place: number } | undefined {
    return this.#segments.findText(seq);
  }

  /** Follows the file. Cheap where nothing has changed. Errors: those of reading, `aborted`. */
  async refresh(signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    while (!this.#isCurrent()) {
      const beganBefore = this.#refreshing !== undefined;
      this.#refreshing ??= this.#follow().finally(() => (this.#refreshing = undefined));
      await unlessAborted(this.#refreshing, signal);
      // SQLite counts a new version at every read of a log that nobody has open and this user may not write.
      if (!beganBefore && this.isLoaded) return;
    }
  }

  /**
   * Lets go of a segment that a search could not read on in: it was replaced or is damaged, which `refresh` finds out.
   */
  doubt(id: number): void {
    this.#segments.letGo(id);
    this.#forget();
  }

  /** Reads on in the background what no search has needed yet. */
  readOnSoon(): void {
    this.#readAhead.soon(
      this.store,
      () => this.#segments.lateReads,
      (id) => this.doubt(id),
    );
  }

  /** Finds out in the background how far signs can be relied on, unless it is known. */
  measureSignsSoon(measure: (index: ResidentIndex) => Promise<void>): void {
    if (this.signFilter.lacksMeasurement(this.vectors)) this.store.inBackground(() => measure(this));
  }

  /**
   * Starts `merge` in the background, unless it is running: then it will see what is new by itself. What has become
   * free by then is given back.
   */
  mergeSoon(merge: (index: ResidentIndex) => Promise<void>): void {
    if (this.#merging) return;
    this.#merging = true;
    this.store.inBackground(async () => {
      await merge(this).finally(() => (this.#merging = false));
      await giveBackSpace(this.store);
    });
  }

  #isCurrent(): boolean {
    try {
      return this.store.dataVersion() === this.#dataVersion;
    } catch (error) {
      // Following waits for whoever is in the way, and names what else is wrong.
      if (isFootnoteError(error)) throw error;
      return false;
    }
  }

  async #follow(): Promise<void> {
    const damaged = await this.store.read((reader) => this.#load(reader));
    for (const row of damaged) await this.#segments.damaged.rebuild(this, row);
  }

  #forget(): void {
    this.#dataVersion = -1;
    this.#generation = -1;
  }

  /** Takes over the committed state as of one moment. Returns the segments whose bytes are damaged. */
  #load(reader: Connection): readonly SegmentRow[] {
    const dataVersion = this.store.dataVersion();
    reader.database.exec('begin');
    try {
      const generation = reader.rows<[number]>(
        'select generation from engine_indexes where number = ?',
        this.number,
      )[0]?.[0];
      if (generation === undefined) throw indexDropped(this.store.options.file, this.id);
      const damaged = generation === this.#generation ? [] : this.#segments.load(reader);
      const measured = readSignMeasurement(reader, this.number);
      if (measured !== undefined) this.signFilter.adopt(measured, this.vectors);
      if (damaged.length > 0) this.#forget();
      else {
        this.#generation = generation;
        this.#dataVersion = dataVersion;
      }
      return damaged;
    } finally {
      // A fault of the disk may have ended the transaction already, and one that met damage cannot be committed.
      if (reader.database.isTransaction) reader.database.exec('rollback');
    }
  }
}
