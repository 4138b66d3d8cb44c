import { pdfParser } from './pdf-parser.ts';
import { type PlacedText, type WrittenPdf, writePdf } from './write-pdf.test-support.ts';

/** Parses bytes as a file of some name. */
export const parseBytes = (bytes: Uint8Array) => pdfParser.parse({ path: 'papers/a.pdf', bytes });

/** Writes a PDF and parses it; each block as one line: its page, kind and text. */
export async function readWritten(pdf: WrittenPdf) {
  const document = await parseBytes(writePdf(pdf));
  const blocks = document.blocks.map((block) => {
    const kind = block.kind === 'heading' ? `h${block.level}` : block.kind;
    return `${block.page} ${kind}: ${document.text.slice(block.start, block.end)}`;
  });
  return { ...document, blocks, raw: document.blocks };
}

/** The same of a PDF of one page with these texts. */
export const readPage = (texts: readonly PlacedText[], more: Omit<WrittenPdf, 'pages'> = {}) =>
  readWritten({ ...more, pages: [{ texts }] });

/** Lines below each other, 12 points apart. */
export function textLines(
  texts: readonly string[],
  x: number,
  y: number,
  more: Partial<PlacedText> = {},
): PlacedText[] {
  return texts.map((text, index) => ({ text, x, y: y - 12 * index, ...more }));
}

/** Running text in a column. */
export const leftColumn = [
  'The river rises in the northern hills and runs',
  'for forty miles through woods before it comes',
  'to the first of the mills that gave the valley',
  'its name, and there it turns towards the east',
];

/** A page that shows an image and no text. */
export const scan = { hasImage: true };

/** A page of two words. */
export const typed = { texts: [{ text: 'Typed words.', x: 60, y: 700 }] };
