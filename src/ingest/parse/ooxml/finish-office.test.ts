import { expect, test } from 'vitest';
import type { Parser } from '../../../contracts/parser.ts';
import { docxParser } from '../docx/docx-parser.ts';
import { pptxParser } from '../pptx/pptx-parser.ts';
import { xlsxParser } from '../xlsx/xlsx-parser.ts';
import { blockLines, officeFile, relationshipsXml } from './office-file.test-support.ts';

const slide = (text: string) =>
  `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;

const word = {
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
};
const slides = {
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relationshipsXml({
    a: ['slide', 'slide1.xml'],
    b: ['slide', 'slide2.xml'],
  }),
  'ppt/slide1.xml': slide('One'),
  'ppt/slide2.xml': slide('Two'),
};
const sheet =
  '<worksheet><sheetData><row r="1"><c t="str"><v>Whole row</v></c></row><row r="2"><c t="str"><v>Other</v></c></row></sheetData></worksheet>';
const workbook = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationshipsXml({ a: ['worksheet', 'a.xml'], s: ['styles', 's.xml'] }),
  'xl/a.xml': sheet,
  'xl/s.xml': '<styleSheet/>',
};

const cut = '<broken';

test.each<readonly [Parser, string, Record<string, string>, string, readonly string[]]>([
  [
    docxParser,
    'word/document.xml',
    word,
    'word/comments.xml',
    ['paragraph: Words[1]', 'paragraph: [1] A note'],
  ],
  [
    docxParser,
    'word/document.xml',
    word,
    'word/footnotes.xml',
    ['paragraph: Words[1]', 'paragraph: Comment: Why?'],
  ],
  [docxParser, 'word/document.xml', word, 'word/_rels/document.xml.rels', ['paragraph: Words[1]']],
  [
    docxParser,
    'word/document.xml',
    { ...word, 'word/comments.xml': '<w:comments/>' },
    'docProps/core.xml',
    ['paragraph: Words[1]', 'paragraph: [1] A note'],
  ],
  [
    pptxParser,
    'ppt/presentation.xml',
    slides,
    'ppt/slide1.xml',
    ['heading2 @2: Slide 2', 'paragraph @2: Two'],
  ],
  [
    xlsxParser,
    'xl/workbook.xml',
    { ...workbook, 'xl/a.xml': sheet.replace(/<row r="2".*/, '<row') },
    'xl/a.xml',
    ['heading2 @1: A', 'paragraph @1: Whole row'],
  ],
])(
  'the rest is read without a damaged part, which a warning names (%#)',
  async (parser, main, parts, damaged, expected) => {
    const damage = damaged === 'xl/a.xml' ? {} : { [damaged]: cut };
    const parsed = await parser.parse(officeFile(`a${parser.extensions[0]}`, main, { ...parts, ...damage }));
    expect(blockLines(parsed)).toEqual(expected);
    expect(parsed.warnings).toContain(
      `its part ${damaged} is damaged: what cannot be read of it was left out`,
    );
  },
);

test.each<readonly [Parser, string, Record<string, string>]>([
  [docxParser, 'word/document.xml', { ...word, 'word/document.xml': cut }],
  [pptxParser, 'ppt/presentation.xml', { ...slides, 'ppt/slide1.xml': cut, 'ppt/slide2.xml': cut }],
  [pptxParser, 'ppt/presentation.xml', { ...slides, 'ppt/_rels/presentation.xml.rels': cut }],
  // Without its formats a date would be a number.
  [xlsxParser, 'xl/workbook.xml', { ...workbook, 'xl/s.xml': cut }],
])(
  'what nothing can be read without is a failure that names the damage (%#)',
  async (parser, main, parts) => {
    await expect(parser.parse(officeFile('a', main, parts))).rejects.toMatchObject({
      code: 'file_malformed',
    });
  },
);
