import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { CallOptions } from '../../contracts/engine.ts';
import type { Neo4jConnection, RunQuery } from './neo4j-connection.ts';
import { type IndexNames, termProperties } from './neo4j-schema.ts';

/*
 * How many chunks hold each term is kept as a log: every write adds one node with what it changes, and now and then
 * nodes are merged. A node for each term, counted up by every write, made writing four times as slow; asking the
 * full-text index for the number of its hits costs as much as there are hits.
 */

/** Chunks that hold each term, by field in the order of `termProperties`; below 0 for what a change takes away. */
export type TermCounts = readonly Map<string, number>[];

/** So many nodes of one level become one of the next. */
const mergedAtOnce = 16;

/** A node of the log. */
export interface LogEntry {
  readonly id: string;
  readonly level: number;
}

const deflated = promisify(deflateRaw) as (data: string) => Promise<Buffer>;
const inflated = promisify(inflateRaw) as (data: Uint8Array) => Promise<Buffer>;

export function emptyCounts(): TermCounts {
  return termProperties.map(() => new Map());
}

/** Adds a chunk to the counts, or takes it out of them. */
export function countTerms(counts: TermCounts, terms: ReadonlyArray<Iterable<string>>, step: 1 | -1): void {
  for (const [field, held] of terms.entries()) for (const term of held) add(counts[field], term, step);
}

function addCounts(counts: TermCounts, more: TermCounts): void {
  for (const [field, some] of more.entries())
    for (const [term, count] of some) add(counts[field], term, count);
}

function add(counts: Map<string, number> | undefined, term: string, count: number): void {
  const sum = (counts?.get(term) ?? 0) + count;
  if (sum === 0) counts?.delete(term);
  else counts?.set(term, sum);
}

/** A line for each field, terms and counts by turns: stored terms hold no white space. */
function encodedCounts(counts: TermCounts): Promise<Buffer> {
  return deflated(counts.map((field) => Array.from(field, (pair) => pair.join(' ')).join(' ')).join('\n'));
}

async function decodedCounts(data: Int8Array): Promise<TermCounts> {
  const text = (await inflated(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))).toString();
  return text.split('\n').map((line) => {
    const words = line === '' ? [] : line.split(' ');
    const field = new Map<string, number>();
    for (let at = 0; at < words.length; at += 2) field.set(words[at] as string, Number(words[at + 1]));
    return field;
  });
}

/**
 * Writes down what a transaction changes, merging what has become many.
 * @param entries all of the log
 * @param mergesAll whether what was taken away must be nowhere in the log any more
 */
export async function logCounts(
  run: RunQuery,
  { terms }: IndexNames,
  counts: TermCounts,
  entries: readonly LogEntry[],
  mergesAll = false,
): Promise<void> {
  let level = 0;
  const merged: string[] = [];
  for (;;) {
    const same = entries.filter((entry) => mergesAll || entry.level === level);
    if (!mergesAll && same.length < mergedAtOnce - 1) break;
    merged.push(...same.map(({ id }) => id));
    level = mergesAll ? Math.max(0, ...entries.map((entry) => entry.level)) : level + 1;
    if (mergesAll) break;
  }
  const sum = emptyCounts();
  addCounts(sum, counts);
  if (merged.length > 0) {
    const rows = await run<{ data: Int8Array }>(
      `MATCH (entry:\`${terms}\`) WHERE entry.id IN $merged WITH entry, entry.data AS data DELETE entry RETURN data`,
      { merged },
    );
    for (const { data } of rows) addCounts(sum, await decodedCounts(data));
  }
  if (sum.every((field) => field.size === 0)) return;
  const data = await encodedCounts(sum);
  await run(`CREATE (:\`${terms}\` {id: $id, level: $level, data: $data})`, {
    id: randomUUID(),
    level: BigInt(level),
    data: new Int8Array(data.buffer, data.byteOffset, data.byteLength),
  });
}

/** The log as this process has read it; what is new is read when it is asked for. */
export class TermTable {
  readonly #connection: Neo4jConnection;
  readonly #names: IndexNames;
  #entries: ReadonlyMap<string, TermCounts> = new Map();

  constructor(connection: Neo4jConnection, names: IndexNames) {
    this.#connection = connection;
    this.#names = names;
  }

  /** Reads the entries of these ids, as far as they are not known, and forgets all others. */
  async read(ids: readonly string[], { signal }: CallOptions): Promise<TermCountsByEntry> {
    const known = this.#entries;
    const missing = ids.filter((id) => !known.has(id));
    const read = new Map<string, TermCounts>();
    if (missing.length > 0) {
      const rows = await this.#connection.query<{ id: string; data: Int8Array }>(
        `MATCH (entry:\`${this.#names.terms}\`) WHERE entry.id IN $missing RETURN entry.id AS id, entry.data AS data`,
        { missing },
        { signal },
      );
      for (const { id, data } of rows) read.set(id, await decodedCounts(data));
    }
    const entries = new Map<string, TermCounts>();
    for (const id of ids) {
      const counts = known.get(id) ?? read.get(id);
      if (counts) entries.set(id, counts);
    }
    this.#entries = entries;
    return { isWhole: entries.size === ids.length, counts: [...entries.values()] };
  }
}

/** What a log says at one moment. */
export interface TermCountsByEntry {
  /** False where entries were merged meanwhile: they are to be asked for again. */
  readonly isWhole: boolean;
  /** To be added up. */
  readonly counts: readonly TermCounts[];
}
