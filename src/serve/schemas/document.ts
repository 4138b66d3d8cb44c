import { z } from 'zod';
import type { Metadata } from '../../contracts/chunk.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import { schemaOf } from './schema-of.ts';

const metadata = schemaOf<Metadata>()(
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

/** All documents of a collection. An object, so that a list can later say more about itself. */
export const documentListSchema = schemaOf<{ readonly documents: readonly DocumentSummary[] }>()(
  z.object({ documents: z.array(documentSchema).describe('Ordered by path.') }),
).meta({ id: 'DocumentList', description: 'The documents of a collection.' });
