import { isAbsolute, relative } from 'node:path';
import { pageToName } from '../../contracts/page-unit.ts';
import { printableLine, printableName } from './printable-text.ts';

/** Where something stands, as a person would say it: `path › Heading › Sub, page 3`. */
export function formatPlace(place: {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}): string {
  const steps = [printableName(fromHere(place.path)), ...place.headingPath.map(printableLine)].join(' › ');
  const page = pageToName(place);
  return page ? `${steps}, ${page.unit} ${page.number}` : steps;
}

/** A path as it is seen from the folder that the command runs in, where it lies below it. */
function fromHere(path: string): string {
  const seen = isAbsolute(path) ? relative('.', path) : path;
  return seen === '' || seen.startsWith('..') ? path : seen;
}
