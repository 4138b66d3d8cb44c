import * as fc from 'fast-check';
import { test } from 'vitest';
import type { Parser, SourceFile } from '../../contracts/parser.ts';
import { expectReadOrRefused } from '../fuzz.test-support.ts';
import { odfFile } from '../odf/odf-file.test-support.ts';
import { odpParser, odsParser, odtParser } from '../odf/odf-parsers.ts';
import { officeFile, relationshipsXml } from './office-file.test-support.ts';
import { docxParser, pptxParser, xlsxParser } from './office-parsers.ts';

const word = `<w:document><w:body><w:p><w:pPr><w:pStyle w:val="1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>One</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>
<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p><m:oMath><m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den/></m:f></m:oMath></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`;
const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
const slide = `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="2"/><a:ext cx="3" cy="4"/></a:xfrm></p:spPr><p:txBody><a:p><a:pPr lvl="1"><a:buAutoNum type="romanLcPeriod" startAt="2"/></a:pPr><a:r><a:t>Title</a:t></a:r></a:p></p:txBody></p:sp>
<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc rowSpan="2"><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc vMerge="1"/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`;
const sheet = `<worksheet><sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45352.5</v></c></row><row r="2"><c r="A2" t="b"><v>1</v></c><c r="C2"><v>-1.5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`;
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

const odfStyles = `<style:style style:name="P1" style:family="paragraph" style:parent-style-name="P1" style:default-outline-level="2" style:list-style-name="L1"/><style:style style:name="T1" style:family="text"><style:text-properties style:text-position="33% 58%" style:font-name="Symbol"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="i" style:num-suffix="." text:start-value="3" text:display-levels="1"/></text:list-style><text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="A"/></text:outline-style>`;
const odfTable = `<table:table table:name="One"><table:table-header-rows><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-rows-spanned="2" office:value-type="date" office:date-value="2024-03-01T10:00:00"><text:p>1 May</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1.5" table:formula="x"/></table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><office:annotation><dc:creator>Ada</dc:creator><text:p>why</text:p></office:annotation></table:table-cell></table:table-row></table:table>`;
const odfText = `<text:h text:outline-level="1" text:restart-numbering="true" text:start-value="4">One</text:h><text:list xml:id="a" text:style-name="L1" text:continue-numbering="true"><text:list-item text:start-value="2"><text:p>x<text:s text:c="2"/>y<text:span text:style-name="T1">2</text:span></text:p><text:list><text:list-item><text:h text:outline-level="2">deep</text:h></text:list-item></text:list></text:list-item></text:list><text:p text:style-name="P1">so<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note><draw:frame><draw:object><math><mfrac><mi>a</mi><mn>2</mn></mfrac></math></draw:object></draw:frame></text:p>${odfTable}`;
const odfPage = `<draw:page draw:style-name="dp1"><draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame><draw:g><draw:frame svg:x="1cm" svg:y="2in" svg:height="3mm" draw:transform="translate (1cm 2cm)">${odfTable}</draw:frame></draw:g><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:list text:style-name="L1"><text:list-item><text:p>say</text:p></text:list-item></text:list></draw:text-box></draw:frame></presentation:notes></draw:page>`;

/** An Office file whose part may be exchanged for a mutated one. */
type Sample = (mutate: (xml: string) => string) => SourceFile;

const samples: readonly (readonly [name: string, parser: Parser, sample: Sample])[] = [
  [
    'docx',
    docxParser,
    (mutate) =>
      officeFile('a.docx', 'word/document.xml', {
        'word/document.xml': mutate(word),
        'word/numbering.xml': mutate(numbering),
        'word/_rels/document.xml.rels': mutate(relationshipsXml({ n: ['numbering', 'numbering.xml'] })),
      }),
  ],
  [
    'pptx',
    pptxParser,
    (mutate) =>
      officeFile('a.pptx', 'ppt/presentation.xml', {
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationshipsXml({ a: ['slide', 'slide1.xml'] }),
        'ppt/slide1.xml': mutate(slide),
      }),
  ],
  [
    'xlsx',
    xlsxParser,
    (mutate) =>
      officeFile('a.xlsx', 'xl/workbook.xml', {
        'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relationshipsXml({
          a: ['worksheet', 'sheet1.xml'],
          b: ['styles', 'styles.xml'],
          c: ['sharedStrings', 'strings.xml'],
        }),
        'xl/sheet1.xml': mutate(sheet),
        'xl/styles.xml': mutate(styles),
        'xl/strings.xml': '<sst><si><t>word</t></si></sst>',
      }),
  ],
  [
    'odt',
    odtParser,
    (mutate) => odfFile('a.odt', 'text', { body: mutate(odfText), automatic: mutate(odfStyles) }),
  ],
  [
    'ods',
    odsParser,
    (mutate) => odfFile('a.ods', 'spreadsheet', { body: mutate(odfTable), automatic: mutate(odfStyles) }),
  ],
  [
    'odp',
    odpParser,
    (mutate) => odfFile('a.odp', 'presentation', { body: mutate(odfPage), automatic: mutate(odfStyles) }),
  ],
];

/** Values that numbers, ids and names are exchanged for. */
const values = [
  '',
  '-1',
  '0',
  '99999999999',
  '1e308',
  'NaN',
  'constructor',
  '__proto__',
  '../../x',
  'XFD1048576',
  '[$',
  '😀',
];

interface Mutation {
  readonly kind: 'value' | 'cut' | 'double';
  readonly place: number;
  readonly length: number;
  readonly value: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('value' as const, 'value' as const, 'cut' as const, 'double' as const),
  place: fc.nat(10_000),
  length: fc.nat(40),
  value: fc.constantFrom(...values),
});

function mutated(text: string, { kind, place, length, value }: Mutation): string {
  const start = place % Math.max(1, text.length);
  const end = Math.min(text.length, start + length);
  if (kind === 'cut') return text.slice(0, start) + text.slice(end);
  if (kind === 'double') return text.slice(0, end) + text.slice(start);
  const places = [...text.matchAll(/"[^"<>]*"|(?<=>)[^<>]+(?=<)/g)];
  const found = places[place % Math.max(1, places.length)];
  if (!found) return text;
  const replacement = found[0].startsWith('"') ? `"${value}"` : value;
  return text.slice(0, found.index) + replacement + text.slice(found.index + found[0].length);
}

test.each(samples)(
  '%s: whatever is changed inside, the result holds or the error is typed',
  async (_, parser, sample) => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { maxLength: 3 }), async (mutations) => {
        const file = sample((xml) => mutations.reduce(mutated, xml));
        await expectReadOrRefused(parser, file);
      }),
      { numRuns: 200 },
    );
  },
);
