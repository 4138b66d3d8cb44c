import { childOf, descendantOf, type XmlElement } from '../xml.ts';

/**
 * Whether a tracked change deletes the mark that ends a paragraph (`w:p`) or moves it away: accepted, the paragraph
 * goes on with the next one. Source: ECMA-376 part 1, 17.13.5.15 and 17.13.5.21.
 */
export function hasDeletedMark(paragraph: XmlElement): boolean {
  const mark = descendantOf(paragraph, 'pPr', 'rPr');
  return childOf(mark, 'del') !== undefined || childOf(mark, 'moveFrom') !== undefined;
}

/** One paragraph of two, with the properties of the second, whose mark is the one that is left. */
export function joinParagraphs(first: XmlElement, second: XmlElement): XmlElement {
  const content = first.children.filter((child) => typeof child === 'string' || child.name !== 'pPr');
  return { ...second, children: [...content, ...second.children] };
}

/** The paragraphs of a cell or a note as they are with all changes accepted; tables between them stay as they are. */
export function acceptedParagraphs(paragraphs: readonly XmlElement[]): readonly XmlElement[] {
  const accepted: XmlElement[] = [];
  let isOpen = false;
  for (const paragraph of paragraphs) {
    const open = isOpen && paragraph.name === 'p' ? accepted.pop() : undefined;
    accepted.push(open ? joinParagraphs(open, paragraph) : paragraph);
    isOpen = hasDeletedMark(paragraph);
  }
  return accepted;
}
