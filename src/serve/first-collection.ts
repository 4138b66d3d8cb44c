/** The name of the collection that goes before all others. */
export const openedFirst = 'default';

/** The collection that the page opens on where nothing else is said; undefined where there is none. */
export function firstCollection(names: readonly string[]): string | undefined {
  return names.includes(openedFirst) ? openedFirst : names[0];
}
