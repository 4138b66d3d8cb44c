import { linkTarget } from '../../text/sentences/markdown-links.ts';
import { wikiTarget } from '../../text/sentences/note-marks.ts';

const target = new RegExp(`\\]${linkTarget}`, 'g');
const page = new RegExp(wikiTarget, 'g');
const link = new RegExp(`\\[([^\\]]*)\\]${linkTarget}`, 'g');

/** The words of a link count, its address does not, nor the name under which that stands elsewhere. */
export function withoutAddresses(text: string): string {
  const words = text.replace(target, ']');
  return words.includes('[[') ? words.replace(page, '[[') : words;
}

/**
 * Share of a text's characters that are the words of links, in [0, 1]. `written` is as the document has it, `text`
 * without the addresses.
 */
export function linkedShare(written: string, text: string): number {
  if (written === text) return 0;
  const links = [...written.matchAll(link)];
  const linked = links.reduce((sum, [, words = '']) => sum + words.length + 2, 0);
  return Math.min(1, linked / text.length);
}
