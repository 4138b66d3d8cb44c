import { childOf, type XmlElement } from '../xml.ts';

/** What is read of content in several versions (`mc:AlternateContent`, ECMA-376 part 3): the first, else the last. */
export function chosenContent(alternatives: XmlElement): XmlElement | undefined {
  return childOf(alternatives, 'Choice') ?? childOf(alternatives, 'Fallback');
}
