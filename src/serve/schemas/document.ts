import { z } from 'zod';
import { documentChange, documentFilter, maxListed } from '../../app/checked-calls.ts';
import type { Metadata } from '../../contracts/chunk.ts';
import {
  type DocumentChange,
  type DocumentEdits,
  type DocumentFacets,
  type DocumentPage,
  type DocumentSummary,
  documentSorts,
} from '../../contracts/document.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

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
