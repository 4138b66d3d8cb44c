import { z } from 'zod';
import type { EmbeddedTexts } from '../../contracts/embedded-texts.ts';
import { FootnoteError } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { clientAddress } from '../client-address.ts';
import { clientSignal } from '../client-signal.ts';
import { shorten } from '../public-error.ts';
import { publicFailure } from '../reply-error.ts';
import { type RouteContext, type Server, sendAnswer } from '../routes/route-context.ts';
import { completionEvents, completionOf } from './chat-completion.ts';
import { chatModels, readChatRequest } from './chat-request.ts';
import { openaiErrorBody, openaiErrorSchema, replyOpenaiError } from './openai-error.ts';
import {
  chatRequestSchema,
  chunkSchema,
  completionSchema,
  embeddingsRequestSchema,
  embeddingsSchema,
  modelListSchema,
  modelSchema,
} from './openai-schemas.ts';

const tags = ['other programs'];

/**
 * Routes that programs made for OpenAI's API (https://platform.openai.com/docs/api-reference) can ask, with `/v1` as
 * their base: collections are models. Failures are told as that API tells them.
 */
export function openaiRoutes(server: Server, context: RouteContext): void {
  const { limit } = context;
  server.setErrorHandler(replyOpenaiError);

  server.post(
    '/chat/completions',
    {
      config: { access: 'read', isQuestion: true },
      schema: {
        operationId: 'createChatCompletion',
        summary: 'Answer the last message of a conversation, as OpenAI’s API does',
        tags,
        body: chatRequestSchema,
        response: {
          200: {
            description: 'The answer; with `stream`, events of which the last is `[DONE]`.',
            content: {
              'application/json': { schema: completionSchema },
              'text/event-stream': { schema: chunkSchema },
            },
          },
          default: openaiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { body, footnote, protocol, host } = request;
      const { question, footnotes, options } = await readChatRequest(body, footnote);
      const asked = { ...options, clientAddress: clientAddress(request) };
      const told = { model: body.model, footnotes, page: `${protocol}://${host}` };
      const ask = (signal: AbortSignal) => footnote.ask(question, { ...asked, signal });
      if (body.stream === true)
        return sendAnswer(context, request, reply, (signal) =>
          completionEvents(ask(signal), {
            ...told,
            includeUsage: body.stream_options?.include_usage === true,
            failureOf: (error) => openaiErrorBody(publicFailure(error, request)),
          }),
        );
      const gone = clientSignal(reply);
      return completionOf(await limit.run(() => ask(gone), gone), told);
    },
  );

  const created = Math.floor(Date.now() / 1000);
  const listModels = async (footnote: Footnote) => {
    const [collections, { model }] = await Promise.all([footnote.listCollections(), footnote.embed([])]);
    const ids = [...collections.flatMap(chatModels), shortName(model)];
    return ids.map((id) => ({ id, object: 'model' as const, created, owned_by: 'footnote' as const }));
  };

  server.get(
    '/models',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listModels',
        summary: 'Collections that can be asked, and the model that embeds',
        tags,
        response: { 200: modelListSchema, default: openaiErrorSchema },
      },
    },
    async ({ footnote }) => ({ object: 'list' as const, data: await listModels(footnote) }),
  );

  server.get(
    '/models/:model',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getModel',
        summary: 'One of them',
        tags,
        params: z.object({ model: z.string().describe('Its id, percent-encoded.') }),
        response: { 200: modelSchema, default: openaiErrorSchema },
      },
    },
    async ({ footnote, params: { model } }) => {
      const models = await listModels(footnote);
      const found = models.find(({ id }) => id === model);
      if (!found) throw unknownModel(model, models.slice(0, 20));
      return found;
    },
  );

  server.post(
    '/embeddings',
    {
      config: { access: 'read', isQuestion: true },
      schema: {
        operationId: 'createEmbeddings',
        summary: 'Vectors of texts by the model that embeds passages',
        tags,
        body: embeddingsRequestSchema,
        response: { 200: embeddingsSchema, default: openaiErrorSchema },
      },
    },
    async ({ footnote, body }, reply) => {
      const { input, encoding_format: format, dimensions } = body;
      const { model, dimension } = await footnote.embed([]);
      if (body.model !== model && body.model !== shortName(model))
        throw unknownModel(body.model, [{ id: shortName(model) }]);
      if (dimensions !== undefined && dimensions !== dimension) {
        const problem = `the model gives ${dimension} and no other, leave it out`;
        throw new FootnoteError('request_invalid', { field: 'dimensions', problem });
      }
      const signal = clientSignal(reply);
      const embedded = await limit.run(() => footnote.embed([input].flat(), { signal }), signal);
      return embeddingsOf(embedded, { model: body.model, format });
    },
  );
}

/** The name without the mark of the weights: what a person calls the model. */
function shortName(model: string): string {
  return model.replace(/@.*$/s, '');
}

function unknownModel(model: string, known: readonly { readonly id: string }[]): FootnoteError {
  return new FootnoteError('model_unknown', {
    model: shorten(model),
    known: known.map(({ id }) => id).join(', '),
  });
}

function embeddingsOf(
  { vectors, tokens }: EmbeddedTexts,
  { model, format }: { readonly model: string; readonly format: 'float' | 'base64' | undefined },
) {
  return {
    object: 'list' as const,
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding' as const,
      index,
      embedding: format === 'base64' ? base64Of(vector) : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** 32-bit numbers, the least byte first, whatever this machine's order is. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}
