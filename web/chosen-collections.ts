import { firstCollection } from '../src/serve/first-collection.ts';
import { keepText, keptText } from './kept.ts';
import { formatRoute, type Route, startOf } from './route.ts';

const key = 'footnote-collections';

/**
 * The collections that are shown: those of the address; where that only begins, those that were chosen last in this
 * browser and are there; else the server's first. None where there is none.
 */
export function chosenCollections(route: Route, known: readonly string[]): readonly string[] {
  if (route.collections.length > 0) return route.collections;
  const isBeginning = formatRoute(route) === formatRoute(startOf(route.page, []));
  const chosenBefore = isBeginning ? keptChoice().filter((name) => known.includes(name)) : [];
  return chosenBefore.length > 0 ? chosenBefore : [firstCollection(known) ?? []].flat();
}

/** Remembers a choice for the next time that the page is opened. A browser that keeps nothing forgets it. */
export function keepChoice(names: readonly string[]): void {
  keepText(key, JSON.stringify(names));
}

function keptChoice(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(keptText(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
