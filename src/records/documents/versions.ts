import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import { groupsOf } from '../../contracts/document.ts';
import type {
  DocumentDraft,
  DocumentVersion,
  FailedParse,
  IndexedVersion,
  ParsedContent,
  Source,
  SourceMove,
  UnembeddedVersion,
  WrittenVersion,
} from '../../contracts/document-records.ts';
import { FootnoteError } from '../../errors.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { forgetWords } from '../asked/citations.ts';
import { listOf } from '../dialects.ts';
import { isRunning, lifeOfJob, noteJobDocument } from '../jobs/jobs.ts';
import type { IndexDocumentRow, RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { firstPath, indexedVersions, versionChecksum } from './live-versions.ts';
import { packPlaces } from './stored-places.ts';
import { forgetOriginals, forgetUploads, isStillThere, keepOriginal } from './uploads.ts';

type Tx = Transaction<RecordTables>;

/** Stores a draft as a pending version: of the document that has its source, or of a new one. */
export async function beginVersion(
  tx: Tx,
  job: { readonly collection: string; readonly indexId: string; readonly jobId: string },
  draft: DocumentDraft,
): Promise<DocumentVersion> {
  const { collection, indexId, jobId } = job;
  const documentId =
    (await soleDocumentOf(tx, collection, draft.source)) ?? (await newDocument(tx, collection, draft));
  const version = await nextVersion(tx, documentId);
  const { source, path, bytes, modifiedMs, tag, givenTitle } = draft;
  const madeFrom: Source = {
    source,
    path,
    bytes,
    modifiedMs,
    ...(tag !== undefined && { tag }),
    ...(givenTitle !== undefined && { title: givenTitle }),
  };
  const { title, text } = draft;
  const content = { title, blocks: JSON.stringify(draft.blocks), text };
  await tx
    .insertInto('document_versions')
    .values({
      document_id: documentId,
      version,
      job_id: jobId,
      language: draft.language,
      content_hash: draft.contentHash,
      parser: draft.parser,
      metadata: JSON.stringify(draft.metadata),
      own_metadata: JSON.stringify(draft.ownMetadata),
      metadata_hash: draft.metadataHash,
      unedited_title: draft.unedited?.title ?? null,
      unedited_metadata: draft.unedited ? JSON.stringify(draft.unedited.metadata) : null,
      source: JSON.stringify(madeFrom),
      ...content,
      checksum: versionChecksum(content),
      places: packPlaces(draft.places),
    })
    .execute();
  await beginIndexed(tx, { documentId, version, indexId }, jobId);
  return { documentId, version };
}

/** The number of a document's version that comes next. */
export async function nextVersion(tx: Tx, documentId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Notes that an index is to hold a version, none of whose chunks are there yet. */
export async function beginIndexed(
  tx: Tx,
  { documentId, version, indexId }: IndexedVersion,
  jobId: string,
): Promise<void> {
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
}

/**
 * Makes a pending version live, and its source the document's. Returns what it replaced, or the version itself where
 * its source was removed meanwhile.
 */
export async function publishVersion(
  tx: Tx,
  indexId: string,
  jobId: string,
  written: WrittenVersion,
): Promise<readonly IndexedVersion[]> {
  const { documentId, version } = written;
  await requireLive(tx, indexId);
  const replaced = await publishedVersions(tx, documentId);
  const { collection, source, contentHash } = await tx
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_id')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .select(['collection', 'source', 'content_hash as contentHash'])
    .executeTakeFirstOrThrow();
  const madeFrom = storedJson(tx, source, 'document_versions.source', documentId) as Source;
  if (!(await isStillThere(tx, collection, madeFrom.source))) {
    await forgetOriginals(tx, collection, [contentHash]);
    return [{ documentId, version, indexId }];
  }
  await markPublished(tx, { indexId, jobId, path: madeFrom.path }, written);
  await tx
    .deleteFrom('sources')
    .where('document_id', '=', documentId)
    .where('source', '!=', madeFrom.source)
    .execute();
  const orphaned = await moveSources(tx, collection, [{ documentId, source: madeFrom }], []);
  await keepOriginal(tx, collection, contentHash);
  await forgetOriginals(tx, collection, await contentsOf(tx, documentId));
  return [...replaced, ...orphaned];
}

/** Makes a written version the live one of its document, for the groups that its metadata name. */
export async function markPublished(
  tx: Tx,
  { indexId, jobId, path }: { readonly indexId: string; readonly jobId: string; readonly path: string },
  { documentId, version, chunks, tokens }: WrittenVersion,
): Promise<void> {
  const { metadata } = await tx
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .select('metadata')
    .executeTakeFirstOrThrow();
  const groups = groupsOf(storedJson(tx, metadata, 'document_versions.metadata', documentId) as Metadata);
  await tx
    .updateTable('document_versions')
    .set({ job_id: null, published_at: new Date().toISOString(), published_by: jobId })
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute();
  await tx
    .updateTable('documents')
    .set({ live_version: version, visible_to: groups && JSON.stringify(groups) })
    .where('id', '=', documentId)
    .execute();
  await updateIndexed(tx, { documentId, version, indexId }, { chunks, tokens, job_id: jobId });
  await noteJobDocument(tx, { job_id: jobId, path, chunks, tokens });
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

/**
 * What is published into an index that has been replaced meanwhile would be seen by nobody. Errors: `index_replaced`.
 */
export async function requireLive(tx: Tx, indexId: string): Promise<void> {
  const index = await tx
    .selectFrom('indexes')
    .where('id', '=', indexId)
    .select(['live', 'collection'])
    .executeTakeFirst();
  if (index?.live !== 1)
    throw new FootnoteError('index_replaced', { collection: index?.collection ?? indexId });
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

/** Where a document becomes several, each keeps what was written over it. */
async function newDocument(tx: Tx, collection: string, { edits }: DocumentDraft): Promise<string> {
  const id = newDocumentId();
  await tx
    .insertInto('documents')
    .values({ id, collection, edits: edits ? JSON.stringify(edits) : null })
    .execute();
  return id;
}

/** Gives documents sources and takes others away; those that have none left in the end are retired. */
export async function moveSources(
  tx: Tx,
  collection: string,
  moves: readonly SourceMove[],
  gone: readonly string[],
): Promise<readonly IndexedVersion[]> {
  const poorer = new Set<string>();
  for (const { documentId, source: moved } of moves) {
    const { source, path, bytes, modifiedMs, tag = null } = moved;
    if (!(await isStillThere(tx, collection, source))) continue;
    const before = await documentOf(tx, collection, source);
    if (before !== undefined) poorer.add(before);
    const values = { document_id: documentId, path, bytes, modified_ms: modifiedMs, tag };
    await tx
      .insertInto('sources')
      .values({ collection, source, ...values })
      .onConflict((conflict) => conflict.columns(['collection', 'source']).doUpdateSet(values))
      .execute();
  }
  for (const source of gone) {
    const before = await documentOf(tx, collection, source);
    if (before === undefined) continue;
    poorer.add(before);
    await tx
      .deleteFrom('sources')
      .where('collection', '=', collection)
      .where('source', '=', source)
      .execute();
  }
  await forgetUploads(tx, collection, gone, { isErased: false });
  const removable: IndexedVersion[] = [];
  for (const documentId of poorer) removable.push(...(await retireIfSourceless(tx, documentId)));
  return removable;
}

/**
 * Takes a document and its sources from readers, and its words from conversations and log; what it had in the
 * indexes may be removed.
 */
export async function retire(tx: Tx, documentId: string): Promise<readonly IndexedVersion[]> {
  await forgetFailedParses(tx, documentId);
  const sources = await tx
    .selectFrom('sources')
    .where('document_id', '=', documentId)
    .select(['collection', 'source'])
    .execute();
  await tx.deleteFrom('sources').where('document_id', '=', documentId).execute();
  const names = sources.map(({ source }) => source);
  await forgetUploads(tx, sources[0]?.collection ?? '', names, { isErased: true });
  await tx
    .updateTable('documents')
    .set({ live_version: null, edits: null })
    .where('id', '=', documentId)
    .execute();
  await forgetWords(tx, documentId);
  const { collection } = await tx
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select('collection')
    .executeTakeFirstOrThrow();
  await forgetOriginals(tx, collection, await contentsOf(tx, documentId));
  return publishedVersions(tx, documentId);
}

/** The hashes of the contents that a document was made from. */
async function contentsOf(tx: Tx, documentId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .select('content_hash')
    .execute();
  return rows.map(({ content_hash: hash }) => hash);
}

/** Published versions of a document, in every index that has chunks of them. */
export function publishedVersions(tx: Tx, documentId: string): Promise<IndexedVersion[]> {
  return indexedVersions(tx)
    .where('version.document_id', '=', documentId)
    .where('published_at', 'is not', null)
    .execute();
}

/** The document that a source belongs to. */
async function documentOf(tx: Tx, collection: string, source: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sources')
    .where('collection', '=', collection)
    .where('source', '=', source)
    .select('document_id')
    .executeTakeFirst();
  return row?.document_id;
}

async function retireIfSourceless(tx: Tx, documentId: string): Promise<readonly IndexedVersion[]> {
  const left = await tx
    .selectFrom('sources')
    .where('document_id', '=', documentId)
    .select('source')
    .executeTakeFirst();
  return left ? [] : retire(tx, documentId);
}

/** Versions of a collection's documents that no reader sees and no running job is working on. */
export async function leftoverVersions(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<readonly IndexedVersion[]> {
  const rows = await indexedVersions(db)
    .innerJoin('documents', 'documents.id', 'version.document_id')
    .leftJoin('jobs', 'jobs.id', 'version.job_id')
    .where('documents.collection', '=', collection)
    .where((where) =>
      where.or([
        where('live_version', 'is', null),
        where('live_version', '!=', where.ref('version.version')),
      ]),
    )
    .select(lifeOfJob(db))
    .execute();
  return rows
    .filter((row) => !isRunning(db, row))
    .map(({ documentId, version, indexId }) => ({ documentId, version, indexId }));
}

/** Chunks of live versions that lack their vectors in an index. */
export async function unembeddedChunks(db: Kysely<RecordTables>, indexId: string): Promise<number> {
  const row = await liveIn(db, indexId)
    .select(({ fn, eb }) =>
      fn.sum<number | null>(eb('held.chunks', '-', eb.ref('held.embedded_chunks'))).as('chunks'),
    )
    .executeTakeFirst();
  return row?.chunks ?? 0;
}

/**
 * Live versions that lack vectors in an index and that no other running job is embedding, at most `limit`, the oldest
 * first. From now on they are this job's.
 */
export async function claimUnembedded(
  tx: Transaction<RecordTables>,
  { indexId, jobId, limit }: { readonly indexId: string; readonly jobId: string; readonly limit: number },
): Promise<readonly UnembeddedVersion[]> {
  const others = await otherRunningJobs(tx, jobId);
  const free = await liveIn(tx, indexId)
    .whereRef('embedded_chunks', '<', 'held.chunks')
    .where((where) =>
      where.or([where('held.job_id', 'is', null), where('held.job_id', 'not in', listOf(tx, others))]),
    )
    .select(['held.document_id as documentId', 'held.version as version', 'held.chunks as chunks'])
    .select(['held.tokens as tokens', 'held.embedded_chunks as embeddedChunks', 'held.job_id'])
    // The order of the index of those that lack vectors, so that no more of them are looked at.
    .orderBy(sql`held.rowid`)
    .limit(limit)
    .execute();
  for (const { documentId, version } of free.filter((row) => row.job_id !== jobId)) {
    await updateIndexed(tx, { documentId, version, indexId }, { job_id: jobId });
  }
  const paths = await pathsOf(
    tx,
    free.map(({ documentId }) => documentId),
  );
  return free.map(({ documentId, version, chunks, tokens, embeddedChunks }) => {
    const path = paths.get(documentId) ?? '';
    return { path, documentId, version, chunks, tokens, embeddedChunks };
  });
}

async function otherRunningJobs(tx: Transaction<RecordTables>, jobId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobs')
    .where('state', '=', 'running')
    .where('id', '!=', jobId)
    .select('id')
    .select(lifeOfJob(tx))
    .execute();
  return rows.filter((row) => isRunning(tx, row)).map(({ id }) => id);
}

/** The first paths of documents. Asked for these alone: for all that wait it would cost more than all else. */
async function pathsOf(
  tx: Transaction<RecordTables>,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx
    .selectFrom('documents')
    .where('documents.id', 'in', listOf(tx, documentIds))
    .select((where) => ['documents.id as id', firstPath(where).as('path')])
    .execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** What an index holds of the live versions. */
function liveIn(db: Kysely<RecordTables>, indexId: string) {
  return db
    .selectFrom('index_documents as held')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'held.document_id').onRef('live_version', '=', 'held.version'),
    )
    .where('index_id', '=', indexId);
}

/** Why this content of a source could not be parsed, where a job that is still known came upon that. */
export async function failedParse(
  db: Kysely<RecordTables>,
  collection: string,
  { source, contentHash, parser }: ParsedContent,
): Promise<FailedParse | undefined> {
  const row = await db
    .selectFrom('failed_parses')
    .where('collection', '=', collection)
    .where('source', '=', source.source)
    .where('content_hash', '=', contentHash)
    .where('parser', '=', parser)
    .select(['code', 'details'])
    .executeTakeFirst();
  const details = row && (legibleJson(row.details) as FailedParse['details'] | undefined);
  return details && { code: row.code, details };
}

/** Notes it in the place of what was known of the source, or that another job came upon it too. */
export async function noteFailedParse(
  db: Kysely<RecordTables>,
  collection: string,
  jobId: string,
  { source, contentHash, parser }: ParsedContent,
  { code, details }: FailedParse,
): Promise<void> {
  const values = { job_id: jobId, content_hash: contentHash, parser, code, details: JSON.stringify(details) };
  await db
    .insertInto('failed_parses')
    .values({ collection, source: source.source, ...values })
    .onConflict((conflict) => conflict.columns(['collection', 'source']).doUpdateSet(values))
    .execute();
}

/** Forgets what later contents of a document's sources failed for, which may quote them. */
async function forgetFailedParses(tx: Transaction<RecordTables>, documentId: string): Promise<void> {
  await tx
    .deleteFrom('failed_parses')
    .where('collection', '=', (query) =>
      query.selectFrom('documents').where('id', '=', documentId).select('collection'),
    )
    .where('source', 'in', (query) =>
      query.selectFrom('sources').where('document_id', '=', documentId).select('source'),
    )
    .execute();
}

const timeDigits = 12;
const randomDigits = 8;

/** The millisecond of the newest id, ahead of the clock where several were made in one. */
let newest = 0;

/**
 * An id for a new document, greater than any made before: the millisecond, then random digits against other processes.
 * Passages of equal score are ordered by id, so that files which are ingested anew are found in the order of before.
 */
export function newDocumentId(): string {
  newest = Math.max(Date.now(), newest + 1);
  const random = randomBytes(randomDigits / 2).toString('hex');
  return newest.toString(16).padStart(timeDigits, '0') + random;
}
