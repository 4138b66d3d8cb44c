import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Place } from '../../../src/contracts/place.ts';

/** Shortest run of letters and digits that is taken for words of a quote. */
const shortestRun = 12;

/** Pages that a quote may go on over. */
const pagesOfQuote = 2;

/**
 * Where the words of a quote stand, from a page on: the longest runs of it that a page has. Columns, heads of pages and
 * the order in which a file has its words may lie between them. Nothing counts but letters and digits, since spaces,
 * hyphens and marks at the ends of lines are a matter of reading.
 */
export async function quotePlaces(
  opened: PDFDocumentProxy,
  quote: string,
  page: number,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  let left = [folded(quote).join('')];
  for (let number = page; number < page + pagesOfQuote && number <= opened.numPages; number += 1) {
    const letters = await lettersOf(opened, number);
    const { found, others } = longestRuns(left, letters.map(({ letter }) => letter).join(''));
    const boxes = found.flatMap(({ at, length }) => boxesOf(letters.slice(at, at + length)));
    if (boxes.length > 0) places.push({ page: number, boxes });
    left = others;
  }
  return places;
}

interface Run {
  readonly at: number;
  readonly length: number;
}

/** What a text has of some words, in runs as long as can be, and the words that are left over. */
function longestRuns(words: readonly string[], text: string): { found: readonly Run[]; others: string[] } {
  const found: Run[] = [];
  const others: string[] = [];
  for (const word of words) {
    let skipped = 0;
    for (let from = 0; from < word.length; ) {
      const least = Math.min(shortestRun, word.length);
      const length = longestPrefix(word.slice(from), text);
      if (length >= least) {
        if (from > skipped) others.push(word.slice(skipped, from));
        found.push({ at: text.indexOf(word.slice(from, from + length)), length });
        from += length;
        skipped = from;
      } else from += 1;
    }
    if (skipped < word.length) others.push(word.slice(skipped));
  }
  return { found, others };
}

/** Length of the longest beginning of some words that a text has. */
function longestPrefix(words: string, text: string): number {
  let [has, hasNot] = [0, words.length + 1];
  while (hasNot - has > 1) {
    const middle = (has + hasNot) >> 1;
    if (text.includes(words.slice(0, middle))) has = middle;
    else hasNot = middle;
  }
  return has;
}

async function lettersOf(opened: PDFDocumentProxy, page: number): Promise<readonly Letter[]> {
  const { items } = await (await opened.getPage(page)).getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const box = boxOf(item);
    const signs = Array.from(item.str);
    return signs.flatMap((sign, index) =>
      folded(sign).map((letter) => ({ letter, box, index, of: signs.length })),
    );
  });
}

type Box = Place['boxes'][number];

/** A letter of a page, as the `index`th of the `of` signs of a piece of text, which stands in a box. */
interface Letter {
  readonly letter: string;
  readonly box: Box;
  readonly index: number;
  readonly of: number;
}

/** Letters and digits of a text, one UTF-16 code unit each, in one case and without accents. */
function folded(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .split('');
}

/** The box of a piece of text that runs along the page. */
function boxOf(item: {
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}): Box {
  const [, , , , x = 0, y = 0] = item.transform;
  // What goes below the line is about a fifth of the height.
  return [x, y - item.height * 0.2, x + item.width, y + item.height * 0.9];
}

/** One box for each piece of text that letters come from, as wide as the letters are of it. */
function boxesOf(letters: readonly Letter[]): readonly Box[] {
  return [...Map.groupBy(letters, ({ box }) => box)].map(([[x0, y0, x1, y1], of]) => {
    const sign = (x1 - x0) / (of[0]?.of ?? 1);
    return [x0 + (of[0]?.index ?? 0) * sign, y0, x0 + ((of.at(-1)?.index ?? 0) + 1) * sign, y1] as const;
  });
}
