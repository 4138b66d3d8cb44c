import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { headingsBelowTitle } from '../shell/headings-below-title.ts';

/**
 * An answer to be pasted elsewhere: its words with the numbers of its footnotes, as Markdown where they have a form,
 * and below them where each of them stands.
 */
export function answerAsText({ text, citations }: Pick<Turn, 'text' | 'citations'>): string {
  return [text.trim(), citations.map(footnoteAsText).join('\n')].filter((part) => part !== '').join('\n\n');
}

function footnoteAsText({ number, title, headingPath, page, path, quote }: ShownCitation): string {
  if (quote === null) return `[${number}] The document was removed.`;
  const trail = [title, ...headingsBelowTitle(title, headingPath)].join(' › ');
  const place = page === null ? trail : `${trail}, p. ${page}`;
  return path === title ? `[${number}] ${place}` : `[${number}] ${place} (${path})`;
}
