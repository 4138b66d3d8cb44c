import { parse as parseWithPeer } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvParser, csvRecords, findDialect } from './csv-parser.ts';
import { blockLines, placeLines } from './office/office-file.test-support.ts';

function parse(text: string) {
  return csvParser.parse({ path: 'a.csv', bytes: new TextEncoder().encode(text) });
}

test('a quote that is never closed is a character, with a warning', async () => {
  const parsed = await parse('name,size\nnail,"5\nscrew,6\n');
  expect(blockLines(parsed)).toEqual(['table: | name | size |‖\n| nail | "5 |\n| screw | 6 |']);
  expect(parsed.warnings).toEqual([
    'line 2: a quotation mark is never closed; all of them were read as plain characters',
  ]);
});

test('100 000 quotes that are never closed take linear time', async () => {
  const parsed = await parse('"a,"\n"b\n'.repeat(50_000) + '"');
  expect(parsed.blocks).toHaveLength(1);
});

test('ratings in stars are no rules', async () => {
  expect((await parse('Rating\n***\n*****\n')).text).toBe('| Rating |\n| *** |\n| ***** |');
});

test('a long line of signs before a word is no rule, and takes linear time', async () => {
  const cell = `${'-'.repeat(200_000)}x`;
  expect((await parse(`a,b\n${cell},1\n`)).text).toBe(`| a | b |\n| ${cell} | 1 |`);
});

test.each([
  ['a,b', ['table: | a | b |']],
  ['x\n', ['table: | x |']],
  ['sep=;\na|b;"two\nlines"\n;;\n', ['table: | a\\|b | two lines |']],
])('%j is %j', async (source, expected) => {
  expect(blockLines(await parse(source))).toEqual(expected);
});

test.each([',,,\n,,,', 'sep=;'])('%j holds nothing', async (source) => {
  await expect(parse(source)).rejects.toMatchObject({ code: 'file_empty' });
});

test('what stands above a blank line and the header of a table is no row of it', async () => {
  const statement =
    '"Account:";"DE12";\n"From";"01.01.2024";\n\n"Day";"Text";"Amount"\n"02.01.";"Rent";"-900,00"\n';
  expect(blockLines(await parse(statement))).toEqual([
    'paragraph: Account: DE12',
    'paragraph: From: 01.01.2024',
    'table: | Day | Text | Amount |‖\n| 02.01. | Rent | -900,00 |',
  ]);
  expect(blockLines(await parse('\t\t\nDay\tText\tAmount\n1\tRent\t9\n'))).toEqual([
    'table: | Day | Text | Amount |‖\n| 1 | Rent | 9 |',
  ]);
  const parted = 'Day,Text,Amount\n1,Rent,9\n\n2,Food,8\n';
  expect(blockLines(await parse(parted))).toEqual([
    'table: | Day | Text | Amount |‖\n| 1 | Rent | 9 |\n| 2 | Food | 8 |',
  ]);
});

test('each row has the cells that a spreadsheet program shows it in, blank lines counted', async () => {
  const parsed = await csvParser.parse({
    path: 'lists/ports.2024.csv',
    bytes: new TextEncoder().encode('Our ports\n\nPort,Ships\nOban,"4\nor 5"\n\nWick,9\nSource: none\n'),
  });
  expect(placeLines(parsed)).toEqual([
    'ports.2024 A1: Our ports',
    'ports.2024 A3:B3: | Port | Ships |',
    'ports.2024 A4:B4: | Oban | 4 or 5 |',
    'ports.2024 A6:B6: | Wick | 9 |',
    'ports.2024 A7: Source: none',
  ]);
});

test('few rows below many lines of an account are the table', async () => {
  const account = ['IBAN;DE12', 'Name;Ann', 'Bank;North', 'From;01.01.2024', 'To;31.01.2024'];
  const table = [
    'Day;Payee;Text;Amount;Currency',
    '02.01.2024;Bo;Rent;-900,00;EUR',
    '03.01.2024;Cy;Tea;-3,00;EUR',
  ];
  const parsed = await parse(`${account.join('\n')}\n\n${table.join('\n')}\n`);
  expect(blockLines(parsed)).toEqual([
    ...account.map((line) => `paragraph: ${line.replace(';', ': ')}`),
    'table: | Day | Payee | Text | Amount | Currency |‖\n' +
      '| 02.01.2024 | Bo | Rent | -900,00 | EUR |\n| 03.01.2024 | Cy | Tea | -3,00 | EUR |',
  ]);
  expect(parsed.warnings).toEqual([]);
});

test.each([
  [
    'shorter lines',
    'Day,Text,Amount\n1.1.2024,Rent,9\n2.1.2024,Food,8\nSource: the bank\n"Printed on 3 May, by Ann"\n',
    ['paragraph: Source: the bank', 'paragraph: Printed on 3 May, by Ann'],
  ],
  [
    'behind a blank row',
    'Day;Text;Amount\n1.1.2024;Rent;9\n2.1.2024;Food;8\n;;\nValid without a signature;;\n',
    ['paragraph: Valid without a signature'],
  ],
])('what stands below a table is no row of it: %s', async (_, source, below) => {
  const parsed = await parse(source);
  expect(blockLines(parsed)).toEqual([
    'table: | Day | Text | Amount |‖\n| 1.1.2024 | Rent | 9 |\n| 2.1.2024 | Food | 8 |',
    ...below,
  ]);
  expect(parsed.warnings).toEqual([]);
});

test('a last row of which only the first cell is filled stays one, and so does a sum', async () => {
  const rows = 'Plan,Price\nBasic,5\nTeam,20\nOpen,\n';
  expect(blockLines(await parse(rows))).toEqual([
    'table: | Plan | Price |‖\n| Basic | 5 |\n| Team | 20 |\n| Open |  |',
  ]);
  const sum = 'Day,Text,Amount\n1,Rent,9\n2,Food,8\n,Sum,17\n';
  expect(blockLines(await parse(sum))).toHaveLength(1);
});

test('labels of an upper header row stand in all columns that they are over', async () => {
  const rows =
    'Region,2023,,2024,\n,Units,Revenue,Units,Revenue\nSouth,298,33950,310,37200\nNorth,301,35100,322,40010\n';
  expect(blockLines(await parse(rows))).toEqual([
    'table: | Region | 2023 | 2023 | 2024 | 2024 |\n|  | Units | Revenue | Units | Revenue |‖\n' +
      '| South | 298 | 33950 | 310 | 37200 |\n| North | 301 | 35100 | 322 | 40010 |',
  ]);
});

const field = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', ',', ';', '"', '\n', 'é', '😀'),
  maxLength: 6,
});
const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });

function quoted(text: string): string {
  return /["\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function written(rows: readonly (readonly string[])[], delimiter: string): string {
  return rows.map((row) => row.map(quoted).join(delimiter)).join('\n');
}

test('records are those that csv-parse finds, and each is its own span', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';'), (rows, delimiter) => {
      const text = written(rows, delimiter);
      const records = [...csvRecords(text, { delimiter, hasQuotes: true })];
      const expected = parseWithPeer(text, { delimiter, relax_column_count: true }).filter(
        (row) => row.length > 1 || row[0]?.trim() !== '',
      );
      expect(records.map(({ fields }) => fields)).toEqual(expected);
      for (const { fields, start, end } of records) {
        const [again] = [...csvRecords(text.slice(start, end), { delimiter, hasQuotes: true })];
        expect(again?.fields).toEqual(fields);
      }
    }),
    { numRuns: 300 },
  );
});

test('a quote that is never closed ends the records with its place', () => {
  const records = csvRecords('a,b\nc,"d\ne', { delimiter: ',', hasQuotes: true });
  expect(records.next().value).toMatchObject({ fields: ['a', 'b'] });
  expect(records.next()).toEqual({ done: true, value: 4 });
});

test.each([
  ['a,b\n1,2', ','],
  ['a;b\n1,5;2,5\n1,7;3,5', ';'],
  ['a\tb c, d\n1\t2', '\t'],
  ['a|b\n1|2', '|'],
  ['"a;b",c\n"d;e",f', ','],
  ['sep=#\na#b', '#'],
  ['word\nother', ','],
])('%j is divided by %j', (text, delimiter) => {
  expect(findDialect(text).delimiter).toBe(delimiter);
});

test('a blank line and another header begin another table; a shorter line behind a blank one is no row', async () => {
  const source = [
    '# Mill report',
    '# ------------',
    '',
    'Mill,Flour,Bran',
    'Upper,310,44',
    'Lower,205,31',
    '',
    'By week',
    'Week,Sacks',
    '2026-05-04,77',
    '2026-05-11,91',
    '',
    'Baker,Sacks,Paid',
    'Noor,12,yes',
    '',
    'Ola,9,no',
    '',
    'All sacks,168',
  ];
  const parsed = await parse(source.join('\n'));
  expect(blockLines(parsed)).toEqual([
    'paragraph: # Mill report',
    'table: | Mill | Flour | Bran |‖\n| Upper | 310 | 44 |\n| Lower | 205 | 31 |',
    'paragraph: By week',
    'table: | Week | Sacks |‖\n| 2026-05-04 | 77 |\n| 2026-05-11 | 91 |',
    'table: | Baker | Sacks | Paid |‖\n| Noor | 12 | yes |\n| Ola | 9 | no |',
    'paragraph: All sacks: 168',
  ]);
  expect(placeLines(parsed)).toContain('a A16:C16: | Ola | 9 | no |');
  expect(parsed.warnings).toEqual([]);
});

test('lists with bars around their rows, below lines without any, are tables', async () => {
  const source = [
    'Stock of the yard',
    'Printed   12.07.2026',
    '----------------------',
    '|Part |Name   | Count|',
    '----------------------',
    '|A-4  |Shackle| 1.250|',
    '|B-7  |Cleat  |    12|',
    '----------------------',
  ];
  expect(blockLines(await parse(source.join('\n')))).toEqual([
    'paragraph: Stock of the yard',
    'paragraph: Printed   12.07.2026',
    'table: | Part | Name | Count |‖\n| A-4 | Shackle | 1.250 |\n| B-7 | Cleat | 12 |',
  ]);
});

test('lines right above tables are their headings where all of several have one', async () => {
  const source = [
    'Pond',
    'Table 1: Fish',
    'Kind,Number',
    'Carp,4',
    '',
    'Table 2: Plants',
    'Kind,Number',
    'Reed,9',
  ];
  expect(blockLines(await parse(source.join('\n')))).toEqual([
    'paragraph: Pond',
    'heading2: Table 1: Fish',
    'table: | Kind | Number |‖\n| Carp | 4 |',
    'heading2: Table 2: Plants',
    'table: | Kind | Number |‖\n| Reed | 9 |',
  ]);
});
