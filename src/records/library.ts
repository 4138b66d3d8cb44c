import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Metadata } from '../contracts/chunk.ts';
import type { LiveDocument } from '../contracts/live-documents.ts';
import type { Block } from '../contracts/parser.ts';
import type { DocumentSummary, DocumentText } from '../footnote.ts';
import type { IndexDocumentRow, RecordTables } from './schema.ts';

/** What readers see: the live version of every document. */
export interface Library {
  list(collection: string): Promise<readonly DocumentSummary[]>;
  /** By id, or by path as given or absolute. */
  find(collection: string, idOrPath: string): Promise<DocumentSummary | undefined>;
  /** Undefined where that version is not stored (any more). */
  text(documentId: string, version: number): Promise<DocumentText | undefined>;
  /** The live versions of these documents; those without one are left out. Remembered until something changes. */
  live(documentIds: Iterable<string>): Promise<ReadonlyMap<string, LiveDocument>>;
  /**
   * The language that most of a collection's documents are in, by a sample of them; undefined where there are none.
   * Remembered until something changes.
   */
  mainLanguage(collection: string): Promise<string | undefined>;
  /** Chunks of live documents that only their words can find, since their vectors are still to come. */
  unembeddedChunks(collection: string): Promise<number>;
  /** Titles of some documents, to say what a collection covers. */
  titles(collection: string, limit: number): Promise<readonly string[]>;
  /** Forgets what is remembered: called after this connection wrote, since it sees only others' changes. */
  invalidate(): void;
}

/** Documents that are looked at to tell a collection's main language. */
const languageSample = 200;

/** Reads documents for questions, lists and the page. */
export function library(db: Kysely<RecordTables>): Library {
  const remembered = new Map<string, LiveDocument>();
  const mainLanguages = new Map<string, string | undefined>();
  let seenVersion = -1;

  const forget = () => {
    remembered.clear();
    mainLanguages.clear();
  };

  /** Forgets what is remembered where another connection has changed something. */
  const noticeChanges = async () => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
    const version = rows[0]?.data_version ?? 0;
    if (version !== seenVersion) forget();
    seenVersion = version;
  };

  /** Live versions with what they came to in the live index of their collection. */
  const versions = () =>
    db
      .selectFrom('documents')
      .innerJoin('document_versions', (join) =>
        join
          .onRef('document_versions.document_id', '=', 'documents.id')
          .onRef('document_versions.version', '=', 'live_version'),
      )
      .innerJoin('indexes', (join) =>
        join.onRef('indexes.collection', '=', 'documents.collection').on('indexes.live', '=', 1),
      )
      .innerJoin('index_documents as held', (join) =>
        join
          .onRef('held.document_id', '=', 'documents.id')
          .onRef('held.version', '=', 'live_version')
          .onRef('held.index_id', '=', 'indexes.id'),
      );

  const summaries = async (collection: string, documentIds?: readonly string[]) => {
    const rows = await versions()
      .where('documents.collection', '=', collection)
      .$if(documentIds !== undefined, (query) => query.where('documents.id', 'in', documentIds ?? []))
      .select([
        'documents.id as documentId',
        'title',
        'language',
        'content_hash as contentHash',
        'held.chunks as chunks',
        'held.tokens as tokens',
        'held.embedded_chunks as embeddedChunks',
        'document_versions.version as version',
        'published_at as ingestedAt',
        'published_by as jobId',
        'metadata',
      ])
      .execute();
    const sources = await db
      .selectFrom('sources')
      .where('collection', '=', collection)
      .$if(documentIds !== undefined, (query) => query.where('document_id', 'in', documentIds ?? []))
      .select(['document_id', 'path', 'bytes'])
      .orderBy('source')
      .execute();
    const bySource = Map.groupBy(sources, (source) => source.document_id);
    return rows
      .map((row) => toSummary(row, bySource.get(row.documentId) ?? []))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  };

  return {
    list: (collection) => summaries(collection),

    async find(collection, idOrPath) {
      const row = await db
        .selectFrom('sources')
        .where('collection', '=', collection)
        .where((where) =>
          where.or([
            where('document_id', '=', idOrPath),
            where('path', '=', idOrPath),
            where('source', '=', idOrPath),
          ]),
        )
        .select('document_id')
        .executeTakeFirst();
      return row && (await summaries(collection, [row.document_id]))[0];
    },

    async text(documentId, version) {
      const row = await db
        .selectFrom('document_versions')
        .innerJoin('documents', 'documents.id', 'document_id')
        .where('document_id', '=', documentId)
        .where('version', '=', version)
        .select((where) => [
          'document_id as documentId',
          'version',
          firstPath(where).as('path'),
          'title',
          'text',
          'blocks',
        ])
        .executeTakeFirst();
      return row && { ...row, path: row.path ?? '', blocks: JSON.parse(row.blocks) as Block[] };
    },

    async live(documentIds) {
      await noticeChanges();
      const wanted = [...new Set(documentIds)];
      const missing = wanted.filter((id) => !remembered.has(id));
      if (missing.length > 0) {
        const found = await versions()
          .where('documents.id', 'in', missing)
          .select((where) => [
            'documents.id as id',
            'document_versions.version as version',
            firstPath(where).as('path'),
            'title',
          ])
          .execute();
        for (const { id, path, ...document } of found) remembered.set(id, { ...document, path: path ?? '' });
      }
      const result = new Map<string, LiveDocument>();
      for (const id of wanted) {
        const document = remembered.get(id);
        if (document) result.set(id, document);
      }
      return result;
    },

    async mainLanguage(collection) {
      await noticeChanges();
      if (!mainLanguages.has(collection)) {
        const rows = await versions()
          .where('documents.collection', '=', collection)
          .select('language')
          .limit(languageSample)
          .execute();
        const counts = Map.groupBy(rows, (row) => row.language);
        const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
        mainLanguages.set(collection, most?.[0]);
      }
      return mainLanguages.get(collection);
    },

    async unembeddedChunks(collection) {
      const row = await versions()
        .where('documents.collection', '=', collection)
        .whereRef('held.embedded_chunks', '<', 'held.chunks')
        .select(({ fn, eb }) =>
          fn.sum<number>(eb('held.chunks', '-', eb.ref('held.embedded_chunks'))).as('chunks'),
        )
        .executeTakeFirst();
      return row?.chunks ?? 0;
    },

    async titles(collection, limit) {
      const rows = await versions()
        .where('documents.collection', '=', collection)
        .select('title')
        .orderBy('held.tokens', 'desc')
        .orderBy('documents.id')
        .limit(limit)
        .execute();
      return rows.map((row) => row.title);
    },

    invalidate: forget,
  };
}

/** The document's first path: what citations show. */
function firstPath(where: ExpressionBuilder<RecordTables & { held: IndexDocumentRow }, 'documents'>) {
  return where
    .selectFrom('sources')
    .whereRef('sources.document_id', '=', 'documents.id')
    .orderBy('sources.source')
    .limit(1)
    .select('sources.path');
}

function toSummary(
  row: Omit<DocumentSummary, 'metadata' | 'ingestedAt' | 'path' | 'paths' | 'bytes'> & {
    metadata: string;
    ingestedAt: string | null;
  },
  sources: readonly { path: string; bytes: number }[],
): DocumentSummary {
  return {
    ...row,
    path: sources[0]?.path ?? '',
    paths: sources.map((source) => source.path),
    bytes: sources[0]?.bytes ?? 0,
    ingestedAt: row.ingestedAt ?? '',
    metadata: JSON.parse(row.metadata) as Metadata,
  };
}
