import { expect, test } from 'vitest';
import { rtfParser } from './rtf-parser.ts';

test.each([
  ['whole', String.raw`{\rtf1 Roses {\b are} red.}` + '\r\n\0', 'Roses are red.', []],
  [
    'cut off',
    String.raw`{\rtf1 Roses {\b are} red.\par Viol`,
    'Roses are red.\n\nViol',
    ['it ends in the middle of a group, as if it had not been copied completely: words may be missing'],
  ],
  [
    'with a brace too many',
    String.raw`{\rtf1 Roses are red.}{\*\latentstyles lsdlocked0 Plain Text;}}`,
    'Roses are red.',
    ['it goes on after its end; that part was left out'],
  ],
])('a file that is %s', async (_, source, text, warnings) => {
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed).toMatchObject({ text, warnings });
});

test('letters of symbol fonts are what they show', async () => {
  const source = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol;}{\f2\fcharset2 Wingdings;}}5 {\f1 m}m \f1\'b1\u-3913?\plain  1 {\f2\'fe J} yes\par}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe('5 μm ±• 1 ☑  yes');
});

test('raised figures are no part of the number before them', async () => {
  const source = String.raw`{\rtf1 10{\super 2} m, 4\super 3\nosupersub  l, 7\super {\plain 8} H\sub 2\plain O}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe('10² m, 4³ l, 78 H2O');
});

test('title and metadata are those of its properties', async () => {
  const source = String.raw`{\rtf1{\info{\title On roses}{\author Ada; Ben}{\subject Flowers}{\keywords red, wild}}Roses are red.}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed).toMatchObject({
    title: 'On roses',
    metadata: { authors: ['Ada', 'Ben'], subject: 'Flowers', keywords: ['red', 'wild'] },
    text: 'On roses:\n\n- Authors: Ada, Ben\n- Subject: Flowers\n- Keywords: red, wild\n\nRoses are red.',
  });
});

test('a comment follows its paragraph and names its author', async () => {
  const source = String.raw`{\rtf1 Roses are red{\*\atnid A}{\*\atnauthor Ada}\chatn{\*\annotation{\*\atnref 1}\pard{\chatn} All \b of them?\par Really?}.\par Violets.}`;
  const { text } = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(text).toBe('Roses are red.\n\nComment by Ada: All of them? Really?\n\nViolets.');
});

test('a line end behind a backslash ends a paragraph', async () => {
  const source = String.raw`{\rtf1\cocoartf2709
\b Roses\
\b0 are red.\
{\listtext	\u8226 	}Violets\
{\listtext	\u8226 	}Tulips\
}`;
  const unix = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  const windows = await rtfParser.parse({
    path: 'a.rtf',
    bytes: Buffer.from(source.replaceAll('\n', '\r\n'), 'latin1'),
  });
  expect(unix.text).toBe('Roses\n\nare red.\n\n- Violets\n- Tulips');
  expect(windows.text).toBe(unix.text);
});

const shape = (text: string): string =>
  String.raw`{\shp{\*\shpinst\shpleft10{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard\plain ${text}\par more\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext twice}}}}`;

test('text boxes follow their paragraph, those of page heads are left out', async () => {
  const source = String.raw`{\rtf1{\header ${shape('Head')}\par}Roses ${shape('In a box')}are red.\par Violets.\par ${shape('Alone')}}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe('Roses are red.\n\nIn a box more\n\nViolets.\n\nAlone more');
});

const note = (words: string) => String.raw`{\footnote \pard ${words}}`;
const item = (words: string) => String.raw`{\listtext\'b7\tab}${words}\par `;
const row = (...cells: string[]) => String.raw`\trowd\intbl ${cells.join(String.raw`\cell `)}\cell\row\pard `;

test('notes follow the table or the list that they hang on', async () => {
  const source = `{\\rtf1 ${item(`Roses${note('Red.')}`)}${item('Tulips')}${row('Kind', 'Colour')}${row(`Rose${note('Wild.')}`, 'pink')}End.\\par}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe(
    '- Roses\n- Tulips\n\nRed.\n\n| Kind | Colour |\n| Rose | pink |\n\nWild.\n\nEnd.',
  );
});

const numbered = (words: string) => String.raw`{\super\chftn{\footnote\pard{\super\chftn} ${words}\par}}`;

test('a note has the number of the reference to it', async () => {
  const source = String.raw`{\rtf1 Roses${numbered('Red.')} and tulips${numbered('Dutch.')} bloom.\par}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe('Roses[1] and tulips[2] bloom.\n\n[1] Red.\n\n[2] Dutch.');
});

const merged = (first: string, second: string, word = '') =>
  String.raw`\trowd${word}\cellx900\cellx1800\pard\intbl ${first}\cell ${second}\cell\row\pard `;

test('a label that spans rows stands in each, a table of one column or row is text', async () => {
  const source = String.raw`{\rtf1 ${merged('Kind', 'Name')}${merged('Rose', 'Alba', '\\clvmgf')}${merged('', 'Gallica', '\\clvmrg')}Then \par ${row('Left')}${row('Below')}End.\par}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe(
    '| Kind | Name |\n| Rose | Alba |\n| Rose | Gallica |\n\nThen\n\nLeft\n\nBelow\n\nEnd.',
  );
});

test('what stands over and under the pages, and properties that somebody gave', async () => {
  const source = String.raw`{\rtf1{\info{\author Ada}{\operator Ben}{\doccomm For the club}}{\*\userprops{\propname Shelf}\proptype30{\staticval R 12}{\propname _Id}\proptype3{\staticval 7}}{\header\trowd\cellx1\pard\intbl Garden {\b club}\cell\row\pard Spring\par}{\footerl Page {\field{\*\fldinst PAGE}{\fldrslt 2}}\par}{\footerr Ring 4\par}Roses are red.\par}`;
  const parsed = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(parsed.text).toBe(
    '- Author: Ada\n- Last modified by: Ben\n- Description: For the club\n- Shelf: R 12\n- Header: Garden club – Spring\n- Footer: Ring 4\n\nRoses are red.',
  );
});

const field = (numbers: string, result = '') =>
  String.raw`{\field{\*\fldinst FORM {\*\formfield{${numbers}{\*\ffname f}}}}{\fldrslt ${result}}}`;
const box = (numbers: string) => field(String.raw`\fftype1${numbers}`);

test('boxes and lists of forms show what is chosen', async () => {
  const source = [
    String.raw`{\rtf1 ${box(String.raw`\ffres25\ffdefres1`)} pruned\par `,
    String.raw`${box(String.raw`\ffres0\ffdefres1`)} watered\par `,
    String.raw`${box(String.raw`\ffres1\ffdefres0`)} fed\par `,
    String.raw`Soil: ${field(String.raw`\fftype2\ffres1{\*\ffl sand}{\*\ffl clay}`)}\par `,
    String.raw`Bed: ${field(String.raw`\fftype0`, 'north')}\par}`,
  ].join('');
  const { text } = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(text).toBe('☒ pruned\n\n☐ watered\n\n☒ fed\n\nSoil: clay\n\nBed: north');
});

test('where nothing is marked as a heading, short lines that are set as such are headings', async () => {
  const source = String.raw`{\rtf1\pard\b\fs36 Pond\b0\fs24\par {\b Fish}\par Feed them sparingly.\par \b Reeds\par\plain Cut them back in spring.\par}`;
  const { blocks } = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(blocks.map((block) => (block.kind === 'heading' ? `${block.level} ${block.title}` : ''))).toEqual([
    '1 Pond',
    '2 Fish',
    '',
    '2 Reeds',
    '',
  ]);
});

const tableRow = (...cells: readonly (readonly [text: string, form: string])[]) =>
  String.raw`\trowd${cells.map(([, form]) => form).join('')}\pard\intbl ${cells.map(([text]) => String.raw`${text}\cell `).join('')}\row `;
const edge = (at: number, more = '') => String.raw`${more}\cellx${at}`;

test('cells that take up several columns, as one or merged with others, have their label in each', async () => {
  const rows = [
    tableRow(['Boat', edge(1000)], ['Hour', edge(3010)], ['Day', edge(5000)]),
    tableRow(
      ['', edge(1000)],
      ['Member', edge(2000)],
      ['Guest', edge(3000)],
      ['Member', edge(4000)],
      ['Guest', edge(5000)],
    ),
    tableRow(
      ['Skiff', edge(1000)],
      ['4', edge(2000)],
      ['9', edge(3000)],
      ['20', edge(4000)],
      ['45', edge(5000)],
    ),
    tableRow(
      ['Punt', edge(1000)],
      ['6', edge(2000)],
      ['11', edge(3000)],
      ['on request', edge(4000, String.raw`\clmgf`)],
      ['', edge(5000, String.raw`\clmrg`)],
    ),
  ];
  const source = String.raw`{\rtf1 ${rows.join('')}\pard\par}`;
  const { text } = await rtfParser.parse({ path: 'a.rtf', bytes: Buffer.from(source, 'latin1') });
  expect(text.split('\n')).toEqual([
    '| Boat | Hour | Hour | Day | Day |',
    '|  | Member | Guest | Member | Guest |',
    '| Skiff | 4 | 9 | 20 | 45 |',
    '| Punt | 6 | 11 | on request | on request |',
  ]);
});
