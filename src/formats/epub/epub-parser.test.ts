import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { epubParser } from './epub-parser.ts';

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';

const book = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>Roses</dc:title><dc:creator>Mary Green</dc:creator><dc:creator>Bob</dc:creator><dc:language>en-GB</dc:language><dc:date>2024</dc:date><dc:subject>garden</dc:subject></metadata>
<manifest>
<item id="two" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="gone" href="text/gone.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="a.css" media-type="text/css"/>
</manifest>
<spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="gone"/><itemref idref="two"/></spine>
</package>`;

const nav =
  '<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="text/one.xhtml">Planting</a></li><li><a href="text/two%20b.xhtml#x">Pruning</a></li><li><a href="text/two%20b.xhtml#y">Later</a></li></ol></nav></body></html>';

const files = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': container,
  'OEBPS/book.opf': book,
  'OEBPS/nav.xhtml': nav,
  'OEBPS/text/one.xhtml':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h2 id="p">PLANTING</h2><p>In autumn.</p><h1>Soil</h1><p>Deep.</p></body></html>',
  'OEBPS/text/two b.xhtml': '<html><body><p>In spring.</p><aside>A note.</aside></body></html>',
};

function epub(parts: Readonly<Record<string, string>>) {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, [strToU8(text), { level: 0 }]])),
  );
  return { path: 'roses.epub', bytes };
}

test('chapters in reading order, each under one heading of level 1 and on a page of its own', async () => {
  const file = epub(files);
  expect(epubParser.recognise(file)).toBe('yes');
  const { text, blocks, title, language, metadata, warnings } = await epubParser.parse(file);
  expect({ title, language, metadata, warnings }).toEqual({
    title: 'Roses',
    language: 'en',
    metadata: { authors: ['Mary Green', 'Bob'], date: '2024', keywords: ['garden'] },
    warnings: ['the chapter OEBPS/text/gone.xhtml is missing from the book'],
  });
  expect(
    blocks.map((block) => [
      block.kind === 'heading' ? block.level : block.kind,
      block.page,
      text.slice(block.start, block.end),
    ]),
  ).toEqual([
    [1, 1, 'PLANTING'],
    ['paragraph', 1, 'Roses:'],
    ['list', 1, '- Authors: Mary Green, Bob\n- Keywords: garden\n- Date: 2024'],
    ['paragraph', 1, 'In autumn.'],
    [2, 1, 'Soil'],
    ['paragraph', 1, 'Deep.'],
    [1, 2, 'Pruning'],
    ['paragraph', 2, 'In spring.'],
    ['paragraph', 2, 'A note.'],
  ]);
});

test.each([
  [
    'file_encrypted',
    {
      ...files,
      'META-INF/encryption.xml': '<encryption><CipherReference URI="OEBPS/text/one.xhtml"/></encryption>',
    },
  ],
  ['file_damaged', { mimetype: 'application/epub+zip' }],
  ['file_malformed', { ...files, 'OEBPS/book.opf': '<package><manifest></package>' }],
  ['file_empty', { ...files, 'OEBPS/book.opf': '<package><spine/></package>' }],
])('%s', async (code, parts) => {
  await expect(epubParser.parse(epub(parts as Record<string, string>))).rejects.toMatchObject({ code });
});

test('a book is read without a table of contents or a chapter that is damaged', async () => {
  const ncx = '<ncx><navMap>&nbsp;</navMap></ncx>';
  const opf = book
    .replace(
      '</manifest>',
      '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>',
    )
    .replace('<spine>', '<spine toc="ncx">');
  const { path, bytes } = epub({
    ...files,
    'OEBPS/book.opf': opf,
    'OEBPS/toc.ncx': ncx,
    'OEBPS/nav.xhtml': '<html><p>',
  });
  Buffer.from(bytes.buffer).write('In summer', Buffer.from(bytes.buffer).indexOf('In spring'));
  const { text, warnings } = await epubParser.parse({ path, bytes });
  expect(text).toContain('\n\nIn autumn.\n\nSoil\n\nDeep.');
  const left = 'is damaged: the unreadable content was left out';
  expect(warnings).toEqual([
    'the chapter OEBPS/text/gone.xhtml is missing from the book',
    `its part OEBPS/toc.ncx ${left}`,
    `its part OEBPS/nav.xhtml ${left}`,
    `its part OEBPS/text/two b.xhtml ${left}`,
  ]);
});

test('fonts that are scrambled do not make a book encrypted', async () => {
  const fonts = '<encryption><CipherReference URI="OEBPS/font.otf"/></encryption>';
  const { text } = await epubParser.parse(epub({ ...files, 'META-INF/encryption.xml': fonts }));
  expect(text).toContain('In spring.');
});
