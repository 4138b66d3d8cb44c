import type { Parser } from '../../../contracts/parser.ts';

/**
 * PDF: text in reading order with its page; headings from bookmarks and from what stands out by size and weight;
 * tables from cells that stand in columns; where a page is tagged, all of these from its tags; running heads, feet
 * and page numbers left out; words broken at line ends whole again; filled-in form fields and notes behind their page.
 * Only the text layer is read: a scan without one fails with `text_layer_missing`, pages without one
 * are named in a warning. Errors: `file_encrypted` where an empty password does not open it, `file_damaged`,
 * `file_empty`.
 */
export const pdfParser: Parser = {
  name: 'pdf',
  extensions: ['.pdf'],
  version: 8,
  recognise: ({ bytes }) => (hasSignature(bytes) ? 'yes' : 'no'),
  // What reads it is large, and many a process only asks which files are its.
  parse: async (file, options = {}) => (await import('./parse-pdf.ts')).parsePdf(file, options),
};

/** The signature may stand anywhere in the first 1024 bytes. */
function hasSignature(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}
