import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { DocumentPage, DocumentSummary, DocumentText } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { firstPath, liveVersions, titleAsText } from './live-versions.ts';
import { byPath, matchingDocuments } from './matching-documents.ts';

/**
 * What readers see, the live version of every document: for lists, the page, and the texts that answers quote.
 * @param committed a connection that nothing is written over
 */
export function library(db: Kysely<RecordTables>, committed: DatabaseSync) {
  const matching = matchingDocuments(db, committed);
  const summaries = async (
    collection: string,
    documentIds?: readonly string[],
  ): Promise<readonly DocumentSummary[]> => {
    const rows = await liveVersions(db)
      .leftJoin('sources', 'sources.document_id', 'documents.id')
      .where('documents.collection', '=', collection)
      .$if(documentIds !== undefined, (query) => query.where('documents.id', 'in', documentIds ?? []))
      .select([
        'documents.id as documentId',
        titleAsText,
        'language',
        'content_hash as contentHash',
        'held.chunks as chunks',
        'held.tokens as tokens',
        'held.embedded_chunks as embeddedChunks',
        'document_versions.version as version',
        'published_at as ingestedAt',
        'published_by as jobId',
        'metadata',
        'sources.path as path',
        'sources.bytes as bytes',
      ])
      .orderBy('sources.source')
      .execute();
    return Array.from(Map.groupBy(rows, (row) => row.documentId).values(), toSummary).toSorted(byPath);
  };

  return {
    list: (collection: string) => summaries(collection),

    /** Those that match a search by {@link matchingDocuments}, from `offset` on, at most `limit` ≤ 1000. */
    async page(
      collection: string,
      { search, limit, offset }: { readonly search: string; readonly limit: number; readonly offset: number },
    ): Promise<DocumentPage> {
      const ids = await matching(collection, search);
      const documents = await summaries(collection, ids.slice(offset, offset + limit));
      return { documents, matching: ids.length };
    },

    /** By id, or by path as given or absolute. Errors: `request_invalid` where several have the path that was given. */
    async find(collection: string, idOrPath: string): Promise<DocumentSummary | undefined> {
      // A keyboard composes letters and their accents; some file systems and archives take them apart.
      const spellings = [idOrPath, idOrPath.normalize('NFC'), idOrPath.normalize('NFD')];
      const found = await db
        .selectFrom('sources')
        .where('collection', '=', collection)
        .where((where) =>
          where.or([
            where('document_id', '=', idOrPath),
            where('path', 'in', spellings),
            where('source', 'in', spellings),
          ]),
        )
        .select(['document_id', 'path', 'source'])
        .orderBy('document_id')
        .execute();
      const asGiven = found.filter((row) => Object.values(row).includes(idOrPath));
      const rows = asGiven.length > 0 ? asGiven : found;
      const exact = rows.find(({ document_id, source }) => [document_id, source].includes(idOrPath));
      const [id, ...others] = exact ? [exact.document_id] : new Set(rows.map((row) => row.document_id));
      if (id === undefined) return undefined;
      if (others.length > 0) throw ambiguous(idOrPath, [id, ...others]);
      return (await summaries(collection, [id]))[0];
    },

    /** Undefined where that version is not stored (any more). Errors: `store_corrupt`. */
    async text(documentId: string, version: number): Promise<DocumentText | undefined> {
      const row = await db
        .selectFrom('document_versions')
        .innerJoin('documents', 'documents.id', 'document_id')
        .where('document_id', '=', documentId)
        .where('version', '=', version)
        .select((where) => [
          'document_id as documentId',
          'version',
          firstPath(where).as('path'),
          titleAsText,
          'text',
          'blocks',
        ])
        .executeTakeFirst();
      if (!row) return undefined;
      const blocks = storedJson(db, row.blocks, 'document_versions.blocks', documentId) as Block[];
      return { ...row, path: row.path ?? '', blocks };
    },
  };
}

/** What {@link library} returns. */
export type Library = ReturnType<typeof library>;

/** Files of two working directories can have one relative path. */
function ambiguous(path: string, ids: readonly string[]): FootnoteError {
  const problem = `${ids.length} documents have the path ${path}. Give the absolute path or the id of one: ${ids.join(', ')}`;
  return new FootnoteError('request_invalid', { field: 'document', problem });
}

/** A document with a row for each of its sources, the first of them first. */
type SourceRow = Omit<DocumentSummary, 'path' | 'paths' | 'bytes' | 'ingestedAt' | 'metadata'> & {
  readonly path: string | null;
  readonly bytes: number | null;
  readonly ingestedAt: string | null;
  readonly metadata: string;
};

function toSummary(rows: readonly SourceRow[]): DocumentSummary {
  const row = rows[0] as SourceRow;
  return {
    ...row,
    path: row.path ?? '',
    paths: rows.flatMap(({ path }) => path ?? []),
    bytes: row.bytes ?? 0,
    ingestedAt: row.ingestedAt ?? '',
    // One that is damaged must not hide all the others; it is found by looking at the store.
    metadata: (legibleJson(row.metadata) ?? {}) as Metadata,
  };
}
