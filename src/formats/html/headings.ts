import { classNames } from './element-attributes.ts';
import { type HtmlElement, isElement, isText } from './html-node.ts';

const sections = new Set(['section', 'article', 'div']);

/**
 * The fragment by which a heading is reached: its own id, that of the section it opens, that of an element in it, or
 * that of an empty one right before it.
 */
export function anchorOfHeading(heading: HtmlElement): string | undefined {
  return (
    nameOf(heading) ??
    sectionOf(heading) ??
    nameOf(heading.querySelector('[id], a[name]')) ??
    anchorBefore(heading)
  );
}

function sectionOf(heading: HtmlElement): string | undefined {
  const parent = heading.parentElement;
  if (!parent || !sections.has(parent.localName)) return undefined;
  const isItsFirst = parent.querySelector('h1, h2, h3, h4, h5, h6') === heading;
  return isItsFirst ? nameOf(parent) : undefined;
}

function anchorBefore(heading: HtmlElement): string | undefined {
  let node = heading.previousSibling;
  while (node && isText(node) && !/\S/.test(node.data)) node = node.previousSibling;
  if (!node || !isElement(node) || !(node.localName === 'a' || node.localName === 'span')) return undefined;
  return /\S/.test(node.textContent ?? '') ? undefined : nameOf(node);
}

/** What older pages have for an id is the name of a link. */
function nameOf(element: HtmlElement | null): string | undefined {
  return (
    element?.getAttribute('id') || (element?.localName === 'a' && element.getAttribute('name')) || undefined
  );
}

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
