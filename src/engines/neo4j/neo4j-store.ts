import { setImmediate } from 'node:timers/promises';
import type { Analyser } from '../../contracts/analyser.ts';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  Filter,
  FilteredCallOptions,
  IndexSpec,
  NeighbourRange,
  TermIndex,
  VectorIndex,
  VectorWrite,
} from '../../contracts/engine.ts';
import { ownValue } from '../../values/own-value.ts';
import { checkFilter, checkLateVectors, checkSelectors, checkVector, checkWrites } from '../check-input.ts';
import {
  type ChunkColumns,
  type ChunkNode,
  chunkColumns,
  chunkNode,
  chunkOf,
  distinctStoredTerms,
  distinctTerms,
  textColumns,
} from './chunk-properties.ts';
import { cypherFilter, isCypherFilter } from './cypher-filter.ts';
import { indexDropped, type Neo4jConnection, type RunQuery } from './neo4j-connection.ts';
import { type IndexNames, removeEmptyProject, removeUnusedDocument, termProperties } from './neo4j-schema.ts';
import { Neo4jTerms } from './neo4j-terms.ts';
import { Neo4jVectors } from './neo4j-vectors.ts';
import { countTerms, emptyCounts, type LogEntry, logCounts, type TermCounts } from './term-log.ts';

/**
 * Chunks that one transaction writes at most, fewer where their vectors are long: each transaction makes the server
 * write its log and its indexes out.
 */
const mostWrittenAtOnce = 500;
const numbersWritten = 400_000;

/** Chunks that one query writes, that one transaction removes, and that one query reads. */
const sentAtOnce = 100;
const removedAtOnce = 100;
const readAtOnce = 1000;

/** Relations that are followed one by one; farther neighbours are found by their place in the document. */
const farthestFollowed = 100;

/** What all parts of an index have in common. */
export interface IndexContext {
  readonly connection: Neo4jConnection;
  readonly spec: IndexSpec;
  readonly names: IndexNames;
  readonly analyser: Analyser;
}

/** What the totals of an index change by. */
interface Change {
  chunks: number;
  /** By field, in the order of `termProperties`. */
  readonly fieldChunks: number[];
  readonly fieldLengths: number[];
  readonly terms: TermCounts;
}

/** What is read of a chunk before it is replaced or removed. */
interface OldRow {
  readonly id: string;
  readonly texts: readonly string[];
  readonly lengths: readonly number[];
}

const oldColumns = `chunk.chunk_id AS id, [${textColumns}] AS texts, chunk.field_lengths AS lengths`;

/** The chunks of one index as a graph in Neo4j; see `neo4j-schema.ts`. */
export class Neo4jStore implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: VectorIndex;
  readonly terms: TermIndex;
  readonly #context: IndexContext;
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Begun and ended ones: what was read of the terms before either is not the whole. */
  #changes = 0;

  constructor(context: IndexContext) {
    this.#context = context;
    this.spec = context.spec;
    this.vectors = new Neo4jVectors(context, (batch, options) => this.#addVectors(batch, options));
    this.terms = new Neo4jTerms(context, () => this.#changes);
  }

  canFilter(filter: Filter): boolean {
    return isCypherFilter(filter);
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    checkWrites(batch);
    for (const { chunk, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${chunk.id}`);
    const latest = [...new Map(batch.map((write) => [write.chunk.id, write])).values()];
    for (const part of partsOf(latest, this.#writtenAtOnce))
      await this.#change((run, log) => this.#writePart(run, part, log), signal);
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    checkSelectors(selectors);
    for (const selector of selectors) {
      let removed: number;
      do {
        removed = await this.#change((run, log) => this.#removePart(run, selector, log), signal);
      } while (removed === removedAtOnce);
    }
  }

  /** Takes the terms of removed chunks out of the log, where they stand beside what took them away. */
  async purge({ signal }: CallOptions = {}): Promise<void> {
    const { names } = this.#context;
    await this.#change((run, log) => logCounts(run, names, emptyCounts(), log, true), signal);
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    const { connection, names } = this.#context;
    const found = new Map<string, Chunk>();
    for (const ids of partsOf([...new Set(chunkIds)], readAtOnce)) {
      const rows = await connection.query<{ chunk: ChunkColumns }>(
        `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids RETURN ${chunkColumns} AS chunk`,
        { ids },
        { signal },
      );
      for (const { chunk } of rows) {
        const one = chunkOf(chunk);
        if (one) found.set(one.id, one);
      }
    }
    return chunkIds.flatMap((id) => found.get(id) ?? []);
  }

  async neighbours(
    chunkIds: readonly string[],
    { before, after }: NeighbourRange,
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly Chunk[])[]> {
    const { connection, names } = this.#context;
    const found = new Map<string, readonly Chunk[]>();
    const query = `UNWIND $ids AS id MATCH (middle:\`${names.chunk}\` {chunk_id: id})
RETURN id, ${neighbourPatterns(names, before, after)} AS chunks`;
    for (const ids of partsOf([...new Set(chunkIds)], readAtOnce)) {
      const rows = await connection.query<{ id: string; chunks: readonly ChunkColumns[] }>(
        query,
        { ids, ...rangeParameters(before, after) },
        { signal },
      );
      for (const { id, chunks } of rows)
        found.set(
          id,
          chunks.flatMap((one) => chunkOf(one) ?? []).toSorted((one, other) => one.ordinal - other.ordinal),
        );
    }
    return chunkIds.map((id) => found.get(id) ?? []);
  }

  versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    const { connection, names } = this.#context;
    return connection.query(
      `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.document_id IS NOT NULL
RETURN DISTINCT chunk.document_id AS documentId, chunk.version AS version`,
      {},
      { signal },
    );
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    const { connection, names, spec } = this.#context;
    if (filter) checkFilter(filter, spec.fields);
    const condition = filter && cypherFilter(filter, spec.fields);
    const [row] = await connection.query<{ chunks: number }>(
      `MATCH (chunk:\`${names.chunk}\`) ${condition ? `WHERE ${condition.text}` : ''} RETURN count(*) AS chunks`,
      condition?.parameters,
      { signal },
    );
    return row?.chunks ?? 0;
  }

  get #writtenAtOnce(): number {
    const { dimension } = this.spec;
    return Math.max(sentAtOnce, Math.min(mostWrittenAtOnce, Math.floor(numbersWritten / dimension)));
  }

  /** Writes of one process are applied one after another; those of several wait for the node of the index. */
  #change<Result>(
    work: (run: RunQuery, log: readonly LogEntry[]) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const { connection, names, spec } = this.#context;
    const counted = async () => {
      this.#changes++;
      return connection.transaction(
        async (run) => {
          const [locked] = await run<{ log: readonly LogEntry[] }>(
            `MATCH (index:FootnoteIndex {chunk_label: $chunk})
WHERE index.incarnation = $incarnation AND index.is_dropped IS NULL
SET index.changes = coalesce(index.changes, 0) + 1 WITH index
OPTIONAL MATCH (entry:\`${names.terms}\`)
RETURN index.chunks AS chunks, [one IN collect(entry) | {id: one.id, level: one.level}] AS log`,
            { chunk: names.chunk, incarnation: names.incarnation },
          );
          if (locked === undefined) throw indexDropped(connection.server, spec.id);
          return work(run, locked.log);
        },
        { signal },
      );
    };
    const change = this.#lastWrite.then(counted).finally(() => this.#changes++);
    this.#lastWrite = change.catch(() => {});
    return change;
  }

  async #writePart(run: RunQuery, part: readonly ChunkWrite[], log: readonly LogEntry[]): Promise<void> {
    const { names, spec, analyser } = this.#context;
    const sent = new Sent();
    const old = await run<OldRow>(
      `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids RETURN ${oldColumns}`,
      { ids: part.map(({ chunk }) => chunk.id) },
    );
    const change = emptyChange();
    for (const row of old) countOut(change, row);
    const known = new Set(old.map(({ id }) => id));
    const fresh = part.filter(({ chunk }) => !known.has(chunk.id));
    if (known.size > 0) sent.add(removeVectors(run, names, [...known]));
    if (fresh.length > 0) sent.add(...writeDocuments(run, spec.collection, fresh));
    for (const some of partsOf(part, sentAtOnce)) {
      const rows = some.map((write) => {
        const node = chunkNode(write.chunk, analyser);
        countIn(change, node);
        return { ...write, properties: node.properties };
      });
      sent.add(...writeNodes(run, names, spec.collection, rows, known));
      // The server begins with these while the next ones are analysed.
      await setImmediate();
    }
    if (fresh.length > 0) sent.add(linkNeighbours(run, names, fresh));
    sent.add(countChange(run, names, change, log));
    await sent.done();
  }

  async #removePart(
    run: RunQuery,
    { documentId, version }: ChunkSelector,
    log: readonly LogEntry[],
  ): Promise<number> {
    const { names, spec } = this.#context;
    const old = await run<OldRow>(
      `MATCH (chunk:\`${names.chunk}\` {document_id: $documentId})
${version === undefined ? '' : 'WHERE chunk.version = $version'} RETURN ${oldColumns} LIMIT ${removedAtOnce}`,
      { documentId, version: version ?? null },
    );
    if (old.length === 0) return 0;
    const change = emptyChange();
    for (const row of old) countOut(change, row);
    await Promise.all([
      run(
        `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids
OPTIONAL MATCH (window:\`${names.window}\`)-[:WINDOW_OF]->(chunk) DETACH DELETE window, chunk`,
        { ids: old.map(({ id }) => id) },
      ),
      countChange(run, names, change, log),
      // The lock comes first: another index of the collection may be writing chunks of the document.
      run(
        `MATCH (document:Document {project: $collection, document_id: $documentId})
SET document.document_id = $documentId ${removeUnusedDocument}`,
        { collection: spec.collection, documentId },
      ),
    ]);
    return old.length;
  }

  async #addVectors(batch: readonly VectorWrite[], { signal }: CallOptions): Promise<void> {
    checkLateVectors(batch);
    for (const { chunkId: id, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${id}`);
    const { names } = this.#context;
    const latest = [...new Map(batch.map((write) => [write.chunkId, write])).values()];
    for (const part of partsOf(latest, this.#writtenAtOnce)) {
      await this.#change(async (run) => {
        await Promise.all([
          removeVectors(
            run,
            names,
            part.map((write) => write.chunkId),
          ),
          ...writeFirstVectors(run, names, part),
          ...writeFurtherVectors(run, names, part),
        ]);
      }, signal);
    }
  }
}

/** The neighbours of `middle` as lists of columns. */
function neighbourPatterns({ chunk }: IndexNames, before: number, after: number): string {
  if (before > farthestFollowed || after > farthestFollowed) {
    return `[(middle)-[:BELONGS_TO]->()<-[:BELONGS_TO]-(chunk:\`${chunk}\`)
WHERE chunk.version = middle.version AND chunk <> middle
  AND chunk.ordinal >= middle.ordinal - $before AND chunk.ordinal <= middle.ordinal + $after | ${chunkColumns}]`;
  }
  const [back, on] = [before, after].map((places) => Math.max(0, Math.floor(places))) as [number, number];
  const lists = [
    back > 0 ? `[(chunk:\`${chunk}\`)-[:NEXT_CHUNK*1..${back}]->(middle) | ${chunkColumns}]` : '[]',
    on > 0 ? `[(middle)-[:NEXT_CHUNK*1..${on}]->(chunk:\`${chunk}\`) | ${chunkColumns}]` : '[]',
  ];
  return lists.join(' + ');
}

function rangeParameters(before: number, after: number): { before: number; after: number } {
  // Integers and floats compare by value; no document has more chunks than this.
  const most = 2 ** 52;
  return { before: Math.min(before, most), after: Math.min(after, most) };
}

const zeros = () => termProperties.map(() => 0);
const whole = (numbers: readonly number[]) => numbers.map((number) => BigInt(number));

function emptyChange(): Change {
  return { chunks: 0, fieldChunks: zeros(), fieldLengths: zeros(), terms: emptyCounts() };
}

function countOut(change: Change, { texts, lengths }: OldRow): void {
  change.chunks--;
  for (const [field, text] of texts.entries()) {
    if (text !== '') change.fieldChunks[field] = (change.fieldChunks[field] as number) - 1;
    change.fieldLengths[field] = (change.fieldLengths[field] as number) - (lengths[field] as number);
  }
  countTerms(change.terms, distinctStoredTerms(texts), -1);
}

function countIn(change: Change, { terms }: ChunkNode): void {
  change.chunks++;
  const distinct = distinctTerms(terms);
  for (const [field, held] of distinct.entries())
    if (held.length > 0) change.fieldChunks[field] = (change.fieldChunks[field] as number) + 1;
  for (const [field, { length }] of Object.values(terms).entries())
    change.fieldLengths[field] = (change.fieldLengths[field] as number) + length;
  countTerms(change.terms, distinct, 1);
}

/** Applies a change to the totals of the index and to the counts of its terms. */
async function countChange(
  run: RunQuery,
  names: IndexNames,
  change: Change,
  log: readonly LogEntry[],
): Promise<void> {
  await Promise.all([
    logCounts(run, names, change.terms, log),
    run(
      `MATCH (index:FootnoteIndex {chunk_label: $chunk}) SET index.chunks = index.chunks + $chunks,
index.field_chunks = [at IN range(0, 3) | index.field_chunks[at] + $fieldChunks[at]],
index.field_lengths = [at IN range(0, 3) | index.field_lengths[at] + $fieldLengths[at]]`,
      {
        chunk: names.chunk,
        chunks: BigInt(change.chunks),
        fieldChunks: whole(change.fieldChunks),
        fieldLengths: whole(change.fieldLengths),
      },
    ),
  ]);
}

async function removeVectors(run: RunQuery, names: IndexNames, ids: readonly string[]): Promise<void> {
  await Promise.all([
    run(
      `MATCH (window:\`${names.window}\`)-[:WINDOW_OF]->(chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids
DETACH DELETE window`,
      { ids },
    ),
    run(
      `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids
REMOVE chunk:\`${names.vector}\`, chunk.embedding`,
      { ids },
    ),
  ]);
}

/** What chunks are written from. */
interface NodeWrite extends ChunkWrite {
  readonly properties: ChunkNode['properties'];
}

/** Makes nodes of chunks or replaces what they hold, with their vectors. */
function writeNodes(
  run: RunQuery,
  names: IndexNames,
  collection: string,
  writes: readonly NodeWrite[],
  known: ReadonlySet<string>,
): readonly Promise<unknown>[] {
  const fresh = writes.filter(({ chunk }) => !known.has(chunk.id));
  const replaced = writes.filter(({ chunk }) => known.has(chunk.id));
  const [whole, bare] = [
    fresh.filter(({ vectors }) => vectors.length > 0),
    fresh.filter(({ vectors }) => vectors.length === 0),
  ];
  const create = (labels: string, query: string, rows: readonly NodeWrite[]) =>
    rows.length === 0
      ? []
      : [
          run(
            `UNWIND $rows AS row MATCH (document:Document {project: $collection, document_id: row.properties.document_id})
CREATE (chunk:\`${names.anyChunk}\`:\`${names.chunk}\`${labels})-[:BELONGS_TO]->(document) SET chunk = row.properties${query}`,
            {
              collection,
              rows: rows.map(({ properties, vectors: [vector] }) => ({
                properties,
                vector: vector ? Array.from(vector) : null,
              })),
            },
          ),
        ];
  return [
    ...create('', '', bare),
    ...create(
      `:\`${names.vector}\``,
      `\nWITH chunk, row CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)`,
      whole,
    ),
    ...(replaced.length > 0
      ? [
          run(
            `UNWIND $rows AS row MATCH (chunk:\`${names.chunk}\` {chunk_id: row.chunk_id}) SET chunk = row`,
            {
              rows: replaced.map(({ properties }) => properties),
            },
          ),
        ]
      : []),
    ...writeFirstVectors(run, names, replaced.map(vectorWrite)),
    ...writeFurtherVectors(run, names, writes.map(vectorWrite)),
  ];
}

const vectorWrite = ({ chunk, vectors }: ChunkWrite): VectorWrite => ({ chunkId: chunk.id, vectors });

/** Sets the first vectors of chunks that have none, on the chunks' own nodes. */
function writeFirstVectors(
  run: RunQuery,
  names: IndexNames,
  writes: readonly VectorWrite[],
): readonly Promise<unknown>[] {
  const rows = writes.flatMap(({ chunkId: id, vectors: [vector] }) =>
    vector ? [{ id, vector: Array.from(vector) }] : [],
  );
  if (rows.length === 0) return [];
  return [
    run(
      `UNWIND $rows AS row MATCH (chunk:\`${names.chunk}\` {chunk_id: row.id}) SET chunk:\`${names.vector}\`
WITH chunk, row CALL db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)`,
      { rows },
    ),
  ];
}

/** Makes a node for each vector but the first. */
function writeFurtherVectors(
  run: RunQuery,
  names: IndexNames,
  writes: readonly VectorWrite[],
): readonly Promise<unknown>[] {
  const rows = writes.flatMap(({ chunkId: id, vectors }) =>
    vectors.slice(1).map((vector, at) => ({ id, place: BigInt(at + 1), vector: Array.from(vector) })),
  );
  if (rows.length === 0) return [];
  return [
    run(
      `UNWIND $rows AS row MATCH (chunk:\`${names.chunk}\` {chunk_id: row.id})
CREATE (window:Window:\`${names.window}\`:\`${names.vector}\` {place: row.place})-[:WINDOW_OF]->(chunk)
WITH window, row CALL db.create.setNodeVectorProperty(window, 'embedding', row.vector)`,
      { rows },
    ),
  ];
}

/**
 * Makes the documents of chunks where they are missing. A document is of the project that its metadata field `project`
 * names, else of one that has its collection's name; one that it was of before loses it.
 */
function writeDocuments(
  run: RunQuery,
  collection: string,
  fresh: readonly ChunkWrite[],
): readonly Promise<unknown>[] {
  const latest = new Map(fresh.map(({ chunk }) => [chunk.documentId, chunk]));
  const documents = Array.from(latest.values(), ({ documentId: id, title, metadata }) => {
    const project = ownValue(metadata, 'project');
    return { id, title, project: project === undefined ? collection : String(project) };
  }).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const projects = [...new Set(documents.map(({ project }) => project))].toSorted();
  return [
    // All of them in one order, before anything else, so that no two writers wait for each other.
    run('UNWIND $projects AS id MERGE (project:Project {id: id})', { projects }),
    run(
      `UNWIND $documents AS row MATCH (project:Project {id: row.project})
MERGE (document:Document {project: $collection, document_id: row.id}) SET document.title = row.title
MERGE (document)-[:BELONGS_TO]->(project)
WITH document, project MATCH (document)-[former:BELONGS_TO]->(other:Project) WHERE other <> project
DELETE former WITH DISTINCT other AS project ${removeEmptyProject}`,
      { collection, documents },
    ),
  ];
}

/** Relates new chunks to the ones before and behind them. */
function linkNeighbours(run: RunQuery, names: IndexNames, fresh: readonly ChunkWrite[]): Promise<unknown> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { chunk } of fresh) {
    const { id, documentId, version, ordinal } = chunk;
    pairs.set(id, [id, chunkId(documentId, version, ordinal + 1)]);
    if (ordinal === 0) continue;
    const previous = chunkId(documentId, version, ordinal - 1);
    pairs.set(previous, [previous, id]);
  }
  return run(
    `UNWIND $pairs AS pair MATCH (chunk:\`${names.chunk}\` {chunk_id: pair[0]})
MATCH (next:\`${names.chunk}\` {chunk_id: pair[1]}) MERGE (chunk)-[:NEXT_CHUNK]->(next)`,
    { pairs: [...pairs.values()] },
  );
}

/** Queries that have been sent, to be waited for together. */
class Sent {
  readonly #queries: Promise<unknown>[] = [];

  add(...queries: readonly Promise<unknown>[]): void {
    for (const query of queries) {
      // One that fails before `done` is reported there.
      query.catch(() => {});
      this.#queries.push(query);
    }
  }

  async done(): Promise<void> {
    await Promise.all(this.#queries);
  }
}

function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
