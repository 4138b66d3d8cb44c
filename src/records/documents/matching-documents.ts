import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Remembered } from '../remembered.ts';
import type { RecordTables } from '../schema.ts';
import { liveVersions, titleAsText } from './live-versions.ts';

/** Collections whose names of documents are kept at a time. */
const collectionsRemembered = 8;

/** A document by its place in lists. */
interface Named {
  readonly documentId: string;
  readonly path: string;
}

/**
 * Finds the ids of the documents of a collection whose title and paths together have every word of a search in them,
 * ordered by path. Case and diacritics count for nothing; without a word all documents match. What documents are called
 * is remembered until any process changes something, so that a search can follow each letter that is typed.
 * @param committed a connection that nothing is written over
 */
export function matchingDocuments(
  db: Kysely<RecordTables>,
  committed: DatabaseSync,
): (collection: string, search: string) => Promise<readonly string[]> {
  const remembered = new Remembered<Promise<readonly (Named & { readonly names: string })[]>>(
    committed,
    collectionsRemembered,
  );
  return async (collection, search) => {
    const known = await remembered.current();
    const pending = known.get(collection) ?? documentNames(db, collection);
    known.set(collection, pending);
    const documents = await pending.catch((error: unknown) => {
      known.delete(collection);
      throw error;
    });
    const words = folded(search).split(/\s+/).filter(Boolean);
    return documents
      .filter(({ names }) => words.every((word) => names.includes(word)))
      .map(({ documentId }) => documentId);
  };
}

/** The order of lists of documents; of equal paths, as two folders can have them, by id. */
export function byPath(a: Named, b: Named): number {
  if (a.path === b.path) return a.documentId < b.documentId ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

/** Title and paths of each document, folded for comparing, in the order of lists. */
async function documentNames(db: Kysely<RecordTables>, collection: string) {
  const rows = await liveVersions(db)
    .innerJoin('sources', 'sources.document_id', 'documents.id')
    .where('documents.collection', '=', collection)
    .select(['documents.id as documentId', titleAsText, 'path'])
    .orderBy('sources.source')
    .execute();
  return [...Map.groupBy(rows, (row) => row.documentId)]
    .map(([documentId, sources]) => ({
      documentId,
      path: sources[0]?.path ?? '',
      names: folded([sources[0]?.title, ...sources.map(({ path }) => path)].join('\n')),
    }))
    .toSorted(byPath);
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
