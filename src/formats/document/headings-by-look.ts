import type { Block } from '../../contracts/parser.ts';

/** How all words of a paragraph are set. */
export interface Look {
  /** In whatever unit the file has. */
  readonly size: number;
  readonly isBold: boolean;
}

/** Longer lines are no headings. */
const maxLength = 100;

/** Whether something is set larger, or as large and in bold. */
function standsOut(look: Look, { size, isBold }: Look): boolean {
  return look.size > size || (look.size === size && look.isBold && !isBold);
}

/**
 * The levels of paragraphs that are headings by how they are set, in a document that marks none as one: short lines
 * that are larger than most of its words, or in bold, with others below them. What stands out most has level 1 where it
 * is the first and the only one of its look, else 2. None where they would be more than half of the text.
 * @param looks of paragraphs, by their place among the blocks
 */
export function headingsByLook(
  text: string,
  blocks: readonly Block[],
  looks: ReadonlyMap<number, Look>,
): ReadonlyMap<number, number> {
  if (blocks.some(({ kind }) => kind === 'heading')) return new Map();
  const body = commonLook(blocks, looks);
  if (!body) return new Map();
  const lines = new Map(
    [...looks].filter(([place, look]) => {
      const { start, end } = blocks[place] as Block;
      return standsOut(look, body) && isTitleLine(text.slice(start, end)) && place + 1 < blocks.length;
    }),
  );
  const areAlike = (place: number, other: number) => keyOf(lines.get(place)) === keyOf(lines.get(other));
  const headings = [...lines].filter(
    ([place]) => !areAlike(place, place + 1) && !(lines.has(place - 1) && areAlike(place, place - 1)),
  );
  const length = headings.reduce((sum, [place]) => sum + lengthOf(blocks[place]), 0);
  if (length * 2 > text.length) return new Map();
  const ranks = [...new Map(headings.map(([, look]) => [keyOf(look), look])).values()]
    .toSorted((a, b) => (standsOut(a, b) ? -1 : 1))
    .map(keyOf);
  const titles = headings.filter(([, look]) => keyOf(look) === ranks[0]);
  const top = titles.length === 1 && titles[0]?.[0] === 0 ? 1 : 2;
  return new Map(headings.map(([place, look]) => [place, Math.min(6, top + ranks.indexOf(keyOf(look)))]));
}

function lengthOf({ start, end }: Block = { kind: 'paragraph', start: 0, end: 0 }): number {
  return end - start;
}

/** How most words of the paragraphs are set. */
function commonLook(blocks: readonly Block[], looks: ReadonlyMap<number, Look>): Look | undefined {
  const lengths = new Map<string, { look: Look; length: number }>();
  for (const [place, look] of looks) {
    const sum = lengths.get(keyOf(look)) ?? { look, length: 0 };
    sum.length += lengthOf(blocks[place]);
    lengths.set(keyOf(look), sum);
  }
  return [...lengths.values()].toSorted((a, b) => b.length - a.length)[0]?.look;
}

function keyOf(look: Look | undefined): string {
  return look ? `${look.size} ${look.isBold}` : '';
}

/** Whether a line names what follows: words that do not end as a sentence does. */
export function isTitleLine(line: string): boolean {
  return line.length <= maxLength && !line.includes('\n') && /\p{L}/u.test(line) && !/[.!;,]$/.test(line);
}
