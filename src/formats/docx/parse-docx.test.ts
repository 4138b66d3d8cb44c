import { expect, test } from 'vitest';
import { blockLines, officeFile, relationshipsXml } from '../office/office-file.test-support.ts';
import { docxParser } from '../office/office-parsers.ts';

const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const styled = (style: string, text: string): string => p(text, `<w:pStyle w:val="${style}"/>`);
const item = (list: number, level: number, text: string): string =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const bold = (text: string): string =>
  `<w:p><w:r><w:rPr><w:b w:val="1"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;

const reference = (name: string, id: number): string => `<w:r><w:${name} w:id="${id}"/></w:r>`;
const box = (text: string): string => `<wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx>`;
const drawing = (content: string, description = ''): string =>
  `<w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${description}"/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing>`;

const level = (index: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;

const parts = {
  'word/_rels/document.xml.rels': relationshipsXml({
    s: ['styles', 'styles.xml'],
    n: ['numbering', 'numbering.xml'],
    f: ['footnotes', 'footnotes.xml'],
    e: ['endnotes', '/word/endnotes.xml'],
    c: ['comments', 'comments.xml'],
    chart: ['chart', 'charts/chart1.xml'],
  }),
  'word/styles.xml': `<w:styles>
    <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/>
      <w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H3"/></w:style>
    <w:style w:styleId="H3"><w:name w:val="Part"/><w:basedOn w:val="Own"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
    <w:style w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
    <w:style w:styleId="Quote"><w:name w:val="Intense Quote"/></w:style>
    <w:style w:styleId="Brief"><w:name w:val="Aus Briefen"/><w:basedOn w:val="Quote"/></w:style>
    <w:style w:styleId="Code"><w:name w:val="HTML Preformatted"/></w:style>
    <w:style w:styleId="LB2"><w:name w:val="List Bullet 2"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="Title"><w:name w:val="Title"/></w:style>
    <w:style w:styleId="Author"><w:name w:val="Author"/><w:basedOn w:val="Title"/></w:style>
    <w:style w:styleId="Cover"><w:name w:val="Cover"/><w:basedOn w:val="Title"/></w:style>
    <w:style w:styleId="LC"><w:name w:val="List Continue"/></w:style>
    <w:style w:styleId="Caption"><w:name w:val="caption"/></w:style></w:styles>`,
  'word/numbering.xml': `<w:numbering>
    <w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '\uf0b7')}${level(1, 'bullet', 'o')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'decimal', '%1', '<w:pStyle w:val="berschrift1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="3">${level(0, 'bullet', ' ')}</w:abstractNum>
    <w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
    </w:numbering>`,
  'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${p('A foot note.')}</w:footnote></w:footnotes>`,
  'word/endnotes.xml': `<w:endnotes><w:endnote w:id="2">${p('An end note.')}</w:endnote></w:endnotes>`,
  'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="Ada">${p('Is this so?')}</w:comment></w:comments>`,
  'word/header1.xml': `<w:hdr>${p('Running head')}</w:hdr>`,
  'word/charts/chart1.xml': `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Rain</a:t></a:r></a:p></c:rich></c:tx></c:title>
    <c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>mm</c:v></c:pt></c:strCache></c:strRef></c:tx>
    <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:strCache></c:strRef></c:cat>
    <c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>40</c:v></c:pt><c:pt idx="1"><c:v>55</c:v></c:pt></c:numCache></c:numRef></c:val>
    </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
};

function parse(body: string, more: Record<string, string> = {}) {
  const document = `<w:document><w:body>${body}<w:sectPr/></w:body></w:document>`;
  return docxParser.parse(
    officeFile('a.docx', 'word/document.xml', { ...parts, 'word/document.xml': document, ...more }),
  );
}

async function lines(body: string): Promise<readonly string[]> {
  return blockLines(await parse(body));
}

test('headings by built-in style, inherited outline level and number; tables of contents are left out', async () => {
  const body = [
    styled('TOC1', 'Scope 3'),
    styled('berschrift1', 'Scope'),
    styled('H2', 'Terms'),
    styled('H2', 'Units'),
    styled('Own', 'Details'),
    p('Direct', '<w:outlineLvl w:val="4"/>'),
    p('With a bullet', '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="2"/></w:numPr>'),
    p('Text', '<w:pStyle w:val="Own"/><w:outlineLvl w:val="9"/>'),
    styled('Cover', 'Care of roses'),
    styled('Author', 'Ada'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'heading1: 1 Scope',
    'heading2: 1.1 Terms',
    'heading2: 1.2 Units',
    'heading3: Details',
    'heading5: Direct',
    'heading1: With a bullet',
    'paragraph: Text',
    'heading1: Care of roses',
    'paragraph: Ada',
  ]);
});

test('lists nest and count as shown; a list that continues goes on', async () => {
  const body = [
    item(1, 0, 'one'),
    item(1, 1, 'one a'),
    item(1, 1, 'one b'),
    item(1, 0, 'two'),
    p('between'),
    item(1, 0, 'three'),
    item(4, 0, 'seven'),
    item(2, 0, 'dot'),
    item(2, 1, 'dash'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'list: 1. one\n  1.a) one a\n  1.b) one b\n2. two',
    'paragraph: between',
    'list: 3. three\n7. seven\n- dot\n  - dash',
  ]);
});

test('what shows neither number nor bullet goes on with its item, but for code', async () => {
  const code = p(
    'make roses',
    '<w:pStyle w:val="Code"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>',
  );
  const body = [
    item(1, 0, 'one'),
    item(5, 0, 'more of one'),
    item(1, 0, 'two'),
    styled('LC', 'more of two'),
    item(1, 0, 'three'),
    code,
    item(1, 0, 'four'),
    p('between'),
    item(5, 0, 'of no item'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'list: 1. one more of one\n2. two more of two\n3. three',
    'code: make roses',
    'list: 4. four',
    'paragraph: between',
    'paragraph: of no item',
  ]);
});

test('levels of a list style stand with the style, and a list can have levels of its own', async () => {
  const numbering = `<w:numbering>
    <w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="Parts"/></w:abstractNum>
    <w:abstractNum w:abstractNumId="1"><w:styleLink w:val="Parts"/>${level(0, 'upperLetter', 'Part %1')}${level(1, 'decimal', '%2.')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/>
      <w:lvlOverride w:ilvl="1"><w:startOverride w:val="5"/>${level(1, 'lowerRoman', '(%2)')}</w:lvlOverride></w:num>
    </w:numbering>`;
  const parsed = await parse(item(1, 0, 'one') + item(1, 1, 'first') + item(2, 1, 'fifth'), {
    'word/numbering.xml': numbering,
  });
  expect(blockLines(parsed)).toEqual(['list: Part A one\n  1. first\n  (v) fifth']);
});

test('built-in list styles nest though each has a list of its own', async () => {
  expect(await lines(item(2, 0, 'dot') + styled('LB2', 'further in') + item(2, 0, 'dot'))).toEqual([
    'list: - dot\n  - further in\n- dot',
  ]);
});

test('tables: header row, labels merged over rows repeated, a label over columns once', async () => {
  const table = `<w:tbl>
    ${row(cell(p('Region')), cell(p('City')), cell(p('Sales')))}
    ${row(cell(p('North'), '<w:vMerge w:val="restart"/>'), cell(p('Kiel')), cell(p('1|2')))}
    ${row(cell(p(''), '<w:vMerge/>'), cell(p('Husum')), cell(p('3') + p('4')))}
    ${row(cell(p('Both'), '<w:gridSpan w:val="2"/>'), cell(p('7')))}
    <w:tr><w:trPr><w:del/></w:trPr>${cell(p('gone'))}${cell(p('gone'))}${cell(p('gone'))}</w:tr></w:tbl>`;
  expect(await lines(table)).toEqual([
    'table: | Region | City | Sales |‖\n| North | Kiel | 1\\|2 |\n| North | Husum | 3 4 |\n| Both |  | 7 |',
  ]);
});

test('a row below the header is one as well where labels of the header reach into it', async () => {
  const head = row(
    cell(p('Region'), '<w:vMerge w:val="restart"/>'),
    cell(p('Guests'), '<w:gridSpan w:val="2"/>'),
  );
  const halves = row(cell(p(''), '<w:vMerge/>'), cell(p('Spring')), cell(p('Autumn')));
  const body = [1, 2, 3].map((number) =>
    row(...['North', `${number}`, `${number}0`].map((text) => cell(p(text)))),
  );
  expect(await lines(`<w:tbl>${head}${halves}${body.join('')}</w:tbl>`)).toEqual([
    'table: | Region | Guests | Guests |\n| Region | Spring | Autumn |‖\n| North | 1 | 10 |\n| North | 2 | 20 |\n| North | 3 | 30 |',
  ]);
});

test('a table within a cell keeps its rows and cells apart', async () => {
  const sizes = `<w:tbl>${row(cell(p('S')), cell(p('5 €')))}${row(cell(p('L')), cell(p('9 €')))}</w:tbl>`;
  const one = `<w:tbl>${row(cell(p('red')), cell(p('blue')))}</w:tbl>`;
  const gone = p('Comes in', '<w:rPr><w:del w:id="1"/></w:rPr>');
  const table = `<w:tbl>${row(cell(p('Item')), cell(p('Sizes')))}${row(cell(p('Shirt') + one), cell(gone + sizes + p('each')))}</w:tbl>`;
  expect(await lines(table)).toEqual([
    'table: | Item | Sizes |‖\n| Shirt red; blue | Comes in S, 5 €; L, 9 € each |',
  ]);
});

test('a table can say that it has no header, or how many rows it has', async () => {
  const rows = [
    row(cell(p('a')), cell(p('b'))),
    row(cell(p('c')), cell(p('d'))),
    row(cell(p('e')), cell(p('f'))),
  ];
  const none = `<w:tbl><w:tblPr><w:tblLook w:val="0000" w:firstRow="0"/></w:tblPr>${rows.join('')}</w:tbl>`;
  const marked = rows
    .slice(0, 2)
    .map((one) => one.replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>'));
  expect(await lines(none)).toEqual(['table: | a | b |\n| c | d |\n| e | f |']);
  expect(await lines(none.replace('firstRow="0"', 'firstRow="off"'))).toEqual(await lines(none));
  expect(await lines(`<w:tbl>${marked.join('')}${rows[2]}</w:tbl>`)).toEqual([
    'table: | a | b |\n| c | d |‖\n| e | f |',
  ]);
});

test('a first row in bold is the header of a table that says it has none', async () => {
  const table = (first: string, more = p) =>
    `<w:tbl><w:tblPr><w:tblLook w:val="0600"/></w:tblPr>${row(cell(bold('Name')), cell(first))}${row(cell(more('Ann')), cell(more('12')))}</w:tbl>`;
  expect(await lines(table(bold('Age')))).toEqual(['table: | Name | Age |‖\n| Ann | 12 |']);
  expect(await lines(table(p('Age')))).toEqual(['table: | Name | Age |\n| Ann | 12 |']);
  expect(await lines(table(bold('Age'), bold))).toEqual(['table: | Name | Age |\n| Ann | 12 |']);
});

test('a table of one row only arranges the page', async () => {
  const body = `<w:tbl>${row(cell(styled('berschrift1', 'Left') + p('text')), cell(item(2, 0, 'right')))}</w:tbl>`;
  expect(await lines(body)).toEqual(['heading1: 1 Left', 'paragraph: text', 'list: - right']);
});

test('notes and comments follow the block they hang on', async () => {
  const body = `<w:p><w:r><w:t>Said</w:t></w:r>${reference('footnoteReference', 2)}<w:r><w:t> twice</w:t></w:r>${reference('endnoteReference', 2)}${reference('commentReference', 0)}</w:p>${p('Next.')}`;
  expect(await lines(body)).toEqual([
    'paragraph: Said[1] twice[i]',
    'paragraph: [1] A foot note.',
    'paragraph: [i] An end note.',
    'paragraph: Comment by Ada: Is this so?',
    'paragraph: Next.',
  ]);
});

test('a comment on a note follows that', async () => {
  const note = `<w:p><w:r><w:t>A foot note.</w:t></w:r>${reference('commentReference', 0)}</w:p>`;
  const parsed = await parse(`<w:p>${reference('footnoteReference', 2)}</w:p>`, {
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${note}</w:footnote></w:footnotes>`,
  });
  expect(blockLines(parsed).slice(1)).toEqual([
    'paragraph: [1] A foot note.',
    'paragraph: Comment by Ada: Is this so?',
  ]);
});

test('a paragraph whose mark is deleted goes on with the next one, which says what the two are', async () => {
  const marked = (text: string, change = 'del') =>
    p(text, `<w:pStyle w:val="berschrift1"/><w:rPr><w:${change} w:id="1"/></w:rPr>`);
  const gone =
    '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>';
  const body = [
    marked('The first, '),
    gone,
    marked('the second, '),
    p('and the third.'),
    marked('Moved away, ', 'moveFrom'),
    item(1, 0, 'now an item'),
    `<w:tbl>${row(cell(p('a')), cell(p('b')))}${row(cell(marked('on') + p('ly one')), cell(p('two') + p('three')))}</w:tbl>`,
    `<w:tbl>${row(cell(p('alone') + marked('at the end of a cell')), cell(p('another cell')))}</w:tbl>`,
    marked('Nothing follows'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'paragraph: The first, the second, and the third.',
    'list: 1. Moved away, now an item',
    'table: | a | b |‖\n| only one | two three |',
    'paragraph: alone',
    'heading1: 1 at the end of a cell',
    'paragraph: another cell',
    'heading1: 2 Nothing follows',
  ]);
});

const formBox = (state: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>${state}</w:checkBox></w:ffData></w:fldChar></w:r>`;

test('a large first letter is of its word, one version of a paragraph is read, boxes of forms show their state', async () => {
  const versions = `<mc:AlternateContent><mc:Choice>${p('New')}</mc:Choice><mc:Fallback>${p('Old')}</mc:Fallback></mc:AlternateContent>`;
  const body = [
    p('O', '<w:framePr w:dropCap="drop" w:lines="3"/>'),
    p('nce there was a form.'),
    versions,
    `<w:tbl>${row(cell(p('a')), cell(p('b')))}${row(cell(versions), cell(p('c')))}</w:tbl>`,
    `<w:p>${formBox('<w:default w:val="0"/><w:checked/>')}<w:r><w:t> yes </w:t></w:r>${formBox('<w:default w:val="0"/>')}<w:r><w:t> no, in </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r></w:p>`,
  ];
  expect(await lines(body.join(''))).toEqual([
    'paragraph: Once there was a form.',
    'paragraph: New',
    'table: | a | b |‖\n| New | c |',
    'paragraph: ☒ yes ☐ no, in blue',
  ]);
});

const control = (state: string, sign: string): string =>
  `<w:sdt><w:sdtPr><w14:checkbox>${state}</w14:checkbox></w:sdtPr><w:sdtContent><w:r>${sign}</w:r></w:sdtContent></w:sdt>`;
const boxedLine = (box: string, words: string): string => `<w:p>${box}<w:r><w:t> ${words}</w:t></w:r></w:p>`;

test('boxes of content controls show their state, whatever sign stands for it', async () => {
  const body = [
    boxedLine(
      control('<w14:checked w14:val="1"/>', '<w:sym w:font="Webdings" w:char="F061"/>'),
      'Mould found',
    ),
    boxedLine(control('<w14:checked w14:val="0"/>', '<w:t>no</w:t>'), 'Rot found'),
    boxedLine(control('', '<w:t>☐</w:t>'), 'Damp found'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'paragraph: ☒ Mould found',
    'paragraph: ☐ Rot found',
    'paragraph: ☐ Damp found',
  ]);
});

test('what a control asks for is no answer', async () => {
  const asks = '<w:sdtPr><w:showingPlcHdr/></w:sdtPr>';
  const field = `<w:sdt>${asks}<w:sdtContent><w:r><w:t>Choose an item.</w:t></w:r></w:sdtContent></w:sdt>`;
  const whole = `<w:sdt>${asks}<w:sdtContent>${p('Enter text.')}</w:sdtContent></w:sdt>`;
  expect(await lines(`<w:p><w:r><w:t>Keeper:</w:t></w:r>${field}</w:p>${whole}`)).toEqual([
    'paragraph: Keeper:',
  ]);
});

test('a running head stands once among the properties, what counts pages nowhere', async () => {
  const named = (name: string, text: string) => ({
    [`word/${name}.xml`]: `<w:hdr>${p(text)}${p('')}</w:hdr>`,
  });
  const parsed = await parse(p('Body text.'), {
    'word/_rels/document.xml.rels': relationshipsXml({
      h1: ['header', 'first.xml'],
      h2: ['header', 'odd.xml'],
      h3: ['header', 'even.xml'],
      f1: ['footer', 'foot.xml'],
      f2: ['footer', 'said.xml'],
    }),
    ...named('first', 'Policy RS-441-C'),
    ...named('odd', 'Nordkai AS'),
    ...named('even', 'Nordkai AS'),
    ...named('foot', 'Seite 1 von 4'),
    ...named('said', 'Body text.'),
  });
  expect(blockLines(parsed)).toEqual([
    'list: - Header: Policy RS-441-C\n- Header: Nordkai AS',
    'paragraph: Body text.',
  ]);
});

test('ticks of a font for them are state; what Word keeps of a company and a state is shown', async () => {
  const ticks = `<w:p>${sign('Wingdings 2', 'F052')}<w:r><w:t> Swept</w:t></w:r></w:p><w:p>${sign('Wingdings 2', 'F0A3')}<w:r><w:t> Lagged</w:t></w:r></w:p>`;
  const parsed = await parse(ticks, {
    '_rels/.rels': relationshipsXml({
      r1: ['officeDocument', 'word/document.xml'],
      r2: ['core-properties', 'docProps/core.xml'],
      r3: ['extended-properties', 'docProps/app.xml'],
    }),
    'docProps/core.xml': '<cp:coreProperties><cp:contentStatus>Final</cp:contentStatus></cp:coreProperties>',
    'docProps/app.xml':
      '<Properties><Pages>3</Pages><Manager>Siv Moe</Manager><Company>Kai AS</Company></Properties>',
  });
  expect(blockLines(parsed)).toEqual([
    'list: - Status: Final\n- Manager: Siv Moe\n- Company: Kai AS',
    'paragraph: ☑ Swept',
    'paragraph: ☐ Lagged',
  ]);
});

test('tracked changes count as accepted; hidden text and field codes are left out', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">kept </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
    <w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>
    <w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>
    <w:hyperlink><w:r><w:tab/><w:t>link</w:t><w:br/><w:t>line</w:t><w:noBreakHyphen/></w:r></w:hyperlink></w:p>`;
  expect(await lines(body)).toEqual(['paragraph: kept new\tlink\nline-']);
});

const formatted = (text: string, properties: string) =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const sign = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;

test('raised figures stay apart from the number before them; letters of symbol fonts are what they show', async () => {
  const raised = '<w:vertAlign w:val="superscript"/>';
  const symbol = '<w:rFonts w:ascii="Symbol"/>';
  const body = `<w:p>${formatted('10', '')}${formatted('-3', raised)}${formatted(' m', '')}${formatted('2', raised)}${formatted(', the 1', '')}${formatted('st', raised)}${formatted(' 5 ', '')}${formatted('m', symbol)}${formatted('m \uf0b1', symbol)}${sign('Symbol', 'F062')}${sign('Wingdings', 'F0FE')}${sign('MS Gothic', '2612')}${sign('Webdings', 'F061')}</w:p>`;
  expect(await lines(body)).toEqual(['paragraph: 10⁻³ m², the 1st 5 μμ ±β☑☒✓']);
});

test('text boxes are written once, after their paragraph; pictures by their description; charts as tables', async () => {
  const body = `<w:p><w:r><w:t>Before</w:t><mc:AlternateContent><mc:Choice>${drawing(box('Boxed'))}</mc:Choice>
    <mc:Fallback><w:pict>${box('Boxed')}</w:pict></mc:Fallback></mc:AlternateContent>
    ${drawing('<pic:pic/>', 'A red kite')}${drawing('<pic:pic/>', 'image1.png')}${drawing('<c:chart r:id="chart"/>')}</w:r></w:p>`;
  expect(await lines(body)).toEqual([
    'paragraph: Before',
    'paragraph: Boxed',
    'figure: A red kite',
    'figure: Chart: Rain',
    'table: |  | mm |‖\n| May | 40 |\n| June | 55 |',
  ]);
});

test('quotes, captions and lines of code by their style or what it is based on', async () => {
  const body = [
    styled('Quote', 'To be'),
    styled('Brief', 'My dear'),
    styled('Caption', 'Figure 1'),
    styled('Code', 'a {'),
    styled('Code', '  b'),
    styled('Code', '}'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'quote: To be',
    'quote: My dear',
    'figure: Figure 1',
    'code: a {\n  b\n}',
  ]);
});

const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const m = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;

test.each([
  [m('f', m('num', r('a+b')) + m('den', r('2'))), '(a+b)/2'],
  [m('sSup', m('e', r('x')) + m('sup', r('2'))), 'x^2'],
  [m('sSubSup', m('e', r('x')) + m('sub', r('i')) + m('sup', r('n+1'))), 'x_i^(n+1)'],
  [m('rad', m('deg', r('3')) + m('e', r('x'))), '3√(x)'],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${m('sub', r('i=1'))}${m('sup', r('n'))}${m('e', r('i'))}</m:nary>`,
    '∑_(i=1)^n i',
  ],
  [m('func', m('fName', r('sin')) + m('e', r('θ'))), 'sin θ'],
  [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${m('e', r('a'))}</m:d>`, '[a]'],
  [
    m('m', m('mr', m('e', r('a')) + m('e', r('b'))) + m('mr', m('e', r('c')) + m('e', r('d')))),
    '[a, b; c, d]',
  ],
])('the equation %# reads %s', async (equation, expected) => {
  expect(await lines(`<w:p><m:oMathPara><m:oMath>${equation}</m:oMath></m:oMathPara></w:p>`)).toEqual([
    `equation: ${expected}`,
  ]);
});

test('title, authors and dates come from the core properties', async () => {
  const core = `<cp:coreProperties><dc:title> A plan </dc:title><dc:creator>Ada; Bob</dc:creator><dc:language>de-DE</dc:language>
    <cp:keywords>one, two</cp:keywords><dcterms:created>2024-03-01T10:00:00Z</dcterms:created><dcterms:modified>soon</dcterms:modified></cp:coreProperties>`;
  const { title, language, metadata } = await parse(p('Text'), { 'docProps/core.xml': core });
  expect({ title, language, metadata }).toEqual({
    title: 'A plan',
    language: 'de',
    metadata: { authors: ['Ada', 'Bob'], keywords: ['one', 'two'], created: '2024-03-01T10:00:00Z' },
  });
});

test('properties that someone gave a file are shown in it, those of programs are not', async () => {
  const custom = `<Properties><property name="Client"><vt:lpwstr>Kranmark AB</vt:lpwstr></property><property name="Due"><vt:filetime>2026-05-31T00:00:00Z</vt:filetime></property><property name="MSIP_Label_1"><vt:lpwstr>x</vt:lpwstr></property></Properties>`;
  const core =
    '<cp:coreProperties><dc:creator>Ada</dc:creator><dc:description>generated by python-docx</dc:description><cp:category>Contracts</cp:category></cp:coreProperties>';
  const { text, metadata } = await parse(styled('Title', 'Crane') + p('Text'), {
    '_rels/.rels': relationshipsXml({
      rId1: ['officeDocument', 'word/document.xml'],
      rId2: ['metadata/core-properties', 'docProps/core.xml'],
      rId3: ['custom-properties', 'docProps/custom.xml'],
    }),
    'docProps/core.xml': core,
    'docProps/custom.xml': custom,
  });
  expect(text).toBe(
    'Crane\n\n- Author: Ada\n- Category: Contracts\n- Client: Kranmark AB\n- Due: 2026-05-31\n\nText',
  );
  expect(metadata).toEqual({ authors: ['Ada'], category: 'Contracts' });
});

test('what embeds objects and documents of other programs says so', async () => {
  const { warnings } = await parse(p('Text'), {
    'word/_rels/document.xml.rels': relationshipsXml({
      a: ['oleObject', 'embeddings/oleObject1.bin'],
      b: ['aFChunk', 'part.html'],
    }),
  });
  expect(warnings).toEqual([
    'embedded objects of other programs (2, first word/embeddings/oleObject1.bin) were left out: save each as a separate file',
  ]);
});

const activeX = (id: string) => `<w:r><w:object><w:control r:id="${id}" w:name="x"/></w:object></w:r>`;
const ocx = (kind: string, properties: Record<string, string>) =>
  `<ax:ocx ax:classid="{8BD21D${kind}-EC42-11CE-9E0D-00AA006002F3}">${Object.entries(properties)
    .map(([name, value]) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`)
    .join('')}</ax:ocx>`;
const large = (text: string, size: number) =>
  `<w:p><w:r><w:rPr><w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;

test('fields of forms that are programs of their own show their state before their label', async () => {
  const more = {
    'word/_rels/document.xml.rels': relationshipsXml({
      a: ['control', 'activeX/a.xml'],
      b: ['control', 'activeX/b.xml'],
      c: ['control', 'activeX/c.xml'],
      d: ['control', 'activeX/d.xml'],
    }),
    'word/activeX/a.xml': ocx('40', { Caption: 'Boat insured', Value: '1' }),
    'word/activeX/b.xml': ocx('50', { Caption: 'Sails dry', Value: '0' }),
    'word/activeX/c.xml': ocx('10', { Value: 'Berth 12' }),
    'word/activeX/d.xml': ocx('40', {}),
  };
  const body = `<w:p>${activeX('a')}</w:p><w:p>${activeX('b')}</w:p><w:p><w:r><w:t xml:space="preserve">Place: </w:t></w:r>${activeX('c')}</w:p><w:p>${activeX('d')}</w:p>`;
  const parsed = await parse(body, more);
  expect(parsed.text).toBe('☒ Boat insured\n\n☐ Sails dry\n\nPlace: Berth 12');
  expect(parsed.warnings).toEqual([
    'ActiveX fields of forms (1, first word/activeX/d.xml) were left out: put content controls or form controls in their place',
  ]);
});

test('where nothing is marked as a heading, short lines that are set as such are headings', async () => {
  const body = [
    large('Care of the pond', 36),
    large('Spring', 28),
    p('Cut back the reeds.'),
    bold('Fish'),
    p('Feed them sparingly.'),
    bold('Wear gloves!'),
    p('The reeds cut.'),
    large('Autumn', 28),
    p('Net it.'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'heading1: Care of the pond',
    'heading2: Spring',
    'paragraph: Cut back the reeds.',
    'heading3: Fish',
    'paragraph: Feed them sparingly.',
    'paragraph: Wear gloves!',
    'paragraph: The reeds cut.',
    'heading2: Autumn',
    'paragraph: Net it.',
  ]);
  expect(await lines([styled('H2', 'Pond'), bold('Fish'), p('Feed them.')].join(''))).toEqual([
    'heading2: 1.1 Pond',
    'paragraph: Fish',
    'paragraph: Feed them.',
  ]);
});

test('lines in bold among few others are no headings, nor are neighbours that are set alike', async () => {
  const address = [
    bold('Ada Green'),
    bold('Mill Lane 4'),
    p('Dear Ada,'),
    p('the pond is full.'),
    bold('Ben'),
  ];
  expect((await lines(address.join(''))).filter((line) => line.startsWith('heading'))).toEqual([]);
});

const bulleted = (id: number, sign: string, font = '') =>
  `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/><w:rPr><w:rFonts w:ascii="${font}"/></w:rPr></w:lvl></w:abstractNum>`;

test('boxes and ticks that are the bullets of a list stand before their items', async () => {
  const signs = [bulleted(1, '☐'), bulleted(2, '\uf0fe', 'Wingdings'), bulleted(3, '\uf0b7', 'Symbol')];
  const numbers = [1, 2, 3].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`);
  const numbering = `<w:numbering>${signs.join('')}${numbers.join('')}</w:numbering>`;
  const body = [item(1, 0, 'Nets mended'), item(2, 0, 'Boat tarred'), item(3, 0, 'Oars')].join('');
  const parsed = await parse(body, { 'word/numbering.xml': numbering });
  expect(parsed.text).toBe('☐ Nets mended\n☑ Boat tarred\n- Oars');
});
