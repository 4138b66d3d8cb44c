import type { ShownCitation } from '../conversation/turn.ts';
import { headingsBelowTitle, pageLabel, pathBelowTitle } from '../shell/place-words.ts';
import { currentWords } from '../words/words.ts';

/** What a footnote says that is copied: where its sentence stands, and in which collection where it is of several. */
export function footnotePlace(citation: ShownCitation, isOfSeveral: boolean): string {
  const { collection, title, headingPath, quote } = citation;
  const words = currentWords();
  if (quote === null) return words.answer.removed;
  const trail = [title, ...headingsBelowTitle(title, headingPath)].join(' › ');
  const said = [trail, pageLabel(words, citation)].filter(Boolean).join(', ');
  const place = isOfSeveral ? `${collection}: ${said}` : said;
  const path = pathBelowTitle(citation);
  return path === undefined ? place : `${place} (${path})`;
}
