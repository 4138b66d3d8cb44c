import { expect, test } from 'vitest';
import { leftColumn, parseBytes, readPage, readWritten, textLines } from '../read-pdf.test-support.ts';
import { writePdf } from '../write-pdf.test-support.ts';

test('items become a list with their depths, paragraphs part at indents and gaps, code keeps its indent', async () => {
  const { blocks } = await readPage([
    ...textLines(
      ['A paragraph of two lines that are long enough to', 'fill the width that other lines have as well.'],
      60,
      740,
    ),
    ...textLines(
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
    ...textLines(['if (tide > 3) {', '  open(gate);', '}'], 60, 590, { font: 'mono' }),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: A paragraph of two lines that are long enough to fill the width that other lines have as well.',
    '1 paragraph: A second paragraph after a gap, with a line that goes on below it and ends in the middle.',
    '1 list: - the first item, which is longer than a line and therefore goes on\n  - an item below it\n- the last item',
    '1 code: if (tide > 3) {\n  open(gate);\n}',
  ]);
});

test('a line of a sentence that begins with a number or a dash goes on with it, and 9 is no deeper than 10', async () => {
  const { blocks } = await readPage([
    ...textLines(
      [
        'The crane on the north pier is out of service until',
        '18. May, and the ferry berths at the eastern quay, a',
        '- narrow one, for as long as that. Bring these:',
        '1. a rope of forty yards, which you may borrow',
        '2. a lamp',
      ],
      60,
      740,
    ),
    { text: '9. a whistle for fog and for the dark', x: 66, y: 660 },
    { text: '10. a flag', x: 60, y: 648 },
  ]);
  expect(blocks).toEqual([
    '1 paragraph: The crane on the north pier is out of service until 18. May, and the ferry berths at the eastern quay, a - narrow one, for as long as that. Bring these:',
    '1 list: 1. a rope of forty yards, which you may borrow\n2. a lamp\n9. a whistle for fog and for the dark\n10. a flag',
  ]);
});

test('a title and the small print beside it are two', async () => {
  const { blocks } = await readPage([
    { text: 'Landing bill', x: 60, y: 740, size: 20 },
    { text: 'Printed on 3 May', x: 400, y: 740, size: 8 },
    ...textLines(['The rope was landed at the north pier and weighed.'], 60, 700),
  ]);
  expect(blocks).toEqual([
    '1 h1: Landing bill',
    '1 paragraph: Printed on 3 May',
    '1 paragraph: The rope was landed at the north pier and weighed.',
  ]);
});

test('pieces of a line that touch are one, in whatever order they are drawn', async () => {
  const { blocks } = await readPage([
    { text: 'The har', x: 60, y: 700 },
    { text: 'It froze.', x: 60, y: 660 },
    { text: 'bour', x: 94.5, y: 700 },
  ]);
  expect(blocks).toEqual(['1 paragraph: The harbour', '1 paragraph: It froze.']);
});

test('the mark of a footnote does not become a digit of the number before it', async () => {
  const { text } = await readPage([
    { text: 'About 83,190', x: 60, y: 700, size: 11 },
    { text: '2', x: 126, y: 704, size: 6.6 },
  ]);
  expect(text).toBe('About 83,190²');
});

test('the mark of a footnote behind a comma, and before its words', async () => {
  const { text } = await readPage([
    { text: 'By land,', x: 60, y: 700, size: 11 },
    { text: '3', x: 100, y: 704, size: 6.6 },
    { text: 'and by sea', x: 107, y: 700, size: 11 },
    { text: '3', x: 60, y: 503, size: 5 },
    { text: 'We came by sea.', x: 63, y: 500, size: 8 },
  ]);
  expect(text).toBe('By land,³ and by sea\n\n³We came by sea.');
});

test('text that damage leaves without a place is left out, and the rest is read', async () => {
  const written = writePdf({
    pages: [
      { texts: textLines(['\x95 the first item', '\x95 the second item', 'an item nowhere'], 60, 700) },
    ],
  });
  const page = Buffer.from(written).toString('latin1');
  const last = page.lastIndexOf('BT');
  // A name where the space between characters should be: pdf.js makes a number of it that is none.
  const damaged = `${page.slice(0, last)}BT /None Tc${page.slice(last + 2)}`;
  const { text } = await parseBytes(Buffer.from(damaged, 'latin1'));
  // Only the first letter still has a place: what comes behind it has none.
  expect(text).toBe('- the first item\n- the second item a');
});

test('a receipt: its total and the number under its bar code head nothing, rules part, amounts end lines', async () => {
  const { blocks } = await readPage([
    { text: 'The Chandlery', x: 60, y: 740, size: 14, font: 'bold' },
    ...textLines(['Rope, forty yards, at 2 the yard $80.00', 'Less the members share -$8.00'], 60, 710),
    { text: '-----------------------------', x: 60, y: 686 },
    { text: 'TOTAL $72.00', x: 60, y: 674, font: 'bold' },
    { text: '-----------------------------', x: 60, y: 662 },
    ...textLines(['Paid in cash to the harbour office, with thanks.'], 60, 650),
    { text: 'BALANCE DUE', x: 60, y: 610, font: 'bold' },
    { text: '$0.00', x: 300, y: 610, font: 'bold' },
    { text: '*TX4471200931*', x: 60, y: 560, size: 14, font: 'bold' },
  ]);
  expect(blocks).toEqual([
    '1 h1: The Chandlery',
    '1 paragraph: Rope, forty yards, at 2 the yard $80.00\nLess the members share -$8.00',
    '1 paragraph: TOTAL $72.00',
    '1 paragraph: Paid in cash to the harbour office, with thanks.',
    '1 paragraph: BALANCE DUE $0.00',
    '1 paragraph: *TX4471200931*',
  ]);
});

test.each([
  ['a large line', ['Ropes and sails'], 'h1'],
  ['one without a letter', ['* * *'], 'paragraph'],
  ['one that goes on', ['Ropes, sails,'], 'paragraph'],
  ['an item', ['\x95 Ropes'], 'list'],
  ['two lines, the last a figure', ['Sails of the year', '470'], 'h1'],
  ['one word with as many digits as letters', ['AB12'], 'h1'],
  ['one word with more digits than letters', ['AB123'], 'paragraph'],
  ['several words with more digits than letters', ['Q 2019'], 'h1'],
])('%s is a heading where it names what follows', async (_, lines, kind) => {
  const { raw } = await readPage([
    ...textLines(lines, 60, 740, { size: 18 }),
    ...textLines(leftColumn, 60, 690),
  ]);
  const [first] = raw;
  expect(first?.kind === 'heading' ? `h${first.level}` : first?.kind).toBe(kind);
});

test.each([
  ['Tide table', 'paragraph'],
  ['Note 7', 'h1'],
])('%s with a figure that stands apart', async (label, kind) => {
  const bold = { y: 740, font: 'bold' } as const;
  const texts = [
    { text: label, x: 60, ...bold },
    { text: '470', x: 300, ...bold },
  ];
  const { raw } = await readPage([...texts, ...textLines(leftColumn, 60, 690)]);
  const [first] = raw;
  expect(first?.kind === 'heading' ? `h${first.level}` : first?.kind).toBe(kind);
});

test('entries of a table of contents are lines with short leaders, neither headings nor rows', async () => {
  const dots = ' . . . . . . . . . . . . . ';
  const { blocks } = await readPage([
    ...textLines([`Pumps${dots}3`, `valves and their seats${dots}12`], 60, 740),
    { text: `Appendix A Seals${dots}24`, x: 60, y: 700, size: 14 },
    ...textLines(
      ['Then a sentence stands here ... and it goes on below', 'as far as sentences go.'],
      60,
      660,
    ),
    ...['1.', '2.', '2.1', '2.2'].flatMap((number, row) => [
      { text: number, x: 60, y: 600 - 12 * row },
      { text: `Ropes of kind ${row}${dots}${row}`, x: 100, y: 600 - 12 * row },
    ]),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: Pumps … 3\nvalves and their seats … 12',
    '1 paragraph: Appendix A Seals … 24',
    '1 paragraph: Then a sentence stands here ... and it goes on below as far as sentences go.',
    '1 list: 1. Ropes of kind 0 … 0\n2. Ropes of kind 1 … 1',
    '1 paragraph: 2.1 Ropes of kind 2 … 2\n2.2 Ropes of kind 3 … 3',
  ]);
});

test('code with blank lines is one piece, and what stands in columns in it no table', async () => {
  const code = [
    'Pump ::= SEQUENCE {',
    '  id      INTEGER,',
    '  depth   REAL,',
    '  open    BOOLEAN',
    '}',
    '',
    'END',
  ];
  const { blocks } = await readPage([
    ...textLines(['A paragraph of words that says what stands below it.', 'It is code.'], 60, 740),
    ...code.flatMap((line, row) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map((found) => ({
        text: found[0],
        x: 60 + 6 * found.index,
        y: 700 - 12 * row,
        font: 'mono' as const,
      })),
    ),
    ...textLines(['A paragraph of words goes on behind the code as it began.'], 60, 580),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: A paragraph of words that says what stands below it.\nIt is code.',
    `1 code: ${code.join('\n')}`,
    '1 paragraph: A paragraph of words goes on behind the code as it began.',
  ]);
});

test('a word that is set with space between its letters is one, a row of letters is not', async () => {
  const { blocks } = await readPage([
    { text: 'a b s t r a c t', x: 60, y: 740, size: 16 },
    { text: 'a b c d', x: 60, y: 700, size: 16 },
    ...textLines(['The mark of an answer is one of four letters.'], 60, 660),
  ]);
  expect(blocks).toEqual([
    '1 h1: abstract',
    '1 h1: a b c d',
    '1 paragraph: The mark of an answer is one of four letters.',
  ]);
});

test('a line of a number and capitals, most of them small, is a heading above those in italics; a row of a list in capitals is not', async () => {
  const { blocks } = await readPage([
    { text: 'II. M', x: 250, y: 740 },
    { text: 'ETHODS', x: 269.5, y: 740, size: 8 },
    ...textLines(['Others have looked for the words of figures before.'], 60, 710),
    { text: 'A. Word Extraction', x: 60, y: 680, font: 'italic' },
    ...textLines(['They are found by the space between them.', '1. ROPE, 20 M', '2. HOOK, STEEL'], 60, 650),
  ]);
  expect(blocks).toEqual([
    '1 h1: II. METHODS',
    '1 paragraph: Others have looked for the words of figures before.',
    '1 h2: A. Word Extraction',
    '1 paragraph: They are found by the space between them.',
    '1 list: 1. ROPE, 20 M\n2. HOOK, STEEL',
  ]);
});

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

test('a numbered line of the text’s own type above running text is a title, one of a list is none', async () => {
  const { blocks } = await readPage([
    { text: '1.2 Duties of the miller', x: 60, y: 720 },
    ...textLines(leftColumn, 60, 700),
    { text: '2. Payment', x: 60, y: 630 },
    ...textLines(leftColumn, 60, 610),
    { text: '1. Flour', x: 60, y: 540 },
    { text: '2. Bark', x: 60, y: 528 },
  ]);
  expect(blocks.map((block) => block.slice(0, 32))).toEqual([
    expect.stringMatching(/^1 h\d: 1\.2 Duties/),
    '1 paragraph: The river rises in ',
    expect.stringMatching(/^1 h\d: 2\. Payment/),
    '1 paragraph: The river rises in ',
    expect.stringMatching(/^1 list: /),
  ]);
});
