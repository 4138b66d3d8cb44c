import type { Kysely, Transaction } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { DocumentEdits } from '../../contracts/document.ts';
import type {
  DocumentVersion,
  EditedVersion,
  IndexedVersion,
  Revision,
  WrittenVersion,
} from '../../contracts/document-records.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { listOf } from '../dialects.ts';
import { noteJobDocument } from '../jobs/jobs.ts';
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { versionChecksum } from './version-checksum.ts';
import { markPublished, publishedVersions, requireLive, updateIndexed } from './versions.ts';

type Tx = Transaction<RecordTables>;

/** See `DocumentRecords.edits`. */
export async function editsOfSources(
  db: Kysely<RecordTables>,
  collection: string,
  sources: readonly string[],
): Promise<ReadonlyMap<string, DocumentEdits>> {
  const rows = await db
    .selectFrom('sources')
    .innerJoin('documents', 'documents.id', 'document_id')
    .where('sources.collection', '=', collection)
    .where('sources.source', 'in', listOf(db, sources))
    .where('edits', 'is not', null)
    .select(['source', 'edits'])
    .execute();
  return new Map(
    rows.flatMap(({ source, edits }) => {
      const read = toEdits(edits);
      return read ? [[source, read]] : [];
    }),
  );
}

/** What a column holds; undefined where that is nothing, or is damaged. */
export function toEdits(json: string | null | undefined): DocumentEdits | undefined {
  return json == null ? undefined : (legibleJson(json) as DocumentEdits | undefined);
}

/** See `DocumentRecords.edited`. */
export async function editedVersion(
  db: Kysely<RecordTables>,
  { documentId, version }: DocumentVersion,
): Promise<EditedVersion | undefined> {
  const row = await db
    .selectFrom('documents')
    .innerJoin('document_versions', 'document_id', 'documents.id')
    .where('documents.id', '=', documentId)
    .where('version', '=', version)
    .whereRef('version', '=', 'live_version')
    .select(['edits', 'title', 'metadata', 'unedited_title', 'unedited_metadata'])
    .executeTakeFirst();
  if (!row) return undefined;
  const metadata = row.unedited_metadata ?? row.metadata;
  return {
    edits: toEdits(row.edits) ?? { title: null, metadata: {} },
    title: row.unedited_title ?? row.title,
    metadata: storedJson(db, metadata, 'document_versions.metadata', documentId) as Metadata,
  };
}

/** See `DocumentRecords.revise`. */
export async function reviseVersion(
  tx: Tx,
  { indexId, jobId }: { readonly indexId: string; readonly jobId: string },
  { documentId, version: base }: DocumentVersion,
  { title, metadata, unedited }: Revision,
): Promise<DocumentVersion | undefined> {
  const live = await tx
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_id')
    .where('document_id', '=', documentId)
    .where('version', '=', base)
    .whereRef('version', '=', 'live_version')
    .selectAll('document_versions')
    .executeTakeFirst();
  if (!live) return undefined;
  const { last } = await tx
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow();
  const version = (last ?? base) + 1;
  await tx
    .insertInto('document_versions')
    .values({
      ...live,
      version,
      job_id: jobId,
      title,
      metadata: JSON.stringify(metadata),
      unedited_title: unedited?.title ?? null,
      unedited_metadata: unedited ? JSON.stringify(unedited.metadata) : null,
      checksum: versionChecksum({ title, blocks: live.blocks, text: live.text }),
      published_at: null,
      published_by: null,
    })
    .execute();
  const held = { index_id: indexId, document_id: documentId, version, job_id: jobId };
  await tx
    .insertInto('index_documents')
    .values({ ...held, chunks: 0, tokens: 0, embedded_chunks: 0 })
    .execute();
  return { documentId, version };
}

/** See `DocumentRecords.publishRevision`. */
export async function publishRevision(
  tx: Tx,
  { indexId, jobId, path }: { readonly indexId: string; readonly jobId: string; readonly path: string },
  base: number,
  { documentId, version, chunks, tokens }: WrittenVersion,
  edits: DocumentEdits | undefined,
): Promise<readonly IndexedVersion[] | undefined> {
  await requireLive(tx, indexId);
  const replaced = await publishedVersions(tx, documentId);
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ edits: edits ? JSON.stringify(edits) : null })
    .where('id', '=', documentId)
    .where('live_version', '=', base)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await markPublished(tx, jobId, { documentId, version });
  await updateIndexed(tx, { documentId, version, indexId }, { chunks, tokens, job_id: jobId });
  await noteJobDocument(tx, { job_id: jobId, path, chunks, tokens });
  return replaced;
}
