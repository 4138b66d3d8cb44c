import { classNames, shortAttribute } from './element-attributes.ts';
import type { HtmlDocument, HtmlElement } from './html-node.ts';

const strikes = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** As Tailwind and Bootstrap name it. */
const mark = 'line-through';
const marks = new Set([mark, `text-decoration-${mark}`]);

/** A selector of nothing but a class, with an element's name or without. */
const ofClass = /^\s*[a-z]*\.([\w-]+)\s*$/i;

/** Whether an element strikes out what is in it: by its name, or by its class once {@link markStruck} went through. */
export function strikesOut(element: HtmlElement): boolean {
  return /^(?:del|s|strike)$/.test(element.localName) || classNames(element).some((name) => marks.has(name));
}

/**
 * Tells by a class which elements are struck out by their style, as in mail and shops, or by what a style sheet of the
 * page says of a class of theirs, as in Google Docs: neither is there any more where Readability went through.
 */
export function markStruck(document: HtmlDocument): void {
  const struck = new Set([...document.querySelectorAll('style')].flatMap(struckClasses));
  for (const element of document.querySelectorAll('[style], [class]')) {
    const names = classNames(element);
    if (strikes.test(shortAttribute(element, 'style')) || names.some((name) => struck.has(name)))
      element.setAttribute('class', [...names, mark].join(' '));
  }
}

function struckClasses({ textContent }: HtmlElement): readonly string[] {
  return (textContent ?? '').split('}').flatMap((rule) => {
    const [selectors = '', declarations = ''] = rule.split('{').slice(-2);
    return strikes.test(declarations) ? selectors.split(',').map((one) => ofClass.exec(one)?.[1] ?? '') : [];
  });
}
