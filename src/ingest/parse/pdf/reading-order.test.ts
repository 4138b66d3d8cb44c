import { expect, test } from 'vitest';
import { leftColumn, readWritten } from './read-pdf.test-support.ts';

const rightColumn = [
  'where the old bridge stands. Nobody knows who',
  'built it, though a stone in its middle bears a',
  'date, and the parish book of that year speaks',
  'of a great labour that was ended at midsummer.',
];

test('two columns are read one after the other, and a sentence goes on from one to the next', async () => {
  const { blocks } = await readWritten({
    pages: [
      {
        texts: [
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
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 h1: The Valley of the Mills',
    `1 paragraph: ${[...leftColumn, ...rightColumn].join(' ')}`,
    '1 paragraph: A line below both of the columns that is as wide as the page is, from left to right margin.',
  ]);
});

test('text that is turned on the page is read too', async () => {
  const { blocks } = await readWritten({
    pages: [
      {
        texts: [
          { text: 'A sentence that stands upright on the page.', x: 60, y: 700 },
          { text: 'Turned by a quarter', x: 560, y: 300, degrees: 90 },
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: A sentence that stands upright on the page.',
    '1 paragraph: Turned by a quarter',
  ]);
});
