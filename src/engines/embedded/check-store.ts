import { setImmediate } from 'node:timers/promises';
import type { DocumentVersion } from '../../contracts/document-records.ts';
import { throwIfAborted } from '../../errors.ts';
import { openDatabase, readDatabase } from '../../sqlite/open-database.ts';
import { isCorrupt } from '../../sqlite/store-error.ts';
import { writeTransaction } from '../../sqlite/write-transaction.ts';
import { type ChunkRow, readableChunk, selectChunks } from './chunk-rows.ts';
import { Connection } from './connection.ts';
import { checkFormat, hasTables, holdsPieces, type SegmentKind, segmentKind } from './schema.ts';
import { readAll } from './segments/lazy-pieces.ts';
import { listSegments, type SegmentRow, storedPieces } from './segments/segment-rows.ts';
import { unlessLost, wholeBody } from './segments/stored-segments.ts';
import { readTextSegment } from './text/text-segment.ts';
import { signStrideOf } from './vector/sign-kernel.ts';
import { type VectorData, vectorOf } from './vector/vector-rows.ts';
import { readVectorLists } from './vector/vector-segment.ts';

/** Vectors read before the event loop gets its turn: some milliseconds. */
const vectorsPerStep = 1024;

type StoredIndex = readonly [number: number, id: string, dimension: number];

/** What was found in a store. */
interface StoreReport {
  /** In plain words, one finding each; empty for a whole store. */
  readonly problems: readonly string[];
  /** The segments that are damaged, each one of the problems: they are rebuilt from the rows when they are read. */
  readonly damagedSegments: readonly number[];
  /** For each index what its rows and its segments hold, without the help of one another. */
  readonly indexes: readonly StoreIndexReport[];
}

/** What the segments of an index hold. */
interface SearchableCounts {
  readonly chunks: number;
  /** Chunks that the keyword leg can find. */
  readonly keywordChunks: number;
  /** Windows counted singly. */
  readonly vectors: number;
  /** Chunks that have a vector at least. */
  readonly vectorChunks: number;
}

interface StoreIndexReport {
  readonly id: string;
  /** By the rows. `vectors` and `chunks` are the truth. */
  readonly chunks: number;
  readonly vectors: number;
  /** Vectors that are not as they were written: their chunks are found by words alone until they are computed anew. */
  readonly damagedVectors: number;
  /** By the segments. A damaged one counts nothing; it is rebuilt when the index is next searched. */
  readonly searchable: SearchableCounts;
}

/**
 * Checks an embedded store without changing it: SQLite's own integrity check, the checksums of segments and vectors,
 * and whether rows and segments hold the same chunks and vectors. Reads the whole file once.
 * Errors: `store_unavailable`, `store_corrupt` where it cannot even be opened, `store_newer`, `aborted`.
 */
export async function checkStore(
  file: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<StoreReport> {
  return readDatabase(file, async (database) => {
    const connection = new Connection(database);
    const problems = [...damage(connection)];
    if (!hasTables(database)) return { problems, damagedSegments: [], indexes: [] };
    checkFormat(database);
    database.exec('begin');
    const indexes: StoreIndexReport[] = [];
    const damagedSegments: number[] = [];
    const stored = connection.rows<StoredIndex>(
      'select number, id, dimension from engine_indexes order by id',
    );
    const vectors = await storedVectors(connection, stored, signal);
    for (const index of stored) {
      throwIfAborted(signal);
      await setImmediate();
      const held = vectors.get(index[0]) as StoredVectors;
      const { damaged, report } = checkIndex(connection, index, held, problems);
      damagedSegments.push(...damaged.map((row) => row.id));
      indexes.push(report);
    }
    return { problems, damagedSegments, indexes };
  });
}

/**
 * What SQLite finds wrong with the file, but for the pages that hold pieces of segments: what is damaged of these shows
 * when they are read, or belongs to a segment that has been replaced.
 */
function damage(connection: Connection): readonly string[] {
  const found = integrityProblems(connection);
  if (found.length === 0) return [];
  const schema = connection.rows<[type: string, name: string, table: string, root: number]>(
    'select type, name, tbl_name, rootpage from sqlite_schema',
  );
  const held = schema.filter(([type, name]) => type === 'table' && holdsPieces(name));
  const ofPieces = new Set(held.flatMap(([, name]) => integrityProblems(connection, name)));
  const trees = schema.filter(([, , table]) => holdsPieces(table)).map(([, , , root]) => `Tree ${root} `);
  const isOfPieces = (problem: string) =>
    ofPieces.has(problem) || trees.some((tree) => problem.startsWith(tree) && !problem.includes('reference'));
  const tables = schema.filter(([type, name]) => type === 'table' && !holdsPieces(name));
  // Pages that a damaged one led to are used by nobody.
  const others = found.filter((problem) => !isOfPieces(problem) && !problem.endsWith('never used'));
  return [...new Set([...tables.flatMap(([, name]) => integrityProblems(connection, name)), ...others])];
}

/** Of a table, or of the whole file. Where the check itself comes upon what it cannot read, that is all it says. */
function integrityProblems(connection: Connection, table?: string): readonly string[] {
  try {
    return connection
      .rows<[string]>(`pragma integrity_check${table === undefined ? '' : `("${table}")`}`)
      .flatMap(([problems]) => problems.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'));
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return [(error as Error).message];
  }
}

function checkIndex(
  connection: Connection,
  [number, id]: StoredIndex,
  { vectors, damagedVectors }: StoredVectors,
  problems: string[],
): { damaged: readonly SegmentRow[]; report: StoreIndexReport } {
  const chunks = new Set(numbers(connection, 'select seq from engine_chunks where index_number = ?', number));
  if (damagedVectors.size > 0) problems.push(`Index "${id}" holds ${damagedVectors.size} damaged vectors.`);
  const { entries, damaged } = searchableEntries(connection, number);
  for (const { id: segment } of damaged) problems.push(`Segment ${segment} of index "${id}" is damaged.`);
  // What a damaged segment held is missing because of it, and is no problem of its own.
  const isWhole = (kind: SegmentKind) => damaged.every((row) => row.kind !== kind);
  const text = entries[segmentKind.text];
  const vectorEntries = entries[segmentKind.vector].filter((vector) => !damagedVectors.has(vector));
  if (isWhole(segmentKind.text))
    compare(problems, `The keyword segments of index "${id}"`, 'chunks', chunks, text);
  if (isWhole(segmentKind.vector))
    compare(
      problems,
      `The vector segments of index "${id}"`,
      'vectors',
      new Set(vectors.keys()),
      vectorEntries,
    );
  const strays = [...vectors.values()].filter((seq) => !chunks.has(seq)).length;
  if (strays > 0) problems.push(`Index "${id}" holds ${strays} vectors of chunks that do not exist.`);
  const searchable = {
    chunks: chunks.size,
    keywordChunks: new Set(text).size,
    vectors: vectorEntries.length,
    vectorChunks: new Set(vectorEntries.map((vector) => vectors.get(vector))).size,
  };
  const counts = { chunks: chunks.size, vectors: vectors.size, damagedVectors: damagedVectors.size };
  return { damaged, report: { id, ...counts, searchable } };
}

/** The whole vectors of an index, each with the number of its chunk, and those that are damaged. */
interface StoredVectors {
  readonly vectors: Map<number, number>;
  readonly damagedVectors: Set<number>;
}

/**
 * The vectors of each index, by its number. All are read in one walk: a table has no order by index, and one walk for
 * each would take as long as there are vectors times indexes. Errors: `aborted`.
 */
async function storedVectors(
  connection: Connection,
  indexes: readonly StoredIndex[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, StoredVectors>> {
  const found = new Map(
    indexes.map(([number, , dimension]) => [
      number,
      { dimension, vectors: new Map<number, number>(), damagedVectors: new Set<number>() },
    ]),
  );
  const rows = connection
    .prepare('select index_number, vector, seq, data, checksum from engine_vectors')
    .iterate() as unknown as Iterable<[number, number, number, ...VectorData]>;
  let read = 0;
  for (const [indexNumber, vector, seq, ...data] of rows) {
    if (++read % vectorsPerStep === 0) {
      throwIfAborted(signal);
      await setImmediate();
    }
    const index = found.get(indexNumber);
    if (index === undefined) continue;
    if (vectorOf(data, index.dimension) === undefined) index.damagedVectors.add(vector);
    else index.vectors.set(vector, seq);
  }
  return found;
}

/** The numbers of the live chunks and vectors that the segments hold, and the segments that cannot be read. */
function searchableEntries(
  connection: Connection,
  number: number,
): { entries: Record<SegmentKind, number[]>; damaged: readonly SegmentRow[] } {
  const gone = {
    [segmentKind.text]: tombstones(connection, number, segmentKind.text),
    [segmentKind.vector]: tombstones(connection, number, segmentKind.vector),
  };
  const entries: Record<SegmentKind, number[]> = { [segmentKind.text]: [], [segmentKind.vector]: [] };
  const damaged: SegmentRow[] = [];
  for (const row of listSegments(connection, number)) {
    const held = entriesOf(connection, row);
    if (held === undefined) damaged.push(row);
    for (const entry of held ?? []) if (!gone[row.kind].has(entry)) entries[row.kind].push(entry);
  }
  return { entries, damaged };
}

/** What a segment holds, undefined where it cannot be read. */
function entriesOf(connection: Connection, row: SegmentRow): Float64Array | undefined {
  return unlessLost(() => {
    const body = wholeBody(connection, row);
    if (row.kind === segmentKind.text) return readTextSegment(row.id, body)?.seqs;
    const { vectors, dimension } = readVectorLists(body);
    const parts = { matrix: vectors.length * dimension, signs: vectors.length * signStrideOf(dimension) };
    for (const name of ['matrix', 'signs'] as const)
      readAll(storedPieces(connection, row, name, parts[name]), () => undefined);
    return vectors;
  });
}

function tombstones(connection: Connection, number: number, kind: SegmentKind): ReadonlySet<number> {
  const sql = 'select target from engine_tombstones where index_number = ? and kind = ?';
  return new Set(connection.rows<[number]>(sql, number, kind).map(([target]) => target));
}

function numbers(connection: Connection, sql: string, indexNumber: number): readonly number[] {
  return connection.rows<[number]>(sql, indexNumber).map(([value]) => value);
}

function compare(
  problems: string[],
  who: string,
  what: string,
  rows: ReadonlySet<number>,
  held: readonly number[],
): void {
  const distinct = new Set(held);
  const missing = [...rows].filter((entry) => !distinct.has(entry)).length;
  const extra = [...distinct].filter((entry) => !rows.has(entry)).length;
  if (missing > 0) problems.push(`${who} lack ${missing} of ${rows.size} ${what}.`);
  if (extra > 0) problems.push(`${who} hold ${extra} ${what} that were removed.`);
  if (held.length > distinct.size) problems.push(`${who} hold ${held.length - distinct.size} ${what} twice.`);
}

/**
 * The versions of documents of which a chunk cannot be read, or is not letter for letter what stands at its place in
 * the text that `textOf` gives; where that is undefined, the version was replaced meanwhile. Reads every chunk of a
 * store's file. Errors: those of {@link readDatabase} and of `textOf`.
 */
export async function damagedVersions(
  file: string,
  textOf: (version: DocumentVersion) => Promise<string | undefined>,
): Promise<readonly DocumentVersion[]> {
  return readDatabase(file, async (database) => {
    if (!hasTables(database)) return [];
    const connection = new Connection(database);
    const damaged: DocumentVersion[] = [];
    const versions = connection.rows<[number: number, documentId: string, version: number]>(
      'select number, document_id, version from engine_versions',
    );
    for (const [number, documentId, version] of versions) {
      const text = await textOf({ documentId, version });
      if (text === undefined) continue;
      const chunks = connection
        .rows<ChunkRow>(`${selectChunks} where chunk.version_number = ?`, number)
        .map(readableChunk);
      const isWhole = chunks.every((chunk) => chunk && text.slice(chunk.start, chunk.end) === chunk.content);
      if (!isWhole) damaged.push({ documentId, version });
    }
    return damaged;
  });
}

/**
 * Gives up segments in which {@link checkStore} found damage, so that the next search of their index builds them anew
 * from the rows: by itself it notices only the damage in what it reads of them. Errors: those of writing.
 */
export async function giveUpSegments(file: string, segments: readonly number[]): Promise<void> {
  const database = openDatabase(file);
  try {
    await writeTransaction(database, () => {
      // No body is empty: one that is said to be is damaged.
      const giveUp = database.prepare('update engine_segments set body_bytes = 0 where id = ?');
      for (const id of segments) giveUp.run(id);
    });
  } finally {
    database.close();
  }
}
