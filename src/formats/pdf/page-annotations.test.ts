import { expect, test } from 'vitest';
import { readWritten, typed } from './read-pdf.test-support.ts';

test('filled-in fields and notes stand behind the text of their page', async () => {
  const { blocks } = await readWritten({
    pages: [
      {
        ...typed,
        annotations: [
          '/Subtype /Widget /FT /Tx /T (name) /TU (Your name) /V (Ann Lee)',
          '/Subtype /Widget /FT /Tx /T (empty) /V ()',
          '/Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (a password)',
          '/Subtype /Widget /FT /Ch /T (country) /V (no) /Opt [[(de) (Germany)] [(no) (Norway)]]',
          '/Subtype /Widget /FT /Btn /T (member) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >>',
          '/Subtype /Widget /FT /Btn /T (letters) /V /Off /AS /Off /AP << /N << /Yes null /Off null >> >>',
          '/Subtype /Text /Contents (Ask for the receipt.) /T (Bo Ray)',
          '/Subtype /FreeText /Contents (Typed over the page.) /DA (/Helv 10 Tf)',
          '/Subtype /Text /F 2 /Contents (Hidden.)',
        ],
      },
      { texts: [{ text: 'Other words.', x: 60, y: 700 }] },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: Typed words.',
    '1 paragraph: Your name: Ann Lee\ncountry: Norway\n☒ member\n☐ letters',
    '1 paragraph: Note by Bo Ray: Ask for the receipt.',
    '1 paragraph: Typed over the page.',
    '2 paragraph: Other words.',
  ]);
});

test('a page of fields alone is no empty page', async () => {
  const { text } = await readWritten({
    pages: [{ annotations: ['/Subtype /Widget /FT /Tx /T (Name) /V (Ann)'] }],
  });
  expect(text).toBe('Name: Ann');
});

/** Entries of a check box of ten points. */
const box = (state: string, name: string, x: number, y: number) =>
  `/Subtype /Widget /FT /Btn /T (${name}) /Rect [${x} ${y} ${x + 10} ${y + 10}] /V /${state} /AS /${state} /AP << /N << /Yes null /Off null >> >>`;

test('check boxes and fields stand with the words that name them on the page', async () => {
  const { text } = await readWritten({
    pages: [
      {
        texts: [
          { text: 'Full name:', x: 60, y: 700 },
          { text: 'The goods were checked', x: 76, y: 650 },
          { text: 'The goods were damaged', x: 76, y: 630 },
          { text: 'Delivered:', x: 60, y: 590 },
          { text: 'in part', x: 140, y: 590 },
          { text: 'in full', x: 220, y: 590 },
        ],
        annotations: [
          '/Subtype /Widget /FT /Tx /T (f1) /Rect [115 696 300 712] /V (Ann Lee)',
          box('Yes', 'b1', 60, 648),
          box('Off', 'b2', 60, 628),
          box('Off', 'b3', 126, 588),
          box('Yes', 'b4', 206, 588),
        ],
      },
    ],
  });
  expect(text).toBe(
    'Full name: Ann Lee\n\n☒ The goods were checked\n\n☐ The goods were damaged\n\nDelivered: ☐ in part ☒ in full',
  );
});

/** Entries of a field of text. */
const field = (value: string, x: number, y: number) =>
  `/Subtype /Widget /FT /Tx /T (f${x}${y}) /Rect [${x} ${y - 4} ${x + 120} ${y + 12}] /V (${value})`;

test('fields that begin below each other stand behind the words of their lines, however far off', async () => {
  const { text } = await readWritten({
    pages: [
      {
        texts: [
          { text: 'Ship:', x: 60, y: 700 },
          { text: 'Home port of the ship:', x: 60, y: 670 },
          { text: 'Master:', x: 60, y: 640 },
          { text: 'see overleaf', x: 110, y: 640 },
          { text: 'Crew:', x: 60, y: 610 },
        ],
        annotations: [
          field('Teal', 220, 700),
          field('Oban', 220, 670),
          field('Ann Lee', 220, 640),
          field('', 220, 610),
          field('four', 380, 610),
          field('spare', 380, 700),
        ],
      },
    ],
  });
  expect(text.split(/\n+/)).toEqual([
    'Ship: Teal',
    'Home port of the ship: Oban',
    'Master: see overleaf',
    'Crew:',
    'f220640: Ann Lee',
    'f380610: four',
    'f380700: spare',
  ]);
});

test('a field by itself does not stand behind words far off', async () => {
  const { text } = await readWritten({
    pages: [{ texts: [{ text: 'Notes:', x: 60, y: 700 }], annotations: [field('Teal', 300, 700)] }],
  });
  expect(text).toBe('Notes:\n\nf300700: Teal');
});

/** Squares of ten points by their lower left corners, as one path or as four lines. */
const square = (x: number, y: number) => `${x} ${y} 10 10 re S`;
const lines = (x: number, y: number) =>
  [`${x} ${y} m ${x + 10} ${y} l`, `${x} ${y + 10} m ${x + 10} ${y + 10} l`, `${x} ${y} m ${x} ${y + 10} l`]
    .map((line) => `${line} S`)
    .join('\n') + `\n${x + 10} ${y} m ${x + 10} ${y + 10} l S`;
const cross = (x: number, y: number) =>
  `${x + 1} ${y + 1} m ${x + 9} ${y + 9} l S\n${x + 1} ${y + 9} m ${x + 9} ${y + 1} l S`;
const hook = (x: number, y: number) => `${x + 2} ${y + 5} m ${x + 4} ${y + 2} l ${x + 11} ${y + 12} l S`;

test('boxes that are drawn with lines stand before their words, ticked or not', async () => {
  const { text } = await readWritten({
    pages: [
      {
        texts: [
          { text: 'Sails dry', x: 76, y: 700 },
          { text: 'Anchor lost', x: 76, y: 680 },
          { text: 'Lamps lit', x: 76, y: 660 },
          { text: 'Crew fed', x: 76, y: 640 },
          { text: 'X', x: 61.5, y: 640 },
          { text: 'Pumps:', x: 60, y: 600 },
          { text: 'old', x: 134, y: 600 },
          { text: 'new', x: 194, y: 600 },
        ],
        drawing: [
          square(60, 699),
          cross(60, 699),
          lines(60, 679),
          lines(60, 659),
          hook(60, 659),
          square(60, 639),
          square(120, 599),
          square(180, 599),
          '182 601 6 6 re f',
        ].join('\n'),
      },
    ],
  });
  expect(text.split(/\n+/)).toEqual([
    '☒ Sails dry',
    '☐ Anchor lost',
    '☒ Lamps lit',
    '☒ Crew fed',
    'Pumps: ☐ old ☒ new',
  ]);
});

/** A page of one line. */
const page = (text: string, font: 'plain' | 'bold', drawing = '') => ({
  texts: [{ text, x: 76, y: 700, font }],
  drawing,
});

test('behind many pages without a box, those of a page with a new font are still found', async () => {
  const pages = Array.from({ length: 8 }, (_, place) => page(`Rope number ${place} is tarred.`, 'plain'));
  const { text } = await readWritten({ pages: [...pages, page('Annex read', 'bold', square(60, 699))] });
  expect(text).toContain('☐ Annex read');
});

test('boxes of a table are its cells; rules, grids and squares with words in them are no boxes', async () => {
  const rows = ['Hull', 'Mast', 'Keel'];
  const { text } = await readWritten({
    pages: [
      {
        texts: [
          ...['Part', 'sound', 'damaged'].map((name, at) => ({ text: name, x: 60 + 120 * at, y: 700 })),
          ...rows.map((name, at) => ({ text: name, x: 60, y: 680 - 20 * at })),
          { text: 'Signature:', x: 60, y: 560 },
          { text: 'B7', x: 61, y: 500, size: 7 },
          { text: 'is the berth.', x: 76, y: 500 },
          { text: 'Code:', x: 60, y: 460 },
          { text: '40', x: 60, y: 420 },
        ],
        drawing: [
          ...rows.flatMap((_, at) => [square(180, 679 - 20 * at), square(300, 679 - 20 * at)]),
          hook(180, 679),
          hook(300, 659),
          '120 558 m 300 558 l S',
          square(60, 498),
          ...[0, 10, 20].map((x) => square(100 + x, 458)),
          square(80, 419),
          square(110, 419),
        ].join('\n'),
      },
    ],
  });
  expect(text.split(/\n+/)).toEqual([
    '| Part | sound | damaged |',
    '| Hull | ☒ | ☐ |',
    '| Mast | ☐ | ☒ |',
    '| Keel | ☐ | ☐ |',
    'Signature:',
    'B7 is the berth.',
    'Code:',
    '40',
  ]);
});
