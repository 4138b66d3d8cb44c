import { sep } from 'node:path';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { DocumentRecords, SameContent, Source } from '../../contracts/document-records.ts';
import type { Block } from '../../contracts/parser.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { listOf } from '../dialects.ts';
import type { RecordTables } from '../schema.ts';
import { editedVersion, editsOfSources, publishRevision, reviseVersion } from './edits.ts';
import { documentsWithLiveVersion, isAsWritten, ownTitleAsText, titleAsText } from './live-versions.ts';
import { unpackPlaces } from './stored-places.ts';
import {
  beginVersion,
  claimUnembedded,
  failedParse,
  forgetVersion,
  leftoverVersions,
  moveSources,
  noteFailedParse,
  publishVersion,
  retire,
  unembeddedChunks,
  updateIndexed,
} from './versions.ts';

/** The documents, their sources and versions, as ingestion writes them. */
export function documentRecords(db: Kysely<RecordTables>): DocumentRecords {
  const inTransaction = db.transaction();
  return {
    async known(collection, sources) {
      const rows = await liveSources(db, collection)
        .where('sources.source', 'in', listOf(db, sources))
        .select([
          'sources.source',
          'documents.id as documentId',
          'content_hash as contentHash',
          'bytes',
          'modified_ms as modifiedMs',
          'tag',
          'parser',
          'metadata_hash as metadataHash',
          ownTitleAsText,
          'document_versions.source as made_from',
        ])
        .select((where) => where.exists(otherSources(where)).as('is_shared'))
        .execute();
      return new Map(
        rows.map(({ source, made_from, is_shared, tag, ...known }) => {
          const madeFrom = (legibleJson(made_from) as Source | undefined)?.path ?? '';
          return [source, { ...known, ...(tag !== null && { tag }), madeFrom, isShared: Boolean(is_shared) }];
        }),
      );
    },

    async sourcesBelow(collection, folder) {
      const prefix = folder.endsWith(sep) ? folder : folder + sep;
      const rows = await liveSources(db, collection)
        .where('sources.source', '>=', prefix)
        .where('sources.source', '<', `${prefix}\u{10ffff}`)
        .select('sources.source')
        .execute();
      return rows.map((row) => row.source);
    },

    async sourcesChangedAt(collection, modifiedMs) {
      if (modifiedMs.length === 0) return [];
      return liveSources(db, collection)
        .where('modified_ms', 'in', modifiedMs)
        .select(['sources.source', 'bytes', 'modified_ms as modifiedMs'])
        .execute();
    },

    async findByContent(collection, contentHash) {
      const rows = await liveWithContent(db, collection, contentHash)
        .innerJoin('sources', 'sources.document_id', 'documents.id')
        .where((where) => where.not(where.exists(pendingVersions(where))))
        .select(['documents.id', 'parser', 'metadata_hash as metadataHash', ownTitleAsText, 'sources.source'])
        .select('document_versions.source as made_from')
        .orderBy('documents.id')
        .orderBy('sources.source')
        .execute();
      const found = new Map<string, SameContent & { sources: string[] }>();
      for (const { id: documentId, source, made_from, ...row } of rows) {
        const document = found.get(documentId);
        if (document) document.sources.push(source);
        else {
          const from = legibleJson(made_from) as Source | undefined;
          // Where that cannot be read, a file of this content is taken for a new one.
          if (from) found.set(documentId, { documentId, ...row, madeFrom: from.path, sources: [source] });
        }
      }
      return [...found.values()];
    },

    async parsed(collection, { contentHash, parser }) {
      const row = await liveWithContent(db, collection, contentHash)
        .where('parser', '=', parser)
        .select([
          'document_versions.source',
          titleAsText,
          'unedited_title as ownTitle',
          'language',
          'own_metadata',
          'text',
          'blocks',
          'checksum',
          'places',
        ])
        .executeTakeFirst();
      // What is damaged is parsed anew.
      if (!row || !isAsWritten(row)) return undefined;
      const { source, language, text } = row;
      const title = row.ownTitle ?? row.title;
      const from = legibleJson(source) as Source | undefined;
      const blocks = legibleJson(row.blocks) as Block[] | undefined;
      const metadata = legibleJson(row.own_metadata) as Metadata | undefined;
      if (!from || !blocks || !metadata) return undefined;
      const made = { madeFrom: from.path, isTitleGiven: from.title !== undefined };
      const places = unpackPlaces(row.places);
      return {
        ...made,
        title,
        language,
        text,
        blocks,
        metadata,
        warnings: [],
        ...(places.length > 0 && { places }),
      };
    },

    failedParse: (collection, content) => failedParse(db, collection, content),

    noteFailedParse: (collection, jobId, content, failed) =>
      noteFailedParse(db, collection, jobId, content, failed),

    async touch(collection, { source, bytes, modifiedMs, tag = null }) {
      await inTransaction.execute((tx) =>
        tx
          .updateTable('sources')
          .set({ bytes, modified_ms: modifiedMs, tag })
          .where('collection', '=', collection)
          .where('source', '=', source)
          .execute(),
      );
    },

    async moveSources(collection, moves, gone) {
      // Asked for every file, and nothing as a rule: whoever writes is not waited for then.
      if (moves.length === 0 && gone.length === 0) return [];
      return inTransaction.execute((tx) => moveSources(tx, collection, moves, gone));
    },

    edits: (collection, sources) => editsOfSources(db, collection, sources),

    edited: (version) => editedVersion(db, version),

    revise: (...revision) => inTransaction.execute((tx) => reviseVersion(tx, ...revision)),

    publishRevision: (...revision) => inTransaction.execute((tx) => publishRevision(tx, ...revision)),

    begin: (collection, indexId, jobId, drafts) =>
      inTransaction.execute(async (tx) => {
        const versions = [];
        for (const draft of drafts)
          versions.push(await beginVersion(tx, { collection, indexId, jobId }, draft));
        return versions;
      }),

    publish: (indexId, jobId, versions) =>
      inTransaction.execute(async (tx) => {
        const removable = [];
        for (const version of versions)
          removable.push(...(await publishVersion(tx, indexId, jobId, version)));
        return removable;
      }),

    unembeddedChunks: (indexId) => unembeddedChunks(db, indexId),

    claimUnembedded: (indexId, jobId, limit) =>
      inTransaction.execute((tx) => claimUnembedded(tx, { indexId, jobId, limit })),

    embedded: (indexId, versions) =>
      inTransaction.execute(async (tx) => {
        for (const { documentId, version, embeddedChunks } of versions) {
          await updateIndexed(tx, { documentId, version, indexId }, { embedded_chunks: embeddedChunks });
        }
      }),

    retire: (documentId) => inTransaction.execute((tx) => retire(tx, documentId)),

    leftovers: (collection) => leftoverVersions(db, collection),

    forget: (versions) =>
      inTransaction.execute(async (tx) => {
        for (const version of versions) await forgetVersion(tx, version);
      }),
  };
}

/**
 * Live versions of just this content. What is put behind the collection keeps SQLite from looking through all of it: to
 * the planner, which has no statistics, an index of collections is as good as one of contents.
 * https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
 */
function liveWithContent(db: Kysely<RecordTables>, collection: string, contentHash: string) {
  return documentsWithLiveVersion(db)
    .where('content_hash', '=', contentHash)
    .where(sql<string>`documents.collection || ''`, '=', collection);
}

/** Versions of the document that are about to take the place of its live one. */
function pendingVersions(where: ExpressionBuilder<RecordTables, 'documents'>) {
  return where
    .selectFrom('document_versions as pending')
    .whereRef('pending.document_id', '=', 'documents.id')
    .whereRef('pending.version', '>', 'documents.live_version')
    .select('pending.version');
}

function otherSources(where: ExpressionBuilder<RecordTables, 'documents' | 'sources'>) {
  return where
    .selectFrom('sources as other')
    .whereRef('other.document_id', '=', 'documents.id')
    .whereRef('other.source', '!=', 'sources.source')
    .select('other.source');
}

/** Live versions with each source of their document. */
function liveSources(db: Kysely<RecordTables>, collection: string) {
  return documentsWithLiveVersion(db)
    .innerJoin('sources', 'sources.document_id', 'documents.id')
    .where('sources.collection', '=', collection);
}
