import { expect, test } from 'vitest';
import { leftColumn, readPage, readWritten } from '../read-pdf.test-support.ts';

const rightColumn = [
  'where the old bridge stands. Nobody knows who',
  'built it, though a stone in its middle bears a',
  'date, and the parish book of that year speaks',
  'of a great labour that was ended at midsummer.',
];

test('two columns are read one after the other, and a sentence goes on from one to the next', async () => {
  const { blocks } = await readPage([
    { text: 'The Valley of the Mills', x: 180, y: 740, size: 20, font: 'bold' },
    // Drawn line by line across both columns, as some programs do.
    ...leftColumn.flatMap((text, index) => [
      { text, x: 60, y: 700 - 12 * index },
      { text: rightColumn[index] as string, x: 320, y: 700 - 12 * index },
    ]),
    {
      text: 'A line below both of the columns that is as wide as the page is, from left to right margin.',
      x: 60,
      y: 600,
    },
  ]);
  expect(blocks).toEqual([
    '1 h1: The Valley of the Mills',
    `1 paragraph: ${[...leftColumn, ...rightColumn].join(' ')}`,
    '1 paragraph: A line below both of the columns that is as wide as the page is, from left to right margin.',
  ]);
});

test('a sentence goes on over the small print under its column, which stays apart', async () => {
  const { blocks } = await readPage([
    ...leftColumn.map((text, index) => ({ text, x: 60, y: 700 - 12 * index })),
    { text: '1 The mills were burnt down in the war and built anew', x: 60, y: 650, size: 8 },
    { text: 'by the grandsons of those who had owned them before', x: 60, y: 640, size: 8 },
    ...rightColumn.map((text, index) => ({ text, x: 320, y: 700 - 12 * index })),
    { text: 'Nothing of it was left when the water rose again in', x: 320, y: 652 },
    { text: 'the following spring, as the same book says there.', x: 320, y: 640 },
  ]);
  expect(blocks).toEqual([
    `1 paragraph: ${[...leftColumn, ...rightColumn].join(' ')} Nothing of it was left when the water rose again in the following spring, as the same book says there.`,
    '1 paragraph: 1 The mills were burnt down in the war and built anew by the grandsons of those who had owned them before',
  ]);
});

test('a sentence goes on over the turn of a page, with the word that is broken there; each half has its page', async () => {
  const { text, raw } = await readWritten({
    pages: [
      {
        texts: [
          ...leftColumn.map((line, index) => ({ text: line, x: 60, y: 700 - 12 * index })),
          { text: 'below the old bridge, of which nobody knows the buil-', x: 60, y: 652 },
          { text: '1 The mills were burnt down in the war.', x: 60, y: 600, size: 8 },
        ],
      },
      {
        texts: [
          { text: 'der any more.', x: 60, y: 700 },
          { text: 'It still stands.', x: 60, y: 650 },
        ],
      },
    ],
  });
  expect(text).toContain('nobody knows the builder any more.\n\nIt still stands.');
  const ends = raw.map(({ page, start, end }) => [page, text.slice(start, end).slice(-12)]);
  expect(ends).toEqual([
    [1, ' in the war.'],
    [1, 'ows the buil'],
    [2, 'er any more.'],
    [2, 'till stands.'],
  ]);
});

test('text that is turned on the page is read too', async () => {
  const { blocks } = await readPage([
    { text: 'A sentence that stands upright on the page.', x: 60, y: 700 },
    { text: 'Turned by a quarter', x: 560, y: 300, degrees: 90 },
  ]);
  expect(blocks).toEqual([
    '1 paragraph: A sentence that stands upright on the page.',
    '1 paragraph: Turned by a quarter',
  ]);
});

test('an item of a list goes on over the turn of a page', async () => {
  const above = [
    { text: 'Before you sail:', x: 60, y: 140 },
    { text: '\x95 Look at the tide table.', x: 60, y: 120 },
    { text: '\x95 Ask the harbour master whether the storms of the week have', x: 60, y: 106 },
  ];
  const below = [
    { text: 'passed, and wait where they have not.', x: 70, y: 740 },
    { text: 'Then cast off.', x: 60, y: 700 },
  ];
  const { blocks, text } = await readWritten({ pages: [{ texts: above }, { texts: below }] });
  expect(blocks.slice(1)).toEqual([
    '1 list: - Look at the tide table.\n- Ask the harbour master whether the storms of the week have',
    '2 paragraph: passed, and wait where they have not.',
    '2 paragraph: Then cast off.',
  ]);
  expect(text).toContain('of the week have passed, and wait');
});
