import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Block, Parser, SourceFile } from '../contracts/parser.ts';
import { epubParser } from './epub/epub-parser.ts';
import { htmlParser } from './html/html-parser.ts';
import { markdownParser } from './markdown/markdown-parser.ts';
import { notebookParser } from './notebook-parser.ts';
import { odfFile } from './odf/odf-file.test-support.ts';
import { odtParser } from './odf/odf-parsers.ts';
import { officeFile, relationshipsXml } from './office/office-file.test-support.ts';
import { docxParser, pptxParser } from './office/office-parsers.ts';
import { pictureInFile } from './picture-in-file.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** What begins as a PNG file does; nobody decodes it. */
const png = (name: string): Uint8Array => Uint8Array.from([...signature, ...strToU8(name)]);

const [red, blue] = [png('red'), png('blue')];
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const address = (bytes: Uint8Array): string => `data:image/png;base64,${base64(bytes)}`;

/** A file as it is handed out, with all that was asked of it. */
function inParts({ path, bytes }: SourceFile) {
  const asked: (readonly [start: number, end: number])[] = [];
  const read = async (start: number, end: number) => {
    asked.push([start, end]);
    return bytes.slice(start, end);
  };
  return { name: path, bytes: bytes.length, read, asked };
}

const withParts = ({ path, bytes }: SourceFile, parts: Readonly<Record<string, Uint8Array>>): SourceFile => ({
  path,
  bytes: zipSync({ ...unzipSync(bytes), ...parts }),
});

const p = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
const drawn = (id: string, description = ''): string =>
  `<w:p><w:r><w:drawing><wp:docPr id="1" name="x" descr="${description}"/><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></w:drawing></w:r></w:p>`;

const inWord = (body: string): SourceFile =>
  withParts(
    officeFile('a.docx', 'word/document.xml', {
      'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relationshipsXml({
        r: ['image', 'media/Red.PNG'],
        b: ['image', 'media/blue.png'],
        s: ['styles', 'styles.xml'],
      }),
      'word/styles.xml':
        '<w:styles><w:style w:styleId="Caption"><w:name w:val="caption"/></w:style></w:styles>',
    }),
    { 'word/media/Red.PNG': red, 'word/media/blue.png': blue },
  );

const pic = (id: string, description: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="P" descr="${description}"/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill></p:pic>`;

const onSlide = withParts(
  officeFile('a.pptx', 'ppt/presentation.xml', {
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationshipsXml({ s: ['slide', 'slides/s.xml'] }),
    'ppt/slides/s.xml': `<p:sld><p:cSld><p:spTree>${pic('r', 'A red door of oak')}${pic('b', 'A blue door of pine')}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/s.xml.rels': relationshipsXml({
      r: ['image', '../media/red.png'],
      b: ['image', '../media/blue.png'],
    }),
  }),
  { 'ppt/media/red.png': red, 'ppt/media/blue.png': blue },
);

const frame = (name: string): string =>
  `<text:p><draw:frame draw:name="x"><draw:image xlink:href="Pictures/${name}.png"/></draw:frame></text:p>`;

const inOdt = withParts(
  odfFile('a.odt', 'text', {
    body: `<text:p>Doors.</text:p><text:p>Figure 1: Red</text:p>${frame('red')}<text:p>Figure 2: Blue</text:p>${frame('blue')}`,
  }),
  { 'Pictures/red.png': red, 'Pictures/blue.png': blue },
);

const inBook: SourceFile = {
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
      '<html><body><p>Doors.</p><figure><img src="../img/a%20b.png"/><figcaption>A red door</figcaption></figure></body></html>',
    ),
    'O/img/a b.png': red,
  }),
};

const textFile = (path: string, text: string): SourceFile => ({ path, bytes: strToU8(text) });

const page = textFile(
  'a.html',
  `<html><body><p>Doors.</p><figure><img src="${address(red)}"><figcaption>Figure 1: Red</figcaption></figure><p><img alt="A red door of oak" src="${address(red)}"></p><figure><img alt="Three doors side by side in a wall" src="${address(blue)}"><figcaption>Figure 2: Blue</figcaption></figure><figure><img src="${address(red)}"><figcaption>Figure 3: Red again</figcaption></figure><p><img alt="A blue door of pine" src="${address(blue)}"></p><p><img alt="A door that is elsewhere" src="door.png"></p></body></html>`,
);

const notebook = textFile(
  'a.ipynb',
  JSON.stringify({
    nbformat: 4,
    cells: [
      { cell_type: 'markdown', source: 'Doors.' },
      { cell_type: 'code', source: 'plot()', outputs: [{ data: { 'image/png': [`${base64(red)}\n`] } }] },
      { cell_type: 'markdown', source: 'Figure 1: Red' },
    ],
  }),
);

const cases: readonly (readonly [
  string,
  Parser,
  SourceFile,
  readonly (readonly [string, Uint8Array | undefined])[],
])[] = [
  [
    'Word, with captions below',
    docxParser,
    inWord(
      `${p('Doors.')}${drawn('r')}${p('Figure 1: Red')}<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr><w:r><w:t>Source: Ann</w:t></w:r></w:p>${drawn('b', 'A blue door')}${p('Figure 2: Blue')}${p('Paint.')}`,
    ),
    [
      ['Figure 1: Red', red],
      ['Source: Ann', red],
      ['A blue door', blue],
      ['Figure 2: Blue', blue],
    ],
  ],
  [
    'Word, with a caption that is far from any picture',
    docxParser,
    inWord(`${drawn('r')}${p('Doors.')}${p('Figure 1: Red')}`),
    [['Figure 1: Red', undefined]],
  ],
  [
    'PowerPoint',
    pptxParser,
    onSlide,
    [
      ['A red door of oak', red],
      ['A blue door of pine', blue],
    ],
  ],
  [
    'OpenDocument, with captions above',
    odtParser,
    inOdt,
    [
      ['Figure 1: Red', red],
      ['Figure 2: Blue', blue],
    ],
  ],
  ['a book', epubParser, inBook, [['A red door', red]]],
  [
    'HTML',
    htmlParser,
    page,
    [
      ['Figure 1: Red', red],
      ['A red door of oak', red],
      ['Figure 2: Blue', blue],
      ['Three doors side by side in a wall', blue],
      ['Figure 3: Red again', red],
      ['A blue door of pine', blue],
      ['A door that is elsewhere', undefined],
    ],
  ],
  [
    'Markdown',
    markdownParser,
    textFile(
      'a.md',
      `---\ntags: [doors]\n---\n# Doors\n\n![][red]\n\n*Figure 1: Red*\n\nPaint.\n\n![A blue door](${address(blue)})\n\n[red]: <${address(red)}>\n`,
    ),
    [
      ['*Figure 1: Red*', red],
      ['![A blue door](#)', blue],
    ],
  ],
  ['a notebook', notebookParser, notebook, [['Figure 1: Red', red]]],
];

test.for(cases)('figures of %s lead to their pictures', async ([, parser, file, expected]) => {
  const { text, blocks } = await parser.parse(file);
  const figures = blocks.filter(
    (block): block is Extract<Block, { kind: 'figure' }> => block.kind === 'figure',
  );
  const found = figures.map(async ({ start, end, picture }) => {
    const read = picture === undefined ? undefined : await pictureInFile(picture, inParts(file));
    return [text.slice(start, end), read && 'bytes' in read ? Buffer.from(read.bytes) : read];
  });
  expect(await Promise.all(found)).toEqual(
    expected.map(([words, bytes]) => [words, bytes && Buffer.from(bytes)]),
  );
});

describe('a picture in a file', () => {
  const large = new Uint8Array(900_000).map((_, index) => (index * index) % 251);
  const archive: SourceFile = {
    path: 'a.docx',
    bytes: zipSync({
      'word/media/big.bin': [large, { level: 0 }],
      'word/media/Red.png': [red, { level: 9 }],
      'word/media/plan.svg': strToU8('<?xml version="1.0"?>\n<!-- plan -->\n<svg onload="alert(1)"/>'),
      'word/document.xml': strToU8('<document/>'),
    }),
  };
  const found = (picture: string, file = archive) => pictureInFile(picture, inParts(file));

  test('is read with no more of an archive than its end and the part itself', async () => {
    const file = inParts(archive);
    expect(await pictureInFile('word/media/Red.png', file)).toEqual({ mediaType: 'image/png', bytes: red });
    const read = file.asked.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(read).toBeLessThan(archive.bytes.length / 2);
  });

  test('is found whatever stands before and behind the archive, and however its name is written', async () => {
    const bytes = Buffer.concat([Buffer.alloc(70_000, 1), archive.bytes]);
    expect(await found('word/media/red.PNG', { path: 'a.docx', bytes })).toMatchObject({ bytes: red });
  });

  test('has the kind that its bytes say, whatever its name', async () => {
    expect(await found('word/media/plan.svg')).toMatchObject({ mediaType: 'image/svg+xml' });
    const none = { problem: 'what is there is no picture of a kind that browsers show' };
    expect(await found('word/document.xml')).toEqual(none);
    expect(await found('word/media/big.bin')).toEqual(none);
  });

  test.for(['word/media/green.png', '', '../word/media/Red.png', '0-4', '9-3', '0-99999999', 'a-b'])(
    '%j names none',
    async (picture) => {
      expect(await found(picture)).toEqual({ problem: 'there is none of this name' });
    },
  );

  test('of many comments and nothing else is told in time, and a large file is not read as a whole', async () => {
    const svg = Buffer.from('<!--x-->'.repeat(200)).toString('base64');
    const none = { problem: 'what is there is no picture of a kind that browsers show' };
    expect(await found(`0-${svg.length}`, { path: 'a.md', bytes: strToU8(svg) })).toEqual(none);
    const large = inParts({ path: 'a.pdf', bytes: new Uint8Array(20 * 1024 * 1024) });
    await pictureInFile('word/media/Red.png', large);
    expect(large.asked.some(([start, end]) => end - start === large.bytes)).toBe(false);
  });

  test('is none of a file that is cut off or is no archive', async () => {
    const cut = { path: 'a.docx', bytes: archive.bytes.slice(0, -400) };
    expect(await found('word/media/Red.png', cut)).toEqual({ problem: 'there is none of this name' });
    expect(await found('word/media/Red.png', { path: 'a.docx', bytes: strToU8('words') })).toEqual({
      problem: 'there is none of this name',
    });
    const turned = archive.bytes.slice();
    turned.fill(0xff, 900_100, 900_110);
    const damaged = await found('word/media/Red.png', { path: 'a.docx', bytes: turned });
    expect(damaged).toEqual({ problem: 'it is damaged' });
  });
});
