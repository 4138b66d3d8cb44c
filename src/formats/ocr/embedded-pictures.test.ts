import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ParsedDocument, ParseOptions, Parser, SourceFile } from '../../contracts/parser.ts';
import { emailParser } from '../email/email-parser.ts';
import { epubParser } from '../epub/epub-parser.ts';
import { htmlParser } from '../html/html-parser.ts';
import { markdownParser } from '../markdown/markdown-parser.ts';
import { notebookParser } from '../notebook-parser.ts';
import { odfFile } from '../odf/odf-file.test-support.ts';
import { odpParser, odsParser, odtParser } from '../odf/odf-parsers.ts';
import { blockLines, officeFile, relationshipsXml } from '../office/office-file.test-support.ts';
import { docxParser, pptxParser, xlsxParser } from '../office/office-parsers.ts';
import { pictureInFile } from '../picture-in-file.ts';
import { installedReader } from './installed-reader.ts';
import { pictureSize } from './picture-limits.ts';

/** A page of a lease: a heading, three lines, a table of keys. 750 × 413 pixels. */
const lease = await readFile(new URL('lease.png', import.meta.url));

const shown = [
  'paragraph: Lease of the boathouse',
  'paragraph: The rent is 412.50 euros a month and is due on the third working day. The deposit of 1,240 euros is kept in a separate account until the keys are returned.',
  'table: | Key | Number | Holder |‖\n| Front door | 2 | Anna Schmidt |\n| Winch room | 1 | Omar Haddad |\n| Slipway gate | 4 | Jane Okafor |',
];

/** A chunk of a PNG file. */
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A white PNG file of this size, of which the pixels may be missing (PNG 1.2). */
function blankPng(width: number, height: number, hasPixels = true): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const rows = Buffer.alloc(hasPixels ? height * (width + 1) : 0, 255);
  // Each row begins with its filter: none.
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An archive with one more file in it. */
function withPart({ path, bytes }: SourceFile, name: string, part: Uint8Array): SourceFile {
  return { path, bytes: zipSync({ ...unzipSync(bytes), [name]: [part, { level: 0 }] }) };
}

const inWord = (picture: Uint8Array): SourceFile =>
  withPart(
    officeFile('a.docx', 'word/document.xml', {
      'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>Before it.</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:docPr id="1" name="x" descr="The lease of 1998"/><pic:blipFill><a:blip r:embed="p"/></pic:blipFill></w:drawing></w:r></w:p><w:p><w:r><w:t>Behind it.</w:t></w:r></w:p></w:body></w:document>`,
      'word/_rels/document.xml.rels': relationshipsXml({ p: ['image', 'media/image1.png'] }),
    }),
    'word/media/image1.png',
    picture,
  );

const onSlide = (picture: Uint8Array): SourceFile =>
  withPart(
    officeFile('a.pptx', 'ppt/presentation.xml', {
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationshipsXml({ s: ['slide', 'slides/s.xml'] }),
      'ppt/slides/s.xml': `<p:sld><p:cSld><p:spTree><p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3"/></p:nvPicPr><p:blipFill><a:blip r:embed="p"/></p:blipFill></p:pic></p:spTree></p:cSld></p:sld>`,
      'ppt/slides/_rels/s.xml.rels': relationshipsXml({ p: ['image', '../media/Image1.PNG'] }),
    }),
    'ppt/media/image1.png',
    picture,
  );

const inOdf = (picture: Uint8Array, kind: 'text' | 'presentation'): SourceFile => {
  const frame = '<draw:frame draw:name="Lease"><draw:image xlink:href="Pictures/a.png"/></draw:frame>';
  const body =
    kind === 'text'
      ? `<text:p>Before it.</text:p><text:p>${frame}</text:p><text:p>Behind it.</text:p>`
      : `<draw:page>${frame}</draw:page>`;
  return withPart(odfFile(`a.${kind === 'text' ? 'odt' : 'odp'}`, kind, { body }), 'Pictures/a.png', picture);
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const onPage = (picture: Uint8Array): SourceFile => ({
  path: 'a.html',
  bytes: strToU8(
    `<html><body><p>Before it.</p><figure><img src="data:image/png;base64,${base64(picture)}"><figcaption>The lease of 1998</figcaption></figure><p>Behind it.</p></body></html>`,
  ),
});

const inMail = (picture: Uint8Array, html: string): SourceFile => ({
  path: 'a.eml',
  bytes: strToU8(
    [
      'From: Ann <ann@example.org>',
      'Subject: The lease',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--b',
      'Content-Type: image/png; name=lease.png',
      'Content-ID: <lease@1>',
      'Content-Disposition: inline; filename=lease.png',
      'Content-Transfer-Encoding: base64',
      '',
      base64(picture),
      '--b--',
      '',
    ].join('\r\n'),
  ),
});

const inBook = (picture: Uint8Array): SourceFile => ({
  path: 'a.epub',
  bytes: zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(
      '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
    ),
    'O/b.opf': strToU8(
      '<package><metadata/><manifest><item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>',
    ),
    'O/text/one.xhtml': strToU8(
      '<html><body><p>Before it.</p><p><img src="../img/a%20b.png"/></p><p>Behind it.</p></body></html>',
    ),
    'O/img/a b.png': picture,
  }),
});

const onSheet = (picture: Uint8Array): SourceFile =>
  withPart(
    officeFile('a.xlsx', 'xl/workbook.xml', {
      'xl/workbook.xml': '<workbook><sheets><sheet name="Boats" r:id="s"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationshipsXml({ s: ['worksheet', 'worksheets/s.xml'] }),
      'xl/worksheets/s.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Boathouse</t></is></c></row></sheetData></worksheet>',
      'xl/worksheets/_rels/s.xml.rels': relationshipsXml({ d: ['drawing', '../drawings/d.xml'] }),
      'xl/drawings/d.xml':
        '<xdr:wsDr><xdr:twoCellAnchor><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor></xdr:wsDr>',
      'xl/drawings/_rels/d.xml.rels': relationshipsXml({ p: ['image', '../media/image1.png'] }),
    }),
    'xl/media/image1.png',
    picture,
  );

const inOds = (picture: Uint8Array): SourceFile => {
  const body =
    '<table:table table:name="Boats"><table:shapes><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></table:shapes><table:table-row><table:table-cell><text:p>Boathouse</text:p></table:table-cell></table:table-row></table:table>';
  return withPart(odfFile('a.ods', 'spreadsheet', { body }), 'Pictures/a.png', picture);
};

const address = (picture: Uint8Array): string => `data:image/png;base64,${base64(picture)}`;

const inMarkdown = (source: string): SourceFile => ({ path: 'a.md', bytes: strToU8(source) });

const inNotebook = (picture: Uint8Array): SourceFile => ({
  path: 'a.ipynb',
  bytes: strToU8(
    JSON.stringify({
      nbformat: 4,
      cells: [
        { cell_type: 'markdown', source: 'Before it.' },
        {
          cell_type: 'code',
          source: '',
          outputs: [{ output_type: 'display_data', data: { 'image/png': [`${base64(picture)}\n`] } }],
        },
        {
          cell_type: 'markdown',
          source: 'Behind it.\n\n![again](attachment:lease.png)',
          attachments: { 'lease.png': { 'image/png': base64(picture) } },
        },
      ],
    }),
  ),
});

/** A file as it is handed out. */
const inParts = ({ path, bytes }: SourceFile) => ({
  name: path,
  bytes: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

const read = (parser: Parser, file: SourceFile, options: ParseOptions = { ocr: 'auto' }) =>
  parser.parse(file, options);

/** The pictures that the text was read from, and the places of everything else. */
const picturesOf = ({ places = [] }: ParsedDocument) => [
  ...new Set(places.flatMap((place) => ('picture' in place ? [place.picture] : []))),
];

describe.skipIf(installedReader() === undefined)('with a reader installed', () => {
  /** What was read of each format. */
  const byParser = new Map<Parser, ParsedDocument>();
  const range = expect.stringMatching(/^\d+-\d+$/);
  const formats = [
    ['Word', docxParser, inWord(lease), 'word/media/image1.png'],
    ['PowerPoint', pptxParser, onSlide(lease), 'ppt/media/image1.png'],
    ['OpenDocument text', odtParser, inOdf(lease, 'text'), 'Pictures/a.png'],
    ['OpenDocument slides', odpParser, inOdf(lease, 'presentation'), 'Pictures/a.png'],
    ['HTML', htmlParser, onPage(lease), range],
    [
      'e-mail',
      emailParser,
      inMail(lease, '<p>Before it.</p><img src="cid:lease%401"><p>Behind it.</p>'),
      'cid:lease@1',
    ],
    ['a book', epubParser, inBook(lease), 'O/img/a b.png'],
    ['Excel', xlsxParser, onSheet(lease), 'xl/media/image1.png'],
    ['OpenDocument sheets', odsParser, inOds(lease), 'Pictures/a.png'],
    [
      'Markdown',
      markdownParser,
      inMarkdown(`Before it.\n\n![The lease of 1998][one]\n\nBehind it.\n\n[one]: <${address(lease)}>\n`),
      range,
    ],
    ['a notebook', notebookParser, inNotebook(lease), range],
  ] as const;

  test.for(formats)('the text of a picture in %s stands at its place', async ([, parser, file, name]) => {
    const document = await read(parser, file);
    byParser.set(parser, document);
    const lines = blockLines(document).map((line) => line.replace(/^(\w+) @1:/, '$1:'));
    const first = lines.indexOf(shown[0] as string);
    expect(lines.slice(first, first + shown.length)).toEqual(shown);
    const around = [lines[first - 1], lines[first + shown.length]].filter((line) => line?.endsWith(' it.'));
    if (!document.text.includes('The lease of 1998'))
      expect(around).toEqual(
        document.text.includes('Before') ? ['paragraph: Before it.', 'paragraph: Behind it.'] : [],
      );
    expect(picturesOf(document)).toEqual([name]);
    const [picture = ''] = picturesOf(document);
    const found = picture.startsWith('cid:') ? { bytes: lease } : await pictureInFile(picture, inParts(file));
    expect('bytes' in found && lease.equals(found.bytes)).toBe(true);
    const at = document.text.indexOf('The deposit of 1,240');
    const place = document.places?.find(({ start, end }) => start <= at && at < end);
    if (!place || !('pixels' in place)) throw new Error('The words have no place in the picture.');
    expect(place.confidence).toBeGreaterThan(0.8);
    const [left, top, width, height] = place.pixels;
    expect(Math.abs(left - 38)).toBeLessThan(10);
    expect(top).toBeGreaterThan(112);
    expect(top + height).toBeLessThan(160);
    expect(width).toBeGreaterThan(600);
  });

  test('the text behind a description or a caption; what is around it keeps its own places', async () => {
    const [word, mail] = [byParser.get(docxParser), byParser.get(emailParser)];
    if (!word || !mail) throw new Error('They are read by the test before.');
    expect(blockLines(word)).toEqual([
      'paragraph: Before it.',
      'figure: The lease of 1998',
      ...shown,
      'paragraph: Behind it.',
    ]);
    const placeOf = (words: string) => {
      const at = mail.text.indexOf(words);
      const {
        start = 0,
        end = 0,
        ...where
      } = mail.places?.find((place) => place.start <= at && at < place.end) ?? {};
      return end > start ? where : undefined;
    };
    expect(placeOf('Before it.')).toEqual({ part: '1' });
    expect(placeOf('Behind it.')).toEqual({ part: '1' });
    expect(placeOf('Winch room')).toMatchObject({ picture: 'cid:lease@1' });
  });

  test('of Markdown stands behind the block that shows it, however that is written', async () => {
    const ways = [
      [`![](${address(lease)})`, '![](#)'],
      [`<p><img alt="" src="${address(lease)}"></p>`, ''],
    ] as const;
    for (const [way, left] of ways) {
      const parsed = await read(markdownParser, inMarkdown(`# Rent\n\n${way}\n\nBehind it.\n`));
      expect(blockLines(parsed).filter((line) => !line.startsWith('figure: !'))).toEqual([
        'heading1: # Rent',
        ...shown,
        'paragraph: Behind it.',
      ]);
      expect(parsed.text.includes(`# Rent\n\n${left}`)).toBe(true);
      const place = parsed.places?.find(({ start, end }) => parsed.text.slice(start, end).includes('Winch'));
      expect(place).toMatchObject({ picture: range });
    }
  });

  test('a picture that no place of a message shows is read behind it', async () => {
    const { text } = await read(emailParser, inMail(lease, '<p>See below.</p>'));
    expect(text.indexOf('See below.')).toBeLessThan(text.indexOf('The deposit of 1,240 euros'));
  });

  test('nothing is read where that is off; icons and blank pictures say nothing', async () => {
    const off = await read(docxParser, inWord(lease), { ocr: 'off' });
    expect(off.text).toBe('Before it.\n\nThe lease of 1998\n\nBehind it.');
    const pictures = [blankPng(64, 64), blankPng(900, 20), blankPng(400, 300)];
    for (const picture of pictures) {
      const { text, warnings } = await read(docxParser, inWord(picture));
      expect(text).toBe(off.text);
      expect(warnings).toEqual([]);
    }
    const silent = await read(pptxParser, onSlide(blankPng(400, 300))).catch((error: unknown) => error);
    expect(silent).toMatchObject({ code: 'file_empty' });
  });

  test('pictures beyond a limit are told', async () => {
    const bomb = await read(docxParser, inWord(blankPng(60_000, 60_000, false)));
    expect(bomb.warnings).toEqual([
      '1 picture was not read: a picture may have no more than 50 million pixels. Make it smaller',
    ]);
    const late = await read(docxParser, inWord(lease), { ocr: 'auto', ocrTimeoutMs: 0 });
    expect(late.warnings).toEqual([
      expect.stringMatching(/^1 picture was not recognised: .*ingest\.ocrTimeoutMs$/),
    ]);
    const broken = await read(docxParser, inWord(blankPng(400, 300, false)));
    expect(broken.text).toContain('Behind it.');
  });
});

test('how large a picture is, is told by its first bytes', () => {
  expect(pictureSize(lease)).toEqual({ width: 750, height: 413 });
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b08012c019001011100', 'hex');
  expect(pictureSize(jpeg)).toEqual({ width: 400, height: 300 });
  const webp = Buffer.alloc(30);
  webp.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
  webp.writeUIntLE(399, 24, 3);
  webp.writeUIntLE(299, 27, 3);
  expect(pictureSize(webp)).toEqual({ width: 400, height: 300 });
  for (const cut of [lease.subarray(0, 20), jpeg.subarray(0, 22), new Uint8Array(), strToU8('II*\0')])
    expect(pictureSize(cut)).toBeUndefined();
});
