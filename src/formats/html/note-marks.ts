import { type HtmlDocument, type HtmlElement, type HtmlText, isElement, isText } from './html-node.ts';

/** What a footnote is marked with: a number, a letter or two, a sign. */
export const noteSign = /^(?:\d{1,3}|[a-z*†‡§]{1,2})$/i;

/** Whether an element is marked as what points to a note (EPUB 3, DPUB-ARIA 1.1). */
export function isNoteReference(element: HtmlElement): boolean {
  return isOfType(element, 'noteref') || element.getAttribute('role') === 'doc-noteref';
}

/** Whether an element is marked as a note, in EPUB. */
export function isBookNote(element: HtmlElement): boolean {
  return ['footnote', 'rearnote', 'endnote', 'endnotes', 'footnotes'].some((type) => isOfType(element, type));
}

function isOfType(element: HtmlElement, type: string): boolean {
  return element.getAttribute('epub:type')?.split(/\s+/).includes(type) ?? false;
}

/**
 * Puts before each footnote the sign of what points to it, where it does not begin with that: programs that read books
 * show a note where its sign is touched, and many leave it out there.
 */
export function markNotes(document: HtmlDocument): void {
  const signs = new Map<string, string>();
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const sign = link.textContent?.replace(/[\s[\]()]/g, '') ?? '';
    if (noteSign.test(sign)) signs.set(link.getAttribute('href')?.slice(1) ?? '', sign);
  }
  for (const note of document.querySelectorAll('aside[id], div[id], p[id], section[id]')) {
    const sign = signs.get(note.getAttribute('id') ?? '');
    const isNote = note.getAttribute('role') === 'doc-footnote' || isBookNote(note);
    if (sign !== undefined && isNote && !beginsWith(note, sign)) firstParagraph(note).prepend(`[${sign}] `);
  }
}

/** Whether its first words, in whatever element they stand, are the sign or begin with it. */
function beginsWith(note: HtmlElement, sign: string): boolean {
  const words = firstText(note)?.data.trimStart().replace(/^[[(]/, '') ?? '';
  return words.startsWith(sign) && !/^[\p{L}\p{N}]/u.test(words.slice(sign.length));
}

function firstText(element: HtmlElement): HtmlText | undefined {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    const found = isElement(node) ? firstText(node) : isText(node) && /\S/.test(node.data) ? node : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The paragraph that the first words of an element stand in; itself where they stand in none. */
function firstParagraph(element: HtmlElement): HtmlElement {
  const parent = firstText(element)?.parentNode;
  return parent && isElement(parent) && /^(?:p|div)$/.test(parent.localName) ? parent : element;
}
