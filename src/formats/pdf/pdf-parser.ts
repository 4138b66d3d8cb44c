import type { Container, Parser } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { lateParse, latin1Text } from '../document/text-format.ts';
import { boundedMember, checkDepth, MemberPaths, refused } from '../zip/zip-archive.ts';

/**
 * PDF: text in reading order with its page; headings from bookmarks and from what stands out by size and weight;
 * tables from cells that stand in columns; where a page is tagged, all of these from its tags; running heads, feet
 * and page numbers left out; words broken at line ends whole again; check boxes, also those drawn with lines, and
 * fields with their labels, other fields and notes behind their page. The text layer is read, and what pages show in
 * pictures where `ocr` says so: a scan whose text is not recognised fails with `text_layer_missing`, one whose fonts
 * name no characters with `text_layer_unreadable`; pages without text, lines recognised without confidence, glyphs
 * without a Unicode value, fonts that cannot be loaded and XFA forms are named in warnings. Errors: `file_encrypted`
 * where an empty password does not open it, `file_damaged`, `file_empty`.
 */
export const pdfParser: Parser = {
  name: 'pdf',
  extensions: ['.pdf'],
  version: 26,
  recognise: ({ bytes }) => (hasSignature(bytes) ? 'yes' : 'no'),
  parse: lateParse(async () => (await import('./parse-pdf.ts')).parsePdf),
};

/** How files within a PDF file begin: a stream says so of itself, which is never packed (ISO 32000-1, 7.11.4). */
const embeddedFile = Buffer.from('/EmbeddedFile');

/** The files that are attached to a PDF file, or to a place on its pages. It is a document itself: it is both. */
export const pdfContainer: Container = {
  name: 'pdf',
  extensions: ['.pdf'],
  isDocument: true,
  recognise: ({ bytes }) => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return hasSignature(bytes) && view.includes(embeddedFile) ? 'yes' : 'no';
  },
  async *members(file, limits, options = {}) {
    const { path } = file;
    checkDepth(limits, path);
    const { attachedFiles } = await import('./open-pdf.ts');
    const attached = await attachedFiles(file, limits);
    if (attached.length > limits.maxMembers)
      throw refused(
        path,
        `it has more attachments than the limit of ${limits.maxMembers} (ingest.archiveMaxMembers)`,
      );
    const paths = new MemberPaths(path);
    let total = 0;
    for (const { name, bytes } of attached) {
      throwIfAborted(options.signal);
      total += bytes.length;
      if (total > limits.maxBytes)
        throw refused(path, `its attachments are over the limit of ${limits.maxBytes} bytes`);
      yield boundedMember({ path: paths.next(name), bytes }, limits);
    }
  },
};

/** The signature may stand anywhere in the first 1024 bytes. */
const sniffLength = 1024;

/** As a line of its own, with an object soon below it: texts speak of the signature, and show it. */
const behindOthers = /[^ -~]%PDF-\d[^]{0,2048}?\d[ \r\n]+obj\b/;

function hasSignature(bytes: Uint8Array): boolean {
  const head = latin1Text(bytes, 0, sniffLength);
  const at = head.indexOf('%PDF-');
  return at === 0 || (at > 0 && behindOthers.test(latin1Text(bytes, at - 1, at + 3 * sniffLength)));
}
