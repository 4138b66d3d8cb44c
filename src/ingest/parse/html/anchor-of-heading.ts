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
