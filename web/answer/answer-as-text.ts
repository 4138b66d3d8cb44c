import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { headingsBelowTitle } from '../shell/headings-below-title.ts';
import { pathBelowTitle } from '../shell/path-below-title.ts';

/**
 * An answer to be pasted elsewhere: its words with the numbers of its footnotes, as Markdown where they have a form,
 * and below them where each of them stands; which collection that is in where it is of several.
 */
export function answerAsText(
  { text, citations }: Pick<Turn, 'text' | 'citations'>,
  { isOfSeveral }: { readonly isOfSeveral: boolean },
): string {
  const footnotes = citations.map((citation) => footnoteAsText(citation, isOfSeveral)).join('\n');
  return [text.trim(), footnotes].filter((part) => part !== '').join('\n\n');
}

function footnoteAsText(citation: ShownCitation, isOfSeveral: boolean): string {
  const { number, collection, title, headingPath, page, quote } = citation;
  if (quote === null) return `[${number}] The document was removed.`;
  const trail = [title, ...headingsBelowTitle(title, headingPath)].join(' › ');
  const place = `${isOfSeveral ? `${collection}: ` : ''}${trail}${page === null ? '' : `, p. ${page}`}`;
  const path = pathBelowTitle(citation);
  return path === undefined ? `[${number}] ${place}` : `[${number}] ${place} (${path})`;
}
