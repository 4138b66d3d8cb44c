import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';

/** What is read of content in several versions (`mc:AlternateContent`, ECMA-376 part 3): the first, else the last. */
export function chosenContent(alternatives: XmlElement): XmlElement | undefined {
  return childOf(alternatives, 'Choice') ?? childOf(alternatives, 'Fallback');
}

/** Every element of this name below, in document order, where content has several versions in the one that is read. */
export function findAllChosen(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return findAllChosen(child.name === 'AlternateContent' ? chosenContent(child) : child, name);
  });
}
