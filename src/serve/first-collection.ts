/** The collection that the page opens on where nothing else is said; undefined where there is none. */
export function firstCollection(names: readonly string[]): string | undefined {
  return names.includes('default') ? 'default' : names[0];
}
