import type { HtmlElement } from './html-document.ts';

/** An attribute as a whole number of at most nine digits; `otherwise` where it is none. */
export function integerAttribute(element: HtmlElement, name: string, otherwise: number): number {
  const value = element.getAttribute(name);
  return value !== null && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : otherwise;
}
