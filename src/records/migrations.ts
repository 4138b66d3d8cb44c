import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../errors.ts';
import { writeTransaction } from '../sqlite/write-transaction.ts';

/** The tables of a new store, as SQLite has them. */
const tables = `
  create table indexes (
    id text primary key,
    collection text not null,
    live integer not null,
    embedder text not null,
    chunker text not null,
    analyser text not null,
    dimension integer not null,
    fields text,
    calibration text,
    created_at text not null
  );
  create unique index indexes_live on indexes (collection) where live = 1;
  create table documents (
    id text primary key,
    collection text not null,
    live_version integer
  );
  create index documents_collection on documents (collection);
  create table sources (
    collection text not null,
    source text not null,
    document_id text not null references documents (id),
    path text not null,
    bytes integer not null,
    modified_ms integer not null,
    primary key (collection, source)
  );
  create index sources_document on sources (document_id);
  create table document_versions (
    document_id text not null references documents (id),
    version integer not null,
    job_id text,
    title text not null,
    language text not null,
    content_hash text not null,
    parser text not null,
    metadata text not null,
    own_metadata text not null,
    metadata_hash text not null,
    source text not null,
    published_at text,
    published_by text,
    -- The long columns come last, so that a listing need not walk over them.
    blocks text not null,
    text text not null,
    primary key (document_id, version)
  );
  create index document_versions_content on document_versions (content_hash);
  create table index_documents (
    index_id text not null,
    document_id text not null,
    version integer not null,
    chunks integer not null,
    tokens integer not null,
    embedded_chunks integer not null,
    job_id text,
    primary key (document_id, version, index_id)
  );
  create index index_documents_unembedded on index_documents (index_id) where embedded_chunks < chunks;
  create table jobs (
    id text primary key,
    collection text not null,
    kind text not null,
    state text not null,
    paths text not null,
    is_limited integer not null,
    directory text not null,
    host text not null,
    pid integer not null,
    started_at text not null,
    heartbeat_at text not null,
    finished_at text,
    cancel_requested integer not null default 0,
    progress text,
    report text,
    error text,
    cancelled_by text,
    store_bytes integer
  );
  create table job_documents (
    job_id text not null references jobs (id) on delete cascade,
    path text not null,
    chunks integer not null,
    tokens integer not null,
    primary key (job_id, path)
  );
  create index job_documents_path on job_documents (path);
  create table failed_parses (
    collection text not null,
    source text not null,
    job_id text not null references jobs (id) on delete cascade,
    content_hash text not null,
    parser text not null,
    code text not null,
    details text not null,
    primary key (collection, source)
  );
  create index failed_parses_job on failed_parses (job_id);
  create table conversations (
    id text primary key,
    collection text not null,
    session_id text,
    title text not null,
    started_at text not null,
    updated_at text not null
  );
  create index conversations_collection on conversations (collection, updated_at);
  create table messages (
    sequence integer primary key autoincrement,
    id text not null unique,
    conversation_id text not null references conversations (id) on delete cascade,
    role text not null,
    created_at text not null,
    outcome text,
    complete integer not null,
    confidence real not null,
    trace text,
    selected_text text,
    other_collections text,
    sentences text not null,
    content text not null
  );
  create index messages_conversation on messages (conversation_id);
  create index messages_uncited on messages (outcome)
    where complete = 0 or outcome not in ('answered', 'small-talk');
  create index messages_marked on messages (conversation_id) where selected_text is not null;
  create table qa_logs (
    id text primary key,
    collection text not null,
    asked_at text not null,
    session_id text,
    conversation_id text,
    client_hash text,
    question_hash text not null,
    outcome text not null,
    complete integer not null,
    error_code text,
    confidence real not null,
    chunk_ids text not null,
    retrieval_ms real,
    answer_ms real,
    total_ms real not null,
    model text,
    prompt_tokens integer,
    completion_tokens integer,
    question text,
    answer text
  );
  create index qa_logs_collection on qa_logs (collection, asked_at);
  create index qa_logs_conversation on qa_logs (conversation_id) where conversation_id is not null;
  create view chat_queries as select
    id as query_id, client_hash as user_ip_hash, question_hash, chunk_ids as retrieved_chunk_ids,
    total_ms as response_time_ms,
    case outcome when 'failed' then 'error' when 'cancelled' then 'cancelled' else 'success' end as status,
    asked_at as created_at from qa_logs;
  create table citations (
    answer_id text not null,
    number integer not null,
    collection text not null,
    document_id text not null,
    chunk_id text not null,
    path text not null,
    title text not null,
    heading_path text not null,
    page integer,
    start integer not null,
    "end" integer not null,
    verdict text not null,
    opened integer not null default 0,
    quote text,
    kind text,
    primary key (answer_id, number)
  );
  create index citations_document on citations (document_id);
  create table named_topics (
    answer_id text not null references messages (id) on delete cascade,
    document_id text not null,
    start integer not null,
    "end" integer not null,
    primary key (answer_id, start)
  );
  create index named_topics_document on named_topics (document_id);
  create table feedback (
    answer_id text primary key,
    helpful integer,
    given_at text not null
  );
  create table hash_keys (
    day text primary key,
    "key" blob not null
  );
  create table log_losses (
    noticed_at text not null,
    entries integer not null
  );
  create table library_revision (revision integer not null);
  insert into library_revision values (0);
`;

/** The keys of a server's clients. */
const keyTable = `
  create table api_keys (
    id text primary key,
    name text not null,
    hash text not null,
    role text not null,
    collections text,
    groups text,
    created_at text not null,
    expires_at text,
    last_used_at text,
    revoked_at text
  );
`;

/** Documents that were put in, and their bytes. */
const uploadTables = `
  create table contents (
    id text primary key,
    collection text not null,
    hash text,
    bytes integer not null,
    written_at text not null
  );
  create unique index contents_hash on contents (collection, hash);
  create table content_parts (
    content_id text not null references contents (id) on delete cascade,
    part integer not null,
    data blob not null,
    primary key (content_id, part)
  );
  create table uploads (
    collection text not null,
    name text not null,
    pending integer not null,
    content_id text not null references contents (id),
    job_id text,
    title text,
    metadata text not null,
    modified_ms integer not null,
    primary key (collection, name, pending)
  );
  create index uploads_content on uploads (content_id);
  create index uploads_pending on uploads (job_id) where pending = 1;
`;

/** What may be asked with a key, and what was. */
const usageTable = `
  alter table api_keys add column quota text;
  create table key_usage (
    key_id text not null,
    period text not null,
    questions integer not null,
    tokens integer not null,
    primary key (key_id, period)
  );
`;

/** Who is signed in on the page. */
const sessionTable = `
  create table sessions (
    hash text primary key,
    key_id text,
    principal text,
    expires_at text not null
  );
  create index sessions_expire on sessions (expires_at);
`;

/** Whose conversations, questions and jobs are, and for which groups documents are. */
const ownersAndGroups = `
  alter table conversations add column owner text;
  alter table qa_logs add column owner text;
  alter table jobs add column owner text;
  alter table documents add column visible_to text
`;

/** What documents that are there already say of their groups. Of damaged metadata, nothing is known. */
const groupsInSqlite = `
  update documents set visible_to = (
    select case json_type(metadata, '$.groups')
      when 'array' then json_extract(metadata, '$.groups')
      else json_array(cast(json_extract(metadata, '$.groups') as text)) end
    from document_versions where document_id = documents.id and version = live_version
      and json_valid(metadata) and json_type(metadata, '$.groups') is not null
      and json_extract(metadata, '$.groups') <> '[]')
`;

const groupsInPostgresql = `
  update documents set visible_to = case jsonb_typeof(metadata::jsonb -> 'groups')
      when 'array' then (metadata::jsonb -> 'groups')::text
      else jsonb_build_array(metadata::jsonb ->> 'groups')::text end
    from document_versions where document_id = documents.id and version = live_version
      and metadata::jsonb -> 'groups' is not null and metadata::jsonb -> 'groups' <> '[]'
`;

/** Where what readers see is held: a number changes with everything that is changed there. */
const revisedTables = ['indexes', 'documents', 'sources', 'index_documents'];

const sqliteTriggers = revisedTables
  .flatMap((table) => ['insert', 'update', 'delete'].map((change) => [table, change] as const))
  .map(
    ([table, change]) => `create trigger ${table}_${change}_revises after ${change} on ${table}
    begin update library_revision set revision = revision + 1; end;`,
  )
  .join('\n  ');

const postgresqlTriggers = [
  `create function library_revises() returns trigger language plpgsql set search_path from current as $$
    begin
      -- Once a transaction, of which there is one at a time: what is changed a thousand times is still one row.
      update library_revision set revision = pg_current_xact_id()::text::bigint
      where revision <> pg_current_xact_id()::text::bigint;
      return null;
    end $$;`,
  ...revisedTables.map(
    (table) => `create trigger ${table}_revises after insert or update or delete on ${table}
    for each statement execute function library_revises();`,
  ),
].join('\n  ');

/**
 * The log as a textbook's chatbot keeps it. A question that its reader gave up, and one that a server did not answer in
 * its time, ended by `timeout`; one that a limit refused is `rate_limited`.
 */
function chatQueries({ json, time }: { readonly json: string; readonly time: string }): string {
  return `create view chat_queries as select
    id as query_id, client_hash as user_ip_hash, question, question_hash, selected_text as context,
    ${json} as retrieved_chunk_ids, cast(round(total_ms) as integer) as response_time_ms,
    case
      when outcome = 'refused' then 'rate_limited'
      when outcome = 'cancelled' then 'timeout'
      when outcome = 'failed' and total_ms >= 5000
        and error_code in ('engine_unavailable', 'model_unavailable', 'store_unavailable') then 'timeout'
      when outcome in ('failed', 'store-away') then 'error'
      else 'success'
    end as status,
    ${time} as created_at from qa_logs;`;
}

/** Links to answers, which go with them. */
const shareTable = `
  create table shares (
    id text primary key,
    answer_id text not null unique references messages (id) on delete cascade,
    created_at text not null
  );`;

/** Folders that are followed, each by the machine on which it was added. */
const watchedFolderTable = `
  create table watched_folders (
    id text primary key,
    collection text not null,
    path text not null,
    host text not null,
    active integer not null,
    added_at text not null,
    last_run_at text,
    last_run text,
    error text,
    unique (collection, path, host)
  );`;

/** A change of the records' tables. */
export interface Migration {
  /** How far the tables are once it was made. */
  readonly version: number;
  /** SQL as SQLite speaks it; {@link inPostgresql} says it to PostgreSQL. A column stands on a line of its own. */
  readonly statements: string;
  /** What only one of them is told besides. */
  readonly sqlite?: string;
  readonly postgresql?: string;
}

/** When the clock was seen, of which there is one row: what is too old is only what a clock that goes right says is. */
const retentionTable = `
  create table retention (
    last_seen text not null,
    steady_since text not null,
    withheld_before text,
    withheld_conversations integer not null,
    withheld_entries integer not null
  );`;

/** Every change of the tables, oldest first. A published one is never edited; the next counts on from the last. */
export const migrations: readonly [Migration, ...Migration[]] = [
  { version: 13, statements: tables, sqlite: sqliteTriggers, postgresql: postgresqlTriggers },
  { version: 14, statements: `alter table indexes add column engine text not null default 'embedded'` },
  {
    version: 15,
    statements: `
      alter table qa_logs add column citations text not null default '[]';
      alter table qa_logs add column chunks_retrieved integer not null default 0`,
    sqlite: loggedNames('virtual'),
    postgresql: loggedNames('stored'),
  },
  { version: 16, statements: keyTable },
  {
    version: 17,
    statements: `
      drop view chat_queries;
      alter table qa_logs add column selected_text text;
      alter table qa_logs add column chunk_uuids text not null default '[]'`,
    sqlite: chatQueries({ json: 'chunk_uuids', time: 'asked_at' }),
    postgresql: chatQueries({ json: 'chunk_uuids::jsonb', time: 'asked_at::timestamptz' }),
  },
  { version: 18, statements: uploadTables },
  { version: 19, statements: `alter table document_versions add column checksum integer` },
  { version: 20, statements: retentionTable },
  { version: 21, statements: 'alter table sources add column tag text' },
  { version: 22, ...auditTable() },
  { version: 23, statements: sessionTable },
  { version: 24, statements: 'create table receipt_keys (\n    private_key text not null\n  )' },
  { version: 25, statements: usageTable },
  { version: 26, statements: ownersAndGroups, sqlite: groupsInSqlite, postgresql: groupsInPostgresql },
  { version: 27, statements: 'alter table document_versions add column places text' },
  { version: 28, statements: `alter table indexes add column place text not null default ''` },
  { version: 29, statements: 'alter table conversations add column pinned integer not null default 0' },
  { version: 30, statements: 'alter table contents add column kept integer not null default 0' },
  { version: 31, statements: shareTable },
  {
    version: 32,
    statements: `
      alter table documents add column edits text;
      alter table document_versions add column unedited_title text;
      alter table document_versions add column unedited_metadata text`,
  },
  { version: 33, statements: watchedFolderTable },
  { version: 34, ...keptBytesTable() },
];

/**
 * What the named contents of each collection add up to, so that nobody who keeps one more has to count all of them.
 * The database itself keeps it in step.
 */
function keptBytesTable(): Omit<Migration, 'version'> {
  const less = 'update kept_bytes set bytes = bytes - old.bytes where collection = old.collection';
  const more = `insert into kept_bytes (collection, bytes) values (new.collection, new.bytes)
      on conflict (collection) do update set bytes = kept_bytes.bytes + excluded.bytes`;
  const none = 'delete from kept_bytes where bytes = 0';
  const isLess = 'when (old.hash is not null)';
  const isMore = 'when (new.hash is not null)';
  return {
    statements: `
  create table kept_bytes (
    collection text primary key,
    bytes integer not null
  );
  insert into kept_bytes select collection, sum(bytes) from contents where hash is not null group by collection`,
    sqlite: `
      create trigger contents_named after update of hash, collection on contents ${isMore} begin ${more}; end;
      create trigger contents_renamed after update of hash, collection on contents ${isLess}
        begin ${less}; ${none}; end;
      create trigger contents_removed after delete on contents ${isLess} begin ${less}; ${none}; end`,
    postgresql: `
      create function contents_more() returns trigger language plpgsql set search_path from current as $$
        begin ${more}; return null; end $$;
      create function contents_less() returns trigger language plpgsql set search_path from current as $$
        begin ${less}; ${none}; return null; end $$;
      create trigger contents_named after update of hash, collection on contents
        for each row ${isMore} execute function contents_more();
      create trigger contents_renamed after update of hash, collection on contents
        for each row ${isLess} execute function contents_less();
      create trigger contents_removed after delete on contents
        for each row ${isLess} execute function contents_less()`,
  };
}

/** Who did what: rows are added and, once they are old enough, removed; the database refuses to change one. */
function auditTable(): Omit<Migration, 'version'> {
  return {
    statements: `
  create table audit_log (
    sequence integer primary key autoincrement,
    at text not null,
    actor text not null,
    action text not null,
    collection text,
    target text,
    client text,
    outcome text not null
  );
  create index audit_log_at on audit_log (at);
`,
    sqlite: `create trigger audit_log_stays before update on audit_log
      begin select raise(abort, 'Entries of the audit log are never changed.'); end;`,
    postgresql: `create function audit_log_stays() returns trigger language plpgsql as $$
      begin raise exception 'Entries of the audit log are never changed.'; end $$;
      create trigger audit_log_stays before update on audit_log
      for each row execute function audit_log_stays();`,
  };
}

/** Columns of the log under the names that the description of the preset `disclosures` has. Requirement row B12. */
function loggedNames(kind: 'virtual' | 'stored'): string {
  return `
    alter table qa_logs add column llm_ms double precision generated always as (answer_ms) ${kind};
    alter table qa_logs add column created_at text generated always as (asked_at) ${kind}`;
}

export interface MigrateOptions {
  /** Changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** Oldest first. Default: all that there are. */
  readonly steps?: typeof migrations;
}

/**
 * Makes the records' tables, or brings them up to date, all in one transaction. SQLite's `user_version` says how far
 * they are, so that opening a store that is up to date costs one pragma.
 * Errors: `store_newer`; `store_older` for one that would have to be migrated and is only to be read; those of
 * {@link writeTransaction}.
 */
export async function migrateSqlite(
  database: DatabaseSync,
  path: string,
  { readOnly = false, steps = migrations }: MigrateOptions = {},
): Promise<void> {
  const supported = (steps.at(-1) ?? steps[0]).version;
  const stored = versionOf(database);
  if (stored > supported) throw new FootnoteError('store_newer', { path, stored, supported });
  if (stored === supported) return;
  if (readOnly) throw new FootnoteError('store_older', { path, stored, supported });
  await writeTransaction(database, () => {
    // Another process may have brought it here a moment ago.
    const reached = versionOf(database);
    for (const { version, statements, sqlite = '' } of steps)
      if (version > reached) database.exec(`${statements}; ${sqlite}; pragma user_version = ${version}`);
  });
}

/** How far the tables of a file are; 0 for a new one, and for most that other programs have made. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

/** How PostgreSQL calls the types of columns. Texts are compared by their bytes, as SQLite does it. */
const postgresqlTypes: Readonly<Record<string, string>> = {
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  blob: 'bytea',
};

/** Tables whose rows are ordered as they came, which SQLite knows by itself. */
const orderedTables = /(create table (?:jobs|index_documents) \()/g;

/** Statements for SQLite in PostgreSQL's words. */
export function inPostgresql(statements: string): string {
  return statements
    .replace(orderedTables, '$1\n    rowid bigint generated always as identity,')
    .replace('integer primary key autoincrement', 'bigint generated always as identity primary key')
    .replace(
      /^( {4}|.*\badd column )("?\w+"?) (text|integer|real|blob)\b/gm,
      (_, before: string, column: string, type: string) =>
        // Moments of files have fractions, which SQLite keeps in any column.
        `${before}${column} ${column === 'modified_ms' ? postgresqlTypes['real'] : postgresqlTypes[type]}`,
    );
}
