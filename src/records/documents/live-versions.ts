import { crc32 } from 'node:zlib';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { DocumentScope } from '../../contracts/records.ts';
import { FootnoteError } from '../../errors.ts';
import { dialectOf, listOf } from '../dialects.ts';
import type { DocumentVersionRow, IndexDocumentRow, RecordTables } from '../schema.ts';

/** Documents with their live version. */
export function documentsWithLiveVersion(db: Kysely<RecordTables>) {
  return db
    .selectFrom('documents')
    .innerJoin('document_versions', (join) =>
      join
        .onRef('document_versions.document_id', '=', 'documents.id')
        .onRef('document_versions.version', '=', 'live_version'),
    );
}

/** Live versions of documents with what they came to in the live index of their collection, as `held`. */
export function liveVersions(db: Kysely<RecordTables>) {
  return documentsWithLiveVersion(db)
    .innerJoin('indexes', (join) =>
      join.onRef('indexes.collection', '=', 'documents.collection').on('indexes.live', '=', 1),
    )
    .innerJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'documents.id')
        .onRef('held.version', '=', 'live_version')
        .onRef('held.index_id', '=', 'indexes.id'),
    );
}

/**
 * Whether a document is there for a caller of these groups, of rows that have `documents`. A list that cannot be read
 * is an error on PostgreSQL and on SQLite: the document does not become everybody's. Without groups all are seen.
 */
export function isSeenBy(db: Kysely<RecordTables>, groups: readonly string[] | undefined) {
  if (groups === undefined) return sql<boolean>`true`;
  const { sharesOne } = dialectOf(db);
  return sql<boolean>`(${sql.ref('documents.visible_to')} is null
    or ${sharesOne('documents.visible_to', groups)})`;
}

/** Those of {@link liveVersions} that are in a scope. */
export function documentsInScope(
  db: Kysely<RecordTables>,
  { collections, documents, groups }: DocumentScope,
) {
  return liveVersions(db)
    .where(isSeenBy(db, groups))
    .where('documents.collection', 'in', listOf(db, collections))
    .$if(documents !== undefined, (query) => query.where('documents.id', 'in', listOf(db, documents ?? [])));
}

/** Versions of documents, live or not, as `version`, each with every index that has something of it, as `held`. */
export function indexedVersions(db: Kysely<RecordTables>) {
  return db
    .selectFrom('document_versions as version')
    .innerJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'version.document_id')
        .onRef('held.version', '=', 'version.version'),
    )
    .select(['held.document_id as documentId', 'held.version as version', 'held.index_id as indexId']);
}

/** Those of some documents that are live and there for a caller of these groups; without groups, all that are live. */
export async function seenAmong(
  db: Kysely<RecordTables>,
  ids: readonly string[],
  groups: readonly string[] | undefined,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('documents')
    .where('documents.id', 'in', listOf(db, ids))
    .where('live_version', 'is not', null)
    .where(isSeenBy(db, groups))
    .select('documents.id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The document's first path: what citations show. */
export function firstPath(where: ExpressionBuilder<RecordTables & { held: IndexDocumentRow }, 'documents'>) {
  return where
    .selectFrom('sources')
    .whereRef('sources.document_id', '=', 'documents.id')
    .orderBy('sources.source')
    .limit(1)
    .select('sources.path');
}

/** The title of a version. Where one bit of it is another, the disk gives back its bytes instead of a text. */
export const titleAsText = sql<string>`cast(title as text)`.as('title');

/** The same without edits: what the file says, or its name. */
export const ownTitleAsText = sql<string>`cast(coalesce(unedited_title, title) as text)`.as('title');

/** What answers are made from of a version, as it is stored. */
type ChecksummedRow = Pick<DocumentVersionRow, 'title' | 'blocks' | 'text'>;

/** What is kept with a version, so that it is noticed where a byte of it is another: CRC-32, a gigabyte in a second. */
export function versionChecksum({ title, blocks, text }: ChecksummedRow): number {
  return crc32(asKept(text), crc32(blocks, crc32(asKept(title))));
}

/** A text as every database gives it back: PostgreSQL has no character 0 and keeps another in its place. */
function asKept(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** Whether a version is as it was written, as far as that was noted: no checksum was kept before format 19. */
export function isAsWritten(row: ChecksummedRow & Pick<DocumentVersionRow, 'checksum'>): boolean {
  return row.checksum === null || row.checksum === versionChecksum(row);
}

/** The error for a version that is not as it was written. */
export function alteredVersion(
  place: string,
  { documentId, path }: { readonly documentId: string; readonly path: string },
): FootnoteError {
  const problem = `the document ${path} (${documentId}) is not as it was written; the next ingest of its file makes it anew`;
  return new FootnoteError('store_corrupt', { path: place, problem });
}
