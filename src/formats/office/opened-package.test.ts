import { expect, test } from 'vitest';
import type { Parser } from '../../contracts/parser.ts';
import { odfFile } from '../odf/odf-file.test-support.ts';
import { odsParser, odtParser } from '../odf/odf-parsers.ts';
import { blockLines, officeFile, relationshipsXml } from './office-file.test-support.ts';
import { docxParser, pptxParser, xlsxParser } from './office-parsers.ts';

const slide = (text: string) =>
  `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;

interface Office {
  readonly parser: Parser;
  /** The part that a file of the format begins with. */
  readonly main: string;
  readonly parts: Readonly<Record<string, string>>;
}

const word: Office = {
  parser: docxParser,
  main: 'word/document.xml',
  parts: {
    'word/document.xml':
      '<w:document><w:body><w:p><w:r><w:t>Words</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p></w:body></w:document>',
    'word/_rels/document.xml.rels': relationshipsXml({
      f: ['footnotes', 'footnotes.xml'],
      c: ['comments', 'comments.xml'],
    }),
    'word/footnotes.xml':
      '<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>A note</w:t></w:r></w:p></w:footnote></w:footnotes>',
    'word/comments.xml':
      '<w:comments><w:comment w:id="0"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment></w:comments>',
  },
};
const slides: Office = {
  parser: pptxParser,
  main: 'ppt/presentation.xml',
  parts: {
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationshipsXml({
      a: ['slide', 'slide1.xml'],
      b: ['slide', 'slide2.xml'],
    }),
    'ppt/slide1.xml': slide('One'),
    'ppt/slide2.xml': slide('Two'),
  },
};
const sheet =
  '<worksheet><sheetData><row r="1"><c t="str"><v>Whole row</v></c></row><row r="2"><c t="str"><v>Other</v></c></row></sheetData></worksheet>';
const workbook: Office = {
  parser: xlsxParser,
  main: 'xl/workbook.xml',
  parts: {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsXml({ a: ['worksheet', 'a.xml'], s: ['styles', 's.xml'] }),
    'xl/a.xml': sheet,
    'xl/s.xml': '<styleSheet/>',
  },
};

const cut = '<broken';

/** Parses a file with some of its parts changed. */
function parse({ parser, main, parts }: Office, changed: Readonly<Record<string, string>>) {
  return parser.parse(officeFile(`a${parser.extensions[0]}`, main, { ...parts, ...changed }));
}

test.each<readonly [Office, damaged: Readonly<Record<string, string>>, readonly string[]]>([
  [word, { 'word/comments.xml': cut }, ['paragraph: Words[1]', 'paragraph: [1] A note']],
  [word, { 'word/footnotes.xml': cut }, ['paragraph: Words[1]', 'paragraph: Comment: Why?']],
  [word, { 'word/_rels/document.xml.rels': cut }, ['paragraph: Words[1]']],
  [
    word,
    { 'docProps/core.xml': cut, 'word/comments.xml': '<w:comments/>' },
    ['paragraph: Words[1]', 'paragraph: [1] A note'],
  ],
  [slides, { 'ppt/slide1.xml': cut }, ['heading2 @2: Slide 2', 'paragraph @2: Two']],
  [
    workbook,
    { 'xl/a.xml': sheet.replace(/<row r="2".*/, '<row') },
    ['heading2 @1: A', 'paragraph @1: Whole row'],
  ],
])(
  'the rest is read without a damaged part, which a warning names (%#)',
  async (office, changed, expected) => {
    const parsed = await parse(office, changed);
    expect(blockLines(parsed)).toEqual(expected);
    expect(parsed.warnings).toContain(
      `its part ${Object.keys(changed)[0]} is damaged: the unreadable content was left out`,
    );
  },
);

test.each<readonly [Office, damaged: Readonly<Record<string, string>>]>([
  [word, { 'word/document.xml': cut }],
  [slides, { 'ppt/slide1.xml': cut, 'ppt/slide2.xml': cut }],
  [slides, { 'ppt/_rels/presentation.xml.rels': cut }],
  // Without its formats a date would be a number.
  [workbook, { 'xl/s.xml': cut }],
])('what nothing can be read without is a failure that names the damage (%#)', async (office, changed) => {
  await expect(parse(office, changed)).rejects.toMatchObject({ code: 'file_malformed' });
});

const text = { body: '<text:h text:outline-level="1">Words</text:h>' };

test.each(['meta.xml', 'styles.xml', 'META-INF/manifest.xml'])(
  'an OpenDocument text is read without its damaged %s, which a warning names',
  async (part) => {
    const parsed = await odtParser.parse(odfFile('a.odt', 'text', { ...text, more: { [part]: cut } }));
    expect(blockLines(parsed)).toEqual(['heading1: Words']);
    expect(parsed.warnings).toEqual([`its part ${part} is damaged: the unreadable content was left out`]);
  },
);

test('a sheet is read without damaged settings, and a paragraph without a damaged formula', async () => {
  const body =
    '<table:table table:name="S"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
  const sheet1 = await odsParser.parse(
    odfFile('a.ods', 'spreadsheet', { body, more: { 'settings.xml': cut } }),
  );
  expect(blockLines(sheet1)).toEqual(['heading2 @1: S', 'paragraph @1: x']);
  expect(sheet1.warnings).toHaveLength(1);
  const object = '<text:p>so<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>';
  const formula = await odtParser.parse(
    odfFile('a.odt', 'text', { body: object, more: { 'Object 1/content.xml': cut } }),
  );
  expect(blockLines(formula)).toEqual(['paragraph: so']);
  expect(formula.warnings).toHaveLength(1);
});
