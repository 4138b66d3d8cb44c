import type { HtmlElement } from './html-node.ts';

/** More characters of an attribute are of no page that a person has written. */
const charactersRead = 1000;

/** An attribute as far as it is read; empty where there is none. */
export function shortAttribute(element: HtmlElement | undefined, name: 'class' | 'style'): string {
  return element?.getAttribute(name)?.slice(0, charactersRead) ?? '';
}

/** The classes of an element. */
export function classNames(element: HtmlElement): readonly string[] {
  const names = shortAttribute(element, 'class').trim();
  return names ? names.split(/\s+/) : [];
}

/** An attribute as a whole number of at most nine digits; `otherwise` where it is none. */
export function integerAttribute(element: HtmlElement, name: string, otherwise: number): number {
  const value = element.getAttribute(name);
  return value !== null && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : otherwise;
}
