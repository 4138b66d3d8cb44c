import type { Container, ParsedDocument, ParseOptions, Parser, SourceFile } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';

/**
 * Every format that is read, by the name of its parser; where several take a file by its bytes, the first does. Loaded
 * one by one: a process that parses needs few of them, and all of them take longer to load than most files to parse.
 * The process that hands files out asks all of them whose a file is and parses none, so large ones load what reads
 * their files with the first that they read.
 */
export const parserLoaders: Readonly<Record<string, () => Promise<Parser>>> = {
  markdown: async () => (await import('./markdown/markdown-parser.ts')).markdownParser,
  // It is a page to the parser of pages.
  'telegram-page': async () => (await import('./chat/exported-chats.ts')).telegramPageParser,
  html: async () => (await import('./html/html-parser.ts')).htmlParser,
  epub: async () => (await import('./epub/epub-parser.ts')).epubParser,
  email: async () => (await import('./email/email-parser.ts')).emailParser,
  notebook: async () => (await import('./notebook-parser.ts')).notebookParser,
  rtf: async () => (await import('./rtf/rtf-parser.ts')).rtfParser,
  pdf: async () => (await import('./pdf/pdf-parser.ts')).pdfParser,
  text: async () => (await import('./text-parser.ts')).textParser,
  docx: async () => (await import('./office/office-parsers.ts')).docxParser,
  pptx: async () => (await import('./office/office-parsers.ts')).pptxParser,
  xlsx: async () => (await import('./office/office-parsers.ts')).xlsxParser,
  odt: async () => (await import('./odf/odf-parsers.ts')).odtParser,
  odp: async () => (await import('./odf/odf-parsers.ts')).odpParser,
  ods: async () => (await import('./odf/odf-parsers.ts')).odsParser,
  csv: async () => (await import('./csv-parser.ts')).csvParser,
  json: async () => (await import('./json/json-parser.ts')).jsonParser,
  jsonl: async () => (await import('./json/json-parser.ts')).jsonlParser,
  canvas: async () => (await import('./canvas-parser.ts')).canvasParser,
  whatsapp: async () => (await import('./chat/whatsapp-parser.ts')).whatsAppParser,
  slack: async () => (await import('./chat/exported-chats.ts')).slackParser,
  telegram: async () => (await import('./chat/exported-chats.ts')).telegramParser,
  discord: async () => (await import('./chat/exported-chats.ts')).discordParser,
  assistant: async () => (await import('./chat/exported-chats.ts')).assistantParser,
  'keep-note': async () => (await import('./keep-note-parser.ts')).keepNoteParser,
  calendar: async () => (await import('./calendar-and-contacts.ts')).calendarParser,
  contacts: async () => (await import('./calendar-and-contacts.ts')).contactsParser,
  bibliography: async () => (await import('./bibliography-parser.ts')).bibliographyParser,
  transcript: async () => (await import('./transcript-parser.ts')).transcriptParser,
  mdx: async () => (await import('./mdx-parser.ts')).mdxParser,
  picture: async () => (await import('./ocr/picture-parser.ts')).pictureParser,
  'source-code': async () => (await import('./source-code-parser.ts')).sourceCodeParser,
};

/** Every kind of file that holds files, by the name of its container, in order. */
export const containerLoaders: Readonly<Record<string, () => Promise<Container>>> = {
  email: async () => (await import('./email/email-parser.ts')).emailContainer,
  mailbox: async () => (await import('./email/email-parser.ts')).mailboxContainer,
  office: async () => (await import('./zip/zip-container.ts')).officeContainer,
  pdf: async () => (await import('./pdf/pdf-parser.ts')).pdfContainer,
  zip: async () => (await import('./zip/zip-container.ts')).zipContainer,
};

/**
 * Parses a file of any supported format, which is found from its bytes first and its name second. It runs in this
 * process without limits of time and memory; an ingest parses in processes that have them. The parsers are loaded by
 * the first file. Errors: `file_binary`, `file_damaged`, `file_convertible` or `file_unsupported` where no parser takes
 * it, else those of `Parser`; `request_invalid` for anything but a path with its bytes.
 */
export async function parseFile(file: SourceFile, options?: ParseOptions): Promise<ParsedDocument> {
  if (typeof file?.path !== 'string' || !(file.bytes instanceof Uint8Array)) {
    const problem =
      'it must be {path, bytes} with a Uint8Array; the path only names it, and no file is opened';
    throw new FootnoteError('request_invalid', { field: 'file', problem });
  }
  const { parserFor } = await import('./parsers.ts');
  return parserFor(file).parse(file, options);
}

/** What is read, as messages name it: every ending would be a wall of them. */
export const formatsInBrief =
  '.pdf, .docx, .pptx, .xlsx, .odt, .html, .md, .txt and what else docs/ingestion.md lists';
