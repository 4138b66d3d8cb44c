import { pageToName } from '../../src/contracts/parser.ts';
import type { Words } from '../words/words.ts';

/** The page of a place as it is said: `p. 3`, `slide 3`. Undefined where none is. */
export function pageLabel(words: Words, place: Parameters<typeof pageToName>[0]): string | undefined {
  const page = pageToName(place);
  return page && words.shell[page.unit](page.number);
}
