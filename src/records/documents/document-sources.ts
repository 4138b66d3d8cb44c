import type { Transaction } from 'kysely';
import type { IndexedVersion, SourceMove } from '../../contracts/document-records.ts';
import { forgetWords } from '../asked/citations.ts';
import type { RecordTables } from '../schema.ts';
import { forgetFailedParses } from './failed-parses.ts';
import { indexedVersions } from './live-versions.ts';

type Tx = Transaction<RecordTables>;

/** Gives documents sources and takes others away; those that have none left in the end are retired. */
export async function moveSources(
  tx: Tx,
  collection: string,
  moves: readonly SourceMove[],
  gone: readonly string[],
): Promise<readonly IndexedVersion[]> {
  const poorer = new Set<string>();
  for (const { documentId, source: moved } of moves) {
    const { source, path, bytes, modifiedMs } = moved;
    const before = await documentOf(tx, collection, source);
    if (before !== undefined) poorer.add(before);
    const values = { document_id: documentId, path, bytes, modified_ms: modifiedMs };
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
  await tx.deleteFrom('sources').where('document_id', '=', documentId).execute();
  await tx.updateTable('documents').set({ live_version: null }).where('id', '=', documentId).execute();
  await forgetWords(tx, documentId);
  return publishedVersions(tx, documentId);
}

/** Published versions of a document, in every index that has chunks of them. */
export function publishedVersions(tx: Tx, documentId: string): Promise<IndexedVersion[]> {
  return indexedVersions(tx)
    .where('version.document_id', '=', documentId)
    .where('published_at', 'is not', null)
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
