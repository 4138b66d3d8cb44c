import { requireObject, requireText, unusable } from '../../values/require-arguments.ts';

/** Version of the tables that this release works with. */
export const tablesVersion = 2;

/** Most that a name may be made of; PostgreSQL cuts longer ones off at 63 bytes. */
const schemaPattern = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Refuses a schema's name that cannot be used. Errors: `request_invalid`. */
export function checkSchema(schema: string): void {
  if (!schemaPattern.test(schema))
    throw unusable(
      'schema',
      `"${schema}" is not 1–63 letters, digits and _, beginning with none of the digits`,
    );
}

/** What {@link migrationsSql} is made for. */
export interface MigrationOptions {
  /** Default `public`. */
  readonly schema?: string | undefined;
  /** Whether roles see only the collections that `footnote_roles` names for them. Default false. */
  readonly rowLevelSecurity?: boolean | undefined;
}

/**
 * The tables, indexes and functions of the engine as one SQL script, which the engine runs at its first opening where
 * it may, and which anybody can run beforehand with `psql`. Running it again changes nothing. Errors:
 * `request_invalid` for a schema that cannot be named.
 */
export function migrationsSql(options: MigrationOptions = {}): string {
  requireObject('options', options);
  const { schema = 'public', rowLevelSecurity = false } = options;
  requireText('schema', schema);
  checkSchema(schema);
  const own = `"${schema}"`;
  return `-- Footnote's engine postgresql, version ${tablesVersion} of its tables. It can be run any number of times.
-- It needs pgvector 0.8 or newer: https://github.com/pgvector/pgvector
begin;

-- One at a time, where several processes come to an empty database at once.
do $$ begin perform pg_advisory_xact_lock(hashtext('footnote migrations')); end $$;

create extension if not exists vector;
do $$ begin
  if to_regnamespace('${own}') is null then create schema ${own}; end if;
end $$;

create table if not exists ${own}.footnote_migrations (
  version integer primary key,
  applied_at timestamptz not null default now()
);

-- One row per index: a collection under one embedder, chunker and analyser.
create table if not exists ${own}.footnote_indexes (
  number integer generated always as identity primary key,
  id text collate "C" not null unique,
  collection text not null,
  dimension integer not null,
  -- Statistics of BM25, kept by every write: chunks, and by field (content, title, headings, grams) the chunks where
  -- it is not empty and its length in terms.
  chunks bigint not null default 0,
  field_chunks bigint[] not null default '{0,0,0,0}',
  field_lengths bigint[] not null default '{0,0,0,0}',
  created_at timestamptz not null default now()
);

create table if not exists ${own}.document_chunks (
  number bigint generated always as identity primary key,
  index_number integer not null references ${own}.footnote_indexes (number) on delete cascade,
  id text collate "C" not null,
  doc_id text collate "C" not null,
  -- The chunk's metadata field company_slug, or else its collection.
  company_slug text not null,
  content text not null,
  doc_title text not null,
  chunk_index integer not null,
  -- Null until it is computed. A long chunk has further ones in document_chunk_vectors.
  embedding vector,
  version bigint not null,
  start_offset bigint not null,
  end_offset bigint not null,
  heading_path text[] not null,
  page bigint,
  tokens bigint not null,
  language text not null,
  metadata jsonb not null,
  unique (index_number, id)
);
-- Beside the other columns rather than out of line: an exact search reads it alone.
alter table ${own}.document_chunks alter column embedding set storage main;
create index if not exists document_chunks_document
  on ${own}.document_chunks (index_number, doc_id, version, chunk_index);
create index if not exists document_chunks_company on ${own}.document_chunks (company_slug);
create index if not exists document_chunks_metadata
  on ${own}.document_chunks using gin (metadata jsonb_path_ops);

-- The second and further windows of chunks that are longer than the embedder reads at once.
create table if not exists ${own}.document_chunk_vectors (
  chunk bigint not null references ${own}.document_chunks (number) on delete cascade,
  place integer not null,
  index_number integer not null,
  embedding vector not null,
  primary key (chunk, place)
);
alter table ${own}.document_chunk_vectors alter column embedding set storage main;
create index if not exists document_chunk_vectors_index on ${own}.document_chunk_vectors (index_number);

-- Every term of an index by field, with the chunks that hold it.
create table if not exists ${own}.footnote_terms (
  number integer generated always as identity primary key,
  -- Not a foreign key: checking it would cost a third of a write.
  index_number integer not null,
  field smallint not null,
  term text collate "C" not null,
  chunks bigint not null,
  unique (index_number, field, term)
) with (fillfactor = 45);

-- The terms of each chunk by number, and what each counts for by BM25 but for its rarity.
create table if not exists ${own}.footnote_chunk_terms (
  chunk bigint primary key references ${own}.document_chunks (number) on delete cascade,
  index_number integer not null,
  terms integer[] not null,
  weights sparsevec not null,
  -- By field, null where it is empty.
  lengths integer[] not null
) with (toast_tuple_target = 8160);
alter table ${own}.footnote_chunk_terms alter column terms set storage main, alter column weights set storage main;
-- The same terms in reading order, which hits are scored by: a line a field, with its length before them. Null where a
-- term cannot be spelled so.
alter table ${own}.footnote_chunk_terms add column if not exists texts text;
create index if not exists footnote_chunk_terms_index on ${own}.footnote_chunk_terms (index_number);
create index if not exists footnote_chunk_terms_terms on ${own}.footnote_chunk_terms using gin (terms);

-- Which roles see which collections, where row-level security is on.
create table if not exists ${own}.footnote_roles (
  role name not null,
  collection text not null,
  primary key (role, collection)
);

-- The chunks of a company that are nearer to a vector than a threshold, nearest first. While a collection is being
-- indexed anew beside its old index, the old one answers.
create or replace function ${own}.match_documents(
  query_embedding vector,
  match_company_slug text,
  match_threshold double precision default 0.6,
  match_count integer default 5
)
returns table (
  id text, doc_id text, content text, doc_title text, chunk_index integer, similarity double precision
)
language sql stable as $$
  with answering as (
    select min(number) as number from ${own}.footnote_indexes
    where dimension = vector_dims(query_embedding) group by collection
  ),
  candidates as materialized (
    select c.number, c.embedding from ${own}.document_chunks c
    where c.company_slug = match_company_slug and c.embedding is not null
      and c.index_number in (select answering.number from answering)
  ),
  nearest as (
    select windows.number, 1 - min(windows.embedding <=> query_embedding) as similarity
    from (
      select number, embedding from candidates
      union all
      select v.chunk, v.embedding from candidates join ${own}.document_chunk_vectors v on v.chunk = candidates.number
    ) windows
    group by windows.number
  )
  select c.id, c.doc_id, c.content, c.doc_title, c.chunk_index, nearest.similarity
  from nearest join ${own}.document_chunks c on c.number = nearest.number
  where nearest.similarity > match_threshold
  order by nearest.similarity desc, c.id
  limit match_count
$$;
${policies(own)}${rowLevelSecurity ? enabled(own) : ''}
insert into ${own}.footnote_migrations (version) values (${tablesVersion}) on conflict do nothing;

commit;
`;
}

/** Tables whose rows belong to an index. */
const tablesOfIndexes = [
  'document_chunks',
  'document_chunk_vectors',
  'footnote_terms',
  'footnote_chunk_terms',
];

/** Policies do nothing before row-level security is enabled. */
function policies(own: string): string {
  const policy = (table: string, condition: string) => `
drop policy if exists footnote_collections on ${own}.${table};
create policy footnote_collections on ${own}.${table} using (${condition});`;
  return `
-- A role sees itself among the roles, its collections' indexes, and their rows. Whoever owns the tables sees all.
${policy('footnote_roles', 'role = current_user')}
${policy('footnote_indexes', `collection in (select r.collection from ${own}.footnote_roles r)`)}
${tablesOfIndexes.map((table) => policy(table, `index_number in (select i.number from ${own}.footnote_indexes i)`)).join('')}
`;
}

function enabled(own: string): string {
  return ['footnote_roles', 'footnote_indexes', ...tablesOfIndexes]
    .map((table) => `\nalter table ${own}.${table} enable row level security;`)
    .join('')
    .concat('\n');
}
