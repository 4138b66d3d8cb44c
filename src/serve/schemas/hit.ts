import { z } from 'zod';
import type { Hit, HitExplanation, LegTrace, RerankTrace } from '../../retrieve/hit.ts';
import { metadata } from './document.ts';
import { exampleText, pageOrNull } from './document-text.ts';
import { schemaOf } from './schema-of.ts';

/** The ways to fuse the two legs. */
export const fusionMethod = z.enum(['convex', 'cosine', 'rrf', 'weighted']);

const legSchema = schemaOf<LegTrace>()(
  z.object({
    rank: z.int().min(1).describe("1-based place in the leg's own order."),
    score: z.number().describe("The leg's own score: cosine, or BM25."),
  }),
);

const rerankSchema = schemaOf<RerankTrace>()(
  z.object({
    score: z.number().describe("The reranker's own score."),
    relevance: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The score on a scale that compares between questions; absent if the reranker has none.'),
    from: z.int().min(1).describe('1-based place before.'),
    to: z.int().min(1).describe('1-based place after.'),
  }),
);

const explanationSchema = schemaOf<HitExplanation>()(
  z.object({
    vector: legSchema.optional(),
    keyword: legSchema.optional(),
    matchedTerms: z
      .array(z.object({ term: z.string(), score: z.number() }))
      .describe('Question terms found in the hit with their share of the keyword score, best first.'),
    gramScore: z
      .number()
      .optional()
      .describe('What word parts added to the keyword score; absent if they added nothing.'),
    fusion: z
      .object({ method: fusionMethod, vector: z.number(), keyword: z.number() })
      .describe('What each leg added to the fused score.'),
    documentSupport: z.number().describe('What the other candidates of its document added.'),
    rerank: rerankSchema.optional().describe('Present if a reranker scored it.'),
    droppedBy: z
      .enum(['filter', 'threshold', 'not-live', 'duplicate', 'per-document', 'links', 'top-k'])
      .optional()
      .describe('Why the hit was left out.'),
    duplicateOf: z.string().optional().describe('The chunk that a dropped repetition repeats.'),
  }),
).meta({ id: 'HitExplanation', description: 'Why a hit is ranked where it is.' });

/** Where words stand that were found. */
export const placeFields = {
  collection: z.string().describe('The collection that its document was found in.'),
  documentId: z.string(),
  path: z.string().describe("The document's source as the user knows it."),
  title: z.string(),
  chunkId: z.string(),
  headingPath: z.array(z.string()).describe('Headings above it, outermost first.'),
  page: pageOrNull,
  start: z
    .int()
    .min(0)
    .describe(
      "Where it begins in the document's text, in the unit of `offsets`: by default UTF-16 code units.",
    ),
  end: z.int().min(0).describe('One past its last.'),
};

/** The place of the whole of {@link exampleText}. */
export const examplePlace = {
  collection: 'default',
  documentId: 'd-4f1c',
  path: 'handbook/refunds.md',
  title: 'Refunds',
  chunkId: 'd-4f1c.1.0',
  headingPath: ['Refunds'],
  page: null,
  start: 0,
  end: exampleText.length,
};

/** A passage with its place in its document. Used as a component of search results and answers. */
export const hitSchema = schemaOf<Hit>()(
  z.object({
    ...placeFields,
    content: z.string().describe('`text.slice(start, end)` of the document.'),
    metadata: metadata.describe(
      'Of the passage: what its document says of itself, and `chapter`, `section`, `url` and the like.',
    ),
    score: z
      .number()
      .describe('Fused score with what the document added; its scale belongs to the fusion method.'),
    scaledScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The score as a share of the highest that there can be; absent if the fusion has no scale.'),
    expansion: z.boolean().describe('True for a span that was not found but surrounds hits.'),
    merged: z.array(z.string()).describe('Other chunks, adjacent to this one, that the span covers as well.'),
    explain: explanationSchema,
  }),
).meta({
  id: 'Hit',
  description: 'A passage that was found, with its place in its document.',
  examples: [
    {
      ...examplePlace,
      content: exampleText,
      metadata: { chapter: 'Refunds', section: 'Refunds', has_code: false, language: 'en' },
      score: 2.1,
      expansion: false,
      merged: [],
      explain: {
        vector: { rank: 1, score: 0.71 },
        keyword: { rank: 2, score: 4.2 },
        matchedTerms: [{ term: 'return', score: 4.2 }],
        fusion: { method: 'convex', vector: 1.1, keyword: 0.65 },
        documentSupport: 0.35,
      },
    },
  ],
});
