import { createHash } from 'node:crypto';
import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  FieldStatistics,
  FilteredCallOptions,
  IndexTerm,
  SoughtTerm,
  TermField,
  TermHit,
  TermIndex,
  TermQuery,
} from '../../contracts/engine.ts';
import { inverseDocumentFrequency, type Normalisation, normalisation, saturation } from '../bm25.ts';
import { type ChunkTerms, chunkTerms, type FieldTerms, termFields } from '../chunk-terms.ts';
import { BoundValues, filterSql } from './filter-sql.ts';
import type { OpenIndex } from './open-index.ts';
import type { PostgresqlClient, Row } from './postgresql-server.ts';

/** Dimensions of the sparse vectors: more than terms that can ever be numbered. */
const sparseDimensions = 1_000_000_000;

/** Most terms that a sparse vector of pgvector holds; a chunk with more is ranked by its most frequent ones. */
const mostWeights = 16_000;

/** Terms longer than this, as of encoded data, are stored by their beginning and a hash: an index takes 2704 bytes. */
const longestTerm = 250;
const keptOfLongTerm = 64;

/**
 * How many chunks a search looks at first: those that hold the rarest terms, which have the best scores almost always.
 * Their scores then say which of the other terms can matter at all.
 */
const firstCandidates = 2000;

/** From this share of all chunks on, looking at every one costs less than finding those that hold a term. */
const mostFound = 0.3;

/** Terms by number, with what each counts for. */
interface WeighedTerm {
  readonly number: number;
  readonly chunks: number;
  readonly weight: number;
  /** Chunks of the whole index. */
  readonly all: number;
}

/** The words of an index: BM25 by sparse vectors, over the chunks that an inverted index of term numbers finds. */
export class PostgresqlTerms implements TermIndex {
  readonly #index: OpenIndex;

  constructor(index: OpenIndex) {
    this.#index = index;
  }

  async search(query: TermQuery): Promise<readonly TermHit[]> {
    const hits = await this.#search(query);
    if (hits.length === 0) await this.#index.requireThere(query.signal);
    return hits;
  }

  async #search(query: TermQuery): Promise<readonly TermHit[]> {
    const { terms, limit, signal } = query;
    const weighed = await this.#weigh(terms, signal);
    if (weighed.length === 0) return [];
    let candidates = 0;
    const rare = weighed.findIndex(({ chunks }) => (candidates += chunks) > firstCandidates);
    const first = rare > 0 ? await this.#find(weighed.slice(0, rare), weighed, query) : [];
    // A chunk that holds only terms beyond these cannot reach the last of the best (MaxScore: Turtle and Flood, Query
    // evaluation: strategies and optimizations, 1995).
    const reached = first.length === limit ? (first.at(-1) as TermHit).score : 0;
    let beyond = 0;
    const needed = weighed.findLastIndex(({ weight }) => (beyond += weight) > reached) + 1;
    return needed <= rare && first.length === limit
      ? first
      : this.#find(weighed.slice(0, needed), weighed, query);
  }

  async statistics(
    terms: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    { filter, signal }: FilteredCallOptions = {},
  ): Promise<FieldStatistics> {
    const { index, known } = await this.#lookUp(terms, signal);
    const fields = Object.fromEntries(
      termFields.map((field, at) => [
        field,
        {
          chunks: Number((index['field_chunks'] as unknown[])[at]),
          length: Number((index['field_lengths'] as unknown[])[at]),
        },
      ]),
    ) as FieldStatistics['fields'];
    const found = terms.map(({ field, term }) => known.get(keyOf(field, term)));
    if (!filter)
      return {
        chunks: index['chunks'] as number,
        fields,
        frequencies: found.map((row) => Number(row?.['chunks'] ?? 0)),
      };
    const numbers = found.map((row) => (row?.['number'] as number | undefined) ?? 0);
    const { tables, number, fields: types, server } = this.#index;
    const values = new BoundValues();
    const places = numbers.map(
      (one) => `count(*) filter (where ${values.bind(one, 'integer')} = any(t.terms))`,
    );
    const [row = {}] = await server.query(
      `select count(*)::float8 as chunks, array[${places.join(', ')}]::float8[] as frequencies
        from ${tables.chunks} c join ${tables.chunkTerms} t on t.chunk = c.number
        where c.index_number = ${number} and ${filterSql(filter, types, values)}`,
      values.list,
      { signal },
    );
    if (row['chunks'] === 0) await this.#index.requireThere(signal);
    return { chunks: row['chunks'] as number, fields, frequencies: row['frequencies'] as number[] };
  }

  async vocabulary({ signal }: CallOptions = {}): Promise<readonly IndexTerm[]> {
    const { tables, number, server } = this.#index;
    const grams = termFields.indexOf('grams');
    const rows = await server.query(
      `select term, max(chunks)::float8 as chunks from ${tables.terms}
        where index_number = $1 and field <> $2 and length(term) <= $3 group by term`,
      [number, grams, longestTerm],
      { signal },
    );
    if (rows.length === 0) await this.#index.requireThere(signal);
    return rows as unknown as readonly IndexTerm[];
  }

  /** The terms that the index holds, the rarest first, with their rarity in their weight. */
  async #weigh(
    terms: readonly SoughtTerm[],
    signal: AbortSignal | undefined,
  ): Promise<readonly WeighedTerm[]> {
    const { index, known } = await this.#lookUp(terms, signal);
    const all = index['chunks'] as number;
    return terms
      .flatMap(({ field, term, weight }) => {
        const row = known.get(keyOf(field, term));
        if (!row) return [];
        const chunks = row['chunks'] as number;
        const rarity = inverseDocumentFrequency(all, chunks);
        return [{ number: row['number'] as number, chunks, weight: weight * rarity, all }];
      })
      .toSorted((left, right) => left.chunks - right.chunks);
  }

  async #find(
    sought: readonly WeighedTerm[],
    weighed: readonly WeighedTerm[],
    { limit, filter, signal }: TermQuery,
  ): Promise<readonly TermHit[]> {
    const { tables, number, fields, server } = this.#index;
    const values = new BoundValues();
    const question = values.bind(sparseText(weighed.map((one) => [one.number, one.weight])), 'text');
    const candidates = sought.reduce((sum, { chunks }) => sum + chunks, 0);
    const isFew = candidates < mostFound * (weighed[0]?.all ?? 0);
    const holding = isFew
      ? `and t.terms && ${values.bind(`{${sought.map((one) => one.number).join(',')}}`, 'text')}::integer[]`
      : '';
    const passing = filter
      ? `join ${tables.chunks} c on c.number = t.chunk and ${filterSql(filter, fields, values)}`
      : '';
    const rows = await server.query(
      `select c.id, c.doc_id, c.version::float8 as version, -best.distance as score, held.texts
        from (
          select t.chunk, t.weights <#> ${question}::sparsevec as distance from ${tables.chunkTerms} t ${passing}
          where t.index_number = ${number} ${holding}
          order by 2, 1 limit ${limit}
        ) best join ${tables.chunks} c on c.number = best.chunk
          join ${tables.chunkTerms} held on held.chunk = best.chunk
        where best.distance < 0
        order by best.distance, c.id`,
      values.list,
      { signal },
    );
    return rows.map(hitOf);
  }

  /** The index's own row, and those of the terms that it holds. */
  async #lookUp(
    terms: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly index: Row; readonly known: ReadonlyMap<string, Row> }> {
    const { tables, number, server } = this.#index;
    const rows = await server.query(
      `select i.chunks::float8 as all_chunks, i.field_chunks::float8[], i.field_lengths::float8[],
          t.field, t.term, t.number, t.chunks::float8 as chunks
        from ${tables.indexes} i
        left join (
          ${tables.terms} t join unnest($2::smallint[], $3::text[]) as w (field, term)
            on t.field = w.field and t.term = w.term
        ) on t.index_number = i.number
        where i.number = $1`,
      [
        number,
        terms.map(({ field }) => termFields.indexOf(field)),
        terms.map(({ term }) => storedTerm(term)),
      ],
      { signal },
    );
    const [first] = rows;
    if (!first) throw this.#index.missing();
    const known = rows.filter((row) => row['term'] !== null);
    return {
      index: {
        chunks: first['all_chunks'],
        field_chunks: first['field_chunks'],
        field_lengths: first['field_lengths'],
      },
      known: new Map(known.map((row) => [`${String(row['field'])} ${String(row['term'])}`, row])),
    };
  }
}

function hitOf(row: Row): TermHit {
  return {
    chunkId: row['id'] as string,
    documentId: row['doc_id'] as string,
    version: row['version'] as number,
    score: row['score'] as number,
    texts: textsOf(row['texts'] as string | null),
  };
}

/** Whether a term is stored as it is, and can stand between spaces. */
function isSpelledOut(term: string): boolean {
  return term !== '' && !/\s/.test(term) && term === storedTerm(term);
}

/**
 * The terms of each field in reading order between spaces, behind its length, a line each; undefined where that would
 * not give back every term as it was.
 */
function textsText(terms: ChunkTerms): string | undefined {
  // What had to be stored otherwise has no order any more.
  const fields = termFields.map((field) => terms[field] as Partial<FieldTerms>);
  if (!fields.every((field) => field.terms?.every(isSpelledOut))) return undefined;
  return fields.map(({ terms: inOrder = [], length = 0 }) => [length, ...inOrder].join(' ')).join('\n');
}

/** Reads what {@link textsText} wrote. */
function textsOf(text: string | null): TermHit['texts'] {
  if (text === null) return undefined;
  const lines = text.split('\n');
  const fields = termFields.map((field, at) => {
    const [length, ...terms] = (lines[at] ?? '').split(' ');
    return [field, { terms, length: Number(length) }];
  });
  return Object.fromEntries(fields) as TermHit['texts'];
}

function keyOf(field: TermField, term: string): string {
  return `${termFields.indexOf(field)} ${storedTerm(term)}`;
}

/** A term as it is stored: whole, but for those that no index of PostgreSQL takes, or that it cannot hold at all. */
function storedTerm(term: string): string {
  const clean = term.replaceAll('\0', '').toWellFormed();
  if (clean.length <= longestTerm) return clean;
  const kept = clean.slice(0, keptOfLongTerm).toWellFormed();
  // Longer than any whole term, so that it is told from them.
  return `${kept}${createHash('sha512').update(clean).digest('hex')}`.padEnd(longestTerm + 1, '.');
}

/** A sparse vector as pgvector reads it: numbered from 1, in order. */
function sparseText(weights: readonly (readonly [number: number, weight: number])[]): string {
  const heaviest =
    weights.length <= mostWeights
      ? weights
      : weights.toSorted((left, right) => right[1] - left[1]).slice(0, mostWeights);
  const ordered = heaviest.toSorted((left, right) => left[0] - right[0]);
  return `{${ordered.map(([number, weight]) => `${number}:${weight.toPrecision(6)}`).join(',')}}/${sparseDimensions}`;
}

/** The terms of chunks about to be written, worked out before any row is locked. */
export type AnalysedChunks = ReadonlyMap<string, ChunkTerms>;

export function analyseChunks(chunks: readonly Chunk[], analyser: Analyser): AnalysedChunks {
  return new Map(chunks.map((chunk) => [chunk.id, storedTerms(chunkTerms(chunk, analyser))]));
}

/** The same terms as they are stored. */
function storedTerms(terms: ChunkTerms): ChunkTerms {
  const fields = termFields.map((field) => {
    const { frequencies, length } = terms[field];
    if (![...frequencies.keys()].some((term) => term !== storedTerm(term))) return [field, terms[field]];
    const stored = new Map<string, number>();
    for (const [term, frequency] of frequencies)
      stored.set(storedTerm(term), (stored.get(storedTerm(term)) ?? 0) + frequency);
    return [field, { frequencies: stored, length }];
  });
  return Object.fromEntries(fields) as ChunkTerms;
}

/**
 * Locks the row of an index until the transaction ends, so that terms are counted by one writer at a time. It comes
 * before every other lock: two writers that took them in different orders would wait for each other.
 */
export async function lockIndex(client: PostgresqlClient, index: OpenIndex): Promise<void> {
  await indexRow(client, index);
}

/** The statistics of an index, locked. Rows of chunks that refer to it may be written meanwhile. */
async function indexRow(client: PostgresqlClient, index: OpenIndex): Promise<Row> {
  const { rows } = await client.query(
    `select field_chunks::float8[], field_lengths::float8[] from ${index.tables.indexes}
      where number = $1 for no key update`,
    [index.number],
  );
  const [row] = rows;
  if (!row) throw index.missing();
  return row;
}

/** An array of what is asked of each field; `?` stands for its place. */
function byField(expression: string): string {
  return `array[${termFields.map((_, at) => expression.replace('?', String(at + 1))).join(', ')}]`;
}

/** Two arrays added up, or one taken from the other, field by field. */
function eachOf(left: string, sign: '+' | '-', right: string): string {
  return `(select array_agg(x.l ${sign} x.r order by x.place)
    from unnest(${left}, ${right}) with ordinality as x (l, r, place))`;
}

/**
 * Takes the terms of chunks away and out of the statistics; terms that no chunk holds any more go as well. `chosen`
 * selects the numbers of the chunks. The index must be locked.
 */
export async function removeTerms(
  client: PostgresqlClient,
  index: OpenIndex,
  chosen: string,
  values: readonly unknown[],
): Promise<void> {
  const { tables, number } = index;
  await client.query(
    `with lost as (
        delete from ${tables.chunkTerms} t using (${chosen}) as chosen
        where t.chunk = chosen.number returning t.terms, t.lengths
      ),
      less as (select term, count(*) as chunks from lost, unnest(lost.terms) as term group by term),
      totals as (
        select count(*) as chunks, ${byField('count(lengths[?])')} as field_chunks,
          ${byField('coalesce(sum(lengths[?]), 0)')}::bigint[] as field_lengths
        from lost
      ),
      fewer as (
        update ${tables.terms} t set chunks = t.chunks - less.chunks from less
        where t.number = less.term and t.chunks > less.chunks
      ),
      none as (delete from ${tables.terms} t using less where t.number = less.term and t.chunks <= less.chunks)
    update ${tables.indexes} i set chunks = i.chunks - totals.chunks,
      field_chunks = ${eachOf('i.field_chunks', '-', 'totals.field_chunks')},
      field_lengths = ${eachOf('i.field_lengths', '-', 'totals.field_lengths')}
    from totals where i.number = ${number}`,
    values,
  );
}

/** Adds the terms of chunks that have none, by the numbers of their rows. */
export async function addTerms(
  client: PostgresqlClient,
  index: OpenIndex,
  chunks: readonly { readonly number: number; readonly terms: ChunkTerms }[],
): Promise<void> {
  const { tables, number } = index;
  const before = await indexRow(client, index);
  const counts = countTerms(chunks.map(({ terms }) => terms));
  const numbers = await numberTerms(client, index, counts);
  const fieldChunks = termFields.map((field) =>
    sum(chunks, ({ terms }) => +(terms[field].frequencies.size > 0)),
  );
  const fieldLengths = termFields.map((field) => sum(chunks, ({ terms }) => terms[field].length));
  const totals = termFields.map((_, at) =>
    normalisation({
      chunks: ((before['field_chunks'] as number[])[at] as number) + (fieldChunks[at] as number),
      // A field may hold nothing but numbers, which have no length.
      length: ((before['field_lengths'] as number[])[at] as number) + (fieldLengths[at] as number) || 1,
    }),
  );
  const rows = chunks.map((chunk) => {
    const weights: [number, number][] = [];
    for (const [at, field] of termFields.entries()) {
      const { frequencies, length } = chunk.terms[field];
      for (const [term, frequency] of frequencies) {
        const one = numbers[at]?.get(term) as number;
        weights.push([one, saturation(frequency, length, totals[at] as Normalisation)]);
      }
    }
    const lengths = termFields.map((field) =>
      chunk.terms[field].frequencies.size > 0 ? chunk.terms[field].length : 'null',
    );
    return {
      chunk: chunk.number,
      terms: `{${weights.map(([one]) => one).join(',')}}`,
      texts: textsText(chunk.terms) ?? null,
      weights: sparseText(weights),
      lengths: `{${lengths.join(',')}}`,
    };
  });
  await client.query(
    `with added as (
        insert into ${tables.chunkTerms} (chunk, index_number, terms, weights, lengths, texts)
        select w.chunk, $1, w.terms::integer[], w.weights::sparsevec, w.lengths::integer[], w.texts
        from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $9::text[])
          as w (chunk, terms, weights, lengths, texts)
      )
    update ${tables.indexes} set chunks = chunks + $6::bigint,
      field_chunks = ${eachOf('field_chunks', '+', '$7::bigint[]')},
      field_lengths = ${eachOf('field_lengths', '+', '$8::bigint[]')}
    where number = $1`,
    [
      number,
      rows.map((row) => row.chunk),
      rows.map((row) => row.terms),
      rows.map((row) => row.weights),
      rows.map((row) => row.lengths),
      chunks.length,
      fieldChunks,
      fieldLengths,
      rows.map((row) => row.texts),
    ],
  );
}

/** By field, in how many of the chunks each term is. */
function countTerms(chunks: readonly ChunkTerms[]): readonly ReadonlyMap<string, number>[] {
  return termFields.map((field) => {
    const counts = new Map<string, number>();
    for (const terms of chunks)
      for (const term of terms[field].frequencies.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  });
}

/** Counts terms in, numbering those that are new, and returns their numbers by field. */
async function numberTerms(
  client: PostgresqlClient,
  { tables, number }: OpenIndex,
  counts: readonly ReadonlyMap<string, number>[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  const all = counts.flatMap((terms, field) =>
    Array.from(terms, ([term, chunks]) => ({ field, term, chunks })),
  );
  const numbers = counts.map(() => new Map<string, number>());
  const take = (rows: readonly Row[]) => {
    for (const row of rows)
      numbers[row['field'] as number]?.set(row['term'] as string, row['number'] as number);
  };
  const columns = (terms: typeof all) => [
    number,
    terms.map(({ field }) => field),
    terms.map(({ term }) => term),
    terms.map(({ chunks }) => chunks),
  ];
  const wanted = 'unnest($2::smallint[], $3::text[], $4::bigint[]) as w (field, term, chunks)';
  const known = await client.query(
    `update ${tables.terms} t set chunks = t.chunks + w.chunks from ${wanted}
      where t.index_number = $1 and t.field = w.field and t.term = w.term returning t.field, t.term, t.number`,
    columns(all),
  );
  take(known.rows);
  // Numbers of an identity are spent even where a row is there already, so only what is missing is inserted.
  const missing = all.filter(({ field, term }) => !numbers[field]?.has(term));
  if (missing.length === 0) return numbers;
  const added = await client.query(
    `insert into ${tables.terms} (index_number, field, term, chunks)
      select $1, w.field, w.term, w.chunks from ${wanted} returning field, term, number`,
    columns(missing),
  );
  take(added.rows);
  return numbers;
}

function sum<One>(all: readonly One[], amount: (one: One) => number): number {
  return all.reduce((total, one) => total + amount(one), 0);
}
