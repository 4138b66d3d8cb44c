import { expect, test } from 'vitest';
import { blockLines, placeLines } from '../office/office-file.test-support.ts';
import { type OdfParts, odfFile } from './odf-file.test-support.ts';
import { odsParser } from './odf-parsers.ts';

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const value = (type: string, stored: string, shown?: string): string =>
  `<table:table-cell office:value-type="${type}" calcext:value-type="${type}" ${stored}>${shown === undefined ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
const blank = (attributes = ''): string => `<table:table-cell ${attributes}/>`;
const covered = '<table:covered-table-cell/>';
const row = (cells: readonly string[], attributes = ''): string =>
  `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;
const words = (...texts: readonly string[]): string => row(texts.map((text) => cell(text)));
const sheet = (name: string, rows: readonly string[], attributes = ''): string =>
  `<table:table table:name="${name}" ${attributes}><table:table-column table:number-columns-repeated="16384"/>${rows.join('')}</table:table>`;

function parse(body: string, parts: OdfParts = {}) {
  return odsParser.parse(odfFile('a.ods', 'spreadsheet', { body, ...parts }));
}

async function lines(rows: readonly string[], parts?: OdfParts): Promise<readonly string[]> {
  return blockLines(await parse(sheet('S', rows), parts)).slice(1);
}

test('values as shown, dates as ISO 8601, stored values where nothing is shown', async () => {
  const rows = [
    words('Item', 'Date', 'Share', 'Sum', 'Check'),
    row([
      cell('Two<text:s/>runs'),
      value('date', 'office:date-value="2024-03-01"', '01.03.24'),
      value('percentage', 'office:value="0.1234"', '12,34 %'),
      value('currency', 'office:value="1234567.891"', '1.234.567,89 €'),
      value('boolean', 'office:boolean-value="true"', 'WAHR'),
    ]),
    row([
      cell('#N/A', 'table:formula="of:=NA()"'),
      value('date', 'office:date-value="2024-03-01T14:30:00"', '01.03.24 14:30'),
      value('percentage', 'office:value="0.1234"'),
      value('float', 'office:value="0.30000000000000004"'),
      value('boolean', 'office:boolean-value="false"'),
    ]),
    row([
      value('string', 'office:string-value="stored"'),
      value('date', 'office:date-value="2024-03-01T00:00:00"'),
      value('time', 'office:time-value="PT14H5M"'),
      value('currency', 'office:value="5" office:currency="EUR"'),
      value('time', 'office:time-value="PT14H05M00S"', '02:05 PM'),
    ]),
  ];
  expect(await lines(rows)).toEqual([
    'table @1: | Item | Date | Share | Sum | Check |‖\n| Two runs | 2024-03-01 | 12,34 % | 1.234.567,89 € | WAHR |\n| #N/A | 2024-03-01 14:30 | 12.34% | 0.3 | FALSE |\n| stored | 2024-03-01 | 14:05:00 | 5 EUR | 02:05 PM |',
  ]);
});

test.each([
  ['2024', '2024'],
  ['März 2024', '2024-03'],
  ['Mar-24', '2024-03'],
  ['03/2024', '2024-03'],
  ['Friday', '2024-03-01'],
  ['1. März 2024', '2024-03-01'],
])('a date that is shown as %s is %s', async (shown, expected) => {
  const rows = [
    row([cell('Since'), value('date', 'office:date-value="2024-03-01"', shown)]),
    words('a', 'b'),
  ];
  expect((await lines(rows))[0]).toContain(`| Since | ${expected} |`);
});

test('sheets are pages under their names; hidden ones say so and are warned of', async () => {
  const automatic =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const body = [
    sheet('First', [words('only text')]),
    sheet('Empty', [
      row([blank('table:number-columns-repeated="16384"')], 'table:number-rows-repeated="1048576"'),
    ]),
    sheet('Old', [words('more')], 'table:style-name="ta2"'),
    sheet("'file:///tmp/b.ods'#$S", [words('remembered')], 'table:style-name="ta_extref"'),
  ];
  const parsed = await parse(body.join(''), { automatic });
  expect(blockLines(parsed)).toEqual([
    'heading2 @1: First',
    'paragraph @1: only text',
    'heading2 @3: Old (hidden sheet)',
    'paragraph @3: more',
  ]);
  expect(parsed.warnings).toEqual(['the sheet "Old" is hidden; its text was kept']);
});

test('rows and columns that repeat keep what follows in its place, and a copy is a cell of its own', async () => {
  const rows = [
    row([blank(), cell('Month'), cell('Sales'), blank('table:number-columns-repeated="16381"')]),
    row(
      [blank(), cell('May'), cell('10', 'table:number-columns-repeated="2"')],
      'table:number-rows-repeated="2"',
    ),
    row([blank()], 'table:number-rows-repeated="3"'),
    row([blank(), cell('Town'), cell('Rank')]),
    row([blank(), cell('Kiel'), cell('1')]),
    row([blank('table:number-columns-repeated="16384"')], 'table:number-rows-repeated="1048566"'),
  ];
  expect(await lines(rows)).toEqual([
    'table @1: | Month | Sales |  |‖\n| May | 10 | 10 |\n| May | 10 | 10 |',
    'table @1: | Town | Rank |‖\n| Kiel | 1 |',
  ]);
});

test('a few bytes that repeat a million times are bounded, with a warning', async () => {
  const all = 'table:number-columns-repeated="16384"';
  const rows = [
    words('a', 'b'),
    row([cell('x', all)], 'table:number-rows-repeated="1048576"'),
    words('last', 'row'),
  ];
  const { text, warnings } = await parse(sheet('S', rows));
  expect(text.length).toBeLessThan(400_000);
  expect(text).toContain('| a | b |');
  expect(warnings).toEqual([expect.stringMatching(/^\d+ copies of repeated cells and rows were left out$/)]);
});

test('labels of cells that span rows are repeated; marked and frozen rows are the header', async () => {
  const merged = [
    words('Region', 'Sales'),
    row([cell('North', 'table:number-rows-spanned="1048575"'), cell('1')]),
    row([covered, cell('2')]),
    row([covered], 'table:number-rows-repeated="1048573"'),
  ];
  expect(await lines(merged)).toEqual(['table @1: | Region | Sales |‖\n| North | 1 |\n| North | 2 |']);
  const rows = [words('a', 'b'), words('c', 'd'), words('e', 'f')];
  const frozen = `<config:config-item-set><config:config-item-map-indexed><config:config-item-map-entry><config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="S"><config:config-item config:name="VerticalSplitMode">2</config:config-item><config:config-item config:name="VerticalSplitPosition">2</config:config-item></config:config-item-map-entry></config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set>`;
  expect(await lines(rows, { settings: frozen })).toEqual(['table @1: | a | b |\n| c | d |‖\n| e | f |']);
  const over = [
    row([blank(), cell('2024', 'table:number-columns-spanned="2"'), covered]),
    words('Port', 'Ships', 'Crew'),
    row([cell('Oban'), value('float', 'office:value="4"'), value('float', 'office:value="19"')]),
  ];
  expect(await lines(over)).toEqual([
    'table @1: |  | 2024 | 2024 |\n| Port | Ships | Crew |‖\n| Oban | 4 | 19 |',
  ]);
  const printed = `<table:table-header-rows>${rows[0]}${rows[1]}</table:table-header-rows>`;
  expect(await lines([printed, rows[2] ?? ''])).toEqual(['table @1: | a | b |\n| c | d |‖\n| e | f |']);
});

test('comments, text boxes and descriptions of pictures follow the cells', async () => {
  const note = '<office:annotation><dc:creator>Ada</dc:creator><text:p>why?</text:p></office:annotation>';
  const box = '<draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame>';
  const rows = [
    `<table:shapes><draw:frame><draw:image/><svg:desc>A map</svg:desc></draw:frame></table:shapes>`,
    words('x'),
    row([blank('table:number-columns-repeated="27"'), `<table:table-cell>${note}${box}</table:table-cell>`]),
  ];
  expect(await lines(rows)).toEqual([
    'paragraph @1: x',
    'figure @1: A map',
    'paragraph @1: Boxed',
    'paragraph @1: Comment on AB2 by Ada: why?',
  ]);
});

const formula = (attributes: string) => `<table:table-cell table:formula="of:=1+1" ${attributes}/>`;

test('formulas that no program has computed are warned of; what validation, changes and links hold is left out', async () => {
  const rows = [
    row([cell('Sum'), formula(''), formula('office:value-type="string" office:string-value=""')]),
    words('a', 'b'),
  ];
  const beside = [
    `<table:tracked-changes><table:previous><table:table-row>${cell('old')}</table:table-row></table:previous></table:tracked-changes>`,
    '<table:content-validations><table:help-message><text:p>Type a number</text:p></table:help-message></table:content-validations>',
    `<table:dde-links><table:table>${words('linked')}</table:table></table:dde-links>`,
  ];
  const { text, warnings } = await parse(beside.join('') + sheet('S', rows));
  expect(text).toBe('S\n\nSum\n\n| a | b |');
  expect(warnings).toEqual([
    '1 formula has no result stored in the file; open and save it in a spreadsheet program',
  ]);
});

test('a sheet without columns is read as others', async () => {
  const body = `<table:table table:name="Bare">${words('Item', 'Price')}${words('Tea', '2')}</table:table>`;
  expect(blockLines(await parse(body)).slice(1)).toEqual(['table @1: | Item | Price |‖\n| Tea | 2 |']);
});

test('each row has its cells, copies of it their own', async () => {
  const parsed = await parse(
    sheet('S', [words('Name', 'Sum'), row([cell('a'), cell('1')], 'table:number-rows-repeated="2"')]),
  );
  expect(placeLines(parsed)).toEqual(['S A1:B1: | Name | Sum |', 'S A2:B2: | a | 1 |', 'S A3:B3: | a | 1 |']);
});

const field = (id: string) => `<draw:control draw:control="${id}"/>`;

test('fields of forms stand in the cells that hold them, others below; running heads are properties', async () => {
  const forms =
    '<office:forms><form:form><form:checkbox form:id="c1" form:current-state="checked"/><form:checkbox form:id="c2"/><form:checkbox form:id="c3" form:label="All nests counted"/></form:form></office:forms>';
  const rows = [
    `${forms}<table:shapes>${field('c3')}</table:shapes>`,
    words('Nest', 'Egg seen'),
    row([cell('Reed bank'), `<table:table-cell>${field('c1')}</table:table-cell>`]),
    row([cell('Old mill'), `<table:table-cell>${field('c2')}</table:table-cell>`]),
  ];
  const styles =
    '<office:document-styles><office:master-styles><style:master-page><style:header><style:region-left><text:p>Wardens of the lake</text:p></style:region-left></style:header><style:footer style:display="false"><text:p>Not printed</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>';
  expect(await lines(rows, { more: { 'styles.xml': styles } })).toEqual([
    'list @1: - Header: Wardens of the lake',
    'table @1: | Nest | Egg seen |‖\n| Reed bank | ☒ |\n| Old mill | ☐ |',
    'paragraph @1: ☐ All nests counted',
  ]);
});
