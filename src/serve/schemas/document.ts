import { z } from 'zod';
import { maxListed } from '../../app/checked-calls.ts';
import type { Metadata } from '../../contracts/chunk.ts';
import { type DocumentPage, type DocumentSummary, documentSorts } from '../../contracts/document.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

/** Plain data about a document or a passage, by field. */
export const metadata = schemaOf<Metadata>()(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
);

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
    metadata: metadata.describe("What the document's own front matter says, by field."),
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
  sort: z.enum(documentSorts).optional().describe('What they are ordered by. Default: path.'),
  order: z.enum(['ascending', 'descending']).optional().describe('Default: ascending.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Documents to return. Default: 1000.'),
  offset: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .describe('Documents to skip. Default: 0.'),
});

/** The reply of the list of documents. */
export const documentListSchema = schemaOf<DocumentPage>()(
  z.object({
    documents: z.array(documentSchema).describe('In the order that was asked for.'),
    matching: z.int().min(0).describe('Documents that match, however many are returned.'),
  }),
).meta({
  id: 'DocumentList',
  description: 'Documents of a collection, or those of them that match a search.',
});
