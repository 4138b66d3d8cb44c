/** A number that changes with each row of the tables that hold documents and indexes. */
const revisionTriggers = ['indexes', 'documents', 'sources', 'index_documents']
  .flatMap((table) => ['insert', 'update', 'delete'].map((change) => [table, change] as const))
  .map(
    ([table, change]) => `create trigger ${table}_${change}_revises after ${change} on ${table}
      begin update library_revision set revision = revision + 1; end;`,
  )
  .join('\n    ');

/** Every change of the records' tables as SQL, by its name, oldest first. A published one is never edited. */
export const migrations: Readonly<Record<string, string>> = {
  '0001-documents': `
    create table indexes (
      id text primary key,
      collection text not null,
      live integer not null,
      embedder text not null,
      chunker text not null,
      analyser text not null,
      dimension integer not null,
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
      metadata_hash text not null,
      source text not null,
      published_at text,
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
      host text not null,
      pid integer not null,
      started_at text not null,
      heartbeat_at text not null,
      finished_at text,
      cancel_requested integer not null default 0,
      progress text,
      report text
    );
  `,
  '0002-declared-fields': `
    alter table indexes add column fields text;
    alter table document_versions add column published_by text;
  `,
  '0003-calibration': 'alter table indexes add column calibration text',
  '0004-conversations': `
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
      sentences text not null,
      content text not null
    );
    create index messages_conversation on messages (conversation_id);
    create index messages_uncited on messages (outcome)
      where complete = 0 or outcome not in ('answered', 'small-talk');
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
      primary key (answer_id, number)
    );
    create index citations_document on citations (document_id);
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
  `,
  '0005-library-revision': `
    create table library_revision (revision integer not null);
    insert into library_revision values (0);
    ${revisionTriggers}
  `,
  '0006-named-topics': `
    create table named_topics (
      answer_id text not null references messages (id) on delete cascade,
      document_id text not null,
      start integer not null,
      "end" integer not null,
      primary key (answer_id, start)
    );
    create index named_topics_document on named_topics (document_id);
    -- Of abstentions kept before, nobody knows any more which documents they name.
    update messages set content = substr(content, 1, instr(content, ' They cover: ') + 12) || '[…]'
      where (complete = 0 or outcome not in ('answered', 'small-talk'))
        and instr(content, ' They cover: “') > 0;
  `,
  '0007-own-metadata': 'alter table document_versions add column own_metadata text',
  '0008-how-jobs-end': `
    alter table jobs add column error text;
    alter table jobs add column cancelled_by text;
    alter table jobs add column store_bytes integer;
    create table job_documents (
      job_id text not null references jobs (id) on delete cascade,
      path text not null,
      chunks integer not null,
      tokens integer not null,
      primary key (job_id, path)
    );
    create index job_documents_path on job_documents (path);
    -- Of jobs that ended before, what is still live of theirs is all that is known.
    insert or ignore into job_documents (job_id, path, chunks, tokens)
      select published_by, json_extract(version.source, '$.path'), chunks, tokens
      from documents
      join document_versions version on version.document_id = documents.id and version.version = live_version
      join indexes on indexes.collection = documents.collection and live = 1
      join index_documents held on held.document_id = documents.id and held.version = live_version
        and held.index_id = indexes.id
      where published_by in (select id from jobs);
  `,
  '0009-job-directory': 'alter table jobs add column directory text',
  '0010-marked-words': `
    alter table messages add column selected_text text;
    create index messages_marked on messages (conversation_id) where selected_text is not null;
  `,
  '0011-limited-jobs': 'alter table jobs add column is_limited integer',
  '0012-collections-of-citations': `
    alter table citations add column collection text not null default '';
    alter table citations add column kind text;
    alter table messages add column other_collections text;
    update citations set collection = coalesce(
      (select collection from documents where documents.id = document_id),
      (select collection from conversations join messages on conversation_id = conversations.id
        where messages.id = answer_id),
      (select collection from qa_logs where qa_logs.id = answer_id), '');
  `,
  '0013-failed-parses': `
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
  `,
};
