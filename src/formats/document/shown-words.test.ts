import { expect, test } from 'vitest';
import type { SourceFile } from '../../contracts/parser.ts';
import { odfFile } from '../odf/odf-file.test-support.ts';
import { officeFile, relationshipsXml } from '../office/office-file.test-support.ts';
import { parserFor } from '../parsers.ts';

const text = (path: string, source: string): SourceFile => ({ path, bytes: Buffer.from(source) });

const wordRun = (words: string, form = ''): string =>
  `<w:r><w:rPr>${form}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const docx = officeFile('a.docx', 'word/document.xml', {
  'word/document.xml': `<w:document><w:body><w:p>${wordRun('The fee is ')}${wordRun('500', '<w:strike/>')}${wordRun(' EUR', '<w:strike w:val="0"/><w:dstrike/>')}${wordRun(' 400 EUR.', '<w:strike w:val="false"/>')}</w:p></w:body></w:document>`,
});

const slideRun = (words: string, form = ''): string => `<a:r><a:rPr ${form}/><a:t>${words}</a:t></a:r>`;
const pptx = officeFile('a.pptx', 'ppt/presentation.xml', {
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relationshipsXml({ r0: ['slide', 'slides/s0.xml'] }),
  'ppt/slides/s0.xml': `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p>${slideRun('The fee is ')}${slideRun('500 ', 'strike="sngStrike"')}${slideRun('EUR', 'strike="dblStrike"')}${slideRun(' 400 EUR.', 'strike="noStrike"')}</a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
});

const xlsx = officeFile('a.xlsx', 'xl/workbook.xml', {
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r0"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationshipsXml({
    r0: ['worksheet', 's.xml'],
    s: ['styles', 'styles.xml'],
  }),
  'xl/styles.xml':
    '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
  'xl/s.xml': `<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>7</v></c><c r="B1" s="0" t="inlineStr"><is><r><t>The fee is </t></r><r><rPr><strike/></rPr><t>500 EUR</t></r><r><rPr><strike val="0"/></rPr><t> 400 EUR.</t></r></is></c></row></sheetData></worksheet>`,
});

const struckStyle = (family: string): string =>
  `<style:style style:name="S" style:family="${family}"><style:text-properties style:text-line-through-style="solid"/></style:style>`;
const odt = odfFile('a.odt', 'text', {
  body: '<text:p>The fee is <text:span text:style-name="S">500 EUR</text:span> 400 EUR.</text:p>',
  automatic: struckStyle('text'),
});
const ods = odfFile('a.ods', 'spreadsheet', {
  body: '<table:table table:name="S"><table:table-row><table:table-cell table:style-name="S"><text:p>7</text:p></table:table-cell><table:table-cell><text:p>8</text:p></table:table-cell></table:table-row></table:table>',
  automatic: struckStyle('table-cell'),
});

const rtf = String.raw`{\rtf1\ansi The fee is {\strike 500\'80\u8364?} \striked1 and\~a tax\striked0  400 EUR.\par}`;
const html =
  '<style>@media all{.c1,.c2{color:red}}p.c3,.c4 { text-decoration: line-through }.a .b{text-decoration:line-through}</style>' +
  '<p>The fee is <del>500 <b>EUR</b></del> <span style="color: red; text-decoration: line-through">plus tax</span> <ins>400 EUR</ins>.</p><pre><s>x</s></pre><s><p>One.</p></s><p style="text-decoration-line:line-through">Two.</p>' +
  '<p class="c2 b">Three <span class="c4">or four.</span></p>';

test.each([
  ['Word', docx, 'The fee is ~~500 EUR~~ 400 EUR.'],
  ['PowerPoint', pptx, 'Slide 1\n\nThe fee is ~~500 EUR~~ 400 EUR.'],
  ['Excel', xlsx, 'S\n\n| ~~7~~ | The fee is ~~500 EUR~~ 400 EUR. |'],
  ['OpenDocument text', odt, 'The fee is ~~500 EUR~~ 400 EUR.'],
  ['OpenDocument sheet', ods, 'S\n\n| ~~7~~ | 8 |'],
  ['rich text', text('a.rtf', rtf), 'The fee is ~~500€€ and a tax~~ 400 EUR.'],
  [
    'HTML',
    text('a.html', html),
    'The fee is ~~500 EUR plus tax~~ 400 EUR.\n\nx\n\n~~One.~~\n\n~~Two.~~\n\nThree ~~or four.~~',
  ],
])('%s: words that are struck out are marked as such', async (_, file, expected) => {
  expect((await parserFor(file).parse(file)).text.replaceAll('\u00a0', ' ')).toBe(expected);
});

test('a heading of Markdown says in its title what is struck out', async () => {
  const file = text('a.md', '# ~~Old~~ New\n\nText.');
  expect((await parserFor(file).parse(file)).blocks[0]).toMatchObject({
    title: '~~Old~~ New',
    anchor: 'old-new',
  });
});
