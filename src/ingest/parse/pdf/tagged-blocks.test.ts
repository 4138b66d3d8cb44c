import { expect, test } from 'vitest';
import { readWritten, textLines } from './read-pdf.test-support.ts';
import { type PlacedText } from './write-pdf.test-support.ts';

/** What the layout alone would read row by row: cells in the middle of their height beside cells of several lines. */
const taggedTexts: readonly PlacedText[] = [
  { text: 'Draft', x: 60, y: 770, mark: 'artifact' },
  { text: 'Knots', x: 60, y: 740, mark: 0 },
  { text: 'Knot', x: 60, y: 700, mark: 1 },
  { text: 'Use', x: 160, y: 700, mark: 2 },
  { text: 'Load', x: 400, y: 700, mark: 3 },
  { text: 'Bowline', x: 60, y: 680, mark: 4 },
  { text: 'A loop that does not slip, for moor-', x: 160, y: 686, mark: 5 },
  { text: 'ing boats and for rescue work', x: 160, y: 674, mark: 5 },
  { text: '450', x: 400, y: 680, mark: 6 },
  { text: '1.', x: 60, y: 640, mark: 7 },
  { text: 'Make a loop.', x: 80, y: 640, mark: 8 },
  { text: '2.', x: 60, y: 625, mark: 9 },
  { text: 'Pull.', x: 80, y: 625, mark: 10 },
  { text: ' ', x: 300, y: 650, mark: 11 },
];

const taggedStructure = [
  {
    role: 'Document',
    children: [
      { role: 'H2', children: [0] },
      {
        role: 'Table',
        children: [
          {
            role: 'THead',
            children: [{ role: 'TR', children: [1, 2, 3].map((mark) => ({ role: 'TH', children: [mark] })) }],
          },
          {
            role: 'TBody',
            children: [{ role: 'TR', children: [4, 5, 6].map((mark) => ({ role: 'TD', children: [mark] })) }],
          },
        ],
      },
      { role: 'Figure', children: [11], alternative: 'A bowline in a rope of three strands' },
      {
        role: 'L',
        children: [
          {
            role: 'LI',
            children: [
              { role: 'Lbl', children: [7] },
              { role: 'LBody', children: [8] },
            ],
          },
          {
            role: 'LI',
            children: [
              { role: 'Lbl', children: [9] },
              { role: 'LBody', children: [10] },
            ],
          },
        ],
      },
    ],
  },
];

test('a tagged page is read by its tags, artifacts left out', async () => {
  const { blocks } = await readWritten({ pages: [{ texts: taggedTexts }], structure: taggedStructure });
  expect(blocks).toEqual([
    '1 h2: Knots',
    '1 table: | Knot | Use | Load |\n| Bowline | A loop that does not slip, for mooring boats and for rescue work | 450 |',
    '1 figure: A bowline in a rope of three strands',
    '1 list: 1. Make a loop.\n2. Pull.',
  ]);
});

test('tags that leave text out are not relied on', async () => {
  const forgotten = textLines(['Text that no tag names, and that would be lost.'], 60, 500);
  const { text } = await readWritten({
    pages: [{ texts: [...taggedTexts, ...forgotten] }],
    structure: taggedStructure,
  });
  expect(text).toContain('Text that no tag names, and that would be lost.');
  expect(text).toContain('rescue work');
});
