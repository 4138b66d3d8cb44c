import { superscript } from '../document/shown-words.ts';
import type { XmlElement } from '../xml/xml.ts';
import { type HtmlElement, isElement, isText } from './html-node.ts';
import { isNoteReference, noteSign } from './note-marks.ts';

/**
 * What stands for a superscript in a line with other words: a power as characters of its own, the sign of a footnote in
 * brackets, so that neither is part of the word before it. The same of a link that is marked as such a sign. Undefined
 * where the element's words read well as they are.
 */
export function raisedWords(element: HtmlElement): string | undefined {
  const isRaised = element.localName === 'sup';
  if (!isRaised && element.localName !== 'a' && element.localName !== 'span') return undefined;
  const isReference = isNoteReference(element);
  if (!isRaised && !isReference) return undefined;
  const words = element.textContent?.trim() ?? '';
  const isNote = isReference || linkOf(element) !== null;
  if (isNote && noteSign.test(words)) return `[${words}]`;
  return isRaised ? superscript(words) : undefined;
}

/** The link within a page that is in a superscript or right around it. */
function linkOf(raised: HtmlElement): HtmlElement | null {
  const { parentElement: parent } = raised;
  const isLinked = parent?.localName === 'a' && parent.getAttribute('href')?.includes('#');
  return raised.querySelector('a[href*="#"]') ?? (isLinked ? parent : null);
}

/** A formula of a page (`math`) as a tree that is independent of the page. Nesting is bounded where that is parsed. */
export function mathTree(element: HtmlElement): XmlElement {
  const children: (XmlElement | string)[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isText(child)) children.push(child.data);
    else if (isElement(child)) children.push(mathTree(child));
  }
  const attributes = Object.fromEntries(
    ['alttext', 'encoding'].map((name) => [name, element.getAttribute(name) ?? undefined]),
  );
  return { name: element.localName, attributes, children };
}
