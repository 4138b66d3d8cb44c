import { pageToName } from '../../src/contracts/parser.ts';
import { bareWords } from '../../src/text/words.ts';
import type { Words } from '../words/words.ts';

/**
 * A heading path without its first heading where that says the document's title again, or a part of it: web pages are
 * titled "Ownership - The Book", with the name of their site on either side.
 */
export function headingsBelowTitle(title: string, headingPath: readonly string[]): readonly string[] {
  const first = bareWords(headingPath[0] ?? '');
  const parts = [title, ...title.split(/\s+[|·•»›–—-]+\s+|:\s+/)];
  return parts.some((part) => bareWords(part) === first) ? headingPath.slice(1) : headingPath;
}

/** The page of a place as it is said: `p. 3`, `slide 3`. Undefined where none is. */
export function pageLabel(words: Words, place: Parameters<typeof pageToName>[0]): string | undefined {
  const page = pageToName(place);
  return page && words.shell[page.unit](page.number);
}

/** The path that is said below a document's title; undefined where the title is the path. */
export function pathBelowTitle({ path, title }: Readonly<Record<'path' | 'title', string>>) {
  return path === title ? undefined : path;
}
