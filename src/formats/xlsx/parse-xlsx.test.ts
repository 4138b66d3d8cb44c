import { expect, test } from 'vitest';
import { blockLines, officeFile, placeLines, relationshipsXml } from '../office/office-file.test-support.ts';
import { xlsxParser } from '../office/office-parsers.ts';

interface TestSheet {
  readonly name?: string;
  /** Cells by reference: words, or XML of a `c` element without its reference. */
  readonly cells: Readonly<Record<string, string>>;
  readonly more?: string;
  readonly attributes?: string;
}

function sheetXml({ cells, more = '' }: TestSheet): string {
  const rows = new Map<string, string[]>();
  for (const [reference, content] of Object.entries(cells)) {
    const row = reference.replace(/^[A-Z]+/, '');
    const xml = content.startsWith('<c')
      ? content.replace('<c', `<c r="${reference}"`)
      : Number.isNaN(Number(content))
        ? `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`
        : `<c r="${reference}"><v>${content}</v></c>`;
    rows.set(row, [...(rows.get(row) ?? []), xml]);
  }
  const data = [...rows].map(([row, xml]) => `<row r="${row}">${xml.join('')}</row>`).join('');
  return `<worksheet><sheetData>${data}</sheetData>${more}</worksheet>`;
}

function parse(sheets: readonly TestSheet[], more: Record<string, string> = {}) {
  const listed = sheets.map(
    ({ name, attributes = '' }, index) =>
      `<sheet name="${name ?? `S${index + 1}`}" sheetId="1" r:id="r${index}" ${attributes}/>`,
  );
  return xlsxParser.parse(
    officeFile('a.xlsx', 'xl/workbook.xml', {
      'xl/workbook.xml': `<workbook><sheets>${listed.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationshipsXml({
        ...Object.fromEntries(
          sheets.map((_, index) => [`r${index}`, ['worksheet', `worksheets/s${index}.xml`] as const]),
        ),
        s: ['styles', 'styles.xml'],
        t: ['sharedStrings', 'sharedStrings.xml'],
      }),
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml':
        '<sst><si><t>Item</t></si><si><r><t>Two </t></r><r><t>runs</t></r><rPh><t>x</t></rPh></si></sst>',
      ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/s${index}.xml`, sheetXml(sheet)])),
      ...more,
    }),
  );
}

async function lines(cells: TestSheet['cells'], more?: string): Promise<readonly string[]> {
  return blockLines(await parse([{ cells, ...(more !== undefined && { more }) }])).slice(1);
}

test('values as shown: shared and rich strings, dates, percentages, thousands, truth values, errors, cached results', async () => {
  const cells = {
    A1: '<c t="s"><v>0</v></c>',
    B1: 'Date',
    C1: 'Share',
    D1: 'Sum',
    E1: 'Check',
    A2: '<c t="s"><v>1</v></c>',
    B2: '<c s="1"><v>45352</v></c>',
    C2: '<c s="2"><v>0.1234</v></c>',
    D2: '<c s="3"><f>SUM(X:X)</f><v>1234567.891</v></c>',
    E2: '<c t="b"><v>1</v></c>',
    A3: '<c t="str"><f>A2</f><v>text</v></c>',
    B3: '<c t="e"><v>#N/A</v></c>',
    D3: '<c><v>0.30000000000000004</v></c>',
    E3: '<c t="b"><v>0</v></c>',
  };
  expect(await lines(cells)).toEqual([
    'table @1: | Item | Date | Share | Sum | Check |‖\n| Two runs | 2024-03-01 | 12.34% | 1,234,567.89 | TRUE |\n| text | #N/A |  | 0.3 | FALSE |',
  ]);
});

test('characters that are written by their number, and dates of East Asian versions', async () => {
  const cells = {
    A1: 'Line_x000D_\nby line',
    B1: '<c t="str"><f>X</f><v>tab_x0009_stop</v></c>',
    C1: '_x005F_x0041_ and a_xyz_b',
    A2: '<c s="4"><v>45352</v></c>',
    B2: '<c s="5"><v>0.75</v></c>',
    C2: '<c s="5"><v>45352</v></c>',
  };
  const styles =
    '<styleSheet><cellXfs><xf/><xf/><xf/><xf/><xf numFmtId="31"/><xf numFmtId="55"/></cellXfs></styleSheet>';
  const parsed = await parse([{ cells }], { 'xl/styles.xml': styles });
  expect(blockLines(parsed).slice(1)).toEqual([
    'table @1: | Line by line | tab stop | _x0041_ and a_xyz_b |‖\n| 2024-03-01 | 18:00:00 | 2024-03-01 |',
  ]);
});

test('formulas that no program has computed are warned of', async () => {
  const { text, warnings } = await parse([
    {
      cells: {
        A1: 'Sum',
        B1: '<c><f>1+1</f></c>',
        C1: '<c><f>1+2</f><v/></c>',
        D1: '<c t="str"><f>""</f><v></v></c>',
        E1: '<c><f>1+3</f><v>4</v></c>',
      },
    },
  ]);
  expect(text).toContain('| Sum | 4 |');
  expect(warnings).toEqual([
    '2 formulas have no result stored in the file; open and save it in a spreadsheet program',
  ]);
});

test('sheets are pages under their names; hidden ones say so and are warned of, empty ones have no heading', async () => {
  const parsed = await parse([
    { name: 'First', cells: { A1: 'only text' } },
    { name: 'Empty', cells: {} },
    { name: 'Old', cells: { B2: 'more' }, attributes: 'state="veryHidden"' },
  ]);
  expect(blockLines(parsed)).toEqual([
    'heading2 @1: First',
    'paragraph @1: only text',
    'heading2 @3: Old (hidden sheet)',
    'paragraph @3: more',
  ]);
  expect(parsed.warnings).toEqual(['the sheet "Old" is hidden; its text was kept']);
});

test('blank rows part tables, titles stand above them, a total belongs to the table above', async () => {
  const cells = {
    A1: 'Report',
    A3: 'Month',
    B3: 'Sales',
    A4: 'May',
    B4: '10',
    A6: 'Total',
    B6: '10',
    A9: 'Town',
    B9: 'Rank',
    A10: 'Kiel',
    B10: '1',
  };
  expect(await lines(cells)).toEqual([
    'paragraph @1: Report',
    'table @1: | Month | Sales |‖\n| May | 10 |\n| Total | 10 |',
    'table @1: | Town | Rank |‖\n| Kiel | 1 |',
  ]);
});

test('a blank column parts tables with labels of their own, and is left out of others', async () => {
  const apart = { A1: 'Item', B1: 'Price', E1: 'Town', F1: 'Rank', A2: 'Tea', B2: '2', E2: 'Kiel', F2: '1' };
  const spaced = { A1: 'Item', B1: 'May', D1: 'June', E1: 'July', A2: 'Tea', B2: '2', D2: '3', E2: '4' };
  expect(await lines(apart)).toEqual([
    'table @1: | Item | Price |‖\n| Tea | 2 |',
    'table @1: | Town | Rank |‖\n| Kiel | 1 |',
  ]);
  expect(await lines(spaced)).toEqual(['table @1: | Item | May | June | July |‖\n| Tea | 2 | 3 | 4 |']);
});

test('labels merged over rows are repeated; a merge over the whole sheet costs nothing', async () => {
  const cells = { A1: 'Region', B1: 'Sales', A2: 'North', B2: '1', B3: '2', C1048576: 'far' };
  const merges =
    '<mergeCells><mergeCell ref="A2:A1048576"/><mergeCell ref="B1:XFD1"/><mergeCell ref="bad"/></mergeCells>';
  expect(await lines(cells, merges)).toEqual([
    'table @1: | Region | Sales |‖\n| North | 1 |\n| North | 2 |',
    'table @1: | North | far |',
  ]);
});

test('labels merged over columns stand over each, also alone in their row; all header rows are header', async () => {
  const cells = {
    A1: 'Fleet',
    B2: '2023',
    A3: 'Harbour',
    B3: 'Boats',
    C3: 'Crew',
    A4: 'Oban',
    B4: '4',
    C4: '19',
    A5: 'Leith',
    B5: '7',
    C5: '30',
  };
  const merges = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B2:C2"/></mergeCells>';
  expect(await lines(cells, merges)).toEqual([
    'paragraph @1: Fleet',
    'table @1: |  | 2023 | 2023 |\n| Harbour | Boats | Crew |‖\n| Oban | 4 | 19 |\n| Leith | 7 | 30 |',
  ]);
});

test('years can be column titles; frozen rows are the header', async () => {
  const years = { A1: 'Item', B1: '2023', C1: '2024', A2: 'Tea', B2: '1', C2: '2' };
  const frozen = '<sheetViews><sheetView><pane ySplit="2" state="frozen"/></sheetView></sheetViews>';
  const words = { A1: 'a', B1: 'b', A2: 'c', B2: 'd', A3: 'e', B3: 'f' };
  expect(await lines(years)).toEqual(['table @1: | Item | 2023 | 2024 |‖\n| Tea | 1 | 2 |']);
  expect(await lines(words, frozen)).toEqual(['table @1: | a | b |\n| c | d |‖\n| e | f |']);
});

test('comments and descriptions of pictures follow the cells', async () => {
  const parsed = await parse([{ cells: { A1: 'x' } }], {
    'xl/worksheets/_rels/s0.xml.rels': relationshipsXml({
      c: ['comments', '../c.xml'],
      t: ['threadedComment', '../t.xml'],
      d: ['drawing', '../d.xml'],
    }),
    'xl/_rels/workbook.xml.rels': relationshipsXml({
      r0: ['worksheet', 'worksheets/s0.xml'],
      p: ['person', 'p.xml'],
    }),
    'xl/p.xml': '<personList><person displayName="Ben" id="{P}"/></personList>',
    'xl/t.xml':
      '<ThreadedComments><threadedComment ref="A1" personId="{P}" id="{1}"><text>Is it so?</text></threadedComment></ThreadedComments>',
    'xl/c.xml':
      '<comments><authors><author>Ada</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="1"><text><t>[Kommentarthread] Is it so?</t></text></comment><comment ref="B4" authorId="0"><text><r><t>Ada:</t></r><r><t> why?</t></r></text></comment></commentList></comments>',
    'xl/d.xml':
      '<xdr:wsDr><xdr:pic><xdr:cNvPr name="P" descr="A map"/></xdr:pic><mc:AlternateContent><mc:Choice/><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:t>This shape represents a slicer.</a:t></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent></xdr:wsDr>',
  });
  expect(blockLines(parsed).slice(2)).toEqual([
    'figure @1: A map',
    'paragraph @1: Comment on A1 by Ben: Is it so?',
    'paragraph @1: Comment on B4 by Ada: why?',
  ]);
});

test('a small file whose cells share a long text is refused', async () => {
  const shared = '<c t="s"><v>0</v></c>';
  const cells = Object.fromEntries(Array.from({ length: 201 }, (_, row) => [`A${row + 1}`, shared]));
  const strings = { 'xl/sharedStrings.xml': `<sst><si><t>${'long '.repeat(200_000)}</t></si></sst>` };
  await expect(parse([{ cells }], strings)).rejects.toMatchObject({ code: 'archive_refused' });
});

test('a sheet that is listed twice is read once', async () => {
  const workbook =
    '<workbook><sheets><sheet name="A" r:id="r0"/><sheet name="B" r:id="r0"/></sheets></workbook>';
  const { text, warnings } = await parse([{ cells: { A1: 'x' } }], { 'xl/workbook.xml': workbook });
  expect(text).toBe('A\n\nx');
  expect(warnings).toEqual(['the sheet "B" is missing from the file']);
});

test('each row, title and comment has its cells', async () => {
  const relationships = { c: ['comments', '../comments1.xml'] } as const;
  const parsed = await parse(
    [
      {
        name: 'Readings',
        cells: { B1: 'Water', B3: 'Name', C3: '2025', B4: 'Hassan | son', C4: '47', B5: 'Ng', C5: '9' },
      },
    ],
    {
      'xl/worksheets/_rels/s0.xml.rels': relationshipsXml(relationships),
      'xl/comments1.xml':
        '<comments><authors><author>Ada</author></authors><commentList><comment ref="C4" authorId="0"><text><t>Why?</t></text></comment></commentList></comments>',
    },
  );
  expect(placeLines(parsed)).toEqual([
    'Readings B1: Water',
    'Readings B3:C3: | Name | 2025 |',
    'Readings B4:C4: | Hassan \\| son | 47 |',
    'Readings B5:C5: | Ng | 9 |',
    'Readings C4: Comment on C4 by Ada: Why?',
  ]);
});

test.each([['Counted in May, before the storm.'], ['* without the ferry'], ['Source: harbour office']])(
  '%j below a table is no row of it',
  async (note) => {
    const table = { A1: 'Port', B1: 'Ships', A2: 'Oban', B2: '4', A3: 'Wick', B3: '9' };
    expect(await lines({ ...table, A4: note })).toEqual([
      'table @1: | Port | Ships |‖\n| Oban | 4 |\n| Wick | 9 |',
      `paragraph @1: ${note}`,
    ]);
  },
);

test.each([
  ['a label alone', { A4: 'Closed ports' }, '| Closed ports |  |'],
  ['a row of its own', { A4: 'Leith.', B4: '3' }, '| Leith. | 3 |'],
])('%s at the end of a table stays in it', async (_, last, row) => {
  const table = { A1: 'Port', B1: 'Ships', A2: 'Oban', B2: '4', A3: 'Wick', B3: '9' };
  expect(await lines({ ...table, ...last })).toEqual([
    `table @1: | Port | Ships |‖\n| Oban | 4 |\n| Wick | 9 |\n${row}`,
  ]);
});

const fieldOver = (id: number, row: number) =>
  `<mc:AlternateContent><mc:Choice><control shapeId="${id}" r:id="c${id}" name="Check Box ${id}"><controlPr><anchor><from><xdr:col>2</xdr:col><xdr:row>${row}</xdr:row></from></anchor></controlPr></control></mc:Choice><mc:Fallback><control shapeId="${id}" r:id="c${id}" name="Check Box ${id}"/></mc:Fallback></mc:AlternateContent>`;
const labelOf = (id: number, text: string) =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="${id}" name="x"><a:ext><a14:compatExt spid="_x0000_s${id}"/></a:ext></xdr:cNvPr></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
const formBox = (checked: string) => `<formControlPr objectType="CheckBox" ${checked}/>`;

test('truth values that are set as boxes, and boxes over cells, show their state in their row', async () => {
  const cells = {
    A1: 'Kite',
    B1: 'Repaired',
    A2: 'Delta',
    B2: '<c t="b" s="1"><v>1</v></c>',
    A3: 'Rokkaku',
    B3: '<c t="b" s="1"><v>0</v></c>',
    A4: 'Sled',
    B4: '<c t="b"><v>0</v></c>',
  };
  const sheet = { cells, more: `<controls>${fieldOver(7, 1)}${fieldOver(8, 2)}</controls>` };
  const parsed = await parse([sheet], {
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf/><xf><extLst><ext><xfpb:xfComplement i="0"/></ext></extLst></xf></cellXfs></styleSheet>',
    'xl/worksheets/_rels/s0.xml.rels': relationshipsXml({
      c7: ['ctrlProp', '../ctrlProps/c7.xml'],
      c8: ['ctrlProp', '../ctrlProps/c8.xml'],
      d: ['drawing', '../drawings/d.xml'],
    }),
    'xl/ctrlProps/c7.xml': formBox('checked="Checked"'),
    'xl/ctrlProps/c8.xml': formBox(''),
    'xl/drawings/d.xml': `<xdr:wsDr>${labelOf(7, 'flown')}${labelOf(8, 'Check Box 8')}</xdr:wsDr>`,
  });
  expect(blockLines(parsed)).toEqual([
    'heading2 @1: S1',
    'table @1: | Kite | Repaired |  |‖\n| Delta | ☒ | ☒ flown |\n| Rokkaku | ☐ | ☐ |\n| Sled | FALSE |  |',
  ]);
});

test('lines right above tables are their headings where all of several on a sheet have one', async () => {
  const cells = {
    A1: 'Fish of the pond',
    A2: 'Kind',
    B2: 'Number',
    A3: 'Carp',
    B3: '4',
    A5: 'Plants of the pond',
    A6: 'Kind',
    B6: 'Number',
    A7: 'Reed',
    B7: '9',
  };
  const { A5: _, ...untitled } = cells;
  expect(await lines(cells)).toEqual([
    'heading3 @1: Fish of the pond',
    'table @1: | Kind | Number |‖\n| Carp | 4 |',
    'heading3 @1: Plants of the pond',
    'table @1: | Kind | Number |‖\n| Reed | 9 |',
  ]);
  expect((await lines(untitled))[0]).toBe('paragraph @1: Fish of the pond');
});
