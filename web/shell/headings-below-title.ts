import { bareWords } from '../../src/text/bare-words.ts';

/** A heading path without its first heading where that says the document's title again. */
export function headingsBelowTitle(title: string, headingPath: readonly string[]): readonly string[] {
  return bareWords(headingPath[0] ?? '') === bareWords(title) ? headingPath.slice(1) : headingPath;
}
