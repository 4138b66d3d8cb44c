import type { HtmlElement } from './html-document.ts';

/** The sign that leads to a footnote, where a superscript, or a link that is marked so, is nothing else. */
export function footnoteSign(element: HtmlElement): string | undefined {
  const isLink = element.localName === 'a';
  if (isLink && !isNoteReference(element)) return undefined;
  const link = isLink ? element : (element.querySelector('a[href*="#"]') ?? parentLink(element));
  const sign = link && element.textContent?.trim();
  return sign && /^(?:\d{1,3}|[a-z*†‡§]{1,2})$/i.test(sign) ? sign : undefined;
}

/** EPUB 3 and the roles of digital publishing (DPUB-ARIA 1.1) name such links. */
function isNoteReference(link: HtmlElement): boolean {
  return link.getAttribute('epub:type') === 'noteref' || link.getAttribute('role') === 'doc-noteref';
}

function parentLink({ parentElement: parent }: HtmlElement): HtmlElement | null {
  return parent?.localName === 'a' && parent.getAttribute('href')?.includes('#') ? parent : null;
}
