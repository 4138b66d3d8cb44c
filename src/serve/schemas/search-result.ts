import { z } from 'zod';
import type { Recognised } from '../../question/recognised.ts';
import type {
  Expansion,
  QuestionTrace,
  RankingTrace,
  Relevance,
  RerankSummary,
  SearchResult,
  Timings,
} from '../../retrieve/hit.ts';
import { fusionMethod, hitSchema } from './hit.ts';
import { schemaOf } from './schema-of.ts';

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

const count = z.int().min(0);

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
