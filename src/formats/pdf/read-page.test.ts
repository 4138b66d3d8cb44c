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
