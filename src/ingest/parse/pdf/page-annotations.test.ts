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
    '1 paragraph: Your name: Ann Lee\ncountry: Norway\nmember: yes',
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
