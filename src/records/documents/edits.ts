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
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { versionChecksum } from './live-versions.ts';
import { beginIndexed, markPublished, nextVersion, publishedVersions, requireLive } from './versions.ts';

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
  const version = await nextVersion(tx, documentId);
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
  await beginIndexed(tx, { documentId, version, indexId }, jobId);
  return { documentId, version };
}

/** See `DocumentRecords.publishRevision`. */
export async function publishRevision(
  tx: Tx,
  job: { readonly indexId: string; readonly jobId: string; readonly path: string },
  base: number,
  written: WrittenVersion,
  edits: DocumentEdits | undefined,
): Promise<readonly IndexedVersion[] | undefined> {
  const { documentId } = written;
  await requireLive(tx, job.indexId);
  const replaced = await publishedVersions(tx, documentId);
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ edits: edits ? JSON.stringify(edits) : null })
    .where('id', '=', documentId)
    .where('live_version', '=', base)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await markPublished(tx, job, written);
  return replaced;
}
