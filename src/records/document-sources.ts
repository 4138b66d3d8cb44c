import type { Transaction } from 'kysely';
import type { IndexedVersion, Source } from '../contracts/document-records.ts';
import { forgetWords } from './citations.ts';
import type { RecordTables } from './schema.ts';

type Tx = Transaction<RecordTables>;

/** Gives a document a source. The document that had it before is retired where it was its last. */
export async function addSource(
  tx: Tx,
  collection: string,
  documentId: string,
  { source, path, bytes, modifiedMs }: Source,
): Promise<readonly IndexedVersion[]> {
  const before = await documentOf(tx, collection, source);
  const values = { document_id: documentId, path, bytes, modified_ms: modifiedMs };
  await tx
    .insertInto('sources')
    .values({ collection, source, ...values })
    .onConflict((conflict) => conflict.columns(['collection', 'source']).doUpdateSet(values))
    .execute();
  return before === undefined || before === documentId ? [] : retireIfSourceless(tx, before);
}

/** Takes sources away; documents that have none left are retired. */
export async function removeSources(
  tx: Tx,
  collection: string,
  sources: readonly string[],
): Promise<readonly IndexedVersion[]> {
  const removable: IndexedVersion[] = [];
  for (const source of sources) {
    const documentId = await documentOf(tx, collection, source);
    if (documentId === undefined) continue;
    await tx
      .deleteFrom('sources')
      .where('collection', '=', collection)
      .where('source', '=', source)
      .execute();
    removable.push(...(await retireIfSourceless(tx, documentId)));
  }
  return removable;
}

/**
 * Takes a document and its sources from readers, and its words from conversations and log; what it had in the
 * indexes may be removed.
 */
export async function retire(tx: Tx, documentId: string): Promise<readonly IndexedVersion[]> {
  await tx.deleteFrom('sources').where('document_id', '=', documentId).execute();
  await tx.updateTable('documents').set({ live_version: null }).where('id', '=', documentId).execute();
  await forgetWords(tx, documentId);
  return publishedVersions(tx, documentId);
}

/** Published versions of a document, in every index that has chunks of them. */
export function publishedVersions(tx: Tx, documentId: string): Promise<IndexedVersion[]> {
  return tx
    .selectFrom('document_versions as version')
    .innerJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'version.document_id')
        .onRef('held.version', '=', 'version.version'),
    )
    .where('version.document_id', '=', documentId)
    .where('published_at', 'is not', null)
    .select(['held.document_id as documentId', 'held.version as version', 'held.index_id as indexId'])
    .execute();
}

/** The document that a source belongs to. */
export async function documentOf(tx: Tx, collection: string, source: string): Promise<string | undefined> {
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
