import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import type { ParsedDocument, Parser } from '../../contracts/parser.ts';
import { htmlParser } from '../html/html-parser.ts';
import { markdownParser } from '../markdown/markdown-parser.ts';
import { officeFile } from '../office/office-file.test-support.ts';
import { docxParser } from '../office/office-parsers.ts';
import { pdfParser } from '../pdf/pdf-parser.ts';
import { captionNumber, isCaption } from './figures.ts';

test('captions are told from sentences that begin with a figure', () => {
  const captions = [
    ['Figure 3: The pump from above', '3'],
    ['Fig. 2.1 – Flow of the coolant', '2.1'],
    ['Abbildung 12: Querschnitt der Pumpe', '12'],
    ['Abb. 4a. Der Deckel', '4a'],
    ['Figure 7 : Vue de dessus', '7'],
    ['Figura 5. Vista superior', '5'],
    ['图3：水泵俯视图', '3'],
    ['図 4: 断面図', '4'],
    ['**Figure 3:** The pump', '3'],
  ] as const;
  for (const [text, number] of captions) {
    expect(captionNumber(text)).toBe(number);
    expect([text, isCaption(text, { hasPicture: false })]).toEqual([text, true]);
  }
  const sentences = [
    'Figure 3 shows the pump.',
    'Abbildung 12 zeigt den Querschnitt.',
    'Figure 7 montre la pompe.',
    'Figura 5 muestra la bomba.',
    '图3显示了水泵。',
    'Figures are numbered.',
    'Fig trees grow 3: a note',
    'Figure 30',
  ];
  for (const text of sentences) expect([text, isCaption(text, { hasPicture: false })]).toEqual([text, false]);
  // Beside a picture no sign is needed.
  expect(isCaption('Abbildung 12 Querschnitt der Pumpe', { hasPicture: true })).toBe(true);
  expect(isCaption('Figure 3 shows the pump.', { hasPicture: true })).toBe(false);
});

/** Each figure with the text that names it. */
const figuresOf = ({ text, blocks }: ParsedDocument) =>
  blocks.flatMap((block) =>
    block.kind === 'figure'
      ? [
          [
            text.slice(block.start, block.end),
            block.mention && text.slice(block.mention.start, block.mention.end),
          ],
        ]
      : [],
  );

const read = (parser: Parser, path: string, source: string) => parser.parse({ path, bytes: strToU8(source) });

const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('a figure has the paragraph that names it, in every format', async () => {
  const markdown = await read(
    markdownParser,
    'a.md',
    '---\nauthor: Ann\n---\n# Pumps\n\nAs Figures 1 and 2 show, it is red.\n\n![Top](a.png)\n\n*Figure 2: From above*\n\n![](b.png)\n\n**Figure 10.** From below\n',
  );
  expect(figuresOf(markdown)).toEqual([
    ['![Top](a.png)', undefined],
    ['*Figure 2: From above*', 'As Figures 1 and 2 show, it is red.'],
    ['![](b.png)', undefined],
    ['**Figure 10.** From below', undefined],
  ]);
  const page = await read(
    htmlParser,
    'a.html',
    '<html><body><h1>水泵</h1><p>如图3所示，水泵是红色的。</p><figure><img src="a.png"><figcaption>图3：水泵俯视图</figcaption></figure></body></html>',
  );
  expect(figuresOf(page)).toEqual([['图3：水泵俯视图', '如图3所示，水泵是红色的。']]);
  const word = await docxParser.parse(
    officeFile('a.docx', 'word/document.xml', {
      'word/document.xml': `<w:document><w:body>${p('Die Pumpe (siehe Abb. 4) ist rot.')}${p('Abbildung 4: Die Pumpe')}${p('Abbildung 4 zeigt sie von oben.')}</w:body></w:document>`,
    }),
  );
  expect(figuresOf(word)).toEqual([['Abbildung 4: Die Pumpe', 'Die Pumpe (siehe Abb. 4) ist rot.']]);
});

test('a figure of a PDF file has the place of its picture beside that of its caption', async () => {
  const drawn =
    'q 300 0 0 200 100 450 cm /I Do Q BT /F 10 Tf 100 430 Td (Figure 3 The pump from above) Tj ET BT /F 10 Tf 72 700 Td (The pump, which Figure 3 shows, is red.) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> /Font << /F 6 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 5 >>\nstream\n00ff>\nendstream',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const pdf = await read(pdfParser, 'a.pdf', `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`);
  expect(figuresOf(pdf)).toEqual([
    ['Figure 3 The pump from above', 'The pump, which Figure 3 shows, is red.'],
  ]);
  const figure = pdf.blocks.find(({ kind }) => kind === 'figure');
  const boxes = pdf.places?.flatMap((place) =>
    'box' in place && place.start === figure?.start ? [place.box] : [],
  );
  expect(boxes).toContainEqual([100, 142, 300, 200]);
  expect(boxes).toHaveLength(2);
});
