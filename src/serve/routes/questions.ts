import { z } from 'zod';
import type { AnswerEvent } from '../../answer/answer.ts';
import {
  answerWithOffsets,
  eventsWithOffsets,
  type OffsetUnit,
  offsetUnits,
  resultWithOffsets,
  type TextOfDocument,
} from '../../answer/offsets.ts';
import { projectName, recordId, selectedText, sessionName, turn } from '../../app/checked-calls.ts';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { AskOptions, Footnote, QueryOptions } from '../../footnote.ts';
import { maxCollections, maxReranked, maxTopK } from '../../retrieve/query-limits.ts';
import { collectionName } from '../../settings/config.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import { answerSchema, citationSchema, sentenceSchema, topicSchema } from '../schemas/answer.ts';
import { collectionParams, errorSchema, filterSchema, schemaOf } from '../schemas/schema-of.ts';
import { searchResultSchema } from '../schemas/search-result.ts';
import { type RouteContext, type Server, sendAnswer } from './route-context.ts';

/** Of so many only the last are read; a client may send more without thinking about it. */
const maxHistory = 1000;

/** The body of `search`: all that a call may say, but for what the server says itself. */
type QuestionBody = { readonly question: string; readonly offsets?: OffsetUnit } & Omit<
  QueryOptions,
  'collection' | 'groups' | 'signal'
>;

/** The body of `ask`: likewise, and whether the answer comes as server-sent events. */
type AskBody = {
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
const askSchema = schemaOf<AskBody>()(
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

/** What a streamed answer is made of: the events of the library, and the failure that may end them. */
type AnswerStreamEvent = AnswerEvent | ({ readonly type: 'error' } & z.output<typeof errorSchema>);

/** The data of one server-sent event. */
const answerStreamEvent = schemaOf<AnswerStreamEvent>()(
  z.discriminatedUnion('type', [
    z
      .object({ type: z.literal('conversation'), conversationId: z.string(), messageId: z.string() })
      .describe('The conversation that keeps the answer, even if the stream is left before its end.'),
    z
      .object({ type: z.literal('retrieved'), result: searchResultSchema })
      .describe('What was found, before the answer begins.'),
    z
      .object({
        type: z.literal('waiting'),
        reason: z.enum(['high-traffic', 'no-answer']),
        seconds: z.int().min(1).nullable(),
        message: z.string(),
      })
      .describe('The model makes the answer wait this long; null if that is unknown.'),
    z
      .object({ type: z.literal('topics'), topics: z.array(topicSchema) })
      .describe('Something that the documents are about instead, before the token that names it.'),
    z
      .object({ type: z.literal('token'), text: z.string() })
      .describe('The next piece of the answer; all of them together are `answer`.'),
    z
      .object({ type: z.literal('citation'), citation: citationSchema })
      .describe('A footnote, before the token with its marker.'),
    z
      .object({ type: z.literal('verdict'), sentence: sentenceSchema })
      .describe('A checked sentence, after its last token.'),
    z.object({ type: z.literal('done'), answer: answerSchema }).describe('The whole answer: the last event.'),
    errorSchema
      .extend({ type: z.literal('error') })
      .describe('Why the answer is not complete: the last event.'),
  ]),
).meta({
  id: 'AnswerStreamEvent',
  description: 'The `data` of a server-sent event; its `event` is the same as `type`.',
  examples: [
    {
      type: 'waiting',
      reason: 'high-traffic',
      seconds: 12,
      message: 'High traffic, please wait 12 seconds.',
    },
    { type: 'token', text: 'Items can be returned within 30 days of delivery.' },
    {
      type: 'verdict',
      sentence: { start: 0, end: 53, verdict: 'verbatim', citations: [1], missing: [] },
    },
  ],
});

/** `POST …/ask` and `POST …/search`: questions to one collection. */
export function questionRoutes(server: Server, context: RouteContext): void {
  const { limit } = context;
  server.post(
    '/collections/:collection/ask',
    {
      config: { access: 'read', isQuestion: true },
      schema: {
        operationId: 'ask',
        summary: 'Answer a question with cited sentences from the documents',
        tags: ['questions'],
        params: collectionParams,
        body: askSchema,
        response: {
          200: {
            description: 'The answer; with `stream`, events of which the last is `done` or `error`.',
            content: {
              'application/json': { schema: answerSchema },
              'text/event-stream': { schema: answerStreamEvent },
            },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { stream, offsets = 'utf16', ...body } = request.body;
      const { question, ...query } = queryOf(body, request.params.collection);
      const options = { ...query, clientAddress: clientAddress(request) };
      const ask = (signal: AbortSignal) => request.footnote.ask(question, { ...options, signal });
      const textOf = textsOf(request.footnote);
      if (stream === true)
        return sendAnswer(context, request, reply, (signal) =>
          checked(eventsWithOffsets(ask(signal), offsets, textOf)),
        );
      const gone = clientSignal(reply);
      return limit.run(async () => answerWithOffsets(await ask(gone), offsets, textOf), gone);
    },
  );

  server.post(
    '/collections/:collection/search',
    {
      config: { access: 'read', isQuestion: true },
      schema: {
        operationId: 'search',
        summary: 'Find passages without answering',
        tags: ['questions'],
        params: collectionParams,
        body: questionSchema,
        response: { 200: searchResultSchema, default: errorSchema },
      },
    },
    (request, reply) => {
      const { offsets = 'utf16', ...body } = request.body;
      const { question, ...options } = queryOf(body, request.params.collection);
      const signal = clientSignal(reply);
      const search = async () => {
        const result = await request.footnote.search(question, { ...options, signal });
        return resultWithOffsets(result, offsets, textsOf(request.footnote));
      };
      return limit.run(search, signal);
    },
  );
}

/** A body as it is asked of one collection, or of several when the body names more. */
function queryOf<Body extends Omit<QuestionBody, 'offsets'>>(
  { collections, ...body }: Body,
  collection: string,
) {
  return { ...body, collection, ...(collections && { collections: [collection, ...collections] }) };
}

/** The texts that offsets count in. */
function textsOf(footnote: Footnote): TextOfDocument {
  return async (id, collection) => (await footnote.getDocumentText(id, { collection })).text;
}

/** Events pass their schema as replies do: what it does not name is not sent. */
async function* checked(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerStreamEvent> {
  for await (const event of events) yield answerStreamEvent.parse(event);
}
