import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pdfParser } from './pdf-parser.ts';
import { type PlacedText, type WrittenPdf, writePdf } from './write-pdf.test-support.ts';

/** Settable for a longer search: `FOOTNOTE_SOAK_RUNS=10000`. */
const numRuns = Number(process.env.FOOTNOTE_SOAK_RUNS ?? 200);

const parseBytes = (bytes: Uint8Array) => pdfParser.parse({ path: 'papers/a.pdf', bytes });

/** Each block as one line: its page, kind and text. */
async function read(pdf: WrittenPdf) {
  const document = await parseBytes(writePdf(pdf));
  const blocks = document.blocks.map((block) => {
    const kind = block.kind === 'heading' ? `h${block.level}` : block.kind;
    return `${block.page} ${kind}: ${document.text.slice(block.start, block.end)}`;
  });
  return { ...document, blocks, raw: document.blocks };
}

/** Lines below each other, 12 points apart. */
function lines(texts: readonly string[], x: number, y: number, more: Partial<PlacedText> = {}): PlacedText[] {
  return texts.map((text, index) => ({ text, x, y: y - 12 * index, ...more }));
}

const leftColumn = [
  'The river rises in the northern hills and runs',
  'for forty miles through woods before it comes',
  'to the first of the mills that gave the valley',
  'its name, and there it turns towards the east',
];
const rightColumn = [
  'where the old bridge stands. Nobody knows who',
  'built it, though a stone in its middle bears a',
  'date, and the parish book of that year speaks',
  'of a great labour that was ended at midsummer.',
];

test('two columns are read one after the other, and a sentence goes on from one to the next', async () => {
  const { blocks } = await read({
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

test('running heads, feet and page numbers go; the first page keeps its head', async () => {
  const words = ['one', 'two', 'three', 'four', 'five'];
  const { blocks } = await read({
    pages: words.map((word, index) => ({
      texts: [
        { text: 'Annual report of the harbour', x: 60, y: 760, size: 8 },
        { text: `This is page ${word}, and it says what no other page does.`, x: 60, y: 700 },
        { text: `Draft of 3 May, page ${index + 1} of 5`, x: 60, y: 40, size: 8 },
        { text: String(index + 11), x: 300, y: 28, size: 8 },
      ],
    })),
  });
  expect(blocks).toEqual([
    '1 paragraph: Annual report of the harbour',
    ...words
      .map(
        (word, index) => `${index + 1} paragraph: This is page ${word}, and it says what no other page does.`,
      )
      .slice(0, 1),
    '1 paragraph: Draft of 3 May, page 1 of 5',
    ...words
      .map(
        (word, index) => `${index + 1} paragraph: This is page ${word}, and it says what no other page does.`,
      )
      .slice(1),
  ]);
});

test('a page number that follows the text, wherever that ends, goes too', async () => {
  const { text } = await read({
    pages: [5, 2, 7, 3].map((count, index) => ({
      texts: [
        ...lines(
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

test('words broken at the ends of lines become whole; compounds keep their hyphen', async () => {
  const { blocks } = await read({
    pages: [
      {
        texts: lines(
          [
            'The well-known committee asked for more infor-',
            'mation about the Anglo-',
            'Saxon charters, the COVID-',
            '19 reports, a state-of-the-',
            'art survey and what is well-',
            'known. A hard-working reader finds the hard-',
            'working reader here as well.',
          ],
          60,
          700,
        ),
      },
    ],
  });
  expect(blocks.join(' ').replaceAll('\n', ' ')).toContain(
    'for more information about the Anglo-Saxon charters, the COVID-19 reports, a state-of-the-art survey and ' +
      'what is well-known. A hard-working reader finds the hard-working reader here as well.',
  );
});

/** A label and figures that end in line; the row at 680 has a currency sign in a column before each. */
function row(y: number, label: string, ...cells: string[]): PlacedText[] {
  return [
    { text: label, x: 60, y },
    ...cells.flatMap((text, index) => [
      ...(y === 680 ? [{ text: '$', x: 300 + 100 * index, y }] : []),
      { text, x: 360 + 100 * index - 5 * text.length, y },
    ]),
  ];
}

test('a table without rules has its rows, its header, and signs joined to their figures', async () => {
  const { blocks, raw, text } = await read({
    pages: [
      {
        texts: [
          { text: 'The figures of the last two years are these.', x: 60, y: 730 },
          ...row(695, 'In millions', '2018', '2017'),
          ...row(680, 'Net sales', '32,765', '31,657'),
          ...row(665, 'Cost of sales', '(16,682)', '(16,055)'),
          { text: 'Net income attributable to the', x: 60, y: 650 },
          ...row(638, 'holders of shares', '16,083', '15,602'),
          {
            text: 'What follows is no part of the table, and it is long enough to fill the width of the page.',
            x: 60,
            y: 600,
          },
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: The figures of the last two years are these.',
    '1 table: | In millions | 2018 | 2017 |\n| Net sales | $32,765 | $31,657 |\n| Cost of sales | (16,682) | (16,055) |\n' +
      '| Net income attributable to the holders of shares | 16,083 | 15,602 |',
    '1 paragraph: What follows is no part of the table, and it is long enough to fill the width of the page.',
  ]);
  const table = raw[1];
  expect(table?.kind === 'table' && text.slice(table.start, table.headerEnd)).toBe(
    '| In millions | 2018 | 2017 |',
  );
});

test('bookmarks give headings their level, whatever they look like', async () => {
  const body = lines(
    ['Some words that stand below the heading here,', 'and some more of them to make it a paragraph.'],
    60,
    680,
  );
  const { blocks } = await read({
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
  const body = lines(
    ['Some words that stand below the heading here,', 'and some more of them to make it a paragraph.'],
    60,
    640,
  );
  const { blocks, title } = await read({
    pages: [
      {
        texts: [
          { text: 'A Handbook of Knots', x: 60, y: 740, size: 24, font: 'bold' },
          { text: 'Bends', x: 60, y: 700, size: 16, font: 'bold' },
          { text: 'The reef knot', x: 60, y: 665, font: 'bold' },
          ...body,
        ],
      },
    ],
    info: { Title: 'knots_final_v2.doc', Author: 'Ann Lee; Bo Ray', CreationDate: "D:20240229101500+01'00'" },
    language: 'en-GB',
  });
  expect(blocks).toEqual([
    '1 h1: A Handbook of Knots',
    '1 h2: Bends',
    '1 h3: The reef knot',
    '1 paragraph: Some words that stand below the heading here, and some more of them to make it a paragraph.',
  ]);
  expect(title).toBe('A Handbook of Knots');
});

test('metadata is read, and a title that is one is taken', async () => {
  const { title, language, metadata } = await read({
    pages: [{ texts: [{ text: 'Ein Satz.', x: 60, y: 700 }] }],
    info: {
      Title: 'On Knots',
      Author: 'Ann Lee; Bo Ray',
      CreationDate: "D:20240229101500+01'00'",
      ModDate: 'D:2024',
      Subject: 'unspecified',
    },
    language: 'de-AT',
  });
  expect({ title, language, metadata }).toEqual({
    title: 'On Knots',
    language: 'de',
    metadata: {
      authors: ['Ann Lee', 'Bo Ray'],
      created: '2024-02-29T10:15:00+01:00',
      modified: '2024-01-01',
      pages: 1,
    },
  });
});

test('items become a list with their depths, paragraphs part at indents and gaps, code keeps its indent', async () => {
  const { blocks } = await read({
    pages: [
      {
        texts: [
          ...lines(
            [
              'A paragraph of two lines that are long enough to',
              'fill the width that other lines have as well.',
            ],
            60,
            740,
          ),
          ...lines(
            ['A second paragraph after a gap, with a line that', 'goes on below it and ends in the middle.'],
            60,
            700,
          ),
          { text: '\x95', x: 60, y: 660 },
          { text: 'the first item, which is longer than a line and', x: 75, y: 660 },
          { text: 'therefore goes on', x: 75, y: 648 },
          { text: '\x95 an item below it', x: 90, y: 636 },
          { text: '\x95', x: 60, y: 624 },
          { text: 'the last item', x: 75, y: 624 },
          ...lines(['if (tide > 3) {', '  open(gate);', '}'], 60, 590, { font: 'mono' }),
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: A paragraph of two lines that are long enough to fill the width that other lines have as well.',
    '1 paragraph: A second paragraph after a gap, with a line that goes on below it and ends in the middle.',
    '1 list: - the first item, which is longer than a line and therefore goes on\n  - an item below it\n- the last item',
    '1 code: if (tide > 3) {\n  open(gate);\n}',
  ]);
});

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
  const { blocks } = await read({ pages: [{ texts: taggedTexts }], structure: taggedStructure });
  expect(blocks).toEqual([
    '1 h2: Knots',
    '1 table: | Knot | Use | Load |\n| Bowline | A loop that does not slip, for mooring boats and for rescue work | 450 |',
    '1 figure: A bowline in a rope of three strands',
    '1 list: 1. Make a loop.\n2. Pull.',
  ]);
});

test('tags that leave text out are not relied on', async () => {
  const forgotten = lines(['Text that no tag names, and that would be lost.'], 60, 500);
  const { text } = await read({
    pages: [{ texts: [...taggedTexts, ...forgotten] }],
    structure: taggedStructure,
  });
  expect(text).toContain('Text that no tag names, and that would be lost.');
  expect(text).toContain('rescue work');
});

test('text that is turned on the page is read too', async () => {
  const { blocks } = await read({
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

const scan = { hasImage: true };
const typed = { texts: [{ text: 'Typed words.', x: 60, y: 700 }] };

test('a scan fails and names its pages; a blank page is none', async () => {
  await expect(parseBytes(writePdf({ pages: [scan, scan, {}, scan] }))).rejects.toMatchObject({
    code: 'text_layer_missing',
    message:
      'papers/a.pdf is a scan: pages 1–2, 4 have no text layer. Run it through OCR and ingest the result.',
  });
  await expect(parseBytes(writePdf({ pages: [{}, {}] }))).rejects.toMatchObject({ code: 'file_empty' });
});

test('a file that is partly a scan keeps its text and warns of the rest', async () => {
  const { text, warnings } = await read({ pages: [typed, scan, typed, {}, scan] });
  expect(text).toBe('Typed words.\n\nTyped words.');
  expect(warnings).toEqual(['no text layer on pages 2, 5: run the file through OCR to have them read']);
});

test('an empty password opens, another does not', async () => {
  const { text } = await read({ pages: [typed], password: '' });
  expect(text).toBe('Typed words.');
  await expect(parseBytes(writePdf({ pages: [typed], password: 'secret' }))).rejects.toMatchObject({
    code: 'file_encrypted',
  });
});

test('what only begins like a PDF is malformed', async () => {
  await expect(parseBytes(new TextEncoder().encode('%PDF-1.7\nnothing'))).rejects.toMatchObject({
    code: 'file_malformed',
    message: expect.stringMatching(/^papers\/a\.pdf, line 1: the PDF is damaged/),
  });
});

test('is known by its signature, wherever that stands in the first kilobyte', () => {
  const bytes = writePdf({ pages: [typed] });
  expect(pdfParser.recognise({ path: 'x', bytes })).toBe('yes');
  expect(pdfParser.recognise({ path: 'x', bytes: Buffer.concat([Buffer.alloc(500), bytes]) })).toBe('yes');
  expect(pdfParser.recognise({ path: 'x.pdf', bytes: new TextEncoder().encode('PDF') })).toBe('no');
});

test('leaves the bytes it was given as they were', async () => {
  const bytes = Buffer.from(writePdf({ pages: [typed] }));
  const before = bytes.toString('latin1');
  await parseBytes(bytes);
  expect(bytes.toString('latin1')).toBe(before);
});

test('stops between two pages when it is told to', async () => {
  const controller = new AbortController();
  const bytes = writePdf({ pages: Array.from({ length: 200 }, () => typed) });
  const parsing = pdfParser.parse({ path: 'a.pdf', bytes }, { signal: controller.signal });
  controller.abort();
  await expect(parsing).rejects.toMatchObject({ code: 'aborted' });
});

const small = writePdf({
  pages: [
    { texts: lines([...leftColumn, 'a \x95 b'], 60, 700) },
    scan,
    { texts: ['1', '2', '3'].flatMap((cell, index) => lines(['ab', 'cd', cell], 60 + 100 * index, 700)) },
  ],
  outline: [{ title: 'Beginnings', page: 1, children: [{ title: 'Of small things', page: 2 }] }],
  info: { Title: 'On Knots' },
});

const mutation = fc.array(
  fc.record({
    at: fc.nat({ max: small.length - 1 }),
    kind: fc.constantFrom('set', 'cut', 'repeat'),
    byte: fc.nat({ max: 255 }),
    length: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('damaged files are read or refused, never anything else', async () => {
  // In a thread of its own: what is left to reject there ends it.
  const thread = new Worker(new URL('./parse-thread.test-support.ts', import.meta.url));
  try {
    await fc.assert(
      fc.asyncProperty(mutation, async (mutations) => {
        let bytes = Buffer.from(small);
        for (const { at, kind, byte, length } of mutations) {
          if (kind === 'set') bytes[at % bytes.length] = byte;
          else if (kind === 'cut')
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
          else bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        }
        thread.postMessage(new Uint8Array(bytes), []);
        const [outcome] = (await once(thread, 'message')) as [string];
        expect(outcome).toMatch(/^(?:parsed|file_malformed|file_empty|file_encrypted|text_layer_missing)$/);
      }),
      { numRuns, seed: 20_251_121 },
    );
  } finally {
    await thread.terminate();
  }
}, 120_000);

test.each([
  [
    'scattered letters',
    (index: number) => ({ text: 'a', x: (index * 7919) % 600, y: (index * 104_729) % 780 }),
  ],
  [
    'two letters on each of many lines',
    (index: number) => ({ text: 'a', x: 60 + 300 * (index % 2), y: index / 40 }),
  ],
  ['one long line', (index: number) => ({ text: 'ab'[index % 2] as string, x: 60 + index * 0.03, y: 700 })],
])('reads a page of %s', async (_, place) => {
  const { text } = await read({
    pages: [{ texts: Array.from({ length: 15_000 }, (_, index) => place(index)) }],
  });
  expect(text.match(/[ab]/g)).toHaveLength(15_000);
});

test('the same bytes give the same document', async () => {
  expect(await parseBytes(small)).toEqual(await parseBytes(small));
});
