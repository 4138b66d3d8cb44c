import { expect, test } from 'vitest';
import { readPage, readWritten, textLines } from '../read-pdf.test-support.ts';
import { type PlacedText } from '../write-pdf.test-support.ts';

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
  const { blocks } = await readPage(taggedTexts, { structure: taggedStructure });
  expect(blocks).toEqual([
    '1 h2: Knots',
    '1 table: | Knot | Use | Load |\n| Bowline | A loop that does not slip, for mooring boats and for rescue work | 450 |',
    '1 figure: A bowline in a rope of three strands',
    '1 list: 1. Make a loop.\n2. Pull.',
  ]);
});

test('tags that leave text out are not relied on', async () => {
  const forgotten = textLines(['Text that no tag names, and that would be lost.'], 60, 500);
  const { text } = await readPage([...taggedTexts, ...forgotten], { structure: taggedStructure });
  expect(text).toContain('Text that no tag names, and that would be lost.');
  expect(text).toContain('rescue work');
});

/** A table of marked cells: each row its texts with their left edges, blank ones without a text. */
function taggedRows(rows: readonly (readonly (readonly [text: string, x: number])[])[]) {
  const texts: PlacedText[] = [];
  const children = rows.map((row, index) => ({
    role: 'TR',
    children: row.map(([text, x]) => {
      texts.push({ text, x, y: 700 - 20 * index, mark: texts.length });
      return { role: index === 0 ? 'TH' : 'TD', children: [texts.length - 1] };
    }),
  }));
  return { pages: [{ texts }], structure: [{ role: 'Document', children: [{ role: 'Table', children }] }] };
}

test('cells stand in their columns where others span rows or columns before them', async () => {
  const { blocks } = await readWritten(
    taggedRows([
      [
        ['Knot', 60],
        ['Rope', 160],
        ['Load', 300],
      ],
      [
        ['Bowline', 60],
        ['hemp', 160],
        ['450', 300],
      ],
      [
        ['steel', 160],
        ['900', 300],
      ],
      [
        ['All knots of both', 60],
        ['1350', 300],
      ],
    ]),
  );
  expect(blocks).toEqual([
    '1 table: | Knot | Rope | Load |\n| Bowline | hemp | 450 |\n|  | steel | 900 |\n| All knots of both |  | 1350 |',
  ]);
});

test('cells that stand in no order of columns stay as they are tagged', async () => {
  const { blocks } = await readWritten(
    taggedRows([
      [
        ['Knot', 60],
        ['Rope', 160],
        ['Load', 300],
      ],
      [
        ['900', 300],
        ['steel', 160],
      ],
    ]),
  );
  expect(blocks).toEqual(['1 table: | Knot | Rope | Load |\n| 900 | steel |']);
});

test('a tagged paragraph of which the lines stand in columns is a table', async () => {
  const rows = [
    ['Knot', '2023', '2024'],
    ['Bowlines', '1,200', '1,350'],
    ['Hitches', '340', '12%'],
    ['Bends', '860', '1,362'],
  ];
  const texts = rows.flatMap((row, index) =>
    row.map((text, column) => ({ text, x: 60 + 150 * column, y: 700 - 20 * index, mark: 0 })),
  );
  const { blocks } = await readPage(texts, {
    structure: [{ role: 'Document', children: [{ role: 'P', children: [0] }] }],
  });
  expect(blocks).toEqual([
    '1 table: | Knot | 2023 | 2024 |\n| Bowlines | 1,200 | 1,350 |\n| Hitches | 340 | 12% |\n| Bends | 860 | 1,362 |',
  ]);
});

test('a link between two paragraphs on its line is of one with them', async () => {
  const texts: readonly PlacedText[] = [
    { text: 'Ask us at', x: 60, y: 700, mark: 0 },
    { text: 'knots.example', x: 110, y: 700, mark: 1 },
    { text: ', or call.', x: 172, y: 700, mark: 2 },
    { text: 'We are there from nine to five.', x: 60, y: 680, mark: 3 },
  ];
  const { blocks } = await readPage(texts, {
    structure: [
      {
        role: 'Div',
        children: [
          { role: 'P', children: [0] },
          { role: 'Link', children: [1] },
          { role: 'P', children: [2] },
          { role: 'P', children: [3] },
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: Ask us at knots.example, or call.',
    '1 paragraph: We are there from nine to five.',
  ]);
});

function rowOf(...marks: readonly number[]) {
  return {
    role: 'TR',
    children: marks.map((mark) => ({ role: 'TD', children: [{ role: 'P', children: [mark] }] })),
  };
}

test('rows that no table holds are one, with what stands above it apart and the header that they look to have', async () => {
  const texts: readonly PlacedText[] = [
    { text: 'Loads in kilograms', x: 60, y: 720, mark: 0 },
    { text: 'Knot', x: 60, y: 700, mark: 1 },
    { text: 'Load', x: 160, y: 700, mark: 2 },
    { text: 'Bowline', x: 60, y: 680, mark: 3 },
    { text: '450', x: 160, y: 680, mark: 4 },
    { text: 'Measured dry.', x: 60, y: 650, mark: 5 },
  ];
  const { raw, text } = await readPage(texts, {
    structure: [
      { role: 'Sect', children: [rowOf(0), rowOf(1, 2), rowOf(3, 4), { role: 'P', children: [5] }] },
    ],
  });
  const [above, table, below] = raw;
  expect(text.slice(above?.start, above?.end)).toBe('Loads in kilograms');
  const headerEnd = table?.kind === 'table' ? table.headerEnd : undefined;
  expect(text.slice(table?.start, headerEnd)).toBe('| Knot | Load |');
  expect(text.slice(headerEnd, table?.end)).toBe('\n| Bowline | 450 |');
  expect(text.slice(below?.start, below?.end)).toBe('Measured dry.');
});

test('the short lines of a tagged address are lines', async () => {
  const texts: readonly PlacedText[] = [
    { text: 'Ada Lovelace', x: 60, y: 720, mark: 0 },
    { text: 'Quay 3', x: 60, y: 706, mark: 0 },
    { text: 'Oban', x: 60, y: 692, mark: 0 },
    {
      text: 'Dear Ada, the tide tables of this year have been printed and are on their',
      x: 60,
      y: 660,
      mark: 1,
    },
    { text: 'Way.', x: 60, y: 646, mark: 1 },
  ];
  const { blocks } = await readPage(texts, {
    structure: [{ role: 'Document', children: [0, 1].map((mark) => ({ role: 'P', children: [mark] })) }],
  });
  expect(blocks).toEqual([
    '1 paragraph: Ada Lovelace\nQuay 3\nOban',
    '1 paragraph: Dear Ada, the tide tables of this year have been printed and are on their Way.',
  ]);
});

const divisionOf = (mark: number) => ({
  role: 'NonStruct',
  children: [{ role: 'NonStruct', children: [mark] }],
});

test('what stands in no block is what it looks like: divisions with a title, code, and columns side by side', async () => {
  const texts: readonly PlacedText[] = [
    { text: 'Tide tables', x: 60, y: 720, size: 18, mark: 0 },
    { text: 'They are printed in May.', x: 60, y: 690, mark: 1 },
    { text: 'for (const tide of tides) {', x: 60, y: 660, font: 'mono', mark: 2 },
    { text: 'moor();', x: 84, y: 648, font: 'mono', mark: 2 },
    { text: '}', x: 60, y: 636, font: 'mono', mark: 2 },
    { text: 'Left foot.', x: 60, y: 600, mark: 3 },
    { text: 'Right foot.', x: 300, y: 612, mark: 4 },
  ];
  const { blocks } = await readPage(texts, {
    structure: [{ role: 'Document', children: [0, 1, 2, 3, 4].map(divisionOf) }],
  });
  expect(blocks).toEqual([
    '1 h1: Tide tables',
    '1 paragraph: They are printed in May.',
    '1 code: for (const tide of tides) {\n    moor();\n}',
    '1 paragraph: Left foot.',
    '1 paragraph: Right foot.',
  ]);
});

const codeOf = (mark: number) => ({ role: 'Code', children: [mark] });

test('code among words is of their paragraph, a note in it stands behind it, and lines of code that are paragraphs each are one piece', async () => {
  const texts: readonly PlacedText[] = [
    { text: 'Run', x: 60, y: 720, mark: 0 },
    { text: 'moor', x: 84, y: 720, font: 'mono', mark: 1 },
    { text: 'before you start, then', x: 112, y: 720, mark: 2 },
    { text: 'stop', x: 60, y: 706, font: 'mono', mark: 3 },
    { text: 'it.', x: 88, y: 706, mark: 4 },
    { text: 'Not at low tide.', x: 60, y: 100, size: 8, mark: 5 },
    { text: 'It is written so.', x: 104, y: 706, mark: 6 },
    { text: 'moor --all \\', x: 60, y: 670, font: 'mono', mark: 7 },
    { text: '--now', x: 72, y: 658, font: 'mono', mark: 8 },
    { text: 'cast off', x: 60, y: 646, font: 'mono', mark: 9 },
  ];
  const note = { role: 'Note', children: [{ role: 'P', children: [5] }] };
  const { blocks } = await readPage(texts, {
    structure: [
      {
        role: 'Document',
        children: [
          { role: 'P', children: [0, codeOf(1), 2, codeOf(3), 4, note, 6] },
          { role: 'Code', children: [7, 8].map((mark) => ({ role: 'P', children: [mark] })) },
          { role: 'P', children: [9] },
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: Run moor before you start, then stop it. It is written so.',
    '1 paragraph: Not at low tide.',
    '1 code: moor --all \\\n  --now\ncast off',
  ]);
});

test('an item of a tagged list goes on over the turn of a page, and the list below it', async () => {
  const items = [
    ['\x95 Look at the tide table.'],
    ['\x95 Ask the harbour master whether the storms of the week', 'have passed, and wait.'],
    ['\x95 Cast off.'],
  ];
  const marked = items.flat().map((text, mark) => ({ text, x: 60, y: 700 - 20 * mark, mark }));
  const { blocks, text } = await readWritten({
    pages: [{ texts: marked.slice(0, 2) }, { texts: marked.slice(2) }],
    structure: [{ role: 'L', children: [[0], [1, 2], [3]].map((children) => ({ role: 'LI', children })) }],
  });
  expect(blocks).toEqual([
    `1 list: - Look at the tide table.\n- Ask the harbour master whether the storms of the week`,
    '2 paragraph: have passed, and wait.',
    '2 list: - Cast off.',
  ]);
  expect(text).toContain('storms of the week have passed');
});
