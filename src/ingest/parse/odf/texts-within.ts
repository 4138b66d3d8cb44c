import type { XmlElement } from '../xml.ts';
import { readParagraph, type TextContext } from './paragraph-content.ts';
import { TextFlow } from './text-flow.ts';

/** The paragraphs that say something in what holds blocks, without their markers; tables and drawings aside. */
export function textsWithin(holder: XmlElement, context: TextContext): readonly string[] {
  return [...new TextFlow(context.styles).piecesWithin(holder)]
    .filter(({ kind }) => kind === 'paragraph' || kind === 'heading')
    .map(({ element }) => readParagraph(element, context).text)
    .filter((text) => /\S/.test(text));
}
