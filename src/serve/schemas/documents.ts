import { z } from 'zod';
import { documentChange, documentFilter, maxListed } from '../../app/checked-calls.ts';
import type { Metadata } from '../../contracts/chunk.ts';
import type { ErasureReceipt } from '../../contracts/conversation.ts';
import {
  type DocumentChange,
  type DocumentEdits,
  type DocumentFacets,
  type DocumentPage,
  type DocumentPlaces,
  type DocumentSummary,
  type DocumentText,
  documentSorts,
  type TextPlace,
} from '../../contracts/document.ts';
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

/** A picture as it is asked for: see GET …/pictures. */
export const pictureName = z
  .string()
  .describe(
    'Its picture in the file, for GET …/pictures/:picture: the name of a part, as `word/media/image1.png`, or bytes, as `1024-8200`.',
  );

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
      picture: pictureName.optional(),
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
      time: z
        .tuple([z.int().min(0), z.int().min(0)])
        .describe('Of a recording: from and to, in seconds from its beginning.'),
    }),
    z.object({
      ...placeSpan,
      picture: pictureName,
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

/** Plain data about a document or a passage, by field. */
export const metadata = schemaOf<Metadata>()(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
);

const editsSchema = schemaOf<DocumentEdits>()(
  z.object({ title: z.string().nullable().describe("Null: it is the document's own."), metadata }),
);

/** The body that writes over a document. */
export const documentChangeSchema = schemaOf<DocumentChange>()(z.strictObject(documentChange)).meta({
  id: 'DocumentChange',
  description: "What to write over a document's title and metadata; null gives back the document's own.",
  examples: [
    { title: 'Refunds and returns', metadata: { audience: 'customers', tags: ['shop', 'returns'] } },
  ],
});

/** A document as lists show it. */
export const documentSchema = schemaOf<DocumentSummary>()(
  z.object({
    documentId: z.string(),
    path: z.string().describe('Its source as the user knows it.'),
    paths: z.array(z.string()).describe('All its sources: files of equal content are one document.'),
    title: z.string(),
    language: z.string().describe('BCP 47 primary language subtag.'),
    contentHash: z.string().describe('SHA-256 of the source, hexadecimal.'),
    bytes: z.int().min(0).describe('Length of the source.'),
    chunks: z.int().min(0),
    tokens: z.int().min(0),
    embeddedChunks: z.int().min(0).describe('Chunks that have their vectors.'),
    version: z.int().min(0).describe('Counts the replacements of this document.'),
    ingestedAt: z.string().describe('When the live version became live, ISO 8601.'),
    jobId: z.string().nullable().describe('The job that made the live version live.'),
    metadata: metadata.describe('What the document says of itself, and what was written over it, by field.'),
    edits: editsSchema.optional().describe('What was written over what it says of itself.'),
  }),
).meta({
  id: 'Document',
  description: 'A document of a collection.',
  examples: [
    {
      documentId: 'd-4f1c',
      path: 'handbook/refunds.md',
      paths: ['handbook/refunds.md'],
      title: 'Refunds',
      language: 'en',
      contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      bytes: 108,
      chunks: 1,
      tokens: 24,
      embeddedChunks: 1,
      version: 1,
      ingestedAt: '2026-01-31T09:30:00.000Z',
      jobId: '5f3a9c0b71de',
      metadata: { audience: 'customers' },
    },
  ],
});

/** Longest search in the list of documents, in UTF-16 code units. */
const maxSearch = 500;

/** The query of the list of documents. */
export const documentListQuery = z.strictObject({
  search: z
    .string()
    .max(maxSearch)
    .optional()
    .describe(
      'Words that must be in the title or path, in any order, also as parts of words. Default: all documents.',
    ),
  kind: documentFilter.kind.describe('What the name of the file ends in: `pdf`.'),
  language: documentFilter.language.describe('BCP 47 primary language subtag.'),
  state: documentFilter.state.describe('How far documents are.'),
  field: documentFilter.field.describe('A field that their metadata have.'),
  value: documentFilter.value.describe(
    'What stands in that field, or is one of its list. Default: anything.',
  ),
  facets: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('Whether to count what documents could be filtered by. Default: false.'),
  sort: z.enum(documentSorts).optional().describe('What they are ordered by. Default: path.'),
  order: z.enum(['ascending', 'descending']).optional().describe('Default: ascending.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Documents to return. Default: 1000.'),
  offset: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .describe('Documents to skip. Default: 0.'),
});

const counts = z.record(z.string(), z.int().min(0));

const facetsSchema = schemaOf<DocumentFacets>()(
  z.object({ kinds: counts, languages: counts, states: counts, fields: counts }),
).meta({ id: 'DocumentFacets', description: 'How many documents there are of each kind.' });

/** The reply of the list of documents. */
export const documentListSchema = schemaOf<DocumentPage>()(
  z.object({
    documents: z.array(documentSchema).describe('In the order that was asked for.'),
    matching: z.int().min(0).describe('Documents that match, however many are returned.'),
    facets: facetsSchema.optional().describe('Where it was asked for.'),
  }),
).meta({
  id: 'DocumentList',
  description: 'Documents of a collection, or those of them that match a search.',
});

/** See `ErasureReceipt`. */
export const receiptSchema = schemaOf<ErasureReceipt>()(
  z.object({
    format: z.literal(1),
    collection: z.string(),
    erasedAt: z.string().describe('ISO 8601.'),
    documents: z.array(
      z.object({ documentId: z.string(), version: z.int(), contentHash: z.string().describe('SHA-256.') }),
    ),
    conversations: z.array(z.string()),
    overwritten: z.array(z.object({ place: z.string(), done: z.string() })),
    windowBytes: z.int(),
    windows: z.array(z.object({ hash: z.int(), sha256: z.string() })),
    publicKey: z.string().describe('Ed25519, SPKI in base64.'),
    signature: z.string().describe('Over the JSON of all fields before, in their order; base64.'),
  }),
).meta({ id: 'ErasureReceipt', description: 'What was erased, signed by the store; see footnote verify.' });

/** What became of a removed document. */
export const removedSchema = schemaOf<{
  readonly removed: DocumentSummary;
  readonly receipt: ErasureReceipt;
}>()(z.object({ removed: documentSchema, receipt: receiptSchema })).meta({
  id: 'RemovedDocument',
  description: 'The document that was removed, as it was, and the proof.',
});
