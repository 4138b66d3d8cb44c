import { expect, test } from 'vitest';
import type { ContainerLimits } from '../../contracts/parser.ts';
import { packageLimits } from '../zip/zip-archive.ts';
import { pdfContainer, pdfParser } from './pdf-parser.ts';
import { parseBytes, readPage, readWritten, scan, typed } from './read-pdf.test-support.ts';
import { type PlacedText, writePdf } from './write-pdf.test-support.ts';

test('a scan fails and names its pages; a blank page is none', async () => {
  await expect(parseBytes(writePdf({ pages: [scan, scan, {}, scan] }))).rejects.toMatchObject({
    code: 'text_layer_missing',
    message:
      'papers/a.pdf is a scan: there is no text layer on p. 1–2, 4. Set ingest.ocr to auto, or run it through OCR, and ingest the result.',
  });
  await expect(parseBytes(writePdf({ pages: [{}, {}] }))).rejects.toMatchObject({ code: 'file_empty' });
});

test('a file that is partly a scan keeps its text and warns of the rest', async () => {
  const { text, warnings } = await readWritten({ pages: [typed, scan, typed, {}, scan] });
  expect(text).toBe('Typed words.\n\nTyped words.');
  expect(warnings).toEqual([
    'no text layer on p. 2, 5. Set ingest.ocr to auto, or run it through OCR, and ingest the result',
  ]);
});

test('Chinese, Japanese and Korean text of fonts that are not embedded is read, a line that wraps without a space', async () => {
  const { text } = await readPage([
    { text: 'The rules of the pool:', x: 60, y: 730 },
    { text: '儿童须由成人陪同，不得单独下水。游泳前请先淋浴，请勿在池边奔', x: 60, y: 700, font: 'chinese' },
    { text: '跑。', x: 60, y: 686, font: 'chinese' },
    { text: '水泳帽を着用してください。', x: 60, y: 650, font: 'japanese' },
    { text: '수영모를 착용해 주세요.', x: 60, y: 620, font: 'korean' },
  ]);
  expect(text).toBe(
    [
      'The rules of the pool:',
      '儿童须由成人陪同，不得单独下水。游泳前请先淋浴，请勿在池边奔跑。',
      '水泳帽を着用してください。',
      '수영모를 착용해 주세요.',
    ].join('\n\n'),
  );
});

const column = (text: string, x: number) => ({ text, x, y: 700, size: 14, font: 'vertical' }) as const;

test('vertical writing is read down its columns, from the right one to the left', async () => {
  const { text, places } = await readPage([
    column('す夜は立ち入り禁止です', 452),
    column('返金は十四日以内で', 476),
    column('船は朝六時に出ます', 500),
  ]);
  expect(text).toBe('船は朝六時に出ます返金は十四日以内です夜は立ち入り禁止です');
  const [place] = places ?? [];
  const [left, , width, height] = place && 'box' in place ? place.box : [];
  expect([left, width, (height ?? 0) > 100]).toEqual([493, 14, true]);
});

test('signs of vertical writing are read as those of lines', async () => {
  const { text, warnings } = await readPage([
    column('泊まれますか」と、旅人は', 500),
    column('聞いた。（主人は笑った。）', 476),
  ]);
  expect(text).toBe('泊まれますか」と、旅人は聞いた。(主人は笑った。)');
  expect(warnings).toEqual([]);
});

test('a glyph that stands for two letters from right to left keeps their order', async () => {
  // As programs draw it, from the left: meem, lam with alef, seen.
  const { text } = await readPage([{ text: '\u0645\ufefb\u0633', x: 60, y: 700, font: 'arabic' }]);
  expect(text).toBe('سلام');
});

/** A sign of Zapf Dingbats with the words behind it. */
const signed = (sign: string, text: string, y: number): PlacedText[] => [
  { text: sign, x: 60, y, font: 'dingbats' },
  { text, x: 76, y },
];

test('Zapf Dingbats are signs, no letters', async () => {
  const { text, warnings } = await readPage([
    ...signed('4', 'The pump was tested.', 700),
    ...signed('o', 'The hose was changed.', 680),
    ...signed('8', 'The valve is tight.', 660),
  ]);
  expect(text.split(/\n+/)).toEqual([
    '- The pump was tested.',
    '☐ The hose was changed.',
    '✘ The valve is tight.',
  ]);
  expect(warnings).toEqual([]);
});

/** Numbers of glyphs. */
const numbered = (text: string, y: number): PlacedText => ({ text, x: 60, y, font: 'numbered' });

test('glyphs that stand for no character are counted and told, text of nothing else fails', async () => {
  const { text, warnings } = await readWritten({
    pages: [
      typed,
      { texts: [numbered('\u0003\u0024\u0025\u0003', 650), { text: 'More words.', x: 60, y: 600 }] },
    ],
  });
  expect(text).toBe('Typed words.\n\nMore words.');
  expect(warnings).toEqual([expect.stringMatching(/^4 glyphs without a Unicode value on p\. 2: .* OCR/)]);
  await expect(
    parseBytes(writePdf({ pages: [{ texts: [numbered('\u0003\u0024\u0025', 700)] }] })),
  ).rejects.toMatchObject({
    code: 'text_layer_unreadable',
    message: expect.stringMatching(/^papers\/a\.pdf: the fonts on p\. 1 do not say .* Run it through OCR/),
  });
});

test('text in a font that cannot be loaded is told', async () => {
  const { warnings } = await readWritten({
    pages: [{ texts: [...typed.texts, { text: '船', x: 60, y: 650, font: 'unknown' }] }],
  });
  expect(warnings).toEqual([
    expect.stringMatching(/^text in a font that cannot be loaded on p\. 1 is missing/),
  ]);
});

test('letters set apart are words, short ones on their line too, and an alphabet is a list', async () => {
  const words = ['N o b o d y', 'm a y', 's i t', 'b e l o w', '1 2'];
  const { text } = await readPage([
    ...words.map((word, index) => ({ text: word, x: 60 + 80 * index, y: 700 })),
    { text: 'A B C D E', x: 60, y: 600 },
    { text: 'Vitamins A B', x: 60, y: 500 },
  ]);
  expect(text.replace(/[\s|]+/g, ' ')).toContain('Nobody may sit below 12');
  expect(text).toMatch(/A B C D E\s+Vitamins A B/);
});

test('an empty password opens, another does not', async () => {
  const { text } = await readWritten({ pages: [typed], password: '' });
  expect(text).toBe('Typed words.');
  await expect(parseBytes(writePdf({ pages: [typed], password: 'secret' }))).rejects.toMatchObject({
    code: 'file_encrypted',
  });
});

test('what only begins like a PDF is damaged', async () => {
  await expect(parseBytes(new TextEncoder().encode('%PDF-1.7\nnothing'))).rejects.toMatchObject({
    code: 'file_damaged',
    message: expect.stringMatching(/^papers\/a\.pdf is damaged: it cannot be opened \(/),
  });
});

test('is known by its signature, wherever that stands in the first kilobyte', () => {
  const bytes = writePdf({ pages: [typed] });
  expect(pdfParser.recognise({ path: 'x', bytes })).toBe('yes');
  expect(pdfParser.recognise({ path: 'x', bytes: Buffer.concat([Buffer.alloc(500), bytes]) })).toBe('yes');
  expect(pdfParser.recognise({ path: 'x.pdf', bytes: new TextEncoder().encode('PDF') })).toBe('no');
  for (const text of ["const mark = '%PDF-1.7';", 'It begins with a line:\n\n%PDF-1.7\n\nas all do.'])
    expect(pdfParser.recognise({ path: 'x.md', bytes: new TextEncoder().encode(text) })).toBe('no');
});

test('leaves the bytes it was given as they were', async () => {
  const bytes = Buffer.from(writePdf({ pages: [typed] }));
  const before = bytes.toString('latin1');
  await parseBytes(bytes);
  expect(bytes.toString('latin1')).toBe(before);
});

test('stops between two pages when it is told to', async () => {
  const controller = new AbortController();
  const bytes = writePdf({ pages: Array.from({ length: 200 }, () => typed) });
  const parsing = pdfParser.parse({ path: 'a.pdf', bytes }, { signal: controller.signal });
  controller.abort();
  await expect(parsing).rejects.toMatchObject({ code: 'aborted' });
});

test('the same bytes give the same document', async () => {
  const bytes = writePdf({ pages: [typed, scan] });
  expect(await parseBytes(bytes)).toEqual(await parseBytes(bytes));
});

test('metadata is read, and a title that is one is taken', async () => {
  const { title, language, metadata } = await readPage([{ text: 'Ein Satz.', x: 60, y: 700 }], {
    info: {
      Title: 'On Knots',
      Author: 'Ann Lee; Bo Ray',
      CreationDate: "D:20240229101500+01'00'",
      ModDate: 'D:2024',
      Subject: 'unspecified',
    },
    language: 'de-AT',
  });
  expect({ title, language, metadata }).toEqual({
    title: 'On Knots',
    language: 'de',
    metadata: {
      authors: ['Ann Lee', 'Bo Ray'],
      created: '2024-02-29T10:15:00+01:00',
      modified: '2024-01-01',
      pages: 1,
    },
  });
});

const stream = (text: string, more = '') =>
  `<< ${more} /Length ${text.length} >>\nstream\n${text}\nendstream`;
const spec = (name: string, file: number) =>
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`;

test('files that are attached to a PDF file, or to its pages, are members of it', async () => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 5 0 R (b) 6 0 R] >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [9 0 R] >>',
    stream(''),
    spec('../prices.csv', 7),
    spec('prices.csv', 8),
    stream('item,price', '/Type /EmbeddedFile'),
    stream('item,price\npump,3', '/Type /EmbeddedFile'),
    '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 10 0 R >>',
    spec('..', 11),
    stream('See page 2.', '/Type /EmbeddedFile'),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const bytes = Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`, 'latin1');
  const file = { path: 'a.pdf', bytes };
  expect(pdfContainer.recognise(file)).toBe('yes');
  const members = async (limits: Partial<ContainerLimits> = {}) => {
    const all: string[][] = [];
    for await (const member of pdfContainer.members(file, { ...packageLimits, ...limits })) {
      const shown = 'bytes' in member ? Buffer.from(member.bytes).toString() : member.error.code;
      all.push([member.path, shown]);
    }
    return all;
  };
  expect(await members()).toEqual([
    ['a.pdf/prices.csv', 'item,price'],
    ['a.pdf/2-prices.csv', 'item,price\npump,3'],
    ['a.pdf/attachment-3', 'See page 2.'],
  ]);
  expect((await members({ maxMemberBytes: 12 }))[1]).toEqual(['a.pdf/2-prices.csv', 'file_too_large']);
  for (const limits of [{ maxMembers: 2 }, { maxBytes: 20 }, { maxDepth: 0 }])
    await expect(members(limits)).rejects.toMatchObject({ code: 'archive_refused' });
});
