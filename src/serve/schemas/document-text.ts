import { z } from 'zod';
import type { DocumentText } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { schemaOf } from './schema-of.ts';

/** The cleaned text that the examples of answers, hits and documents point into. */
export const exampleText =
  '# Refunds\n\nItems can be returned within 30 days of delivery. Refunds arrive within five working days.\n';

/** Where a passage begins. */
export const pageOrNull = z
  .int()
  .min(1)
  .nullable()
  .describe('1-based page, slide or sheet; null if the format has none.');

const span = {
  start: z.int().min(0).describe('First UTF-16 code unit in the text.'),
  end: z.int().min(0).describe('One past the last UTF-16 code unit.'),
  page: z.int().min(1).optional().describe('1-based page, slide or sheet, if the format has one.'),
};

const blockSchema = schemaOf<Block>()(
  z.discriminatedUnion('kind', [
    z.object({
      ...span,
      kind: z.literal('heading'),
      level: z.int().min(1).max(6),
      title: z.string().describe("The heading's words without markup."),
      anchor: z.string().describe('URL fragment of this heading on a rendered page.'),
    }),
    z.object({
      ...span,
      kind: z.literal('table'),
      headerEnd: z.int().min(0).describe('Where the header rows end; `start` if there are none.'),
      header: z
        .object({ start: z.int().min(0), end: z.int().min(0) })
        .optional()
        .describe('Of a table that goes on with one on an earlier page: the header rows of that one.'),
    }),
    z.object({ ...span, kind: z.literal('code'), language: z.string().optional() }),
    z.object({ ...span, kind: z.enum(['paragraph', 'list', 'equation', 'figure', 'quote']) }),
  ]),
).meta({ id: 'Block', description: "A piece of the document's structure over its text." });

/** The text that citations and hits point into: `text.slice(start, end)` is the quote. */
export const documentTextSchema = schemaOf<DocumentText>()(
  z.object({
    documentId: z.string(),
    version: z.int().min(0),
    path: z.string(),
    title: z.string(),
    text: z.string().describe('Cleaned text. Offsets count UTF-16 code units, as JavaScript strings do.'),
    blocks: z.array(blockSchema).describe('In order, without overlaps.'),
    original: z
      .object({ name: z.string(), mediaType: z.string(), bytes: z.int().min(0) })
      .nullable()
      .describe('The file that it was read from: GET …/original. Null where it is not there any more.'),
  }),
).meta({
  id: 'DocumentText',
  description: 'The text of the live version of a document.',
  examples: [
    {
      documentId: 'd-4f1c',
      version: 1,
      path: 'handbook/refunds.md',
      title: 'Refunds',
      text: exampleText,
      blocks: [
        { kind: 'heading', level: 1, title: 'Refunds', anchor: 'refunds', start: 0, end: 9 },
        { kind: 'paragraph', start: 11, end: exampleText.length - 1 },
      ],
      original: { name: 'refunds.md', mediaType: 'text/markdown', bytes: exampleText.length },
    },
  ],
});
