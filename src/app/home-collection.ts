import type { QueryOptions } from '../footnote.ts';

/**
 * The collection in which the conversation and the line in the log of a question are kept: `collection` where it is
 * given, else the configured one where it is among `collections` or there are none, else the first of these.
 */
export function homeCollection(
  { collection, collections = [] }: Pick<QueryOptions, 'collection' | 'collections'>,
  configured: string,
): string {
  const [first = configured] = collections;
  return collection ?? (collections.includes(configured) ? configured : first);
}
