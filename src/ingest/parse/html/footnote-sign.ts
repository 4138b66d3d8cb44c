import type { HtmlElement } from './html-document.ts';

/** The sign that leads to a footnote, where a superscript is nothing else. */
export function footnoteSign(element: HtmlElement): string | undefined {
  const link = element.querySelector('a[href*="#"]') ?? parentLink(element);
  const sign = link && element.textContent?.trim();
  return sign && /^(?:\d{1,3}|[a-z*†‡§]{1,2})$/i.test(sign) ? sign : undefined;
}

function parentLink({ parentNode }: HtmlElement): HtmlElement | null {
  const parent = parentNode as HtmlElement | null;
  return parent?.localName === 'a' && parent.getAttribute('href')?.includes('#') ? parent : null;
}
