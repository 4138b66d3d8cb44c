import { expect, test } from 'vitest';
import { readPage, readWritten, textLines } from '../read-pdf.test-support.ts';

test('bookmarks give headings their level, whatever they look like', async () => {
  const body = textLines(
    ['Some words that stand below the heading here,', 'and some more of them to make it a paragraph.'],
    60,
    680,
  );
  const { blocks } = await readWritten({
    pages: [
      { texts: [{ text: '1 Beginnings', x: 60, y: 720, size: 14, font: 'bold' }, ...body] },
      { texts: [{ text: 'Of Small Things', x: 60, y: 720 }, ...body] },
      { texts: [{ text: 'Unmarked', x: 60, y: 720, size: 14, font: 'bold' }, ...body] },
    ],
    outline: [{ title: 'Beginnings', page: 1, children: [{ title: 'Of small things', page: 2 }] }],
  });
  expect(blocks.filter((block) => / h\d:/.test(block))).toEqual([
    '1 h1: 1 Beginnings',
    '2 h2: Of Small Things',
    '3 h1: Unmarked',
  ]);
});

test('without bookmarks size and weight give the levels', async () => {
  const body = textLines(
    ['Some words that stand below the heading here,', 'and some more of them to make it a paragraph.'],
    60,
    640,
  );
  const { blocks, title } = await readPage(
    [
      { text: 'A Handbook of Knots', x: 60, y: 740, size: 24, font: 'bold' },
      { text: 'Bends', x: 60, y: 700, size: 16, font: 'bold' },
      { text: 'The reef knot', x: 60, y: 665, font: 'bold' },
      ...body,
    ],
    { info: { Title: 'knots_final_v2.doc' } },
  );
  expect(blocks).toEqual([
    '1 h1: A Handbook of Knots',
    '1 h2: Bends',
    '1 h3: The reef knot',
    '1 paragraph: Some words that stand below the heading here, and some more of them to make it a paragraph.',
  ]);
  expect(title).toBe('A Handbook of Knots');
});

test('a later section is no title where the first of its look is a part', async () => {
  const { title } = await readPage(
    ['1 Introduction', '2 Bends'].flatMap((text, index) => [
      { text, x: 60, y: 740 - 100 * index, size: 16, font: 'bold' as const },
      { text: 'Some words that stand below the heading.', x: 60, y: 710 - 100 * index },
    ]),
  );
  expect(title).toBeUndefined();
});
