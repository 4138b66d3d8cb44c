import { childOf, type XmlElement } from '../xml.ts';

/**
 * Whether a paragraph (`w:p`) goes on with the next one: it is the large letter that this begins with, or a tracked
 * change deletes the mark that ends it or moves it away. Source: ECMA-376 part 1, 17.3.1.11, 17.13.5.15, 17.13.5.21.
 */
export function goesOn(paragraph: XmlElement): boolean {
  const properties = childOf(paragraph, 'pPr');
  const { dropCap = 'none' } = childOf(properties, 'framePr')?.attributes ?? {};
  const mark = childOf(properties, 'rPr');
  return dropCap !== 'none' || childOf(mark, 'del') !== undefined || childOf(mark, 'moveFrom') !== undefined;
}

/** One paragraph of two, with the properties of the second, whose mark is the one that is left. */
export function joinParagraphs(first: XmlElement, second: XmlElement): XmlElement {
  const content = first.children.filter((child) => typeof child === 'string' || child.name !== 'pPr');
  return { ...second, children: [...content, ...second.children] };
}
