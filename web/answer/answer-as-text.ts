import type { Turn } from '../conversation/turn.ts';
import { footnotePlace } from './footnote-place.ts';

/**
 * An answer to be pasted elsewhere: its words with the numbers of its footnotes, as Markdown where they have a form,
 * and below them where each of them stands; which collection that is in where it is of several.
 */
export function answerAsText(
  { text, citations }: Pick<Turn, 'text' | 'citations'>,
  { isOfSeveral }: { readonly isOfSeveral: boolean },
): string {
  const footnotes = citations.map(
    (citation) => `[${citation.number}] ${footnotePlace(citation, isOfSeveral)}`,
  );
  return [text.trim(), footnotes.join('\n')].filter((part) => part !== '').join('\n\n');
}
