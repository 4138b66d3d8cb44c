import type {
  CallOptions,
  FieldStatistics,
  Filter,
  FilteredCallOptions,
  IndexTerm,
  SoughtTerm,
  TermField,
  TermHit,
  TermIndex,
  TermQuery,
} from '../../contracts/engine.ts';
import { checkFilter } from '../check-input.ts';
import { termFields } from '../chunk-terms.ts';
import { isSpelledOut, storedTerm, textColumns, textsOf } from './chunk-properties.ts';
import { cypherFilter } from './cypher-filter.ts';
import { termProperties } from './neo4j-schema.ts';
import type { IndexContext } from './neo4j-store.ts';
import { bestFirst } from './neo4j-vectors.ts';
import { type TermCounts, TermTable } from './term-log.ts';

/** Lucene's own limit is 1024 clauses. */
const mostClauses = 1000;

type FieldTerm = Pick<SoughtTerm, 'field' | 'term'>;

/** How long the log serves questions where this process has written nothing, in milliseconds. */
const logKeptMs = 2000;

/** Finds chunks by their terms through the full-text index; how common they are is known from the log of terms. */
export class Neo4jTerms implements TermIndex {
  readonly #context: IndexContext;
  readonly #table: TermTable;
  readonly #changes: () => number;
  #last: (ReadLog & { readonly atMs: number; readonly changes: number }) | undefined;

  /** @param changes counts what this process has changed */
  constructor(context: IndexContext, changes: () => number) {
    this.#context = context;
    this.#changes = changes;
    this.#table = new TermTable(context.connection, context.names);
  }

  async search({ terms, limit, filter, signal }: TermQuery): Promise<readonly TermHit[]> {
    const { connection, names } = this.#context;
    const condition = this.#condition(filter);
    // The heaviest come first: what a question of more terms than that finds, it finds by them.
    const queries = terms.toSorted((one, other) => other.weight - one.weight).slice(0, mostClauses);
    if (queries.length === 0) return [];
    const rows = await connection.query<TermRow>(
      `CALL db.index.fulltext.queryNodes($index, $query${condition ? '' : ', {limit: $limit}'}) YIELD node AS chunk, score
${condition ? `WHERE ${condition.text}` : ''}
WITH chunk, score LIMIT $limit RETURN [chunk.chunk_id, chunk.document_id, chunk.version, score] AS hit,
  [${textColumns}] AS texts, chunk.field_lengths AS lengths`,
      {
        index: names.fulltextIndex,
        query: luceneQuery(queries),
        limit: BigInt(limit),
        ...condition?.parameters,
      },
      { signal },
    );
    const hits = rows
      .filter(isWhole)
      .map(({ hit: [chunkId, documentId, version, score], texts, lengths }) => ({
        chunkId,
        documentId,
        version,
        score,
        texts: textsOf(texts, lengths),
      }));
    return hits.toSorted(bestFirst);
  }

  async statistics(
    terms: readonly FieldTerm[],
    { filter, signal }: FilteredCallOptions = {},
  ): Promise<FieldStatistics> {
    const last = this.#last;
    const isFresh = last?.changes === this.#changes() && performance.now() - last.atMs < logKeptMs;
    let { row, counts } = isFresh ? last : await this.#read(signal);
    let frequencies = frequenciesOf(terms, counts);
    // A term that nothing held may be written by another process at any moment, and must be found then.
    if (isFresh && frequencies.some((frequency, at) => frequency === 0 && terms[at]?.field === 'content')) {
      ({ row, counts } = await this.#read(signal));
      frequencies = frequenciesOf(terms, counts);
    }
    const fields = Object.fromEntries(
      termFields.map((field, at) => [
        field,
        { chunks: row?.fieldChunks[at] ?? 0, length: row?.fieldLengths[at] ?? 0 },
      ]),
    ) as Record<TermField, { chunks: number; length: number }>;
    if (!filter) return { chunks: row?.chunks ?? 0, fields, frequencies };
    const filtered = await this.#filteredCounts(terms, frequencies, filter, signal);
    return { fields, ...filtered };
  }

  async vocabulary({ signal }: CallOptions = {}): Promise<readonly IndexTerm[]> {
    const { counts } = await this.#read(signal);
    const most = new Map<string, number>();
    for (const field of [0, 1, 2]) {
      const sums = new Map<string, number>();
      for (const entry of counts)
        for (const [term, count] of entry[field] ?? []) sums.set(term, (sums.get(term) ?? 0) + count);
      for (const [term, sum] of sums) if (sum > (most.get(term) ?? 0)) most.set(term, sum);
    }
    return Array.from(most, ([term, chunks]) => ({ term, chunks })).filter(({ term }) => isSpelledOut(term));
  }

  /** The totals of the index, and the log of its terms as of now. */
  async #read(signal: AbortSignal | undefined): Promise<ReadLog> {
    const { connection, names } = this.#context;
    const changes = this.#changes();
    for (;;) {
      const [row] = await connection.query<StatisticsRow>(
        `MATCH (index:FootnoteIndex {chunk_label: $chunk})
OPTIONAL MATCH (entry:\`${names.terms}\`)
RETURN index.chunks AS chunks, index.field_chunks AS fieldChunks, index.field_lengths AS fieldLengths,
  collect(entry.id) AS log`,
        { chunk: names.chunk },
        { signal },
      );
      const { isWhole, counts } = await this.#table.read(row?.log ?? [], { signal });
      if (!isWhole) continue;
      this.#last = { row, counts, changes, atMs: performance.now() };
      return this.#last;
    }
  }

  #condition(filter: Filter | undefined) {
    if (!filter) return undefined;
    const { fields } = this.#context.spec;
    checkFilter(filter, fields);
    return cypherFilter(filter, fields);
  }

  /** Counts among what the filter lets through; of terms that no chunk holds nothing needs to be asked. */
  async #filteredCounts(
    terms: readonly FieldTerm[],
    frequencies: readonly number[],
    filter: Filter,
    signal: AbortSignal | undefined,
  ): Promise<{ chunks: number; frequencies: readonly number[] }> {
    const { connection, names } = this.#context;
    const condition = this.#condition(filter);
    const queries = terms.flatMap((term, at) =>
      (frequencies[at] as number) > 0 ? [{ at: BigInt(at), query: luceneQuery([term]) }] : [],
    );
    const where = `WHERE ${condition?.text}`;
    const [chunks, counts] = await Promise.all([
      connection.query<{ chunks: number }>(
        `MATCH (chunk:\`${names.chunk}\`) ${where} RETURN count(*) AS chunks`,
        condition?.parameters,
        { signal },
      ),
      connection.query<{ at: number; chunks: number }>(
        `UNWIND $queries AS one CALL db.index.fulltext.queryNodes($index, one.query) YIELD node AS chunk
${where} RETURN one.at AS at, count(*) AS chunks`,
        { index: names.fulltextIndex, queries, ...condition?.parameters },
        { signal },
      ),
    ]);
    const counted = new Map(counts.map((count) => [count.at, count.chunks]));
    return { chunks: chunks[0]?.chunks ?? 0, frequencies: terms.map((_, at) => counted.get(at) ?? 0) };
  }
}

/** A chunk that was found. */
interface TermRow {
  readonly hit: readonly [chunkId: string, documentId: string, version: number, score: number];
  readonly texts: readonly string[];
  readonly lengths: readonly number[];
}

/** Properties are read one by one: of a chunk that is removed meanwhile the later ones, or all, are null. */
function isWhole({ hit, texts, lengths }: TermRow): boolean {
  return [...hit, ...texts, lengths].every((value: unknown) => value !== null);
}

/** What a moment's log and totals say. */
interface ReadLog {
  readonly row: StatisticsRow | undefined;
  readonly counts: readonly TermCounts[];
}

function frequenciesOf(terms: readonly FieldTerm[], counts: readonly TermCounts[]): readonly number[] {
  return terms.map(({ field, term }) => {
    const [stored, at] = [storedTerm(term), termFields.indexOf(field)];
    return counts.reduce((sum, entry) => sum + (entry[at]?.get(stored) ?? 0), 0);
  });
}

interface StatisticsRow {
  readonly chunks: number;
  readonly fieldChunks: readonly number[];
  readonly fieldLengths: readonly number[];
  /** Ids of the entries. */
  readonly log: readonly string[];
}

/**
 * Any of these terms, in Lucene's query language. Each stands between quotation marks, where only these and the
 * backslash mean something, so that no term is read as an operator.
 * @example luceneQuery([{ field: 'title', term: 'dose', weight: 0.3 }]) // 'title_terms:"dose"^0.3'
 */
export function luceneQuery(terms: readonly (FieldTerm & { readonly weight?: number })[]): string {
  return terms
    .map(({ field, term, weight = 1 }) => {
      const property = termProperties[termFields.indexOf(field)];
      const quoted = storedTerm(term).replace(/["\\]/g, '\\$&');
      return `${property}:"${quoted}"${weight === 1 ? '' : `^${decimal(weight)}`}`;
    })
    .join(' ');
}

/** Lucene reads no exponents. */
function decimal(weight: number): string {
  return Math.max(weight, 1e-9)
    .toFixed(9)
    .replace(/\.?0+$/, '');
}
