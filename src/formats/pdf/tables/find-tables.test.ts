import { expect, test } from 'vitest';
import { KnownWords } from '../layout/document-style.ts';
import { lineOf } from '../layout/lines.ts';
import { leftColumn, readPage, readWritten } from '../read-pdf.test-support.ts';
import { type PlacedText } from '../write-pdf.test-support.ts';
import { findTables } from './find-tables.ts';

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
  const { blocks, raw, text } = await readPage([
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
  ]);
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

/** Cells of a line: text and place. */
function cells(y: number, ...placed: readonly (readonly [x: number, text: string])[]): PlacedText[] {
  return placed.map(([x, text]) => ({ text, x, y }));
}

test('tables that stand side by side are two, each below its title', async () => {
  const bold = { font: 'bold', y: 715 } as const;
  const { blocks } = await readPage([
    { text: 'The boat', x: 60, ...bold },
    { text: 'The crew', x: 330, ...bold },
    ...cells(700, [60, 'Name'], [130, 'Petrel'], [330, 'Skipper'], [400, 'Ann Lee']),
    ...cells(688, [60, 'Length'], [130, '9 m'], [330, 'Mate'], [400, 'Bo Ray']),
    ...cells(676, [60, 'Built'], [130, '1987'], [330, 'Cook'], [400, 'Cy Orr']),
    ...cells(664, [330, 'Guests'], [400, '2']),
    ...cells(652, [330, 'Berths'], [400, '6']),
  ]);
  expect(blocks.map((block) => block.replace(/h\d/, 'heading'))).toEqual([
    '1 heading: The boat',
    '1 table: | Name | Petrel |\n| Length | 9 m |\n| Built | 1987 |',
    '1 heading: The crew',
    '1 table: | Skipper | Ann Lee |\n| Mate | Bo Ray |\n| Cook | Cy Orr |\n| Guests | 2 |\n| Berths | 6 |',
  ]);
});

test('a form in two columns is read column by column', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'Order:'], [130, '4711'], [330, 'Port:'], [400, 'Leith']),
    ...cells(688, [60, 'Goods:'], [130, 'Rope'], [330, 'Pier:'], [400, 'North']),
    ...cells(676, [60, 'Weight:'], [130, '40 kg'], [330, 'Crane:'], [400, 'none']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Order: | 4711 |\n| Goods: | Rope |\n| Weight: | 40 kg |',
    '1 table: | Port: | Leith |\n| Pier: | North |\n| Crane: | none |',
  ]);
});

test('one table with a wide gap stays one', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'Boat'], [130, 'Port'], [330, 'Skipper'], [400, 'Trips']),
    ...cells(688, [60, 'Petrel'], [130, 'Leith'], [330, 'Ann Lee'], [400, '12']),
    ...cells(676, [60, 'Skua'], [130, 'Wick'], [330, 'Bo Ray'], [400, '9']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Boat | Port | Skipper | Trips |\n| Petrel | Leith | Ann Lee | 12 |\n| Skua | Wick | Bo Ray | 9 |',
  ]);
});

test('cells that wrap beyond their column are of their row, in the last as in the first', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'No.'], [120, 'Catch'], [240, 'Boat'], [330, 'Landed'], [420, 'Boxes']),
    ...cells(685, [60, '1'], [120, 'Haddock'], [240, 'Alba'], [330, '4 May'], [420, '17']),
    { text: '(line-caught off the outer bank; iced on board)', x: 120, y: 672, size: 8 },
    ...cells(657, [60, '2'], [120, 'Whiting'], [240, 'Skua'], [330, '5 May'], [420, '9']),
    { text: '(from the second haul of the day; graded)', x: 120, y: 644, size: 8 },
  ]);
  expect(blocks).toEqual([
    '1 table: | No. | Catch | Boat | Landed | Boxes |\n' +
      '| 1 | Haddock (line-caught off the outer bank; iced on board) | Alba | 4 May | 17 |\n' +
      '| 2 | Whiting (from the second haul of the day; graded) | Skua | 5 May | 9 |',
  ]);
});

/** A crew, the first of which has a second line in two of its cells, so far below the first. */
const crew = (gap: number) =>
  readPage([
    ...cells(700, [60, 'Name'], [150, 'Age'], [200, 'Post'], [330, 'Earlier posts']),
    ...cells(685, [60, 'Ann Lee'], [150, '41'], [200, 'Head of sales and'], [330, 'Clerk in the north,']),
    ...cells(685 - gap, [200, 'marketing'], [330, 'clerk in the south']),
    ...cells(655, [60, 'Bo Roe'], [150, '52'], [200, 'Head of the yard'], [330, 'Smith']),
    ...cells(640, [60, 'Cy Day'], [150, '38'], [200, 'Pilot'], [330, 'Mate']),
  ]);

test('lines without a label that stand closer than rows do are of the row above, those as far apart are rows', async () => {
  const rest = '| Bo Roe | 52 | Head of the yard | Smith |\n| Cy Day | 38 | Pilot | Mate |';
  const header = '1 table: | Name | Age | Post | Earlier posts |\n';
  expect((await crew(10)).blocks).toEqual([
    `${header}| Ann Lee | 41 | Head of sales and marketing | Clerk in the north, clerk in the south |\n${rest}`,
  ]);
  expect((await crew(15)).blocks).toEqual([
    `${header}| Ann Lee | 41 | Head of sales and | Clerk in the north, |\n|  |  | marketing | clerk in the south |\n${rest}`,
  ]);
});

test('a small letter goes on with a cell of two columns, and a label within its brackets', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'Clause'], [220, 'Rule']),
    ...cells(685, [60, '5.1'], [220, 'The skipper answers for']),
    ...cells(670, [220, 'the boat and all in it']),
    ...cells(655, [60, '5.2'], [220, 'Nobody sails alone']),
    ...cells(640, [60, 'Boats ("Old']),
    ...cells(625, [60, 'Fleet")'], [220, 'Alba and Skua']),
    ...cells(610, [60, '5.3'], [220, 'Nets are dried']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Clause | Rule |\n| 5.1 | The skipper answers for the boat and all in it |\n| 5.2 | Nobody sails alone |\n' +
      '| Boats ("Old Fleet") | Alba and Skua |\n| 5.3 | Nets are dried |',
  ]);
});

test('the last cell of a table wraps as far as it goes', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'Fault'], [120, 'Remedy']),
    ...cells(685, [60, 'No light'], [120, 'Change the bulb']),
    ...cells(670, [60, 'No horn'], [120, 'Call the yard in Oban']),
    { text: 'and ask for Ann Lee, who knows the horn', x: 120, y: 659 },
  ]);
  expect(blocks).toEqual([
    '1 table: | Fault | Remedy |\n| No light | Change the bulb |\n| No horn | Call the yard in Oban and ask for Ann Lee, who knows the horn |',
  ]);
});

test('words broken at the ends of lines within a cell become whole', async () => {
  const { blocks } = await readPage([
    { text: 'What the commercial boats were licensed to catch is listed below.', x: 60, y: 740 },
    ...cells(700, [60, 'No.'], [120, 'Licence'], [240, 'Boat'], [330, 'Boxes']),
    ...cells(685, [60, '1'], [120, 'Non-commer-'], [240, 'Alba'], [330, '17']),
    { text: 'cial, transfer-', x: 120, y: 674 },
    { text: 'able', x: 120, y: 663 },
    ...cells(646, [60, '2'], [120, 'Commercial'], [240, 'Skua'], [330, '9']),
  ]);
  expect(blocks[1]).toBe(
    '1 table: | No. | Licence | Boat | Boxes |\n| 1 | Non-commercial, transferable | Alba | 17 |\n| 2 | Commercial | Skua | 9 |',
  );
});

test('a year is a header over figures, and a value among others', async () => {
  const { raw } = await readPage([
    ...cells(700, [60, 'Year'], [200, '2022']),
    ...cells(685, [60, 'Make'], [200, 'Volvo']),
    ...cells(670, [60, 'Colour'], [200, 'Grey']),
    ...cells(655, [60, 'Miles'], [200, '9,800']),
    ...cells(560, [60, 'In tons'], [200, '2022']),
    ...cells(545, [60, 'Cod'], [200, '310']),
    ...cells(530, [60, 'Ling'], [200, '77']),
  ]);
  const headers = raw.map((block) => block.kind === 'table' && block.headerEnd > block.start);
  expect(headers).toEqual([false, true]);
});

test('a currency sign close behind the figure before its own, and a label broken at its hyphen', async () => {
  const { blocks } = await readPage([
    ...cells(700, [60, 'In tons'], [200, 'Share'], [300, 'Value'], [400, 'Share']),
    ...cells(685, [60, 'Cod'], [200, '37.1 % $'], [300, '580'], [400, '8.1 %']),
    ...cells(670, [60, 'Ling'], [200, '16.4 % $'], [300, '(12)'], [400, '2.0 %']),
    { text: 'Whiting and other Non-', x: 60, y: 655 },
    ...cells(643, [60, 'Quota Catch'], [200, '9.9 % $'], [300, '44'], [400, '1.1 %']),
  ]);
  expect(blocks).toEqual([
    '1 table: | In tons | Share | Value | Share |\n| Cod | 37.1 % | $580 | 8.1 % |\n| Ling | 16.4 % | $(12) | 2.0 % |\n' +
      '| Whiting and other Non-Quota Catch | 9.9 % | $44 | 1.1 % |',
  ]);
});

test('a currency sign behind its own figure stays there', async () => {
  // The euro in the encoding of these fonts.
  const { blocks } = await readPage([
    ...cells(700, [60, 'Artikel'], [200, 'Preis'], [300, 'Menge'], [400, 'Gesamt']),
    ...cells(685, [60, 'Seil'], [200, '2,50 \x80'], [300, '20'], [400, '50,00 \x80']),
    ...cells(670, [60, 'Haken'], [200, '7,00 \x80'], [300, '4'], [400, '28,00 \x80']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Artikel | Preis | Menge | Gesamt |\n| Seil | 2,50 € | 20 | 50,00 € |\n| Haken | 7,00 € | 4 | 28,00 € |',
  ]);
});

/** A page of a line and a table of small type below it. */
const readAbove = (line: PlacedText) => {
  const table = [
    ...cells(698, [60, 'In millions'], [345, '2018'], [445, '2017']),
    ...cells(684, [60, 'Net sales'], [345, '3276'], [445, '3165']),
    ...cells(670, [60, 'Cost of sales'], [345, '1668'], [445, '1605']),
  ];
  return readPage([line, ...table.map((text) => ({ ...text, size: 8 }))]);
};

test('a larger line in the middle over the headings of columns is one of them, one beside it is not', async () => {
  const words = 'Six months ended June';
  const middle = await readAbove({ text: words, x: 404 - (words.length * 9) / 4, y: 710, size: 9 });
  const left = await readAbove({ text: words, x: 160, y: 710, size: 9 });
  const rows = '| In millions | 2018 | 2017 |\n| Net sales | 3276 | 3165 |\n| Cost of sales | 1668 | 1605 |';
  expect(middle.blocks).toEqual([`1 table: |  | ${words} | ${words} |\n${rows}`]);
  expect(left.blocks).toEqual([expect.stringContaining(words), `1 table: ${rows}`]);
});

test('lines of headings that stand in no row are of the header, the title in the middle above them is not', async () => {
  const { blocks } = await readPage([
    ...cells(744, [204, 'Sales of boats']),
    ...cells(730, [380, 'Boats']),
    ...cells(718, [240, 'Repaired'], [380, 'sold to']),
    ...cells(715, [320, 'Leased']),
    ...cells(706, [60, 'In units'], [240, 'boats'], [320, 'boats'], [380, 'clubs']),
    ...cells(690, [60, 'Rowing'], [250, '125'], [330, '71'], [390, '54']),
    ...cells(675, [60, 'Sailing'], [250, '93'], [330, '40'], [390, '53']),
    ...cells(660, [60, 'Paddling'], [250, '18'], [330, '2'], [390, '16']),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: Sales of boats',
    '1 table: | In units | Repaired boats | Leased boats | Boats sold to clubs |\n' +
      '| Rowing | 125 | 71 | 54 |\n| Sailing | 93 | 40 | 53 |\n| Paddling | 18 | 2 | 16 |',
  ]);
});

test('headings of several lines beside the label of the first column are one row', async () => {
  const columns = [60, 140, 240, 320, 420];
  const row = (y: number, cells: readonly string[]) =>
    cells.flatMap((text, index) => (text === '' ? [] : [{ text, x: columns[index] as number, y }]));
  const { text, raw } = await readPage([
    ...row(700, ['State', 'Date', 'Halt', 'Persons', 'Persons']),
    ...row(688, ['', '', 'stations', 'directly', 'trained']),
    ...row(676, ['', '', '', 'reached', '']),
    ...row(664, ['Delhi', '1.12.2009', '8', '1.29', '3,665']),
    ...row(652, ['Gujarat', '20.12.2009', '6', '6.03', '3,810']),
  ]);
  const [table] = raw;
  expect(table?.kind === 'table' && text.slice(table.start, table.headerEnd)).toBe(
    '| State | Date | Halt stations | Persons directly reached | Persons trained |',
  );
});

test('a table that goes on over pages has the header of its first page, another table its own', async () => {
  const rows = (first: number, y: number, dx = 0): PlacedText[] =>
    [0, 1, 2].flatMap((row) =>
      cells(
        y - 15 * row,
        [60, `Town ${first + row}`],
        [200 + dx, `${first + row}.5`],
        [320 + dx, `Z${first + row}`],
      ),
    );
  const { raw, text } = await readWritten({
    pages: [
      { texts: [...cells(120, [60, 'Town'], [200, 'Rate'], [320, 'Code']), ...rows(1, 105)] },
      { texts: rows(4, 740) },
      {
        texts: [
          ...rows(7, 740),
          { text: 'What follows is counted otherwise.', x: 60, y: 650 },
          ...rows(10, 600),
        ],
      },
    ],
  });
  const headers = raw.flatMap((block) =>
    block.kind === 'table' ? [block.header && text.slice(block.header.start, block.header.end)] : [],
  );
  expect(headers).toEqual([undefined, '| Town | Rate | Code |', '| Town | Rate | Code |', undefined]);
});

/** What is the header of the first table of a page. */
async function headerOf(texts: readonly PlacedText[]): Promise<string> {
  const { raw, text } = await readPage(texts);
  const table = raw.find((block) => block.kind === 'table');
  return table?.kind === 'table' ? text.slice(table.start, table.headerEnd) : '';
}

const crews = [
  ...cells(670, [60, 'Bridge'], [200, 'Ann Lee'], [300, 'Bo Ray'], [400, 'Cy Orr'], [500, 'Di Fox']),
  ...cells(655, [60, 'Engine'], [200, 'Ed Moe'], [300, 'Flo Pym'], [400, 'Gus Ott'], [500, 'Hal Roe']),
];
const figures = [
  ...cells(670, [60, 'Bridge'], [200, '4'], [300, '31'], [400, '9'], [500, '77']),
  ...cells(655, [60, 'Engine'], [200, '5'], [300, '40'], [400, '8'], [500, '70']),
];

test.each([
  ['words', crews],
  ['figures', figures],
])('a label over columns of %s stands over each, and all rows of the header are of it', async (_, rows) => {
  const names = cells(685, [200, 'Lead'], [300, 'Deputy'], [400, 'Lead'], [500, 'Deputy']);
  const labels = cells(700, [60, 'Site'], [235, 'Morning'], [435, 'Evening']);
  expect(await headerOf([...labels, ...names, ...rows])).toBe(
    '| Site | Morning | Morning | Evening | Evening |\n|  | Lead | Deputy | Lead | Deputy |',
  );
  const below = [{ text: 'Site', x: 60, y: 685 }, ...names];
  expect(await headerOf([...labels.slice(1), ...below, ...rows])).toBe(
    '|  | Morning | Morning | Evening | Evening |\n| Site | Lead | Deputy | Lead | Deputy |',
  );
});

test('values of a form that stand in the middle of their fields are its one column of values', async () => {
  const { blocks, raw } = await readPage([
    ...cells(700, [60, 'Skipper'], [200, 'Ann Lee']),
    ...cells(685, [60, 'Berth'], [330, '14']),
    ...cells(670, [60, 'Boat'], [200, 'Petrel']),
    ...cells(655, [60, 'Home port'], [200, 'Oban']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Skipper | Ann Lee |\n| Berth | 14 |\n| Boat | Petrel |\n| Home port | Oban |',
  ]);
  expect(raw[0]).toMatchObject({ kind: 'table', headerEnd: 0 });
});

test('the first field of a form is no header', async () => {
  const form = [
    ...cells(700, [60, 'Name'], [200, 'Ann Lee']),
    ...cells(685, [60, 'Member since'], [200, '3 May 2019']),
    ...cells(670, [60, 'Berth'], [200, '14']),
  ];
  expect(await headerOf(form)).toBe('');
  const table = [
    ...cells(700, [60, 'Port'], [200, 'Ships']),
    ...cells(685, [60, 'Oban'], [200, '12']),
    ...cells(670, [60, 'Wick'], [200, '14']),
  ];
  expect(await headerOf(table)).toBe('| Port | Ships |');
});

function portsTable(top: number, name: string): readonly PlacedText[] {
  return [
    ...cells(top, [60, 'Port'], [200, name], [300, 'Remark']),
    ...cells(top - 15, [60, 'Oban'], [200, '12'], [300, 'busy']),
    ...cells(top - 30, [60, 'Wick'], [200, '14'], [300, 'quiet']),
  ];
}

function portsRows(name: string): string {
  return `1 table: | Port | ${name} | Remark |\n| Oban | 12 | busy |\n| Wick | 14 | quiet |`;
}

test('a note below a table is no row of it, be another table below', async () => {
  const note = { text: 'Source: harbour office, counted in May.', x: 60, y: 656 };
  const { blocks } = await readPage([...portsTable(700, 'Ships'), note, ...portsTable(625, 'Boats')]);
  expect(blocks).toEqual([portsRows('Ships'), `1 paragraph: ${note.text}`, portsRows('Boats')]);
  const marked = await readPage([...portsTable(700, 'Ships'), { text: '* in May only', x: 200, y: 656 }]);
  expect(marked.blocks).toEqual([portsRows('Ships'), '1 list: - in May only']);
});

test('a heading in the gap left of its figures is theirs under a label over several columns too', async () => {
  const { blocks } = await readPage([
    ...cells(700, [285, 'Year ended in May']),
    ...cells(685, [60, 'In millions'], [200, 'Quarter'], [275, '2018'], [385, '2017']),
    ...cells(670, [60, 'Net sales'], [200, '11'], [310, '3276'], [385, '3165']),
    ...cells(655, [60, 'Costs'], [200, '12'], [310, '1668'], [385, '1605']),
    ...cells(640, [60, 'Income'], [200, '13'], [310, '1608'], [385, '1560']),
  ]);
  expect(blocks[0]).toContain('| 2018 | 2017 |\n| Net sales | 11 | 3276 | 3165 |');
});

test('a label over labels stands over all of their columns, three rows of words deep', async () => {
  const { raw, text } = await readPage([
    ...cells(720, [300, 'Weekdays'], [500, 'Weekend']),
    ...cells(705, [215, 'Morning'], [385, 'Evening'], [510, 'Day']),
    ...cells(690, [60, 'Site'], [180, 'Lead'], [265, 'Deputy'], [350, 'Lead'], [435, 'Deputy']),
    ...cells(690, [490, 'Lead'], [540, 'Deputy']),
    ...['Ann Bo Cy Di Ed Flo', 'Gus Hal Ida Jo Kit Lou', 'Mo Ned Oz Pat Quin Ray'].flatMap((names, index) =>
      cells(
        675 - 15 * index,
        ...[`Pier ${index}`, ...names.split(' ')].map((name, at): [number, string] => [
          [60, 180, 265, 350, 435, 490, 540][at] ?? 0,
          name,
        ]),
      ),
    ),
  ]);
  const [table] = raw;
  expect(table?.kind === 'table' && text.slice(table.start, table.headerEnd)).toBe(
    '|  | Weekdays | Weekdays | Weekdays | Weekdays | Weekend | Weekend |\n' +
      '|  | Morning | Morning | Evening | Evening | Day | Day |\n' +
      '| Site | Lead | Deputy | Lead | Deputy | Lead | Deputy |',
  );
});

test('a label in the middle beside rows is theirs, where no other cell is left open', async () => {
  const rows = ['2.9', ''].map((depth) => [
    ...cells(690, [60, 'Pier'], [180, 'Berth'], [300, 'Depth']),
    ...cells(675, [180, 'N1'], [300, '3.1']),
    ...cells(660, [60, 'North'], [180, 'N2'], [300, depth]),
    ...cells(645, [180, 'N3'], [300, '2.6']),
    ...cells(630, [180, 'S1'], [300, '4.4']),
    ...cells(622, [60, 'South']),
    ...cells(615, [180, 'S2'], [300, '4.9']),
  ]);
  expect((await readPage(rows[0] ?? [])).blocks).toEqual([
    '1 table: | Pier | Berth | Depth |\n| North | N1 | 3.1 |\n| North | N2 | 2.9 |\n| North | N3 | 2.6 |\n' +
      '| South | S1 | 4.4 |\n| South | S2 | 4.9 |',
  ]);
  expect((await readPage(rows[1] ?? [])).text).toContain('|  | N1 | 3.1 |');
});

/** In larger type than what is below them. */
const titles = (...words: string[]) =>
  words.map((text, index) => ({ text, x: 60 + 170 * index, y: 700, size: 15, font: 'bold' as const }));

test('cards side by side are read card by card, columns of figures below larger type row by row', async () => {
  const { blocks } = await readPage([
    ...titles('Finch', 'Heron', 'Crane'),
    ...cells(680, [60, 'Weighs 410 grams'], [230, 'Weighs 655 grams'], [400, 'Weighs 980 grams']),
    ...cells(665, [60, 'Runs for 7 hours'], [230, 'Runs for 11 hours'], [400, 'Runs for 16 hours']),
  ]);
  expect(blocks.map((block) => block.replace(/h\d/, 'heading').replace('\n', ' '))).toEqual([
    '1 heading: Finch',
    '1 paragraph: Weighs 410 grams Runs for 7 hours',
    '1 heading: Heron',
    '1 paragraph: Weighs 655 grams Runs for 11 hours',
    '1 heading: Crane',
    '1 paragraph: Weighs 980 grams Runs for 16 hours',
  ]);
  const figures = await readPage([
    ...titles('Town', 'Ships', 'Crew'),
    ...cells(680, [60, 'Oban'], [230, '12'], [400, '31']),
    ...cells(665, [60, 'Wick'], [230, '14'], [400, '40']),
  ]);
  expect(figures.blocks).toEqual([
    '1 table: | Town | Ships | Crew |\n| Oban | 12 | 31 |\n| Wick | 14 | 40 |',
  ]);
});

test('text whose lines are numbered at the margin is text', async () => {
  const words = [
    ...leftColumn,
    'between two rows of poplars that were planted',
    'after the great flood of that year.',
  ];
  const { blocks } = await readPage(
    words.flatMap((text, index) => cells(700 - 24 * index, [60, String(index + 7)], [100, text])),
  );
  expect(blocks).toEqual([`1 paragraph: ${words.join(' ')}`]);
});

test('a stamp over a table is in none of its cells', async () => {
  const { blocks } = await readPage([
    ...row(695, 'In millions', '2018', '2017'),
    ...row(680, 'Net sales', '32,765', '31,657'),
    { text: 'RECEIVED 3 MAY 2024', x: 330, y: 678, size: 14, font: 'bold' },
    ...row(665, 'Cost of sales', '(16,682)', '(16,055)'),
    ...row(650, 'Gross profit', '16,083', '15,602'),
  ]);
  expect(blocks.map((block) => block.replace(/h\d|paragraph/, 'text'))).toEqual([
    '1 table: | In millions | 2018 | 2017 |\n| Net sales | $32,765 | $31,657 |\n' +
      '| Cost of sales | (16,682) | (16,055) |\n| Gross profit | 16,083 | 15,602 |',
    '1 text: RECEIVED 3 MAY 2024',
  ]);
});

/** A cell that ends at a place, of five points a letter. */
function cellAt(text: string, right: number, baseline: number) {
  const look = { size: 10, isBold: false, isItalic: false, isMonospaced: false };
  return { text, left: right - 5 * text.length, right, baseline, ...look, isRightToLeft: /[א-ת]/.test(text) };
}

test('a table from right to left begins with its column at the right', () => {
  const lines = ['עיר תושבים ספינות', 'חיפה 285000 14', 'עכו 51000 9', 'יפו 60000 3'].map((row, index) =>
    lineOf(row.split(' ').map((text, at) => cellAt(text, 540 - 140 * at, 100 + 15 * index))),
  );
  const style = { bodySize: 10, isBodyBold: false, isBodyMonospaced: false, words: new KnownWords() };
  const [table] = findTables(lines, style);
  expect(table?.kind === 'table' && [table.headerRows, table.rows.slice(0, 2)]).toEqual([
    1,
    [
      ['עיר', 'תושבים', 'ספינות'],
      ['חיפה', '285000', '14'],
    ],
  ]);
});

test('cells of two lines in whose middle the others stand are one row', async () => {
  const { blocks } = await readPage([
    ...cells(720, [60, 'Day'], [120, 'Work'], [330, 'Hours']),
    ...cells(700, [60, '1'], [120, 'Paint the hull'], [330, '6.5']),
    ...cells(684, [120, 'Take the mast down and look at']),
    ...cells(676, [60, '2'], [330, '4.0']),
    ...cells(668, [120, 'each of its shrouds']),
    ...cells(652, [60, '3'], [120, 'Mend the sail'], [330, '8.0']),
  ]);
  expect(blocks).toEqual([
    '1 table: | Day | Work | Hours |\n| 1 | Paint the hull | 6.5 |\n' +
      '| 2 | Take the mast down and look at each of its shrouds | 4.0 |\n| 3 | Mend the sail | 8.0 |',
  ]);
});

test('headings half way beside two levels of headings head their own columns alone', async () => {
  const { blocks } = await readPage([
    ...cells(720, [160, 'Spring'], [300, 'Autumn']),
    ...cells(711, [60, 'Port'], [400, 'Year']),
    ...cells(702, [140, 'Cod'], [195, 'Eel'], [280, 'Cod'], [335, 'Eel']),
    ...cells(684, [60, 'Leith'], [140, '12'], [195, '30'], [280, '14'], [335, '25'], [400, '81']),
    ...cells(666, [60, 'Wick'], [140, '22'], [195, '10'], [280, '24'], [335, '15'], [400, '71']),
    ...cells(648, [60, 'Oban'], [140, '32'], [195, '20'], [280, '11'], [335, '13'], [400, '76']),
  ]);
  expect(blocks[0]?.split('\n').slice(0, 3)).toEqual([
    '1 table: |  | Spring | Spring | Autumn | Autumn |  |',
    '| Port | Cod | Eel | Cod | Eel | Year |',
    '| Leith | 12 | 30 | 14 | 25 | 81 |',
  ]);
});

test('a heading in the middle over cells that begin at the left is theirs', async () => {
  const { blocks } = await readPage([
    ...cells(720, [150, 'Station'], [262, 'Height'], [362, 'Depth']),
    ...cells(700, [60, 'Ferry pier'], [270, '3.5'], [370, '8.1']),
    ...cells(680, [60, 'Old mole'], [270, '4.2'], [370, '6.0']),
    ...cells(660, [60, 'Slip'], [270, '1.8'], [370, '2.4']),
  ]);
  expect(blocks[0]?.split('\n').slice(0, 2)).toEqual([
    '1 table: | Station | Height | Depth |',
    '| Ferry pier | 3.5 | 8.1 |',
  ]);
});

test('clauses whose numbers stand far before them are paragraphs, with the titles between them', async () => {
  const { blocks } = await readPage([
    ...cells(720, [60, '1.1'], [110, 'The club lends the boat to the member for a week, who']),
    ...cells(708, [110, 'brings it back clean.']),
    ...cells(688, [60, '1.2'], [110, 'The oars are part of the loan.']),
    ...cells(660, [60, '2.'], [110, 'Fee']).map((each) => ({ ...each, font: 'bold' as const })),
    ...cells(640, [60, '2.1'], [110, 'The fee is paid before the boat leaves the yard; it is']),
    ...cells(628, [110, 'not paid back.']),
  ]);
  expect(blocks).toEqual([
    '1 paragraph: 1.1 The club lends the boat to the member for a week, who brings it back clean.',
    '1 paragraph: 1.2 The oars are part of the loan.',
    '1 h1: 2. Fee',
    '1 paragraph: 2.1 The fee is paid before the boat leaves the yard; it is not paid back.',
  ]);
});

/** A note at the left margin. */
const note = (text: string, y: number): PlacedText => ({ text, x: 60, y, size: 8 });

test('notes at the margin stand before the paragraphs that they are beside', async () => {
  const { blocks } = await readPage([
    { text: 'Whoever finds a buoy adrift tells the warden on', x: 180, y: 720 },
    { text: 'the same day, and says where it was seen.', x: 180, y: 706 },
    { text: 'The warden pays a reward of ten crowns, but for', x: 180, y: 680 },
    { text: 'buoys that were cut loose.', x: 180, y: 666 },
    { text: 'Nobody keeps a buoy longer than a month.', x: 180, y: 640 },
    note('Duty to tell', 720),
    note('the warden', 711),
    note('Reward', 680),
    note('Keeping', 640),
  ]);
  expect(blocks.map((block) => block.replace(/^1 \w+: /, ''))).toEqual([
    'Duty to tell the warden',
    'Whoever finds a buoy adrift tells the warden on the same day, and says where it was seen.',
    'Reward',
    'The warden pays a reward of ten crowns, but for buoys that were cut loose.',
    'Keeping',
    'Nobody keeps a buoy longer than a month.',
  ]);
});

test('cards below bold titles of the size of their text are read card by card', async () => {
  const cards = [
    ['Fewer nets', 'Nets are dried in', 'two sheds and mended', 'only in winter.'],
    ['Warm huts', 'All huts have', 'a stove by October.'],
    ['Good pay', 'Hands earn 18 crowns', 'an hour from June.'],
  ];
  const { blocks } = await readPage(
    cards.flatMap((lines, card) =>
      lines.map((text, line) => ({
        text,
        x: 60 + 180 * card,
        y: line === 0 ? 720 : 708 - 13 * line,
        ...(line === 0 && { font: 'bold' as const }),
      })),
    ),
  );
  expect(blocks.map((block) => block.replace(/^1 \w+: /, ''))).toEqual(
    cards.flatMap(([title = '', ...lines]) => [title, lines.join(' ')]),
  );
});
