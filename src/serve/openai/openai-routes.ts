import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer, AnswerEvent } from '../../answer/answer.ts';
import { citationMarks } from '../../answer/citation-marks.ts';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { EmbeddedTexts } from '../../contracts/embedder.ts';
import type { Citation } from '../../contracts/generator.ts';
import { pageToName } from '../../contracts/parser.ts';
import { type ErrorCode, FootnoteError } from '../../errors.ts';
import type { AskOptions, Footnote } from '../../footnote.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import type { ServerEvent } from '../event-streams.ts';
import { publicFailure, sendFailure, shorten } from '../reply-error.ts';
import { type RouteContext, type Server, sendAnswer } from '../routes/route-context.ts';
import {
  type ChatAnnotation,
  type ChatChunk,
  type ChatOutcome,
  type ChatRequest,
  type ChatUsage,
  chatRequestSchema,
  chunkSchema,
  completionSchema,
  embeddingsRequestSchema,
  embeddingsSchema,
  type FinishReason,
  modelListSchema,
  modelSchema,
} from './openai-schemas.ts';

/** What a request for a completion asks of Footnote. */
interface AskedChat {
  readonly question: string;
  readonly options: AskOptions;
  /** Whether the text ends with its footnotes. */
  readonly footnotes: boolean;
}

/** What a model's name begins with; without it, it is the name of a collection too. */
const prefix = 'footnote/';

/** What a model's name ends with whose text ends with its footnotes. */
const suffix = ':footnotes';

/** Models that a refusal names at most. */
const maxNamed = 20;

/** The models of a collection. */
function chatModels(collection: string): readonly string[] {
  return [`${prefix}${collection}`, `${prefix}${collection}${suffix}`];
}

/**
 * Reads a request for a completion: the last message is the question, those of user and assistant before it are its
 * history. Errors: `request_invalid` for what cannot be done, `model_unknown`.
 */
async function readChatRequest(
  { model, messages, footnote: own = {}, ...rest }: ChatRequest,
  footnote: Footnote,
): Promise<AskedChat> {
  refuseUnsupported(rest);
  const isFootnoted = model.endsWith(suffix);
  const name = (isFootnoted ? model.slice(0, -suffix.length) : model).replace(prefix, '');
  const known = await footnote.listCollections();
  if (!known.includes(name))
    throw unknownModel(
      model,
      known.map((collection) => `${prefix}${collection}`),
    );

  const turns = messages.map((message, at) => turnOf(message, at));
  const last = messages.length - 1;
  const asked = turns[last];
  if (asked?.role !== 'user') throw invalid(`messages.${last}.role`, 'the last message must be the user’s');
  const { footnotes = isFootnoted, collections = [], ...query } = own;
  return {
    question: asked.content,
    footnotes,
    options: {
      ...query,
      collection: name,
      ...(collections.length > 0 && { collections: [name, ...collections] }),
      history: turns.slice(0, last).filter((turn) => turn !== undefined),
    },
  };
}

/** Options that would change what comes back, with why they cannot be taken. */
const refused: readonly (readonly [name: string, isAsked: (value: unknown) => boolean, why: string])[] = [
  ['tools', isFilled, 'Footnote calls no tools, leave them out'],
  ['functions', isFilled, 'Footnote calls no functions, leave them out'],
  ['n', (value) => value !== 1, 'there is one answer to a question, leave it out'],
  ['logprobs', (value) => value === true, 'there are none, leave it out'],
  ['audio', () => true, 'answers are text, leave it out'],
  [
    'modalities',
    (value) => !Array.isArray(value) || value.some((one) => one !== 'text'),
    'answers are text, leave it out',
  ],
  [
    'response_format',
    (value) => typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'text',
    'answers are sentences with their citations and follow no schema, leave it out',
  ],
];

function refuseUnsupported(options: Readonly<Record<string, unknown>>): void {
  for (const [name, isAsked, why] of refused) {
    const value = options[name];
    if (value !== undefined && value !== null && isAsked(value)) throw invalid(name, why);
  }
}

function isFilled(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/** Undefined for what Footnote has words of its own for: the instructions to the model. */
function turnOf(
  { role, content }: ChatRequest['messages'][number],
  at: number,
): ConversationTurn | undefined {
  if (role === 'tool' || role === 'function')
    throw invalid(`messages.${at}.role`, 'Footnote calls no tools, leave their results out');
  if (role !== 'user' && role !== 'assistant') return undefined;
  if (typeof content === 'string') return { role, content };
  const texts = (content ?? []).map((part, position) => {
    if (part.type === 'text' && part.text !== undefined) return part.text;
    if (part.type === 'refusal') return '';
    throw invalid(`messages.${at}.content.${position}`, 'only parts of type "text" are read');
  });
  return { role, content: texts.join('\n') };
}

function unknownModel(model: string, models: readonly string[]): FootnoteError {
  const known = [...models.slice(0, maxNamed), ...(models.length > maxNamed ? ['…'] : [])].join(', ');
  return new FootnoteError('model_unknown', { model: shorten(model), known: known || 'none yet' });
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field, problem });
}

/** A failure as OpenAI's API tells it, with the details that failures have here. */
const openaiErrorSchema = z
  .object({
    error: z.object({
      message: z.string().describe('Says what is wrong, the limit and the remedy.'),
      type: z.string(),
      param: z.string().nullable().describe('The part of the request that is to blame.'),
      code: z.string().nullable().describe('Stable: programs can rely on it.'),
      details: z.record(z.string(), z.unknown()).describe('The parts of the message as data, as everywhere.'),
    }),
  })
  .meta({
    id: 'OpenAiError',
    description: 'Why the request failed.',
    examples: [
      {
        error: {
          message: 'n: there is one answer to a question, leave it out.',
          type: 'invalid_request_error',
          param: 'n',
          code: 'request_invalid',
          details: { field: 'n', problem: 'there is one answer to a question, leave it out' },
        },
      },
    ],
  });

const typesByStatus: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** Codes that OpenAI's API has for the same. */
const openaiCodes: Partial<Record<ErrorCode, string>> = { model_unknown: 'model_not_found' };

/** The body of a failure. */
function openaiErrorBody({
  code,
  message,
  status,
  details,
}: FootnoteError): z.output<typeof openaiErrorSchema> {
  const { field } = details;
  const param = code === 'model_unknown' ? 'model' : typeof field === 'string' ? field : null;
  const type = typesByStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type, param, code: openaiCodes[code] ?? code, details: { ...details } } };
}

/** Answers a failure as OpenAI's API does, with the status that it has everywhere. */
function replyOpenaiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicFailure(error, request);
  return sendFailure(reply, shown.status, JSON.stringify(openaiErrorBody(shown)));
}

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
      if (!found)
        throw unknownModel(
          model,
          models.map(({ id }) => id),
        );
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
        throw unknownModel(body.model, [shortName(model)]);
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

/** How an answer is told. */
interface CompletionOptions {
  /** The model's name as it was asked for. */
  readonly model: string;
  /** Whether the text ends with its footnotes. */
  readonly footnotes: boolean;
  /** Address of the page, where annotations link to. */
  readonly page: string;
}

/** An answer as a whole completion. */
function completionOf(answer: Answer, options: CompletionOptions): z.output<typeof completionSchema> {
  return {
    ...heading(options),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.answer + (options.footnotes ? footnotesOf(answer) : ''),
          refusal: null,
          annotations: annotationsOf(answer, options),
        },
        finish_reason: finishReasonOf(answer),
        logprobs: null,
      },
    ],
    usage: usageOf(answer),
    footnote: outcomeOf(answer),
  };
}

/**
 * An answer as the events of a streamed completion: pieces of the text as they come, then the annotations, then the
 * reason of the end, with `includeUsage` the usage, and `[DONE]`. What fails before anything was said throws; after
 * that `failureOf` says how the stream ends.
 */
async function* completionEvents(
  events: AsyncIterable<AnswerEvent>,
  options: CompletionOptions & {
    readonly includeUsage: boolean;
    readonly failureOf: (error: unknown) => object;
  },
): AsyncGenerator<ServerEvent> {
  const same = { ...heading(options), object: 'chat.completion.chunk' as const };
  const usage = options.includeUsage ? { usage: null } : {};
  const chunk = (
    delta: ChatChunk['choices'][number]['delta'],
    finish_reason: FinishReason | null = null,
  ): ChatChunk => ({ ...same, choices: [{ index: 0, delta, finish_reason, logprobs: null }], ...usage });

  let isBegun = false;
  try {
    for await (const event of events) {
      if (!isBegun) yield dataOf(chunk({ role: 'assistant', content: '' }));
      isBegun = true;
      if (event.type === 'token') yield dataOf(chunk({ content: event.text }));
      if (event.type !== 'done') continue;
      const { answer } = event;
      const footnotes = options.footnotes ? footnotesOf(answer) : '';
      if (footnotes !== '') yield dataOf(chunk({ content: footnotes }));
      const annotations = annotationsOf(answer, options);
      if (annotations.length > 0) yield dataOf(chunk({ annotations }));
      yield dataOf({ ...chunk({}, finishReasonOf(answer)), footnote: outcomeOf(answer) });
      if (options.includeUsage) yield dataOf({ ...same, choices: [], usage: usageOf(answer) });
    }
    yield { type: 'done', frame: 'data: [DONE]\n\n' };
  } catch (error) {
    if (!isBegun) throw error;
    yield { ...dataOf(options.failureOf(error)), type: 'done' };
  }
}

function dataOf(data: object): ServerEvent {
  return { type: 'data', frame: `data: ${JSON.stringify(data)}\n\n` };
}

function heading({ model }: CompletionOptions) {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

function finishReasonOf({ model, complete }: Answer): FinishReason {
  if (model?.finishReason === 'filtered') return 'content_filter';
  return model?.finishReason === 'length' || !complete ? 'length' : 'stop';
}

function usageOf({ model }: Answer): ChatUsage {
  const prompt_tokens = model?.promptTokens ?? 0;
  const completion_tokens = model?.completionTokens ?? 0;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function outcomeOf(answer: Answer): ChatOutcome {
  const { abstained, outcome, confidence, confidenceReason, complete, messageId, warnings } = answer;
  return {
    abstained,
    outcome,
    confidence,
    confidenceReason,
    complete,
    messageId,
    warnings: [...warnings],
  };
}

/** The footnotes as text under the answer. */
function footnotesOf({ citations }: Answer): string {
  const lines = citations.map((citation) => {
    const page = pageToName(citation);
    const place = [citation.path, ...citation.headingPath].join(' › ');
    return `[${citation.number}] ${place}${page ? `, ${page.unit} ${page.number}` : ''}: “${citation.quote}”`;
  });
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function annotationsOf(answer: Answer, { page }: CompletionOptions): ChatAnnotation[] {
  return citationMarks(answer).map(({ start: start_index, end: end_index, citation }) => ({
    type: 'url_citation',
    url_citation: { start_index, end_index, url: urlOf(citation, page), title: citation.title },
    footnote: citation,
  }));
}

/** The quote in its document, on the page of the server. */
function urlOf({ collection, documentId, start, end }: Citation, page: string): string {
  const query = new URLSearchParams({
    collection,
    document: documentId,
    in: collection,
    span: `${start}-${end}`,
  });
  return `${page}/#/documents?${query.toString()}`;
}
