import { isFootnoteError, throwIfAborted, unlessAborted } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { RowFilter } from '../filter/filter-chunks.ts';
import { replaceSegments } from '../merge/merge-in-background.ts';
import { giveBackSpace, indexDropped } from '../remove-rows.ts';
import { type SegmentKind, segmentKind } from '../schema.ts';
import type { Store } from '../store.ts';
import { holderOf, placeOf, removeFromText, type TextSegment } from '../text/text-segment.ts';
import { SignFilter } from '../vector/sign-filter.ts';
import { readSignMeasurement } from '../vector/sign-measurement.ts';
import { VectorMemories } from '../vector/vector-memory.ts';
import {
  type OpenPart,
  readVectorSegment,
  readWhole,
  releaseVectorSegment,
  removeFromVectors,
  type VectorSegment,
} from '../vector/vector-segment.ts';
import { inOnePiece } from './lazy-pieces.ts';
import { type LateRead, ReadAhead } from './read-ahead.ts';
import { rebuiltSegment } from './rebuild-segment.ts';
import { LostSegment, SegmentBody } from './segment-body.ts';
import { listSegments, openBody, type PackedSegment, type SegmentRow, storedPieces } from './segment-rows.ts';
import { readStoredText, readTombstones, unlessLost, wholeBody } from './stored-segments.ts';

/** The segments of one index that are in memory, without what was removed of them. */
class ResidentSegments {
  readonly #indexNumber: number;
  readonly #memories: VectorMemories;
  readonly damaged = new DamagedSegments();
  /** In order of their numbers; ranges do not overlap. */
  #texts: readonly TextSegment[] = [];
  #vectors: readonly VectorSegment[] = [];
  #lateReads: readonly LateRead[] = [];
  /** Newest tombstone that has been applied. */
  #lastTombstone = 0;

  constructor(indexNumber: number, dimension: number) {
    this.#indexNumber = indexNumber;
    this.#memories = new VectorMemories(dimension);
  }

  get texts(): readonly TextSegment[] {
    return this.#texts;
  }

  get vectors(): readonly VectorSegment[] {
    return this.#vectors;
  }

  /** What is read behind the first search. Another list after each change of the segments. */
  get lateReads(): readonly LateRead[] {
    return this.#lateReads;
  }

  /** The text segment that holds a chunk and its place there; undefined where the chunk is gone. */
  findText(seq: number): { segment: TextSegment; place: number } | undefined {
    const segment = this.#texts[holderOf(this.#texts, seq)];
    const place = segment === undefined ? -1 : placeOf(segment.seqs, seq);
    return segment === undefined || place < 0 || segment.dead[place] === 1 ? undefined : { segment, place };
  }

  /** Takes over the segments as they are in the file. Returns those whose bytes are damaged, and leaves them out. */
  load(reader: Connection): readonly SegmentRow[] {
    const rows = listSegments(reader, this.#indexNumber).filter(({ id }) => !this.damaged.isEmpty(id));
    const damaged: SegmentRow[] = [];
    this.#applyNewTombstones(reader);
    this.#texts = keepOrLoad(this.#texts, rows, segmentKind.text, damaged, (row) => this.#text(reader, row));
    this.#releaseReplaced(rows);
    this.#reserve(rows);
    this.#vectors = keepOrLoad(this.#vectors, rows, segmentKind.vector, damaged, (row) =>
      this.#vector(reader, row),
    );
    this.#listLateReads();
    return damaged;
  }

  /** Lets go of a segment in which something could not be read; {@link load} tries it whole. */
  letGo(id: number): void {
    this.damaged.doubt(id);
    this.#texts = this.#texts.filter((segment) => segment.id !== id);
    for (const segment of this.#vectors) if (segment.id === id) releaseVectorSegment(segment);
    this.#vectors = this.#vectors.filter((segment) => segment.id !== id);
    this.#listLateReads();
  }

  /** Vectors first: until they are there each search reads thousands of rows. */
  #listLateReads(): void {
    const vectors = this.#vectors.map(
      ({ matrix }): LateRead =>
        () =>
          matrix.readNext(),
    );
    const texts = this.#texts.map(
      ({ body, wordsEnd }): LateRead =>
        () =>
          body.readNext(wordsEnd),
    );
    this.#lateReads = [...vectors, ...texts];
  }

  #text(reader: Connection, row: SegmentRow): TextSegment | undefined {
    const rebuilt = this.damaged.rebuilt(row.id)?.body;
    const stored = this.damaged.isDoubted(row.id) ? wholeBody : openBody;
    const open = rebuilt === undefined ? stored : () => new SegmentBody(rebuilt);
    return readStoredText(reader, row, readTombstones(reader, this.#indexNumber, row), open);
  }

  #vector(reader: Connection, row: SegmentRow): VectorSegment | undefined {
    const rebuilt = this.damaged.rebuilt(row.id);
    const open: OpenPart = (of, bytes) =>
      rebuilt === undefined ? storedPieces(reader, row, of, bytes) : inOnePiece(rebuilt[of] as Uint8Array);
    return unlessLost(() => {
      const body = rebuilt === undefined ? wholeBody(reader, row) : new SegmentBody(rebuilt.body);
      return readVectorSegment(row.id, body, open, this.#memories, (segment) => {
        if (this.damaged.isDoubted(row.id)) readWhole(segment);
        removeFromVectors(segment, readTombstones(reader, this.#indexNumber, row).targets);
      });
    });
  }

  /** Before loading, so that what replaces segments can use their memory. */
  #releaseReplaced(rows: readonly SegmentRow[]): void {
    const kept = new Set(rows.map((row) => row.id));
    for (const segment of this.#vectors) if (!kept.has(segment.id)) releaseVectorSegment(segment);
    this.#vectors = this.#vectors.filter((segment) => kept.has(segment.id));
  }

  #reserve(rows: readonly SegmentRow[]): void {
    const known = new Set(this.#vectors.map((segment) => segment.id));
    const missing = rows.filter(({ id, kind }) => kind === segmentKind.vector && !known.has(id));
    this.#memories.reserve(missing.reduce((sum, { entries }) => sum + entries, 0));
  }

  /** Applies what was removed since the last time to the segments that are in memory already. */
  #applyNewTombstones(reader: Connection): void {
    const found = reader.rows<[number, SegmentKind, number]>(
      'select id, kind, target from engine_tombstones where id > ? and +index_number = ?',
      this.#lastTombstone,
      this.#indexNumber,
    );
    if (found.length === 0) return;
    const gone: Record<SegmentKind, Set<number>> = {
      [segmentKind.text]: new Set(),
      [segmentKind.vector]: new Set(),
    };
    for (const [id, kind, target] of found) {
      gone[kind].add(target);
      this.#lastTombstone = Math.max(this.#lastTombstone, id);
    }
    for (const seq of gone[segmentKind.text]) {
      const found = this.findText(seq);
      if (found !== undefined) removeFromText(found.segment, seq);
    }
    if (gone[segmentKind.vector].size === 0) return;
    for (const segment of this.#vectors) {
      try {
        removeFromVectors(segment, gone[segmentKind.vector]);
      } catch (error) {
        if (!(error instanceof LostSegment)) throw error;
        this.letGo(segment.id);
      }
    }
  }
}

/** The segments that the table names, from memory where they are there; those that cannot be read are `damaged`. */
function keepOrLoad<Segment extends { readonly id: number }>(
  loaded: readonly Segment[],
  rows: readonly SegmentRow[],
  kind: SegmentKind,
  damaged: SegmentRow[],
  load: (row: SegmentRow) => Segment | undefined,
): readonly Segment[] {
  const known = new Map(loaded.map((segment) => [segment.id, segment]));
  const segments: Segment[] = [];
  for (const row of rows) {
    if (row.kind !== kind) continue;
    const segment = known.get(row.id) ?? load(row);
    if (segment === undefined) damaged.push(row);
    else segments.push(segment);
  }
  return segments;
}

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

/** The segments of an index that are not in the file as they were written, and what was made of them. */
class DamagedSegments {
  /** Those of which something could not be read when it was needed: the next time they are read whole. */
  readonly #doubted = new Set<number>();
  /** As they were built anew where the file cannot be written; undefined where no row of one is left. */
  readonly #rebuilt = new Map<number, PackedSegment | undefined>();

  doubt(id: number): void {
    this.#doubted.add(id);
  }

  isDoubted(id: number): boolean {
    return this.#doubted.has(id);
  }

  /** What takes the place of a segment in the file that is damaged and has to stay. */
  rebuilt(id: number): PackedSegment | undefined {
    return this.#rebuilt.get(id);
  }

  /** Whether nothing takes that place, since all that the segment held was removed. */
  isEmpty(id: number): boolean {
    return this.#rebuilt.has(id) && this.#rebuilt.get(id) === undefined;
  }

  /** Makes a damaged segment anew from the rows, in the file where it can be written, else in memory alone. */
  async rebuild(index: ResidentIndex, row: SegmentRow): Promise<void> {
    const rebuilt = await rebuiltSegment(index, row);
    try {
      await replaceSegments(index, [row], rebuilt);
      this.#doubted.delete(row.id);
    } catch (error) {
      // The rows are whole: a store that is full or read-only can still be searched.
      if (!isFootnoteError(error)) throw error;
      this.#rebuilt.set(row.id, rebuilt);
    }
  }
}
