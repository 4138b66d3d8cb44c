import type { Hit } from '../../retrieve/hit.ts';
import type { Style } from '../output.ts';

/** What stands before a place of a document to say its collection: nothing where all that was found is of one. */
export function collectionNames(
  hits: readonly Pick<Hit, 'collection'>[],
  style: Style,
): (collection: string) => string {
  const isOne = new Set(hits.map(({ collection }) => collection)).size < 2;
  return (collection) => (isOne ? '' : `${style('dim', `${collection}:`)} `);
}
