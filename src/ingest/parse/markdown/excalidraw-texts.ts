import type { Block } from '../../../contracts/parser.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';

/** Where the texts of a drawing begin, each behind a blank line with its id. */
const textElements = /^##? Text Elements[ \t]*$/m;

/** What stands behind them: files that are embedded, and the drawing itself, packed. */
const nextPart = /^(?:%%|##? (?:Element Links|Embedded Files|Drawing)[ \t]*)$/m;

/** The texts of a drawing that the Excalidraw plugin of Obsidian keeps in a note; all else is for the plugin. */
export function excalidrawTexts(text: string, start: number): readonly Block[] {
  const heading = textElements.exec(text.slice(start));
  if (!heading) return [];
  const from = start + heading.index + heading[0].length;
  const length = nextPart.exec(text.slice(from))?.index ?? text.length - from;
  return plainParagraphs(text, from, from + length);
}
