import { expect, test } from 'vitest';
import { leftColumn, readPage, readWritten, textLines } from '../read-pdf.test-support.ts';
import type { PlacedText } from '../write-pdf.test-support.ts';

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

/** Cells of a row, 120 points apart. */
const cells = (y: number, ...texts: string[]) => texts.map((text, at) => ({ text, x: 60 + 120 * at, y }));

/** Cells of a row in the right column, 60 points apart. */
const narrow = (y: number, ...texts: string[]) => texts.map((text, at) => ({ text, x: 320 + 60 * at, y }));

test('a table within one of two columns parts neither from the other', async () => {
  const { blocks } = await readPage([
    ...textLines([...leftColumn, ...rightColumn], 60, 720),
    ...narrow(720, 'Mill', 'Year', 'Wheels'),
    ...narrow(706, 'Upper', '1612', '3'),
    ...narrow(692, 'Lower', '1655', '2'),
    ...narrow(678, 'Abbey', '1660', '4'),
    ...narrow(664, 'Ford', '1702', '1'),
    ...textLines(rightColumn, 320, 630),
  ]);
  expect(blocks).toEqual([
    `1 paragraph: ${[...leftColumn, ...rightColumn].join(' ')}`,
    '1 table: | Mill | Year | Wheels |\n| Upper | 1612 | 3 |\n| Lower | 1655 | 2 |\n| Abbey | 1660 | 4 |\n| Ford | 1702 | 1 |',
    `1 paragraph: ${rightColumn.join(' ')}`,
  ]);
});

test('a sentence goes on over a table between its lines', async () => {
  const { blocks } = await readPage([
    ...textLines(
      ['Whoever rents a boat for more than a day', 'pays the fee of the longer term, and brings'],
      60,
      720,
    ),
    ...cells(680, 'Boat', 'Day', 'Week'),
    ...cells(666, 'Skiff', '12', '60'),
    ...cells(652, 'Gig', '20', '95'),
    ...textLines(['the boat back before the evening of the', 'last of these days.'], 60, 610),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: Whoever rents a boat for more than a day pays the fee of the longer term, and brings the boat back before the evening of the last of these days.',
    '1 table: | Boat | Day | Week |\n| Skiff | 12 | 60 |\n| Gig | 20 | 95 |',
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

/** Two columns of text, cut in mid-sentence, and a table below whose columns stand so. */
const aboveTable = (...edges: readonly number[]) =>
  readPage([
    ...textLines(leftColumn, 60, 700),
    ...textLines(
      [
        'The lower mills, which were sold',
        'in the spring, went to a family',
        'from the coast, who let them go',
        'to ruin, and stand',
      ],
      330,
      700,
    ),
    { text: 'Table 1: Mills of the valley', x: 60, y: 610 },
    ...[
      ['Mill', 'Wheels', 'Sacks'],
      ['Upper', '4', '310'],
      ['Middle', '3', '225'],
      ['Lower', '2', '140'],
    ].flatMap((cells, row) =>
      cells.map((text, index) => ({ text, x: edges[index] ?? 0, y: 590 - 14 * row })),
    ),
  ]);

test.each([
  ['over the gutter', [60, 180, 310]],
  ['beside the gutter', [60, 180, 350]],
])('a table below two columns is one, where its cells stand %s', async (_, edges) => {
  const { blocks } = await aboveTable(...edges);
  expect(blocks.slice(-2)).toEqual([
    '1 paragraph: Table 1: Mills of the valley',
    '1 table: | Mill | Wheels | Sacks |\n| Upper | 4 | 310 |\n| Middle | 3 | 225 |\n| Lower | 2 | 140 |',
  ]);
  expect(blocks.slice(0, -2).join(' ')).toMatch(/turns towards the east.* to ruin, and stand$/s);
});

test('three columns of short notices are read one after the other, their lines ragged', async () => {
  const notices = [
    ['Bridge closed', 'The bridge at Mill Lane', 'is closed from 3 May for', 'repairs of the deck.'],
    ['Fishing', 'Licences are sold at the', 'harbour office for 12 a', 'year.'],
    ['Road works', 'Expect delays on the', 'coast road until the end', 'of the month.'],
    ['Ferry', 'The last boat leaves at', 'nine on weekdays.'],
    ['Lost dog', 'A brown terrier answers', 'to Rex. Call the kennel', 'at 555 0142.'],
    ['Library', 'Opens at ten, closes at', 'six, and on Sundays at', 'noon, for lack of staff.'],
    [
      'Market day',
      'The market moves to',
      'Thursday in the week of',
      'the fair, when all of the',
      'shops are shut.',
    ],
    ['Water rates', 'Households pay 48 a', 'quarter from July on.'],
    ['School', 'Term starts on the 4th', 'of September.'],
  ];
  const columns = [0, 3, 6].map((first) => notices.slice(first, first + 3));
  const { blocks } = await readPage(
    columns.flatMap((column, index) => {
      let y = 710;
      return column.flatMap((notice) => {
        y -= 8;
        return notice.map((text, line): PlacedText => {
          y -= 10;
          return { text, x: 60 + 170 * index, y, size: 8, ...(line === 0 && { font: 'bold' }) };
        });
      });
    }),
  );
  expect(blocks.map((block) => block.replace(/^1 \w+: /, ''))).toEqual(
    notices.flatMap(([title = '', ...lines]) => [title, lines.join(' ')]),
  );
});
