import { z } from 'zod';
import type { Recognised } from '../../question/recognised.ts';
import type {
  Expansion,
  Hit,
  HitExplanation,
  LegTrace,
  QuestionTrace,
  RankingTrace,
  Relevance,
  RerankSummary,
  RerankTrace,
  SearchResult,
  Timings,
} from '../../retrieve/hit.ts';
import { exampleText, metadata, pageOrNull } from './documents.ts';
import { count, schemaOf } from './schema-of.ts';

/** The ways to fuse the two legs. */
const fusionMethod = z.enum(['convex', 'cosine', 'rrf', 'weighted']);

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
const hitSchema = schemaOf<Hit>()(
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

const recognisedSchema = schemaOf<Recognised>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('phrase'), text: z.string() }),
    z.object({ kind: z.literal('filter'), text: z.string(), field: z.string() }),
    z.object({ kind: z.literal('date'), text: z.string(), from: z.string(), to: z.string() }),
    z.object({ kind: z.literal('number'), text: z.string() }),
    z.object({ kind: z.literal('identifier'), text: z.string() }),
  ]),
);

const expansionSchema = schemaOf<Expansion>()(
  z.object({
    kind: z.enum(['spelling', 'synonym', 'compound', 'rephrasing', 'writing']),
    from: z.string().describe('The words of the question that it was made from.'),
    standsFor: z.array(z.string()).describe('The same as terms.'),
    term: z.string(),
    weight: z.number().describe('Its weight compared with a word of the question, above 0 and at most 1.'),
  }),
).meta({ id: 'Expansion', description: 'A term searched for in addition to those of the question.' });

const questionTraceSchema = schemaOf<QuestionTrace>()(
  z.object({
    language: z.string(),
    rephrased: z
      .string()
      .nullable()
      .describe('The question in a language model’s words, searched for together with it.'),
    keywords: z.string().describe('What the keyword leg searched for after question words were dropped.'),
    terms: z
      .array(
        z.object({
          term: z.string(),
          weight: z.number(),
          word: z
            .string()
            .optional()
            .describe('The word that it was made from; absent if that is spelled like the term.'),
          absent: z
            .literal(true)
            .optional()
            .describe('True if no document has it or a substitute for it, although it is in their language.'),
        }),
      )
      .describe(
        'The distinct terms of the keywords with their inverse document frequency in the collection.',
      ),
    recognised: z.array(recognisedSchema).describe('Parts of the question that are more than words.'),
    expansions: z.array(expansionSchema).describe('Terms searched for in addition to the keywords, and why.'),
  }),
).meta({ id: 'QuestionTrace', description: 'How the question was read.' });

const relevanceSchema = schemaOf<Relevance>()(
  z.object({
    bestCosine: z
      .number()
      .nullable()
      .describe('Best cosine of the vector leg; null if it found nothing or does not know the language.'),
    passageCosine: z
      .number()
      .describe('Cosine of the passage that `coverage` is of; 0 where it has none that counts.'),
    coverage: z
      .number()
      .describe(
        "How far the words of one passage cover the question, of the one that has most of its words and its cosine together: the share of its terms, weighed by rarity; where the model does not know its language, the mean of that and of how strong the keyword leg's score is.",
      ),
    relevant: z.boolean().describe('Whether anything passed the threshold.'),
  }),
).meta({ id: 'Relevance', description: 'How relevant the best hits are.' });

const rerankSummarySchema = schemaOf<RerankSummary>()(
  z.object({
    reranker: z.string(),
    candidates: count.describe('Passages that it scored.'),
    min: z.number(),
    max: z.number(),
    mean: z.number(),
  }),
).meta({ id: 'RerankSummary', description: 'What a reranker did, with the spread of its scores.' });

const rankingSchema = schemaOf<RankingTrace>()(
  z.object({
    candidates: z
      .object({ vector: count, keyword: count, fused: count })
      .describe('Chunks that each leg found and that are live, and their union.'),
    fusion: z.object({
      method: fusionMethod,
      scale: z
        .object({ lowest: z.number(), highest: z.number() })
        .nullable()
        .describe('Null if fused scores can be compared only within one search.'),
      documentSupport: z
        .number()
        .describe(
          "The share of the mean score of a document's best candidates that was added to each of its own.",
        ),
    }),
    threshold: z
      .object({ minCosine: z.number(), minCoverage: z.number() })
      .describe('What the best cosine or the best coverage had to reach.'),
    rerank: rerankSummarySchema.nullable().describe('Null if nothing was reranked.'),
  }),
).meta({ id: 'RankingTrace', description: 'How the hits were put in order.' });

const timingsSchema = schemaOf<Timings>()(z.record(z.string(), z.number())).meta({
  id: 'Timings',
  description: 'Milliseconds by stage, in the order the stages ran.',
  examples: [{ embed: 1.2, keyword: 0.1, vector: 0.3 }],
});

/** What every answer and search result carries about the search behind it. */
export const searchTrace = {
  hits: z
    .array(hitSchema)
    .describe('Best first, expansions after all others. Empty where nothing passed the threshold.'),
  dropped: z.array(hitSchema).describe('The best hits that were left out, and why each was dropped.'),
  question: questionTraceSchema,
  relevance: relevanceSchema,
  timings: timingsSchema,
  warnings: z.array(z.string()),
};

/** The body that `search` answers with. */
export const searchResultSchema = schemaOf<SearchResult>()(
  z.object({ ...searchTrace, ranking: rankingSchema }),
).meta({
  id: 'SearchResult',
  description: 'Passages that were found, best first.',
});
