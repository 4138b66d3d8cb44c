import { cleanText } from '../../text/decode/clean-text.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { textFormat } from '../text-format.ts';
import { type CanvasGroup, readCanvas } from './read-canvas.ts';

/**
 * Canvases of Obsidian (JSON Canvas 1.0): the cards from top to bottom, those with headings last, their text as
 * Markdown, below the names of the groups that they lie in, and where others lead. Files that are shown are documents
 * themselves. Errors: `file_malformed` with the line.
 */
export const canvasParser = textFormat({
  name: 'canvas',
  extensions: ['.canvas'],
  version: 3,
  async write(builder, { text, path }) {
    for (const group of readCanvas(text, path)) await writeGroup(builder, group);
    return {};
  },
});

const hasHeading = /^ {0,3}#{1,6}[ \t]/m;

async function writeGroup(builder: DocumentBuilder, { label, cards }: CanvasGroup): Promise<void> {
  // The library is large, and many a process never meets a canvas.
  const { shownMarkdown } = await import('../markdown/shown-html.ts');
  if (label !== '') builder.heading(1, label);
  // A card without a heading of its own would stand below that of the one before it.
  const inOrder = cards.toSorted((a, b) => Number(hasHeading.test(a)) - Number(hasHeading.test(b)));
  for (const card of inOrder) builder.written(await shownMarkdown(cleanText(card)));
}
