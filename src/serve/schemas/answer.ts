import { z } from 'zod';
import type { Answer, Citation } from '../../answer/answer.ts';
import { exampleText } from './document-text.ts';
import { schemaOf } from './schema-of.ts';
import { searchTrace } from './search-result.ts';

const exampleQuote = 'Items can be returned within 30 days of delivery.';
const exampleStart = exampleText.indexOf(exampleQuote);

const exampleCitation: Citation = {
  number: 1,
  documentId: 'd-4f1c',
  path: 'handbook/refunds.md',
  title: 'Refunds',
  headingPath: ['Refunds'],
  page: null,
  start: exampleStart,
  end: exampleStart + exampleQuote.length,
  quote: exampleQuote,
  verdict: 'verbatim',
};

const citationSchema = schemaOf<Citation>()(
  z.object({
    number: z.int().min(1).describe("The footnote's number in the answer."),
    documentId: z.string(),
    path: z.string(),
    title: z.string(),
    headingPath: z.array(z.string()),
    page: z.int().min(1).nullable(),
    start: z.int().min(0),
    end: z.int().min(0),
    quote: z.string().describe("`text.slice(start, end)` of the document's text, always."),
    verdict: z.enum(['verbatim']).describe('What checking the sentence against its source came to.'),
  }),
).meta({
  id: 'Citation',
  description: 'A piece of the answer tied to its exact place in a document.',
  examples: [exampleCitation],
});

/** The body that `ask` answers with. */
export const answerSchema = schemaOf<Answer>()(
  z.object({
    answer: z
      .string()
      .describe('The sentences, each followed by its `[n]`; when abstained, what to do next instead.'),
    abstained: z.boolean().describe('True where nothing relevant was found: then there are no citations.'),
    citations: z.array(citationSchema),
    confidence: z.number().min(0).max(1).describe('How well the question is covered by what was found.'),
    ...searchTrace,
  }),
).meta({
  id: 'Answer',
  description: 'An answer made of cited sentences.',
  examples: [
    {
      answer: `${exampleQuote} [1]`,
      abstained: false,
      citations: [exampleCitation],
      confidence: 0.92,
      hits: [],
      dropped: [],
      question: { language: 'en', keywords: 'long items returned', terms: [{ term: 'return', weight: 2.1 }] },
      relevance: { bestCosine: 0.71, coverage: 0.9, relevant: true },
      timings: { search: 1.8, generate: 0.6 },
      warnings: [],
    },
  ],
});
