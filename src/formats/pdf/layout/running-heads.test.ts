import { expect, test } from 'vitest';
import { readWritten, textLines } from '../read-pdf.test-support.ts';

test('running heads, feet and page numbers go; the first page keeps its head', async () => {
  const words = ['one', 'two', 'three', 'four', 'five'];
  const { blocks } = await readWritten({
    pages: words.map((word, index) => ({
      texts: [
        { text: 'Annual report of the harbour', x: 60, y: 760, size: 8 },
        { text: `This is page ${word}, and it says what no other page does.`, x: 60, y: 700 },
        { text: `Draft of 3 May, page ${index + 1} of 5`, x: 60, y: 40, size: 8 },
        { text: String(index + 11), x: 300, y: 28, size: 8 },
      ],
    })),
  });
  const body = words.map(
    (word, index) => `${index + 1} paragraph: This is page ${word}, and it says what no other page does.`,
  );
  expect(blocks).toEqual([
    '1 paragraph: Annual report of the harbour',
    ...body.slice(0, 1),
    '1 paragraph: Draft of 3 May, page 1 of 5',
    ...body.slice(1),
  ]);
});

test('a page number that follows the text, wherever that ends, goes too', async () => {
  const { text } = await readWritten({
    pages: [5, 2, 7, 3].map((count, index) => ({
      texts: [
        ...textLines(
          Array.from(
            { length: count },
            (_, at) => `A line with the letter ${'abcdefg'[at]} of the ${'wxyz'[index]} part`,
          ),
          60,
          700,
        ),
        { text: String(index + 40), x: 300, y: 700 - 12 * count - 30 },
      ],
    })),
  });
  expect(text).not.toMatch(/\b4\d\b/);
});

const numbered = (text: (page: number) => string, more: readonly string[] = []) =>
  Array.from({ length: 6 }, (_, index) => ({
    texts: [
      { text: text(index + 1), x: 60, y: 700 },
      ...more.map((line, at) => ({ text: `${line} ${'abcdef'[index]}`, x: 60, y: 600 - 40 * at })),
    ],
  }));

test('pages that differ in nothing but a number keep it', async () => {
  const { text } = await readWritten({ pages: numbered((page) => `Room ${page} is warm`) });
  expect(text.match(/Room \d/g)).toHaveLength(6);
});

test('a sentence is no running head, though its number counts the pages', async () => {
  const { text } = await readWritten({ pages: numbered((page) => `Room ${page} is warm.`, ['Other words']) });
  expect(text.match(/Room \d/g)).toHaveLength(6);
});

test('numbers that do not count the pages are content', async () => {
  const { text } = await readWritten({
    pages: numbered((page) => `Order ${(page * 7919) % 1000}`, ['One thing', 'Another thing']),
  });
  expect(text.match(/Order \d/g)).toHaveLength(6);
});

test('the head of a chapter of two pages goes with the page number beside it', async () => {
  const { blocks } = await readWritten({
    pages: ['Pumps', 'Pumps', 'Valves', 'Valves', 'Seals', 'Seals'].map((chapter, index) => ({
      texts: [
        ...(index % 2 === 0 ? [] : [{ text: `Chapter ${(index + 1) / 2}: ${chapter}`, x: 60, y: 760 }]),
        { text: String(index + 1), x: 540, y: 760 },
        { text: `${'abcdef'[index]} stands on this page alone.`, x: 60, y: 700 },
        { text: `So does ${'uvwxyz'[index]}.`, x: 60, y: 650 },
      ],
    })),
  });
  expect(blocks).toEqual(
    'abcdef'
      .split('')
      .flatMap((letter, index) => [
        `${index + 1} paragraph: ${letter} stands on this page alone.`,
        `${index + 1} paragraph: So does ${'uvwxyz'[index]}.`,
      ]),
  );
});
