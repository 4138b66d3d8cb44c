import type { HtmlElement } from './html-document.ts';

/** More characters of an attribute are of no page that a person has written. */
const charactersRead = 1000;

/** The classes of an element. */
export function classNames(element: HtmlElement): readonly string[] {
  const names = element.getAttribute('class')?.slice(0, charactersRead).trim();
  return names ? names.split(/\s+/) : [];
}
