import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every change of the records' tables, oldest first. A published one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-documents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('indexes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('live', 'integer', (column) => column.notNull())
        .addColumn('embedder', 'text', (column) => column.notNull())
        .addColumn('chunker', 'text', (column) => column.notNull())
        .addColumn('analyser', 'text', (column) => column.notNull())
        .addColumn('dimension', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await sql`create unique index indexes_live on indexes (collection) where live = 1`.execute(db);
      await db.schema
        .createTable('documents')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('live_version', 'integer')
        .execute();
      await sql`create index documents_collection on documents (collection)`.execute(db);
      await db.schema
        .createTable('sources')
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('modified_ms', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('sources_key', ['collection', 'source'])
        .execute();
      await sql`create index sources_document on sources (document_id)`.execute(db);
      await db.schema
        .createTable('document_versions')
        .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('job_id', 'text')
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('parser', 'text', (column) => column.notNull())
        .addColumn('metadata', 'text', (column) => column.notNull())
        .addColumn('metadata_hash', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('published_at', 'text')
        // The long columns come last, so that a listing need not walk over them.
        .addColumn('blocks', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('document_versions_key', ['document_id', 'version'])
        .execute();
      await sql`create index document_versions_content on document_versions (content_hash)`.execute(db);
      await db.schema
        .createTable('index_documents')
        .addColumn('index_id', 'text', (column) => column.notNull())
        .addColumn('document_id', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('chunks', 'integer', (column) => column.notNull())
        .addColumn('tokens', 'integer', (column) => column.notNull())
        .addColumn('embedded_chunks', 'integer', (column) => column.notNull())
        .addColumn('job_id', 'text')
        .addPrimaryKeyConstraint('index_documents_key', ['document_id', 'version', 'index_id'])
        .execute();
      await sql`create index index_documents_unembedded on index_documents (index_id)
        where embedded_chunks < chunks`.execute(db);
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('paths', 'text', (column) => column.notNull())
        .addColumn('host', 'text', (column) => column.notNull())
        .addColumn('pid', 'integer', (column) => column.notNull())
        .addColumn('started_at', 'text', (column) => column.notNull())
        .addColumn('heartbeat_at', 'text', (column) => column.notNull())
        .addColumn('finished_at', 'text')
        .addColumn('cancel_requested', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('progress', 'text')
        .addColumn('report', 'text')
        .execute();
    },
  },
  '0002-declared-fields': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('indexes').addColumn('fields', 'text').execute();
      await db.schema.alterTable('document_versions').addColumn('published_by', 'text').execute();
    },
  },
  '0003-calibration': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('indexes').addColumn('calibration', 'text').execute();
    },
  },
  '0004-conversations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('conversations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text')
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('started_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await sql`create index conversations_collection on conversations (collection, updated_at)`.execute(db);
      await db.schema
        .createTable('messages')
        .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('conversation_id', 'text', (column) =>
          column.notNull().references('conversations.id').onDelete('cascade'),
        )
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('complete', 'integer', (column) => column.notNull())
        .addColumn('confidence', 'real', (column) => column.notNull())
        .addColumn('trace', 'text')
        .addColumn('sentences', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute();
      await sql`create index messages_conversation on messages (conversation_id)`.execute(db);
      await sql`create index messages_uncited on messages (outcome)
        where complete = 0 or outcome not in ('answered', 'small-talk')`.execute(db);
      await db.schema
        .createTable('qa_logs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('asked_at', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text')
        .addColumn('conversation_id', 'text')
        .addColumn('client_hash', 'text')
        .addColumn('question_hash', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('complete', 'integer', (column) => column.notNull())
        .addColumn('error_code', 'text')
        .addColumn('confidence', 'real', (column) => column.notNull())
        .addColumn('chunk_ids', 'text', (column) => column.notNull())
        .addColumn('retrieval_ms', 'real')
        .addColumn('answer_ms', 'real')
        .addColumn('total_ms', 'real', (column) => column.notNull())
        .addColumn('model', 'text')
        .addColumn('prompt_tokens', 'integer')
        .addColumn('completion_tokens', 'integer')
        .addColumn('question', 'text')
        .addColumn('answer', 'text')
        .execute();
      await sql`create index qa_logs_collection on qa_logs (collection, asked_at)`.execute(db);
      await sql`create index qa_logs_conversation on qa_logs (conversation_id)
        where conversation_id is not null`.execute(db);
      await sql`create view chat_queries as select
        id as query_id, client_hash as user_ip_hash, question_hash, chunk_ids as retrieved_chunk_ids,
        total_ms as response_time_ms,
        case outcome when 'failed' then 'error' when 'cancelled' then 'cancelled' else 'success' end as status,
        asked_at as created_at from qa_logs`.execute(db);
      await db.schema
        .createTable('citations')
        .addColumn('answer_id', 'text', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('document_id', 'text', (column) => column.notNull())
        .addColumn('chunk_id', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('heading_path', 'text', (column) => column.notNull())
        .addColumn('page', 'integer')
        .addColumn('start', 'integer', (column) => column.notNull())
        .addColumn('end', 'integer', (column) => column.notNull())
        .addColumn('verdict', 'text', (column) => column.notNull())
        .addColumn('opened', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('quote', 'text')
        .addPrimaryKeyConstraint('citations_key', ['answer_id', 'number'])
        .execute();
      await sql`create index citations_document on citations (document_id)`.execute(db);
      await db.schema
        .createTable('feedback')
        .addColumn('answer_id', 'text', (column) => column.primaryKey())
        .addColumn('helpful', 'integer')
        .addColumn('given_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('hash_keys')
        .addColumn('day', 'text', (column) => column.primaryKey())
        .addColumn('key', 'blob', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('log_losses')
        .addColumn('noticed_at', 'text', (column) => column.notNull())
        .addColumn('entries', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  '0005-library-revision': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('library_revision')
        .addColumn('revision', 'integer', (column) => column.notNull())
        .execute();
      await sql`insert into library_revision values (0)`.execute(db);
      for (const table of ['indexes', 'documents', 'sources', 'index_documents']) {
        for (const change of ['insert', 'update', 'delete']) {
          await sql`create trigger ${sql.id(`${table}_${change}_revises`)} after ${sql.raw(change)} on ${sql.id(table)}
            begin update library_revision set revision = revision + 1; end`.execute(db);
        }
      }
    },
  },
  '0006-named-topics': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('named_topics')
        .addColumn('answer_id', 'text', (column) =>
          column.notNull().references('messages.id').onDelete('cascade'),
        )
        .addColumn('document_id', 'text', (column) => column.notNull())
        .addColumn('start', 'integer', (column) => column.notNull())
        .addColumn('end', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('named_topics_key', ['answer_id', 'start'])
        .execute();
      await sql`create index named_topics_document on named_topics (document_id)`.execute(db);
      // Of abstentions kept before, nobody knows any more which documents they name.
      await sql`update messages set content = substr(content, 1, instr(content, ' They cover: ') + 12) || '[…]'
        where (complete = 0 or outcome not in ('answered', 'small-talk'))
        and instr(content, ' They cover: “') > 0`.execute(db);
    },
  },
  '0007-own-metadata': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('document_versions').addColumn('own_metadata', 'text').execute();
    },
  },
  '0008-how-jobs-end': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('jobs').addColumn('error', 'text').execute();
      await db.schema.alterTable('jobs').addColumn('cancelled_by', 'text').execute();
      await db.schema.alterTable('jobs').addColumn('store_bytes', 'integer').execute();
      await db.schema
        .createTable('job_documents')
        .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('chunks', 'integer', (column) => column.notNull())
        .addColumn('tokens', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('job_documents_key', ['job_id', 'path'])
        .execute();
      await sql`create index job_documents_path on job_documents (path)`.execute(db);
      // Of jobs that ended before, what is still live of theirs is all that is known.
      await sql`insert or ignore into job_documents (job_id, path, chunks, tokens)
        select published_by, json_extract(version.source, '$.path'), chunks, tokens
        from documents
        join document_versions version on version.document_id = documents.id and version.version = live_version
        join indexes on indexes.collection = documents.collection and live = 1
        join index_documents held on held.document_id = documents.id and held.version = live_version
          and held.index_id = indexes.id
        where published_by in (select id from jobs)`.execute(db);
    },
  },
  '0009-job-directory': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('jobs').addColumn('directory', 'text').execute();
    },
  },
  '0010-marked-words': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('messages').addColumn('selected_text', 'text').execute();
      await sql`create index messages_marked on messages (conversation_id)
        where selected_text is not null`.execute(db);
    },
  },
  '0011-limited-jobs': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('jobs').addColumn('is_limited', 'integer').execute();
    },
  },
  '0012-collections-of-citations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('citations')
        .addColumn('collection', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema.alterTable('citations').addColumn('kind', 'text').execute();
      await db.schema.alterTable('messages').addColumn('other_collections', 'text').execute();
      await sql`update citations set collection = coalesce(
        (select collection from documents where documents.id = document_id),
        (select collection from conversations join messages on conversation_id = conversations.id
          where messages.id = answer_id),
        (select collection from qa_logs where qa_logs.id = answer_id), '')`.execute(db);
    },
  },
  '0013-failed-parses': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('failed_parses')
        .addColumn('collection', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('parser', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('details', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('failed_parses_key', ['collection', 'source'])
        .execute();
      await sql`create index failed_parses_job on failed_parses (job_id)`.execute(db);
    },
  },
};
