import type { XmlElement } from '../xml.ts';
import type { TextContext } from './paragraph-content.ts';
import { TextFlow } from './text-flow.ts';

/** The paragraphs that say something in what holds blocks, without their markers; tables and drawings aside. */
export function textsWithin(holder: XmlElement, context: TextContext): readonly string[] {
  return [...new TextFlow(context).piecesWithin(holder)]
    .map((piece) => (piece.kind === 'table' ? '' : piece.content.text))
    .filter((text) => /\S/.test(text));
}
