import { pageToName } from '../../src/contracts/page-unit.ts';

/** The page of a place as it is said: `p. 3`, `slide 3`. Undefined where none is. */
export function pageLabel(place: Parameters<typeof pageToName>[0]): string | undefined {
  const page = pageToName(place);
  return page && `${page.unit === 'page' ? 'p.' : page.unit} ${page.number}`;
}
