import { isFootnoteError, throwIfAborted } from '../../errors.ts';
import type { Connection } from './connection.ts';
import { indexDropped } from './index-dropped.ts';
import { piecesOf } from './lazy-pieces.ts';
import { type LateRead, ReadAhead } from './read-ahead.ts';
import { rebuildText, rebuildVectors } from './rebuild-segment.ts';
import { replaceSegments } from './replace-segments.ts';
import { RowFilter } from './row-filter.ts';
import { type SegmentKind, segmentKind } from './schema.ts';
import { LostSegment, SegmentBody } from './segment-body.ts';
import { listSegments, openBody, type SegmentBytes, type SegmentRow, storedPieces } from './segment-rows.ts';
import { SignFilter } from './sign-filter.ts';
import { readSignMeasurement, writeSignMeasurement } from './sign-measurement.ts';
import type { Store } from './store.ts';
import { readStoredText, readTombstones, unlessLost, wholeBody } from './stored-segments.ts';
import { holderOf, packTextSegment, placeOf, removeFromText, type TextSegment } from './text-segment.ts';
import { VectorMemory } from './vector-memory.ts';
import {
  type OpenPart,
  readVectorSegment,
  readWhole,
  releaseVectorSegment,
  removeFromVectors,
  type VectorSegment,
} from './vector-segment.ts';

/**
 * The segments of one index in memory, kept in step with the file: at the start of each call `refresh` follows what
 * this process or another has committed since.
 */
export class ResidentIndex {
  readonly store: Store;
  readonly id: string;
  readonly number: number;
  readonly dimension: number;
  /** In order of their numbers; ranges do not overlap. */
  texts: readonly TextSegment[] = [];
  vectors: readonly VectorSegment[] = [];
  readonly rowFilter = new RowFilter();
  readonly signFilter = new SignFilter();
  readonly #readAhead = new ReadAhead();
  /** What is read behind the first search. Another list after each change of the segments. */
  #lateReads: readonly LateRead[] = [];
  readonly #memory: VectorMemory;
  /** Newest tombstone that has been applied. */
  #lastTombstone = 0;
  #dataVersion = -1;
  #generation = -1;
  #merging = false;
  #refreshing: Promise<void> | undefined;
  /** Segments that were damaged in the file, as they were built anew from the rows. */
  readonly #rebuilt = new Map<number, SegmentBytes>();
  /** Segments of which something could not be read when it was needed: the next time they are read whole. */
  readonly #doubted = new Set<number>();

  constructor(store: Store, id: string, number: number, dimension: number) {
    this.store = store;
    this.#memory = new VectorMemory(dimension);
    this.id = id;
    this.number = number;
    this.dimension = dimension;
  }

  /** Whether all of it is there: not before it is first searched or counted, nor while something is built anew. */
  get isLoaded(): boolean {
    return this.#dataVersion >= 0;
  }

  /** Follows the file. Cheap where nothing has changed. Errors: those of reading, `aborted`. */
  async refresh(signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    while (!this.#isCurrent()) {
      const beganBefore = this.#refreshing !== undefined;
      this.#refreshing ??= this.#follow().finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
      throwIfAborted(signal);
      // SQLite counts a new version at every read of a log that nobody has open and this user may not write.
      if (!beganBefore && this.isLoaded) return;
    }
  }

  /** The text segment that holds a chunk and its place there; undefined where the chunk is gone. */
  findText(seq: number): { segment: TextSegment; place: number } | undefined {
    const segment = this.texts[holderOf(this.texts, seq)];
    const place = segment === undefined ? -1 : placeOf(segment.seqs, seq);
    return segment === undefined || place < 0 || segment.dead[place] === 1 ? undefined : { segment, place };
  }

  /**
   * Lets go of a segment that a search could not read on in: it was replaced or is damaged, which `refresh` finds out.
   */
  doubt(id: number): void {
    this.#letGo(id);
    this.#forget();
  }

  /** Reads on in the background what no search has needed yet. */
  readOnSoon(): void {
    this.#readAhead.soon(
      this.store,
      () => this.#lateReads,
      (id) => this.doubt(id),
    );
  }

  /** Finds out in the background how far signs can be relied on, unless it is known. */
  measureSignsSoon(): void {
    const { store, number } = this;
    this.signFilter.measureSoon(
      store,
      () => this.vectors,
      (measured) =>
        store.write(
          function* (writer) {
            yield;
            writeSignMeasurement(writer, number, measured);
          },
          { signal: store.closing.signal },
        ),
    );
  }

  /** Starts `merge` in the background, unless it is running: then it will see what is new by itself. */
  mergeSoon(merge: (index: ResidentIndex) => Promise<void>): void {
    if (this.#merging) return;
    this.#merging = true;
    this.store.inBackground(() => merge(this).finally(() => (this.#merging = false)));
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
    for (const row of damaged) await this.#rebuild(row);
  }

  #letGo(id: number): void {
    this.#doubted.add(id);
    this.texts = this.texts.filter((segment) => segment.id !== id);
    for (const segment of this.vectors) if (segment.id === id) releaseVectorSegment(segment);
    this.vectors = this.vectors.filter((segment) => segment.id !== id);
    this.#listLateReads();
  }

  /** Vectors first: until they are there each search reads thousands of rows. */
  #listLateReads(): void {
    const vectors = this.vectors.map(
      ({ matrix }): LateRead =>
        () =>
          matrix.readNext(),
    );
    const texts = this.texts.map(
      ({ body, wordsEnd }): LateRead =>
        () =>
          body.readNext(wordsEnd),
    );
    this.#lateReads = [...vectors, ...texts];
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
      const damaged = generation === this.#generation ? [] : this.#loadSegments(reader);
      const measured = readSignMeasurement(reader, this.number);
      if (measured !== undefined) this.signFilter.adopt(measured, this.vectors);
      if (damaged.length > 0) this.#forget();
      else {
        this.#generation = generation;
        this.#dataVersion = dataVersion;
      }
      return damaged;
    } finally {
      reader.database.exec('commit');
    }
  }

  #loadSegments(reader: Connection): readonly SegmentRow[] {
    const rows = listSegments(reader, this.number);
    const damaged: SegmentRow[] = [];
    this.#applyNewTombstones(reader);
    this.texts = keepOrLoad(this.texts, rows, segmentKind.text, damaged, (row) => this.#text(reader, row));
    this.#releaseReplaced(rows);
    this.vectors = keepOrLoad(this.vectors, rows, segmentKind.vector, damaged, (row) =>
      this.#vector(reader, row),
    );
    this.#listLateReads();
    return damaged;
  }

  #text(reader: Connection, row: SegmentRow): TextSegment | undefined {
    const rebuilt = this.#rebuilt.get(row.id)?.body;
    const stored = this.#doubted.has(row.id) ? wholeBody : openBody;
    const open = rebuilt === undefined ? stored : () => new SegmentBody(rebuilt);
    return readStoredText(reader, row, readTombstones(reader, this.number, row), open);
  }

  #vector(reader: Connection, row: SegmentRow): VectorSegment | undefined {
    const rebuilt = this.#rebuilt.get(row.id);
    const open: OpenPart = (of, bytes) =>
      rebuilt === undefined ? storedPieces(reader, row, of, bytes) : piecesOf(rebuilt[of] as Uint8Array);
    return unlessLost(() => {
      const body = rebuilt === undefined ? wholeBody(reader, row) : new SegmentBody(rebuilt.body);
      const segment = readVectorSegment(row.id, body, open, this.#memory);
      try {
        if (this.#doubted.has(row.id)) readWhole(segment);
        removeFromVectors(segment, readTombstones(reader, this.number, row).targets);
        return segment;
      } catch (error) {
        releaseVectorSegment(segment);
        throw error;
      }
    });
  }

  /** Before loading, so that what replaces segments can use their memory. */
  #releaseReplaced(rows: readonly SegmentRow[]): void {
    const kept = new Set(rows.map((row) => row.id));
    for (const segment of this.vectors) if (!kept.has(segment.id)) releaseVectorSegment(segment);
    this.vectors = this.vectors.filter((segment) => kept.has(segment.id));
  }

  /** Applies what was removed since the last refresh to the segments that are in memory already. */
  #applyNewTombstones(reader: Connection): void {
    const found = reader.rows<[number, SegmentKind, number]>(
      'select id, kind, target from engine_tombstones where id > ? and +index_number = ?',
      this.#lastTombstone,
      this.number,
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
    for (const segment of this.vectors) {
      try {
        removeFromVectors(segment, gone[segmentKind.vector]);
      } catch (error) {
        if (!(error instanceof LostSegment)) throw error;
        this.#letGo(segment.id);
      }
    }
  }

  /** Makes a damaged segment anew from the rows, in the file where it can be written, else in memory alone. */
  async #rebuild(row: SegmentRow): Promise<void> {
    const { store } = this;
    if (row.kind === segmentKind.text) {
      const { analyser } = store.options;
      const parts = await store.readInSteps((reader) => rebuildText(reader, this.number, row, analyser));
      this.#rebuilt.set(row.id, { body: packTextSegment(parts) });
      await this.#tryReplace(row, { text: parts });
    } else {
      const vectors = await store.readInSteps((reader) => rebuildVectors(reader, this, row));
      if (vectors !== undefined) this.#rebuilt.set(row.id, vectors);
      await this.#tryReplace(row, { vectors });
    }
  }

  async #tryReplace(row: SegmentRow, replacement: Parameters<typeof replaceSegments>[2]): Promise<void> {
    try {
      await replaceSegments(this, [row], replacement);
    } catch (error) {
      // The rows are whole and the segment is in memory: a store that is full or read-only can still be searched.
      if (!this.#rebuilt.has(row.id)) throw error;
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
