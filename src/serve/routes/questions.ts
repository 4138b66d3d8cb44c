import { clientSignal } from '../client-signal.ts';
import { answerSchema } from '../schemas/answer.ts';
import { errorSchema } from '../schemas/error.ts';
import { collectionParams } from '../schemas/params.ts';
import { type QuestionBody, questionSchema } from '../schemas/question.ts';
import { searchResultSchema } from '../schemas/search-result.ts';
import type { RouteContext, Server } from './route-context.ts';

/** `POST …/ask` and `POST …/search`: questions to one collection. */
export function questionRoutes(server: Server, { footnote }: RouteContext): void {
  server.post(
    '/collections/:collection/ask',
    {
      schema: {
        operationId: 'ask',
        summary: 'Answer a question with cited sentences of the documents',
        tags: ['questions'],
        params: collectionParams,
        body: questionSchema,
        response: { 200: answerSchema, default: errorSchema },
      },
    },
    async (request, reply) => {
      const { question, ...options } = queryOf(request.body, request.params.collection);
      return footnote.ask(question, { ...options, signal: clientSignal(reply) });
    },
  );

  server.post(
    '/collections/:collection/search',
    {
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
      const { question, ...options } = queryOf(request.body, request.params.collection);
      return footnote.search(question, { ...options, signal: clientSignal(reply) });
    },
  );
}

/** A body as it is asked of one collection, or of several when the body names more. */
function queryOf({ collections, ...body }: QuestionBody, collection: string) {
  return { ...body, collection, ...(collections && { collections: [collection, ...collections] }) };
}
