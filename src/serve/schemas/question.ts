import { z } from 'zod';
import { type OffsetUnit, offsetUnits } from '../../answer/offsets.ts';
import { projectName, recordId, selectedText, sessionName, turn } from '../../app/checked-calls.ts';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { AskOptions, QueryOptions } from '../../footnote.ts';
import { maxCollections, maxReranked, maxTopK } from '../../retrieve/query-limits.ts';
import { collectionName } from '../../settings/config.ts';
import { filterSchema } from './filter.ts';
import { schemaOf } from './schema-of.ts';

/** Of so many only the last are read; a client may send more without thinking about it. */
const maxHistory = 1000;

/** The body of `search`: all that a call may say, but for what the server says itself. */
export type QuestionBody = { readonly question: string; readonly offsets?: OffsetUnit } & Omit<
  QueryOptions,
  'collection' | 'groups' | 'signal'
>;

/** The body of `ask`: likewise, and whether the answer comes as server-sent events. */
export type AskBody = {
  readonly question: string;
  readonly stream?: boolean;
  readonly offsets?: OffsetUnit;
} & Omit<AskOptions, 'collection' | 'groups' | 'owner' | 'signal' | 'clientAddress'>;

const questionFields = {
  question: z.string().describe('At most `question.maxLength` characters (4000 by default), not blank.'),
  topK: z.int().min(1).max(maxTopK).optional().describe('Hits to return. Default: `retrieval.topK`.'),
  filter: filterSchema.optional(),
  rerankCandidates: z
    .int()
    .min(0)
    .max(maxReranked)
    .optional()
    .describe('Passages to rerank; 0 for none. Default: `retrieval.rerankCandidates`.'),
  documents: z
    .array(z.string())
    .max(10_000)
    .optional()
    .describe('Ids of the documents that may be seen; an empty list finds nothing. Default: all.'),
  project: projectName
    .optional()
    .describe('Only documents of this project, by their metadata field `project`. Default: all.'),
  collections: z
    .array(collectionName)
    .max(maxCollections - 1)
    .optional()
    .describe('Collections to search together with the one in the address.'),
  offsets: z
    .enum(offsetUnits)
    .optional()
    .describe(
      'What `start` and `end` count: UTF-16 code units (default; JavaScript, Java, C#), code points (Python), or bytes of UTF-8 (Go, Rust).',
    ),
  explain: z
    .boolean()
    .optional()
    .describe('Whether `dropped` also names what the filter left out, at the cost of a second search.'),
};

const turnSchema = schemaOf<ConversationTurn>()(
  z.strictObject({ ...turn, selectedText: turn.selectedText.describe('Words that were marked then.') }),
);

/** Unknown fields are refused: a misspelt `topk` must not silently mean the default. */
export const questionSchema = schemaOf<QuestionBody>()(z.strictObject(questionFields)).meta({
  id: 'Question',
  description: 'A question about the documents of one collection.',
  examples: [{ question: 'How long can items be returned?', topK: 5 }],
});

/** {@link questionSchema} with what surrounds a question that is to be answered. */
export const askSchema = schemaOf<AskBody>()(
  z.strictObject({
    ...questionFields,
    stream: z.boolean().optional().describe('Whether the answer comes as server-sent events.'),
    history: z
      .array(turnSchema)
      .max(maxHistory)
      .optional()
      .describe(
        'Earlier messages, oldest first; the last 40 tell what the conversation is about, and a model sees the last 10. Not with `conversationId`.',
      ),
    selectedText: selectedText
      .optional()
      .describe('Words of a document that the user has marked while asking.'),
    quotesOnly: z
      .boolean()
      .optional()
      .describe('Whether the documents are quoted and no language model is asked. Default: false.'),
    conversationId: recordId
      .nullable()
      .optional()
      .describe('The conversation to continue; null starts one. Default: none is kept.'),
    sessionId: sessionName
      .optional()
      .describe('What the client calls its session, by which its conversations are listed.'),
  }),
).meta({
  id: 'AskedQuestion',
  description: 'A question to answer, with its context.',
  examples: [
    {
      question: 'And abroad?',
      stream: true,
      history: [
        { role: 'user', content: 'How long do parcels take?' },
        { role: 'assistant', content: 'Parcels take three days. [1]' },
      ],
    },
  ],
});
