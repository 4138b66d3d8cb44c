import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ParsedDocument, Parser } from '../../contracts/parser.ts';
import { pdfParser } from '../pdf/pdf-parser.ts';
import { type GreyPicture, rotated, skewOf, turned, withContrast } from './grey-picture.ts';
import { installedReader } from './installed-reader.ts';
import { pictureParser } from './picture-parser.ts';
import { recognisedPage } from './recognised-page.ts';
import { TextReader } from './text-reader.ts';

/** A page of a lease: a heading, three lines, a table of keys. 750 × 413 pixels. */
const lease = await readFile(new URL('lease.png', import.meta.url));

/** A PDF file whose pages show pictures, of one pixel a point, beneath words that it draws. */
function pdfOf(pages: readonly { readonly picture: GreyPicture; readonly words?: string }[]): Uint8Array {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const add = (body: string): number => objects.push(body);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map(({ picture: { width, height, pixels }, words }) => {
    const data = `${deflateSync(pixels).toString('hex')}>`;
    const image = add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${data.length} >>\nstream\n${data}\nendstream`,
    );
    const text = words ? `BT /F 10 Tf 40 20 Td (${words}) Tj ET` : '';
    const drawn = `q ${width} 0 0 ${height} 0 0 cm /I Do Q ${text}`;
    const content = add(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /XObject << /I ${image} 0 R >> /Font << /F ${font} 0 R >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`, 'latin1');
}

/** A TIFF file of these pictures, not packed (TIFF 6.0). */
function tiffOf(pictures: readonly GreyPicture[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let at = 8;
  let link = 4;
  const put = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  for (const { width, height, pixels } of pictures) {
    const data = at;
    put(Buffer.concat([pixels, Buffer.alloc(pixels.length % 2)]));
    const entries = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, data],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ] as const;
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length, 0);
    for (const [index, [tag, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + index * 12);
      directory.writeUInt16LE(4, 4 + index * 12);
      directory.writeUInt32LE(1, 6 + index * 12);
      directory.writeUInt32LE(value, 10 + index * 12);
    }
    const all = Buffer.concat(parts);
    all.writeUInt32LE(at, link);
    parts.splice(0, parts.length, all);
    link = at + directory.length - 4;
    put(directory);
  }
  return Buffer.concat(parts);
}

const read = (parser: Parser, path: string, bytes: Uint8Array, ocr: 'off' | 'auto' | 'always' = 'auto') =>
  parser.parse({ path, bytes }, { ocr });

/** Kind and text of each block. */
const blocksOf = ({ blocks, text }: ParsedDocument) =>
  blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

const whole = [
  'heading: Lease of the boathouse',
  'paragraph: The rent is 412.50 euros a month and is due on the third working day. The deposit of 1,240 euros is kept in a separate account until the keys are returned.',
  'table: | Key | Number | Holder |\n| Front door | 2 | Anna Schmidt |\n| Winch room | 1 | Omar Haddad |\n| Slipway gate | 4 | Jane Okafor |',
];

/** The boxes of the lines in which these words stand. */
function boxesOf({ text, places = [] }: ParsedDocument, words: string) {
  const start = text.indexOf(words);
  const end = start + words.length;
  return places.flatMap((place) =>
    'box' in place && place.start < end && place.end > start ? [place.box] : [],
  );
}

describe.skipIf(installedReader() === undefined)('with a reader installed', async () => {
  const reader = (await TextReader.open()) as TextReader;
  const picture = reader.decode(lease) as GreyPicture;

  test('a picture becomes headings, paragraphs and tables, each line with its place', async () => {
    const document = await read(pictureParser, 'lease.png', lease);
    expect(blocksOf(document)).toEqual(whole);
    const [[left, top, width, height] = [0, 0, 0, 0], ...others] = boxesOf(
      document,
      'The deposit of 1,240 euros',
    );
    expect(others).toEqual([]);
    expect(Math.abs(left - 38)).toBeLessThan(8);
    expect(top).toBeGreaterThan(118);
    expect(top + height).toBeLessThan(155);
    expect(Math.abs(left + width - 706)).toBeLessThan(8);
  });

  test('so does a page of a PDF file that shows it, and one that was turned', async () => {
    const sideways = turned(picture, 90);
    const bytes = pdfOf([{ picture }, { picture: sideways }]);
    const document = await read(pdfParser, 'lease.pdf', bytes);
    expect(blocksOf(document)).toEqual([...whole, ...whole]);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 2, 2, 2]);
    const second = document.places?.find((place) => 'page' in place && place.page === 2);
    if (!second || !('box' in second)) throw new Error('The second page has no places.');
    const [left, top, width, height] = second.box;
    // The heading runs down the right side of the page.
    expect(left).toBeGreaterThan(340);
    expect(left + width).toBeLessThan(413);
    expect(Math.abs(top - 38)).toBeLessThan(12);
    expect(Math.abs(top + height - 457)).toBeLessThan(12);
  });

  test('a stamp on a scan does not keep it from being read; off, the scan fails and says what to do', async () => {
    const stamped = pdfOf([{ picture, words: 'Received 3 May' }]);
    const document = await read(pdfParser, 'lease.pdf', stamped);
    expect(document.text).toContain('kept in a separate account');
    expect(document.text).toContain('Received 3 May');
    const off = await read(pdfParser, 'lease.pdf', stamped, 'off');
    expect(off.text).toBe('Received 3 May');
    await expect(read(pdfParser, 'lease.pdf', pdfOf([{ picture }]), 'off')).rejects.toMatchObject({
      code: 'text_layer_missing',
      details: { pages: '1', remedy: expect.stringMatching(/^Set ingest\.ocr to auto/) },
    });
  });

  test('pictures beside text are read always, and not automatically', async () => {
    const words =
      'As you asked, here is the lease that was signed in spring, as a picture: the paper itself is in the safe of the harbour office, in the second drawer.';
    const bytes = pdfOf([{ picture, words }]);
    expect((await read(pdfParser, 'a.pdf', bytes)).text).not.toContain('1,240');
    const { text } = await read(pdfParser, 'a.pdf', bytes, 'always');
    expect(text).toContain('The deposit of 1,240 euros');
    expect(text).toContain('here is the lease');
  });

  test('every page of a TIFF file is read', async () => {
    const { width, height, pixels } = picture;
    const table = { width, height: height - 195, pixels: pixels.subarray(195 * width) };
    const document = await read(pictureParser, 'two.tiff', tiffOf([picture, table]));
    expect(blocksOf(document)).toEqual([...whole, whole[2]]);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 2]);
  });

  test('what there is no time for is left out and told, and what was read is kept', async () => {
    const { width, height, pixels } = picture;
    const table = { width, height: height - 195, pixels: pixels.subarray(195 * width) };
    const limits = { ocr: 'auto', ocrTimeoutMs: 1 } as const;
    const tiff = await pictureParser.parse({ path: 'a.tif', bytes: tiffOf([table, table, table]) }, limits);
    const bytes = pdfOf([{ picture: table }, { picture: table }, { picture: table }]);
    const pdf = await pdfParser.parse({ path: 'a.pdf', bytes }, limits);
    for (const { blocks, warnings } of [tiff, pdf]) {
      expect(blocks.map(({ page }) => page)).toEqual([1]);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^(?:pages behind p\. 1|p\. 2–3) were not recognised: .* Raise ingest\.ocrTimeoutMs$/,
        ),
      ]);
    }
  });

  test('a page that lies askew is set straight, and its places are where they stand on it', async () => {
    const askew = rotated(picture, 0.06);
    const document = await read(pictureParser, 'askew.tif', tiffOf([askew]));
    expect(blocksOf(document)).toEqual(whole);
    const [left = 0, top = 0, width = 0, height = 0] = boxesOf(document, 'Lease of the boathouse')[0] ?? [];
    // The heading begins at 38 of 38, and the page is turned about its middle.
    expect(Math.abs(left - 60)).toBeLessThan(25);
    expect(top).toBeGreaterThan(15);
    expect(top + height).toBeLessThan(110);
    expect(width).toBeGreaterThan(300);
  });

  test('a TIFF file that says of more pages than there are is told of', async () => {
    const whole = tiffOf([picture]);
    expect((await read(pictureParser, 'one.tif', whole)).warnings).toEqual([]);
    const endless = Buffer.from(whole);
    // The offset of the next directory is the last of the file: of the same one, and of one behind the end.
    for (const next of [endless.readUInt32LE(4), 10_000_000]) {
      endless.writeUInt32LE(next, endless.length - 4);
      const { warnings, blocks } = await read(pictureParser, 'one.tif', endless);
      expect(warnings).toEqual([expect.stringMatching(/^pages behind p\. 1 are missing: /)]);
      expect(blocks).toHaveLength(3);
    }
    for (const length of [4, 8]) {
      const cut = Buffer.alloc(length);
      cut.write('II*', 'latin1');
      await expect(read(pictureParser, 'cut.tif', cut)).rejects.toMatchObject({ code: 'file_damaged' });
    }
  });

  test('a page of any size is drawn with no more dots than can be held', async () => {
    const [width, height] = [200_000, 200_000];
    const bytes = Buffer.from(
      Buffer.from(pdfOf([{ picture }]))
        .toString('latin1')
        .replace('[0 0 750 413]', `[0 0 ${width} ${height}]`),
      'latin1',
    );
    await expect(read(pdfParser, 'plan.pdf', bytes)).rejects.toMatchObject({ code: 'text_layer_missing' });
  });

  test('a picture on a page of more pixels than are decoded is told with the limit', async () => {
    // Its size stands in its dictionary; the picture itself is never looked at.
    const large = (pages: readonly { readonly picture: GreyPicture; readonly words?: string }[]) =>
      Buffer.from(
        Buffer.from(pdfOf(pages))
          .toString('latin1')
          .replace(`/Width ${picture.width} `, '/Width 9000 ')
          .replace(`/Height ${picture.height} `, '/Height 9000 '),
        'latin1',
      );
    const limit = 'Make its pictures smaller: one may have no more than 50 million pixels';
    await expect(read(pdfParser, 'plan.pdf', large([{ picture }]))).rejects.toMatchObject({
      code: 'text_layer_missing',
      details: { pages: '1', remedy: limit },
    });
    const { warnings, text } = await read(pdfParser, 'plan.pdf', large([{ picture, words: 'Plan B' }]));
    expect([text, warnings]).toEqual(['Plan B', [`pictures on p. 1 were not read. ${limit}`]]);
  });

  test('a picture without text is empty, and a broken one damaged', async () => {
    const blank = { width: 300, height: 200, pixels: new Uint8Array(60_000).fill(255) };
    await expect(read(pictureParser, 'blank.tif', tiffOf([blank]))).rejects.toMatchObject({
      code: 'file_empty',
    });
    const broken = lease.subarray(0, 40);
    await expect(read(pictureParser, 'broken.png', broken)).rejects.toMatchObject({ code: 'file_damaged' });
  });
});

test('the skew of a page is found, and none where there is none', () => {
  const page = { width: 800, height: 600, pixels: new Uint8Array(480_000).fill(255) };
  // Lines of words of uneven length.
  for (let y = 40; y < 560; y += 30)
    for (let x = 50; x < 750; x++)
      if ((x * 7 + y) % 90 > 14) page.pixels.fill(0, y * 800 + x, y * 800 + x + 1);
  for (let row = 0; row < 8; row++)
    for (let y = 40; y < 560; y += 30) page.pixels.copyWithin((y + row) * 800, y * 800, (y + 1) * 800);
  expect(skewOf(page)).toBe(0);
  for (const angle of [-0.07, -0.02, 0.03, 0.08])
    expect(Math.abs(skewOf(rotated(page, angle)) - angle)).toBeLessThan(0.004);
  const blank = { width: 300, height: 200, pixels: new Uint8Array(60_000).fill(255) };
  expect(skewOf(blank)).toBe(0);
});

/** A line of one word. */
const line = (text: string, confidence: number, top: number) => ({
  words: [{ text, confidence, left: 10, top, right: 200, bottom: top + 20 }],
  baseline: [10, top + 16, 200, top + 16] as const,
  height: 20,
});

test('lines of which the reader is not sure are left out and counted', () => {
  const lines = [line('certain', 0.95, 10), line('4?7', 0.3, 40), line('~', 0.5, 70)];
  const { text, unsure } = recognisedPage({ width: 300, height: 100, turn: 0, lines }, { page: 1, scale: 1 });
  expect(text.sheets.flatMap(({ fragments }) => fragments.map((fragment) => fragment.text))).toEqual([
    'certain',
  ]);
  expect(unsure).toBe(1);
});

test('lines that begin a hair beside each other are put below each other', () => {
  const shifts = [0, 3, -4, 2, 0, -2];
  const lines = shifts.flatMap((shift, index) =>
    [10, 400].map((left) => {
      const top = 10 + 30 * index;
      const words = [
        { text: 'Words', confidence: 0.95, left: left + shift, top, right: left + 190, bottom: top + 20 },
      ];
      return { words, baseline: [left, top + 16, left + 190, top + 16] as const, height: 20 };
    }),
  );
  const { text } = recognisedPage({ width: 700, height: 300, turn: 0, lines }, { page: 1, scale: 1 });
  const edges = text.sheets.flatMap(({ fragments }) => fragments.map(({ left }) => left));
  expect(edges.length).toBe(12);
  expect([...new Set(edges)]).toEqual([10, 400]);
});

/** A picture of which every tenth pixel is ink. */
const shaded = (ink: number, paper: number): GreyPicture => ({
  width: 20,
  height: 20,
  pixels: Uint8Array.from({ length: 400 }, (_, index) => (index % 10 === 0 ? ink : paper)),
});

test('faint print is spread from black to white; a clear picture and a blank one stay as they are', () => {
  expect(Buffer.from(withContrast(shaded(150, 200)).pixels.slice(0, 2))).toEqual(Buffer.from([0, 255]));
  for (const picture of [shaded(40, 230), shaded(228, 236)]) expect(withContrast(picture)).toEqual(picture);
});
