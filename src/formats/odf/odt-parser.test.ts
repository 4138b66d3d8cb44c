import { expect, test } from 'vitest';
import { blockLines } from '../office/office-file.test-support.ts';
import { type OdfParts, odfFile } from './odf-file.test-support.ts';
import { odtParser } from './odf-parsers.ts';

const p = (text: string, style = 'Standard'): string => `<text:p text:style-name="${style}">${text}</text:p>`;
const h = (level: number, text: string, more = ''): string =>
  `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}" ${more}>${text}</text:h>`;
const list = (content: string, attributes = 'text:style-name="L1"'): string =>
  `<text:list ${attributes}>${content}</text:list>`;
const item = (content: string, attributes = ''): string =>
  `<text:list-item ${attributes}>${content}</text:list-item>`;
const cell = (content: string, attributes = ''): string =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const covered = '<table:covered-table-cell/>';
const frame = (content: string): string => `<draw:frame draw:name="Frame1">${content}</draw:frame>`;
const box = (content: string): string => frame(`<draw:text-box>${content}</draw:text-box>`);

const number = (level: number, format: string, suffix: string, more = ''): string =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix="${suffix}" ${more}/>`;
const bullet = (level: number): string =>
  `<text:list-level-style-bullet text:level="${level}" text:bullet-char="•"/>`;

const automatic = `
  <text:list-style style:name="L1">${number(1, '1', '.')}${number(2, 'a', ')', 'text:display-levels="2"')}</text:list-style>
  <text:list-style style:name="L2">${bullet(1)}${bullet(2)}</text:list-style>
  <text:list-style style:name="L3">${number(1, 'I', '', 'style:num-prefix="Part " text:start-value="3"')}${number(2, '1', '', 'loext:num-list-format="(%1%-%2%)"')}</text:list-style>
  <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>
  <style:style style:name="P2" style:family="paragraph" style:parent-style-name="P3"/>
  <style:style style:name="P3" style:family="paragraph" style:parent-style-name="P2" style:default-outline-level="3"/>
  <style:style style:name="P4" style:family="paragraph" style:list-style-name="L2"/>
  <style:style style:name="P5" style:family="paragraph" style:list-style-name=""/>
  <style:style style:name="Hidden" style:family="paragraph"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
  <style:style style:name="T2" style:family="text"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="T3" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
  <style:style style:name="T4" style:family="text"><style:text-properties style:font-name="Symbol1"/></style:style>`;
const numbered = `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>`;

function parse(body: string, parts: OdfParts = {}) {
  return odtParser.parse(odfFile('a.odt', 'text', { body, automatic, ...parts }));
}

async function lines(body: string, parts?: OdfParts): Promise<readonly string[]> {
  return blockLines(await parse(body, parts));
}

test('headings by outline level, inherited or built-in style; what repeats them is left out', async () => {
  const contents = `<text:table-of-content><text:index-body>${p('Scope 3')}</text:index-body></text:table-of-content>`;
  const body = [
    p('The plan', 'Title'),
    contents,
    h(1, 'Scope'),
    h(9, 'Deep'),
    p('By style', 'P2'),
    p('Text'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'heading1: The plan',
    'heading1: Scope',
    'heading6: Deep',
    'heading3: By style',
    'paragraph: Text',
  ]);
});

test('headings are numbered as the outline says, or as the program has written', async () => {
  const body = [
    h(1, 'Scope'),
    h(2, 'Terms'),
    h(1, 'Preface', 'text:is-list-header="true"'),
    h(2, 'Units'),
    h(1, 'Appendix').replace('Heading_20_1', 'P5'),
    h(1, 'Parts', 'text:restart-numbering="true" text:start-value="7"'),
    `<text:h text:outline-level="2"><text:number>7.1.a</text:number>Given</text:h>`,
    list(item(h(2, 'In a list'))),
  ];
  expect(await lines(body.join(''), { styles: numbered })).toEqual([
    'heading1: 1 Scope',
    'heading2: 1.1 Terms',
    'heading1: Preface',
    'heading2: 1.2 Units',
    'heading1: Appendix',
    'heading1: 7 Parts',
    'heading2: 7.1.a Given',
    'heading2: 1. In a list',
  ]);
});

test('lists nest, count as shown and go on where they say so', async () => {
  const nested = list(item(p('one a')) + item(p('one b')), '');
  const body = [
    list(item(p('one') + nested) + item(p('two') + p('still two')), 'text:style-name="L1" xml:id="first"'),
    p('between'),
    list(item(p('anew'))),
    p('between'),
    list(item(p('three')), 'text:style-name="L1" text:continue-list="first"'),
    list(item(list(item(p('three a')), '')), 'text:style-name="L1" text:continue-numbering="true"'),
    list(item(p('nine'), 'text:start-value="9"') + `<text:list-header>${p('no number')}</text:list-header>`),
    p('between'),
    list(item(p('third')) + item(list(item(p('inner')), '')), 'text:style-name="L3"'),
    p('between'),
    list(item(p('by style', 'P4')), ''),
    list(item(p('unknown')), 'text:style-name="gone"'),
  ];
  expect(await lines(body.join(''))).toEqual([
    'list: 1. one\n  1.a) one a\n  1.b) one b\n2. two still two',
    'paragraph: between',
    'list: 1. anew',
    'paragraph: between',
    'list: 3. three\n  3.a) three a\n9. nine no number',
    'paragraph: between',
    'list: Part III third\n  (III-1) inner',
    'paragraph: between',
    'list: - by style\n- unknown',
  ]);
});

test('tables: marked header rows, labels over rows repeated, a label over columns once', async () => {
  const table = `<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>
    <table:table-header-rows>${row(cell(p('Region')), cell(p('City')), cell(p('Sales')))}</table:table-header-rows>
    ${row(cell(p('North'), 'table:number-rows-spanned="2"'), cell(p('Kiel')), cell(p('1|2')))}
    ${row(covered, cell(p('Husum')), cell(p('3') + p('4')))}
    ${row(cell(p('Both'), 'table:number-columns-spanned="2"'), covered, cell(p('7')))}</table:table>`;
  expect(await lines(table)).toEqual([
    'table: | Region | City | Sales |‖\n| North | Kiel | 1\\|2 |\n| North | Husum | 3 4 |\n| Both |  | 7 |',
  ]);
});

const twoRows = (first: string, second: string, attributes = '') =>
  `<table:table ${attributes}>${row(cell(first), cell(first))}${row(cell(second), cell(second))}</table:table>`;

test('cells that are covered may be missing', async () => {
  const table = `<table:table>
    ${row(cell(p('Region')), cell(p('City')), cell(p('Sales')))}
    ${row(cell(p('North'), 'table:number-rows-spanned="2"'), cell(p('Kiel')), cell(p('1')))}
    ${row(cell(p('Husum')), cell(p('3')))}
    ${row(cell(p('All'), 'table:number-columns-spanned="2" table:number-rows-spanned="2"'), cell(p('4')))}
    ${row(cell(p('5')))}</table:table>`;
  expect(await lines(table)).toEqual([
    'table: | Region | City | Sales |‖\n| North | Kiel | 1 |\n| North | Husum | 3 |\n| All |  | 4 |\n| All |  | 5 |',
  ]);
});

test('a first row in the style of headings, in bold, or of the table itself is the header', async () => {
  const bold = (text: string) => p(`<text:span text:style-name="T3">${text}</text:span>`);
  const marked = ['table: | a | a |‖\n| b | b |'];
  const plain = ['table: | a | a |\n| b | b |'];
  expect(await lines(twoRows(p('a', 'Table_20_Heading'), p('b')))).toEqual(marked);
  expect(await lines(twoRows(bold('a'), p('b')))).toEqual(marked);
  expect(await lines(twoRows(bold('a'), bold('b')))).toEqual(plain);
  expect(await lines(twoRows(p('a'), p('b')))).toEqual(plain);
  expect(await lines(twoRows(p('a'), p('b'), 'table:use-first-row-styles="true"'))).toEqual(marked);
});

test('tables within tables stay apart; one of a single row only arranges the page', async () => {
  const sizes = `<table:table>${row(cell(p('S')), cell(p('5 €')))}${row(cell(p('L')), cell(p('9 €')))}</table:table>`;
  const table = `<table:table>${row(cell(p('Item')), cell(p('Sizes')))}${row(cell(p('Shirt')), cell(sizes + list(item(p('each')))))}</table:table>`;
  const arranged = `<table:table>${row(cell(h(2, 'Left') + p('text')), cell(list(item(p('right')), 'text:style-name="L2"')))}</table:table>`;
  expect(await lines(table + arranged)).toEqual([
    'table: | Item | Sizes |‖\n| Shirt | S, 5 €; L, 9 € 1. each |',
    'heading2: Left',
    'paragraph: text',
    'list: - right',
  ]);
});

test('rows and cells that repeat a million times are bounded', async () => {
  const many = 'table:number-columns-repeated="16384"';
  const row2 = `<table:table-row table:number-rows-repeated="1048576">${cell(p('x'), many)}</table:table-row>`;
  const { text } = await parse(`<table:table>${row(cell(p('a'), many))}${row2}</table:table>`);
  expect(text.length).toBeLessThan(100_000);
  const long = `<table:table-row table:number-rows-repeated="1048576">${cell(p('words '.repeat(10_000)), many)}</table:table-row>`;
  const parsed = await parse(`<table:table>${row(cell(p('a')), cell(p('b')))}${long}</table:table>`);
  expect(parsed.text.length).toBeLessThan(100_000);
});

const note = (kind: string, mark: string, text: string): string =>
  `<text:note text:note-class="${kind}"><text:note-citation>${mark}</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;
const comment = `<office:annotation office:name="c"><dc:creator>Ada</dc:creator><dc:date>2024-03-01</dc:date>${p('Is this')}${p('so?')}</office:annotation>`;

test('notes and comments follow the block they hang on', async () => {
  const body = `<text:p>Said${note('footnote', '1', 'A foot note.')} twice${note('endnote', 'i', 'An end note.')}${comment} here<office:annotation-end office:name="c"/></text:p>${p('Next.')}`;
  expect(await lines(body)).toEqual([
    'paragraph: Said[1] twice[i] here',
    'paragraph: [1] A foot note.',
    'paragraph: [i] An end note.',
    'paragraph: Comment by Ada: Is this so?',
    'paragraph: Next.',
  ]);
});

test('white space counts once, and as often as elements say', async () => {
  const body = `<text:p>
    one <text:span> two</text:span>\n\tthree<text:s text:c="3"/>four<text:tab/>five<text:line-break/>six<text:soft-page-break/> <text:s/>
  </text:p>`;
  expect(await lines(body)).toEqual(['paragraph: one two three   four\tfive\nsix']);
  const { text } = await parse(p('a<text:s text:c="99999999999"/>b<text:s text:c="x"/>c'));
  expect(text.length).toBeLessThan(2000);
});

test('tracked changes count as accepted; hidden text and sections are left out', async () => {
  const deletion = `<text:changed-region text:id="d"><text:deletion>${p('old')}</text:deletion></text:changed-region>`;
  const body = [
    `<text:tracked-changes>${deletion}</text:tracked-changes>`,
    p(
      'kept <text:change text:change-id="d"/><text:change-start text:change-id="i"/>new<text:change-end text:change-id="i"/>',
    ),
    p('secret', 'Hidden'),
    p(
      'shown<text:span text:style-name="T2">secret</text:span><text:hidden-text text:is-hidden="true">secret</text:hidden-text>',
    ),
    p('secret<text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/>'),
    `<text:section text:display="none">${p('secret')}</text:section>`,
    `<text:section text:display="condition" text:is-hidden="true">${p('secret')}</text:section>`,
    `<text:section text:name="S">${p('In a section')}<text:section>${h(2, 'further in')}</text:section></text:section>`,
  ];
  expect(await lines(body.join(''))).toEqual([
    'paragraph: kept new',
    'paragraph: shown',
    'paragraph: In a section',
    'heading2: further in',
  ]);
});

const raised = (text: string) => `<text:span text:style-name="T1">${text}</text:span>`;

test('fields, links and readings', async () => {
  const body = p(
    `See <text:a xlink:href="https://example.org">the <text:span>page</text:span></text:a> on <text:date>1 May</text:date>, <text:bookmark-ref>Part 2</text:bookmark-ref>: 5 m${raised('2')} the 1${raised('st')} <text:span text:style-name="T4">m</text:span> <text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby><text:bookmark-start text:name="b"/>`,
  );
  expect(await lines(body)).toEqual(['paragraph: See the page on 1 May, Part 2: 5 m² the 1st μ 漢字']);
});

test('text boxes and shapes follow their paragraph; pictures by their description', async () => {
  const picture = (title: string, description: string) =>
    frame(
      `<draw:image xlink:href="a.png"/><svg:title>${title}</svg:title><svg:desc>${description}</svg:desc>`,
    );
  const shape = `<draw:g><draw:custom-shape>${p('In a shape')}<draw:enhanced-geometry/></draw:custom-shape><draw:line/></draw:g>`;
  const captioned = box(
    `<text:p text:style-name="Illustration">${picture('', 'A red kite')}Illustration <text:sequence>1</text:sequence>: A kite</text:p>`,
  );
  const body = `${frame('<draw:text-box><text:p>On the page</text:p></draw:text-box>')}<text:p>Before${box(p('Boxed') + list(item(p('too'))))} and after${shape}</text:p><text:p>${captioned}</text:p><text:p>${picture('image1.png', '')}${picture('The bridge', '')}</text:p>`;
  expect(await lines(body)).toEqual([
    'paragraph: On the page',
    'paragraph: Before and after',
    'paragraph: Boxed',
    'list: 1. too',
    'paragraph: In a shape',
    'figure: Illustration 1: A kite',
    'figure: A red kite',
    'figure: The bridge',
  ]);
});

test('a built-in style counts where it is not defined', async () => {
  const own = '<style:style style:name="P7" style:family="paragraph" style:parent-style-name="Title"/>';
  expect(await lines(p('The trip', 'P7') + p('To be', 'Quotations'), { automatic: own })).toEqual([
    'heading1: The trip',
    'quote: To be',
  ]);
});

test('quotes, captions, lines of code and bibliographies by their style', async () => {
  const index = `<text:bibliography><text:bibliography-source><text:index-title-template>Bibliography</text:index-title-template></text:bibliography-source><text:index-body><text:index-title>${p('Sources')}</text:index-title>${p('[1] Ada: Notes')}</text:index-body></text:bibliography>`;
  const body = [
    p('To be', 'Quotations'),
    p('Table 1', 'Caption'),
    p('a {', 'P1'),
    p('<text:s text:c="2"/>b', 'P1'),
    p('}', 'P1'),
    index,
  ];
  const styles =
    '<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/>';
  expect(await lines(body.join(''), { styles })).toEqual([
    'quote: To be',
    'figure: Table 1',
    'code: a {\n  b\n}',
    'paragraph: Sources',
    'paragraph: [1] Ada: Notes',
  ]);
});

const math = (content: string): string =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${content}</mrow><annotation encoding="StarMath 5.0">x</annotation></semantics></math>`;
const half = math('<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>');
const object = (name: string): string =>
  frame(`<draw:object xlink:href="./${name}"/><draw:image xlink:href="./ObjectReplacements/${name}"/>`);

const content = (body: string) =>
  `<office:document-content><office:body>${body}</office:body></office:document-content>`;

test('formulas are lines, charts and sheets tables; a document within one is read without those in it', async () => {
  const chart = `<chart:chart><chart:title>${p('Rain')}</chart:title><chart:plot-area><chart:axis><chart:title>${p('mm')}</chart:title></chart:axis></chart:plot-area><table:table table:name="local-table"><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-header-rows>${row(cell('<text:p/>'), cell(p('North')))}</table:table-header-rows><table:table-rows>${row(cell(p('May')), cell(p('40')))}${row(cell(p('June')), cell(p('55')))}</table:table-rows></table:table></chart:chart>`;
  const parsed = await parse(
    p(object('Object 1')) +
      p(`so ${object('Object 5')} holds${object('Object 1')}`) +
      p(object('Object 2')) +
      p(object('Object 3')) +
      p(object('Object 4')) +
      p(frame('<draw:object-ole xlink:href="./Object 7"/>')),
    {
      more: {
        'Object 1/content.xml': half,
        'Object 5/content.xml': half,
        'Object 2/content.xml': content(`<office:chart>${chart}</office:chart>`),
        'Object 3/content.xml': content(
          `<office:spreadsheet><table:table>${row(cell(p('Item')), cell(p('Price')))}${row(cell(p('Tea')), cell(p('2')))}<table:table-row table:number-rows-repeated="1048574">${cell('', 'table:number-columns-repeated="16384"')}</table:table-row></table:table></office:spreadsheet>`,
        ),
        'Object 4/content.xml': content(`<office:text>${p(`Within ${object('Object 6')}`)}</office:text>`),
        'Object 7': 'not read',
        'Object 6/content.xml': content(`<office:text>${p('Further in')}</office:text>`),
      },
    },
  );
  expect(blockLines(parsed)).toEqual([
    'equation: (a+b)/2',
    'paragraph: so (a+b)/2 holds',
    'figure: Chart: Rain; mm',
    'table: |  | North |‖\n| May | 40 |\n| June | 55 |',
    'table: | Item | Price |‖\n| Tea | 2 |',
    'paragraph: Within',
  ]);
  expect(parsed.warnings).toEqual([
    expect.stringMatching(/^embedded objects of other programs .*\(1, first Object 7\)/),
  ]);
});

const meta = `<dc:title> A plan </dc:title><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Bob</dc:creator><dc:language>de-DE</dc:language>
  <meta:keyword>one</meta:keyword><meta:keyword>two, three</meta:keyword><dc:subject>Plans</dc:subject><meta:creation-date>2024-03-01T10:00:00.123456789</meta:creation-date><dc:date>soon</dc:date>`;

test('title, authors and dates come from its properties', async () => {
  expect(await parse(h(1, 'Scope'), { meta })).toMatchObject({
    title: 'A plan',
    language: 'de',
    metadata: {
      authors: ['Ada'],
      keywords: ['one', 'two', 'three'],
      subject: 'Plans',
      created: '2024-03-01T10:00:00',
    },
  });
});

test('prefixes of namespaces may be any', async () => {
  const content = `<o:document-content><o:body><o:text><t:h t:outline-level="2">Scope</t:h><t:p t:style-name="Quotations">Words</t:p></o:text></o:body></o:document-content>`;
  expect(await lines('', { more: { 'content.xml': content } })).toEqual(['heading2: Scope', 'quote: Words']);
});

test('fields of a form say what is filled in; properties of the user and running heads stand first', async () => {
  const body =
    '<office:forms><form:form><form:checkbox form:id="c1" form:label="Insured" form:current-state="checked"/><form:checkbox form:id="c2" form:label="Leased" form:state="unchecked"/><form:listbox form:id="c3"><form:option form:label="Oak"/><form:option form:label="Pine" form:current-selected="true"/></form:listbox><form:text form:id="c4" form:current-value="Tove Ness"/></form:form></office:forms>' +
    ['c1', 'c2', 'c3', 'c4'].map((id) => `<text:p><draw:control draw:control="${id}"/></text:p>`).join('') +
    p('Words.');
  const parsed = await odtParser.parse(
    odfFile('a.odt', 'text', {
      body,
      meta: '<meta:user-defined meta:name="Yard">Nylands</meta:user-defined>',
      more: {
        'styles.xml':
          '<office:document-styles><office:master-styles><style:master-page><style:header><text:p>Keel report</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>',
      },
    }),
  );
  expect(blockLines(parsed)).toEqual([
    'list: - Yard: Nylands\n- Header: Keel report',
    'paragraph: ☒ Insured',
    'paragraph: ☐ Leased',
    'paragraph: Pine',
    'paragraph: Tove Ness',
    'paragraph: Words.',
  ]);
});
