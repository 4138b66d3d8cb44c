import type { QueryOptions } from './footnote.ts';

/**
 * The collection that a question belongs to: its conversation and its line in the log are kept there. Of several that
 * are asked together it is the configured one, or the first where that is none of them; one that is named is the one.
 */
export function homeCollection(
  { collection, collections = [] }: Pick<QueryOptions, 'collection' | 'collections'>,
  configured: string,
): string {
  const [first = configured] = collections;
  return collection ?? (collections.includes(configured) ? configured : first);
}
