import { linkDefinition, linkTarget } from '../../text/sentences/note-marks.ts';

/** Share of a passage's letters that must be those of links for it to say nothing by itself. */
const linkShare = 0.8;

/** Fewest links of a list: one link may be the whole of an answer. */
const fewestLinks = 3;

/** A link of Markdown, an address between angle brackets, or where a link leads that is written elsewhere. */
const link = new RegExp(String.raw`${linkDefinition}|!?\[[^\][\n]*\]${linkTarget}|<https?:[^\s<>]+>`, 'gmu');

/**
 * Whether a passage of Markdown is nothing but links, as a list under “See also” and the definitions of links at the
 * end of a document are: it names much, and says nothing of it. Headings do not count. Linear time.
 */
export function isLinkList(content: string): boolean {
  // Each kind of link has one of these, and most passages have neither.
  if (!content.includes(']') && !content.includes('<')) return false;
  const text = content.replace(/^#{1,6} .*$/gmu, '');
  const links = text.match(link) ?? [];
  if (links.length < fewestLinks) return false;
  const linked = links.reduce((sum, one) => sum + letters(one), 0);
  return linked >= linkShare * letters(text);
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
