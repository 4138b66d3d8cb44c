import { superscript } from '../superscript.ts';
import type { HtmlElement } from './html-document.ts';

/**
 * What stands for a superscript in a line with other words: a power as characters of its own, the sign of a footnote in
 * brackets, so that neither is part of the word before it. The same of a link that is marked as such a sign. Undefined
 * where the element's words read well as they are.
 */
export function raisedWords(element: HtmlElement): string | undefined {
  const isRaised = element.localName === 'sup';
  if (!isRaised && !isNoteReference(element)) return undefined;
  const words = element.textContent?.trim() ?? '';
  const isNote = isNoteReference(element) || linkOf(element) !== null;
  if (isNote && noteSign.test(words)) return `[${words}]`;
  return isRaised ? superscript(words) : undefined;
}

const noteSign = /^(?:\d{1,3}|[a-z*†‡§]{1,2})$/i;

/** EPUB 3 and the roles of digital publishing (DPUB-ARIA 1.1) name such links. */
function isNoteReference(element: HtmlElement): boolean {
  return (
    element.localName === 'a' &&
    (element.getAttribute('epub:type') === 'noteref' || element.getAttribute('role') === 'doc-noteref')
  );
}

/** The link within a page that is in a superscript or right around it. */
function linkOf(raised: HtmlElement): HtmlElement | null {
  const { parentElement: parent } = raised;
  const isLinked = parent?.localName === 'a' && parent.getAttribute('href')?.includes('#');
  return raised.querySelector('a[href*="#"]') ?? (isLinked ? parent : null);
}
