import type { Container, Parser } from '../contracts/parser.ts';

/**
 * Every format that is read, by the name of its parser; where several take a file by its bytes, the first does. Loaded
 * one by one: a process that parses needs few of them, and all of them take longer to load than most files to parse.
 * The process that hands files out asks all of them whose a file is and parses none, so large ones load what reads
 * their files with the first that they read.
 */
export const parserLoaders: Readonly<Record<string, () => Promise<Parser>>> = {
  markdown: async () => (await import('./markdown/markdown-parser.ts')).markdownParser,
  // It is a page to the parser of pages.
  'telegram-page': async () => (await import('./chat/telegram-page-parser.ts')).telegramPageParser,
  html: async () => (await import('./html/html-parser.ts')).htmlParser,
  epub: async () => (await import('./epub/epub-parser.ts')).epubParser,
  email: async () => (await import('./email/email-parser.ts')).emailParser,
  notebook: async () => (await import('./notebook/notebook-parser.ts')).notebookParser,
  rtf: async () => (await import('./rtf/rtf-parser.ts')).rtfParser,
  pdf: async () => (await import('./pdf/pdf-parser.ts')).pdfParser,
  text: async () => (await import('./text-parser.ts')).textParser,
  docx: async () => (await import('./docx/docx-parser.ts')).docxParser,
  pptx: async () => (await import('./pptx/pptx-parser.ts')).pptxParser,
  xlsx: async () => (await import('./xlsx/xlsx-parser.ts')).xlsxParser,
  odt: async () => (await import('./odf/odt-parser.ts')).odtParser,
  odp: async () => (await import('./odf/odp-parser.ts')).odpParser,
  ods: async () => (await import('./odf/ods-parser.ts')).odsParser,
  csv: async () => (await import('./csv/csv-parser.ts')).csvParser,
  json: async () => (await import('./json/json-parser.ts')).jsonParser,
  jsonl: async () => (await import('./json/jsonl-parser.ts')).jsonlParser,
  canvas: async () => (await import('./canvas/canvas-parser.ts')).canvasParser,
  whatsapp: async () => (await import('./chat/whatsapp-parser.ts')).whatsAppParser,
  slack: async () => (await import('./chat/slack-parser.ts')).slackParser,
  telegram: async () => (await import('./chat/telegram-parser.ts')).telegramParser,
  discord: async () => (await import('./chat/discord-parser.ts')).discordParser,
  assistant: async () => (await import('./chat/assistant-parser.ts')).assistantParser,
  'keep-note': async () => (await import('./keep-note/keep-note-parser.ts')).keepNoteParser,
  calendar: async () => (await import('./calendar/calendar-parser.ts')).calendarParser,
  contacts: async () => (await import('./contacts/contacts-parser.ts')).contactsParser,
  bibliography: async () => (await import('./bibliography/bibliography-parser.ts')).bibliographyParser,
  transcript: async () => (await import('./transcript/transcript-parser.ts')).transcriptParser,
  mdx: async () => (await import('./mdx/mdx-parser.ts')).mdxParser,
  'source-code': async () => (await import('./source-code/source-code-parser.ts')).sourceCodeParser,
};

/** Every kind of file that holds files, by the name of its container, in order. */
export const containerLoaders: Readonly<Record<string, () => Promise<Container>>> = {
  email: async () => (await import('./email/email-container.ts')).emailContainer,
  mailbox: async () => (await import('./email/mailbox-container.ts')).mailboxContainer,
  office: async () => (await import('./ooxml/embedded-documents.ts')).officeContainer,
  zip: async () => (await import('./zip/zip-container.ts')).zipContainer,
};
