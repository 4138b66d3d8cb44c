import type { Hit } from '../retrieve/hit.ts';
import type { Style } from './output.ts';

/** What stands before a place of a document that was found to say its collection: nothing where all are of one. */
export function collectionNames(
  hits: readonly Pick<Hit, 'collection' | 'documentId'>[],
  style: Style,
): (documentId: string) => string {
  const names = new Map(hits.map(({ documentId, collection }) => [documentId, collection]));
  if (new Set(names.values()).size < 2) return () => '';
  return (documentId) => {
    const name = names.get(documentId);
    return name === undefined ? '' : `${style('dim', `${name}:`)} `;
  };
}
