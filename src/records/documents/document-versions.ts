import type { Transaction } from 'kysely';
import type {
  DocumentDraft,
  DocumentVersion,
  IndexedVersion,
  Source,
  WrittenVersion,
} from '../../contracts/document-records.ts';
import { FootnoteError } from '../../errors.ts';
import { noteJobDocument } from '../jobs/job-totals.ts';
import type { IndexDocumentRow, RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { newDocumentId } from './document-id.ts';
import { documentOf, moveSources, publishedVersions } from './document-sources.ts';

type Tx = Transaction<RecordTables>;

/** Stores a draft as a pending version: of the document that has its source, or of a new one. */
export async function beginVersion(
  tx: Tx,
  job: { readonly collection: string; readonly indexId: string; readonly jobId: string },
  draft: DocumentDraft,
): Promise<DocumentVersion> {
  const { collection, indexId, jobId } = job;
  const documentId =
    (await soleDocumentOf(tx, collection, draft.source)) ?? (await newDocument(tx, collection));
  const { last } = await tx
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  const { source, path, bytes, modifiedMs } = draft;
  await tx
    .insertInto('document_versions')
    .values({
      document_id: documentId,
      version,
      job_id: jobId,
      title: draft.title,
      language: draft.language,
      content_hash: draft.contentHash,
      parser: draft.parser,
      metadata: JSON.stringify(draft.metadata),
      own_metadata: JSON.stringify(draft.ownMetadata),
      metadata_hash: draft.metadataHash,
      source: JSON.stringify({ source, path, bytes, modifiedMs } satisfies Source),
      blocks: JSON.stringify(draft.blocks),
      text: draft.text,
    })
    .execute();
  await tx
    .insertInto('index_documents')
    .values({
      index_id: indexId,
      document_id: documentId,
      version,
      chunks: 0,
      tokens: 0,
      embedded_chunks: 0,
      job_id: jobId,
    })
    .execute();
  return { documentId, version };
}

/** Makes a pending version live, and its source the document's. Returns what it replaced. */
export async function publishVersion(
  tx: Tx,
  indexId: string,
  jobId: string,
  { documentId, version, chunks, tokens }: WrittenVersion,
): Promise<readonly IndexedVersion[]> {
  await requireLive(tx, indexId);
  const replaced = await publishedVersions(tx, documentId);
  const { collection, source } = await tx
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_id')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .select(['collection', 'source'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('document_versions')
    .set({ job_id: null, published_at: new Date().toISOString(), published_by: jobId })
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute();
  await updateIndexed(tx, { documentId, version, indexId }, { chunks, tokens, job_id: jobId });
  await tx.updateTable('documents').set({ live_version: version }).where('id', '=', documentId).execute();
  const madeFrom = storedJson(tx, source, 'document_versions.source', documentId) as Source;
  await noteJobDocument(tx, { job_id: jobId, path: madeFrom.path, chunks, tokens });
  await tx
    .deleteFrom('sources')
    .where('document_id', '=', documentId)
    .where('source', '!=', madeFrom.source)
    .execute();
  const orphaned = await moveSources(tx, collection, [{ documentId, source: madeFrom }], []);
  return [...replaced, ...orphaned];
}

/** Changes what is noted of a version's chunks in one index. */
export async function updateIndexed(
  tx: Tx,
  { documentId, version, indexId }: IndexedVersion,
  values: Partial<IndexDocumentRow>,
): Promise<void> {
  await tx
    .updateTable('index_documents')
    .set(values)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where('index_id', '=', indexId)
    .execute();
}

/** Forgets that an index held the version; the last index takes the version along, the last version the document. */
export async function forgetVersion(tx: Tx, { documentId, version, indexId }: IndexedVersion): Promise<void> {
  await tx
    .deleteFrom('index_documents')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where('index_id', '=', indexId)
    .execute();
  await tx
    .deleteFrom('document_versions')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('index_documents as held')
            .where('held.document_id', '=', documentId)
            .where('held.version', '=', version)
            .select('held.index_id'),
        ),
      ),
    )
    .execute();
  await tx
    .deleteFrom('documents')
    .where('id', '=', documentId)
    .where('live_version', 'is', null)
    .where('id', 'not in', (query) => query.selectFrom('document_versions').select('document_id'))
    .execute();
}

/** What is published into an index that has been replaced meanwhile would be seen by nobody. */
async function requireLive(tx: Tx, indexId: string): Promise<void> {
  const index = await tx
    .selectFrom('indexes')
    .where('id', '=', indexId)
    .select(['live', 'collection'])
    .executeTakeFirst();
  if (!index?.live) throw new FootnoteError('index_replaced', { collection: index?.collection ?? indexId });
}

/** The document of a source, unless other files of the same content share it: then a change makes a new one. */
async function soleDocumentOf(tx: Tx, collection: string, source: string): Promise<string | undefined> {
  const documentId = await documentOf(tx, collection, source);
  if (documentId === undefined) return undefined;
  const others = await tx
    .selectFrom('sources')
    .where('document_id', '=', documentId)
    .where('source', '!=', source)
    .select('source')
    .executeTakeFirst();
  return others ? undefined : documentId;
}

async function newDocument(tx: Tx, collection: string): Promise<string> {
  const id = newDocumentId();
  await tx.insertInto('documents').values({ id, collection }).execute();
  return id;
}
