import { classNames } from './element-attributes.ts';
import type { HtmlElement } from './html-node.ts';

/** Where Google Docs has headings, their ids begin so; elsewhere a title stands over figures and boxes as well. */
const googleId = /^h\.\w/;

/** The level of a heading, 1–6; also of a title, which Word and Google Docs write as a paragraph. Undefined else. */
export function headingLevel(element: HtmlElement): number | undefined {
  const level = /^h([1-6])$/.exec(element.localName)?.[1];
  if (level !== undefined) return Number(level);
  return element.localName === 'p' && isTitle(element) ? 1 : undefined;
}

function isTitle(element: HtmlElement): boolean {
  const names = classNames(element);
  if (names.includes('MsoTitle')) return true;
  return names.includes('title') && googleId.test(element.getAttribute('id') ?? '');
}
