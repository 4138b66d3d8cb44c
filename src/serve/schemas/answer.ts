import { z } from 'zod';
import type { Answer, AnswerSource, FurtherPassage } from '../../answer/answer.ts';
import {
  type CheckedSentence,
  type Citation,
  type ModelUse,
  type NamedTopic,
  outcomes,
  verdicts,
} from '../../contracts/generator.ts';
import { exampleText, pageOrNull, pictureName, textPlaceSchema } from './documents.ts';
import { schemaOf } from './schema-of.ts';
import { examplePlace, placeFields, searchTrace } from './search-result.ts';

const exampleQuote = 'Items can be returned within 30 days of delivery.';
const exampleStart = exampleText.indexOf(exampleQuote);

const exampleCitation: Citation = {
  ...examplePlace,
  number: 1,
  version: 1,
  start: exampleStart,
  end: exampleStart + exampleQuote.length,
  quote: exampleQuote,
  kind: 'paragraph',
  verdict: 'verbatim',
};

/** What checking a sentence against its sources came to. */
export const verdict = z.enum(verdicts);

/** Where a citation stands. */
export const citationFields = {
  number: z.int().min(1).describe("The footnote's number in the answer."),
  ...placeFields,
  version: z
    .int()
    .min(0)
    .describe('The version of the document that has it; the live one may be another by now.'),
  kind: z
    .enum(['heading', 'paragraph', 'list', 'table', 'table-header', 'code', 'equation', 'figure', 'quote'])
    .nullable()
    .describe('The kind of block that the quote is in, or whose header it is in; null for none or several.'),
  place: textPlaceSchema.optional().describe('Where its first line stands in the file, where that is known.'),
  picture: pictureName.optional().describe('Of a figure: its picture in the file, see GET …/pictures.'),
  cell: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .optional()
    .describe('Of a row of a table that is cited for one of its values: where that stands in the document.'),
};

const { number: _, ...furtherFields } = citationFields;

/** A citation. Used as a component of answers and of their events. */
export const citationSchema = schemaOf<Citation>()(
  z.object({
    ...citationFields,
    quote: z.string().describe("`text.slice(start, end)` of the document's text, always."),
    verdict: verdict.describe('The weakest verdict among the sentences that cite it.'),
  }),
).meta({
  id: 'Citation',
  description: 'A piece of the answer tied to its exact place in a document.',
  examples: [exampleCitation],
});

/** A checked sentence. Used as a component of answers and of their events. */
export const sentenceSchema = schemaOf<CheckedSentence>()(
  z.object({
    start: z
      .int()
      .min(0)
      .describe(
        'Where the sentence begins in `answer`, in the unit of `offsets`: by default UTF-16 code units.',
      ),
    end: z.int().min(0).describe('One past its last.'),
    verdict: verdict.describe('The result of checking the sentence against the spans that it cites.'),
    citations: z.array(z.int().min(1)),
    missing: z.array(z.string()).describe('Words, numbers and names that its sources do not contain.'),
  }),
).meta({ id: 'CheckedSentence', description: 'A sentence of the answer, checked against its sources.' });

const exampleSource: AnswerSource = {
  chunkId: exampleCitation.chunkId,
  documentId: exampleCitation.documentId,
  chapter: 'Refunds',
  section: 'Refunds',
  page: null,
  confidence: 0.71,
  snippet: exampleQuote,
  citations: [1],
};

/** A passage that an answer cites. */
const sourceSchema = schemaOf<AnswerSource>()(
  z.object({
    chunkId: z.string(),
    documentId: z.string(),
    chapter: z.string().describe('The outermost heading, or the title; "Unknown" if there is neither.'),
    section: z.string().describe('The nearest heading; "N/A" if there is none.'),
    page: pageOrNull,
    confidence: z.number().min(0).max(1).describe('How well the passage fits the question.'),
    snippet: z.string().describe('The beginning of the first words cited, at most 200 characters.'),
    citations: z.array(z.int().min(1)).describe('Numbers of the citations in it.'),
  }),
).meta({ id: 'AnswerSource', description: 'A passage that an answer cites.', examples: [exampleSource] });

/** What an answer does not cite, though it might. */
const furtherSchema = schemaOf<FurtherPassage>()(
  z.object({
    ...furtherFields,
    quote: z.string().describe('Its sentence that answers best.'),
    repeats: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'The number of the citation whose words it says again; null if it says something of its own.',
      ),
  }),
).meta({ id: 'FurtherPassage', description: 'A passage that says what the answer says, or more.' });

/** What an abstention names. Used as a component of answers and of their events. */
export const topicSchema = schemaOf<NamedTopic>()(
  z.object({
    documentId: z.string(),
    start: z
      .int()
      .min(0)
      .describe('Where its title and headings begin in `answer`, in the unit of `offsets`.'),
    end: z.int().min(0).describe('One past their last.'),
  }),
).meta({ id: 'NamedTopic', description: 'Where an answer names what a document is about.' });

/** The language model behind an answer. */
export const modelSchema = schemaOf<ModelUse>()(
  z.object({
    name: z.string(),
    finishReason: z.enum(['stop', 'length', 'filtered', 'failed']),
    promptTokens: z.int().min(0).nullable(),
    completionTokens: z.int().min(0).nullable(),
  }),
);

/** The body that `ask` answers with. */
export const answerSchema = schemaOf<Answer>()(
  z.object({
    answer: z
      .string()
      .describe('The sentences, each followed by its `[n]`; when abstained, what to do next instead.'),
    abstained: z.boolean().describe('True if nothing relevant was found; then there are no citations.'),
    outcome: z.enum(outcomes).describe('Why the answer is what it is.'),
    citations: z.array(citationSchema),
    sources: z.array(sourceSchema).describe('The passages that the citations are in.'),
    further: z
      .array(furtherSchema)
      .describe('Other passages that answer about as well, best first, and are not cited.'),
    sentences: z.array(sentenceSchema).describe('Every sentence of the answer, checked.'),
    topics: z.array(topicSchema).describe('Where `answer` names what the documents are about instead.'),
    unmatched: z.array(z.string()).describe('Citations by the model of something it was not given.'),
    confidence: z.number().min(0).max(1).describe('How far to trust the answer; 0 when abstained.'),
    confidenceLevel: z.string().nullable(),
    confidenceReason: z.string(),
    model: modelSchema.nullable().describe('The language model that answered; null if none did.'),
    complete: z.boolean().describe('False if the model was cut off before its answer ended.'),
    searchedFor: z.string().describe('The question, completed from its conversation.'),
    conversationId: z.string().nullable(),
    messageId: z.string().nullable(),
    ...searchTrace,
  }),
).meta({
  id: 'Answer',
  description: 'An answer made of cited sentences.',
  examples: [
    {
      answer: `${exampleQuote} [1]`,
      abstained: false,
      outcome: 'answered',
      citations: [exampleCitation],
      sources: [exampleSource],
      further: [],
      sentences: [
        { start: 0, end: exampleQuote.length + 4, verdict: 'verbatim', citations: [1], missing: [] },
      ],
      topics: [],
      unmatched: [],
      confidence: 0.92,
      confidenceLevel: null,
      confidenceReason: '90 % of the question’s words found, nearest passage at 0.71',
      model: null,
      complete: true,
      searchedFor: 'How long can items be returned?',
      conversationId: null,
      messageId: null,
      hits: [],
      dropped: [],
      question: {
        language: 'en',
        rephrased: null,
        keywords: 'long items returned',
        terms: [{ term: 'return', weight: 2.1 }],
        recognised: [],
        expansions: [],
      },
      relevance: { bestCosine: 0.71, passageCosine: 0.71, coverage: 0.9, relevant: true },
      timings: { search: 1.8, generate: 0.6 },
      warnings: [],
    },
  ],
});
