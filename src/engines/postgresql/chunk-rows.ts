import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import type { ChunkWrite } from '../../contracts/engine.ts';
import { unusable } from '../../values/require-arguments.ts';
import { isStorable } from './filter-sql.ts';
import type { Row } from './postgresql-server.ts';

/** Columns of `document_chunks` that a chunk is written to, with the types their texts are cast to. */
const columns = [
  ['id', 'text', 'text'],
  ['doc_id', 'text', 'text'],
  ['company_slug', 'text', 'text'],
  ['content', 'text', 'text'],
  ['doc_title', 'text', 'text'],
  ['chunk_index', 'integer', 'integer'],
  ['embedding', 'text', 'vector'],
  ['version', 'bigint', 'bigint'],
  ['start_offset', 'bigint', 'bigint'],
  ['end_offset', 'bigint', 'bigint'],
  ['heading_path', 'text', 'text[]'],
  ['page', 'bigint', 'bigint'],
  ['tokens', 'bigint', 'bigint'],
  ['language', 'text', 'text'],
  ['metadata', 'text', 'jsonb'],
] as const;

/**
 * Writes rows of chunks, each replacing the one of the same id, and returns `number`, `id` and `is_replaced`. The
 * first value is the number of the index, the others are {@link chunkColumns}.
 */
export function upsertChunksSql(table: string): string {
  const names = columns.map(([name]) => name);
  const arrays = columns.map(([, type], at) => `$${at + 2}::${type}[]`);
  const casts = columns.map(([name, given, type]) => (given === type ? `w.${name}` : `w.${name}::${type}`));
  const replaced = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return `insert into ${table} (index_number, ${names.join(', ')})
    select $1, ${casts.join(', ')} from unnest(${arrays.join(', ')}) as w (${names.join(', ')})
    on conflict (index_number, id) do update set ${replaced.join(', ')}
    returning number::float8 as number, id, xmax <> 0 as is_replaced`;
}

/** The values of {@link upsertChunksSql}, column by column. */
export function chunkColumns(batch: readonly ChunkWrite[], collection: string): readonly unknown[] {
  const rows = batch.map(({ chunk, vectors: [first] }) => {
    return [
      chunk.id,
      chunk.documentId,
      companyOf(chunk.metadata, collection),
      chunk.content,
      chunk.title,
      chunk.ordinal,
      first ? vectorText(first) : null,
      chunk.version,
      chunk.start,
      chunk.end,
      arrayText(chunk.headingPath),
      chunk.page ?? null,
      chunk.tokens,
      chunk.language,
      metadataText(chunk),
    ];
  });
  return columns.map((_, at) => rows.map((row) => row[at]));
}

/** Who a chunk belongs to, for `match_documents`. */
function companyOf(metadata: Metadata, collection: string): string {
  const { company_slug: slug } = metadata;
  return typeof slug === 'string' ? slug : collection;
}

function metadataText({ metadata }: Chunk): string {
  return JSON.stringify(metadata, (_, value) => value ?? undefined);
}

/**
 * Refuses what PostgreSQL would not take, or would silently change; text is cleaned before it comes here. Errors:
 * `request_invalid` with the chunk's id.
 */
export function refuseUnstorable(chunk: Chunk): void {
  const texts = Object.entries({
    id: chunk.id,
    documentId: chunk.documentId,
    content: chunk.content,
    title: chunk.title,
    language: chunk.language,
    headingPath: chunk.headingPath.join('\n'),
    // JSON escapes them.
    metadata: /\\u(0000|d[89a-f])/.test(metadataText(chunk)) ? deepText(chunk.metadata) : '',
  });
  const wrong = texts.find(([, text]) => !isStorable(text));
  if (wrong === undefined) return;
  const problem = `PostgreSQL cannot keep the NUL or the half character in that of chunk ${JSON.stringify(chunk.id)}`;
  throw unusable(wrong[0], problem);
}

function deepText(metadata: Metadata): string {
  return Object.entries(metadata).flat(2).join('\n');
}

/** A vector as pgvector reads it. Nine digits tell any two single-precision numbers apart. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toPrecision(9)).join(',')}]`;
}

/** Reads what pgvector writes of a vector of single precision: a list of numbers as JSON has it. */
export function vectorOf(text: string): Float32Array {
  return Float32Array.from(JSON.parse(text) as number[]);
}

/** A list of texts as PostgreSQL reads it. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}

/** What {@link chunkOf} reads, of `document_chunks c`. */
export const chunkSelection = `c.id, c.doc_id, c.version::float8 as version, c.chunk_index::float8 as chunk_index,
  c.start_offset::float8 as start_offset, c.end_offset::float8 as end_offset, c.content, c.doc_title, c.heading_path,
  c.page::float8 as page, c.tokens::float8 as tokens, c.language, c.metadata`;

/** A row as the chunk that it was written from. */
export function chunkOf(row: Row): Chunk {
  const page = row['page'] as number | null;
  return {
    id: row['id'] as string,
    documentId: row['doc_id'] as string,
    version: row['version'] as number,
    ordinal: row['chunk_index'] as number,
    start: row['start_offset'] as number,
    end: row['end_offset'] as number,
    content: row['content'] as string,
    title: row['doc_title'] as string,
    headingPath: row['heading_path'] as readonly string[],
    ...(page !== null && { page }),
    tokens: row['tokens'] as number,
    language: row['language'] as string,
    metadata: row['metadata'] as Metadata,
  };
}
