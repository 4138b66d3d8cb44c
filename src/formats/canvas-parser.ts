import { cleanText } from '../text/decode/clean-text.ts';
import type { DocumentBuilder } from './document/document-builder.ts';
import { textFormat } from './document/text-format.ts';
import { type JsonObject, objectOf, readJson } from './json/json-reader.ts';

/**
 * Canvases of Obsidian (JSON Canvas 1.0): the cards from top to bottom, those with headings last, their text as
 * Markdown, below the names of the groups that they lie in, and where others lead. Files that are shown are documents
 * themselves. Errors: `file_malformed` with the line.
 */
export const canvasParser = textFormat({
  name: 'canvas',
  extensions: ['.canvas'],
  version: 4,
  async write(builder, { text, path }) {
    for (const group of readCanvas(text, path)) await writeGroup(builder, group);
    return {};
  },
});

const hasHeading = /^ {0,3}#{1,6}[ \t]/m;

async function writeGroup(builder: DocumentBuilder, { label, cards }: CanvasGroup): Promise<void> {
  // The library is large, and many a process never meets a canvas.
  const { shownMarkdown } = await import('./markdown/shown-html.ts');
  if (label !== '') builder.heading(1, label);
  // A card without a heading of its own would stand below that of the one before it.
  const inOrder = cards.toSorted((a, b) => Number(hasHeading.test(a)) - Number(hasHeading.test(b)));
  for (const card of inOrder) builder.written(await shownMarkdown(cleanText(card)));
}

/** What lies in one group of a canvas, or in none: its label is empty then. */
interface CanvasGroup {
  readonly label: string;
  /** Each as Markdown, from top to bottom. */
  readonly cards: readonly string[];
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Reads a canvas: what lies in no group first, then the groups from top to bottom. Errors: `file_malformed`. */
export function readCanvas(text: string, path: string): readonly CanvasGroup[] {
  const nodes = objectOf(readJson(text, path)).objects('nodes').toSorted(inReadingOrder);
  const groups = nodes
    .filter((node) => node.word('type') === 'group')
    .map((node) => ({ label: node.word('label'), area: areaOf(node), cards: [] as string[] }));
  // Of groups in groups the smallest is meant.
  const smallestFirst = groups.toSorted((a, b) => a.area.width - b.area.width);
  const loose: string[] = [];
  for (const node of nodes) {
    const card = node.word('text') || node.word('url');
    const own = areaOf(node);
    const around = smallestFirst.find(({ area }) => contains(area, own));
    if (card.trim() !== '') (around?.cards ?? loose).push(card);
  }
  return [{ label: '', cards: loose }, ...groups.filter(({ cards }) => cards.length > 0)];
}

function inReadingOrder(first: JsonObject, second: JsonObject): number {
  const [a, b] = [areaOf(first), areaOf(second)];
  return a.y - b.y || a.x - b.x;
}

function contains(outer: Area, inner: Area): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
}

function areaOf(node: JsonObject): Area {
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map(
    (key) => Number(node.word(key)) || 0,
  );
  return { x, y, width, height };
}
