import type { AnswerEvent } from '../../answer/answer.ts';
import {
  answerWithOffsets,
  eventsWithOffsets,
  resultWithOffsets,
  type TextOfDocument,
} from '../../answer/offsets.ts';
import type { Footnote } from '../../footnote.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import { answerSchema } from '../schemas/answer.ts';
import { type AnswerStreamEvent, answerStreamEvent } from '../schemas/answer-stream-event.ts';
import { askSchema, type QuestionBody, questionSchema } from '../schemas/question.ts';
import { collectionParams, errorSchema } from '../schemas/schema-of.ts';
import { searchResultSchema } from '../schemas/search-result.ts';
import { type RouteContext, type Server, sendAnswer } from './route-context.ts';

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
