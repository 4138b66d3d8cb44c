import { bareWords } from '../../src/text/words.ts';

/**
 * A heading path without its first heading where that says the document's title again, or a part of it: web pages are
 * titled "Ownership - The Book", with the name of their site on either side.
 */
export function headingsBelowTitle(title: string, headingPath: readonly string[]): readonly string[] {
  const first = bareWords(headingPath[0] ?? '');
  const parts = [title, ...title.split(/\s+[|·•»›–—-]+\s+|:\s+/)];
  return parts.some((part) => bareWords(part) === first) ? headingPath.slice(1) : headingPath;
}
