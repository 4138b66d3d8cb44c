import type { Kysely } from 'kysely';
import { liveVersions } from './live-versions.ts';
import type { RecordTables } from './schema.ts';

/**
 * Ids of the documents of a collection whose title and paths together have every word of `search` in them, ordered by
 * path. Case and diacritics count for nothing; without a word all documents match.
 */
export async function matchingDocuments(
  db: Kysely<RecordTables>,
  collection: string,
  search: string,
): Promise<readonly string[]> {
  const rows = await liveVersions(db)
    .innerJoin('sources', 'sources.document_id', 'documents.id')
    .where('documents.collection', '=', collection)
    .select(['documents.id as documentId', 'title', 'path'])
    .orderBy('sources.source')
    .execute();
  const words = folded(search).split(/\s+/).filter(Boolean);
  return [...Map.groupBy(rows, (row) => row.documentId)]
    .map(([documentId, sources]) => ({ documentId, path: sources[0]?.path ?? '', sources }))
    .filter(({ sources }) => {
      const names = folded([sources[0]?.title, ...sources.map(({ path }) => path)].join('\n'));
      return words.every((word) => names.includes(word));
    })
    .toSorted(byPath)
    .map(({ documentId }) => documentId);
}

/** The order of lists of documents; of equal paths, as two folders can have them, by id. */
export function byPath(a: Named, b: Named): number {
  if (a.path === b.path) return a.documentId < b.documentId ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

interface Named {
  readonly documentId: string;
  readonly path: string;
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
