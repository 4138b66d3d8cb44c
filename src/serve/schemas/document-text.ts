import { z } from 'zod';
import type { DocumentPlaces, DocumentText, TextPlace } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

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
      until: z
        .int()
        .min(0)
        .optional()
        .describe('Where what it heads ends, if before the next heading of its level.'),
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
    z.object({
      ...span,
      kind: z.literal('figure'),
      mention: z
        .object({ start: z.int().min(0), end: z.int().min(0) })
        .optional()
        .describe('The block that names it first, where its caption has a number.'),
    }),
    z.object({ ...span, kind: z.enum(['paragraph', 'list', 'equation', 'quote']) }),
  ]),
).meta({ id: 'Block', description: "A piece of the document's structure over its text." });

const placeSpan = { start: z.int().min(0), end: z.int().min(0) };

/** Where a piece of a text stands in the file. */
export const textPlaceSchema = schemaOf<TextPlace>()(
  z.union([
    z.object({
      ...placeSpan,
      page: z.int().min(1).describe('1-based.'),
      box: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .describe('Left, top, width and height from the upper left corner, in units of 1/72 inch.'),
    }),
    z.object({
      ...placeSpan,
      sheet: z.string(),
      cells: z.string().describe('A cell or a range of cells: `B2`, `B2:D2`.'),
    }),
    z.object({
      ...placeSpan,
      slide: z.int().min(1).describe('1-based.'),
      shape: z.string().describe('The name of the shape; `Notes` and `Comments` for what is said beside it.'),
    }),
    z.object({
      ...placeSpan,
      part: z.string().describe('Of an e-mail, as IMAP names its parts: `1.2`, `HEADER`, `TEXT`.'),
    }),
    z.object({
      ...placeSpan,
      picture: z
        .string()
        .describe('A picture in the file, by the name of its part: `word/media/image1.png`, `picture 1`.'),
      pixels: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .describe('Left, top, width and height from the upper left corner of the picture, in pixels.'),
      confidence: z.number().min(0).max(1).describe('How sure the reader is of what the picture says.'),
    }),
  ]),
).meta({ id: 'TextPlace', description: 'Where a piece of the text stands in the file.' });

/** Of which part of the text the places are asked. */
export const documentPlacesQuery = z.strictObject({
  start: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional().describe('Default: 0.'),
  end: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .describe('One past the last. Default: the end of the text.'),
});

/** Where a part of a text stands in the file. */
export const documentPlacesSchema = schemaOf<DocumentPlaces>()(
  z.object({
    documentId: z.string(),
    version: z.int().min(0),
    places: z.array(textPlaceSchema).describe('In order, about one a line; none of formats that have none.'),
  }),
).meta({
  id: 'DocumentPlaces',
  description: 'Where a part of the text of a document stands in the file that it was read from.',
  examples: [
    { documentId: 'd-4f1c', version: 1, places: [{ start: 11, end: 60, page: 1, box: [72, 96, 240, 11] }] },
  ],
});

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
