import { z } from 'zod';
import type { Answer, AnswerEvent } from '../../answer/answer.ts';
import { FootnoteError } from '../../errors.ts';
import { percentile } from '../../evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../footnote.ts';
import { chunkUuid } from '../../records/chunk-uuid.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import type { ServerEvent } from '../event-streams.ts';
import { sendAnswer } from '../routes/route-context.ts';
import { maxJsonBytes } from '../routes/uploads.ts';
import type { Contract } from './contract.ts';
import {
  ingestRequest,
  ingestResponse,
  maxQuestion,
  placeOf,
  RememberedPlaces,
  rerankRequest,
  rerankResponse,
  searchRequest,
  searchResponse,
  tutorFunctions,
} from './tutor-functions.ts';

/** Answers of this process that are looked back on. */
const answersRemembered = 1000;

/** What an answer took, in milliseconds from the question on. */
interface AnswerLatency {
  /** Undefined where nothing was searched. */
  readonly retrievedMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly totalMs: number;
}

const percentiles = z
  .object({ p50: z.number(), p95: z.number(), p99: z.number() })
  .nullable()
  .describe('Milliseconds; null where nothing was asked yet.');

const metricsResponse = z
  .object({
    answers: z.int().min(0).describe('The answers of this process that the latencies are of, at most 1000.'),
    retrieval_latency_ms: percentiles,
    first_token_latency_ms: percentiles,
    end_to_end_latency_ms: percentiles,
    rated_answers: z.int().min(0).describe('Answers of the log that readers have rated.'),
    helpful_share: z.number().min(0).max(1).nullable().describe('Of these, those that helped; null of none.'),
    cited_answers: z.int().min(0).describe('Answers of the log with citations.'),
    citations_clicked_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Of these, those of which a citation was opened; null of none.'),
  })
  .meta({ id: 'TutorMetrics', description: 'How fast answers come, and what readers think of them.' });

/** The latencies of the last answers. */
class LatencyWindow {
  #answers: AnswerLatency[] = [];

  add(answer: AnswerLatency): void {
    this.#answers.push(answer);
    if (this.#answers.length > answersRemembered) this.#answers = this.#answers.slice(-answersRemembered);
  }

  figures() {
    return {
      answers: this.#answers.length,
      retrieval_latency_ms: percentilesOf(this.#answers.flatMap(({ retrievedMs }) => retrievedMs ?? [])),
      first_token_latency_ms: percentilesOf(this.#answers.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
      end_to_end_latency_ms: percentilesOf(this.#answers.map(({ totalMs }) => totalMs)),
    };
  }
}

function percentilesOf(figures: readonly number[]): z.output<typeof percentiles> {
  if (figures.length === 0) return null;
  const at = (share: number) => Math.round(percentile(figures, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Answers of the log that are looked at. */
const entriesRead = 10_000;

/** What readers think of the answers in the log, the latest ones. */
async function readerFigures(footnote: Pick<Footnote, 'readLog'>) {
  const { entries } = await footnote.readLog({ only: 'answered', limit: entriesRead });
  const rated = entries.filter(({ helpful }) => helpful !== null);
  const cited = entries.filter(({ citations }) => citations.length > 0);
  const clicked = cited.filter(({ citations }) => citations.some(({ opened }) => opened > 0));
  return {
    rated_answers: rated.length,
    helpful_share: shareOf(rated.filter(({ helpful }) => helpful === true).length, rated.length),
    cited_answers: cited.length,
    citations_clicked_share: shareOf(clicked.length, cited.length),
  };
}

function shareOf(some: number, all: number): number | null {
  return all === 0 ? null : some / all;
}

const chatRequest = z
  .object({
    session_id: z.uuid(),
    message: z.string().min(1).max(maxQuestion),
    selected_text: z.string().max(10_000).nullish(),
    conversation_id: z.uuid().nullish().describe('Null begins a conversation.'),
  })
  .meta({
    id: 'TutorChat',
    description: 'A message of a student.',
    examples: [
      {
        session_id: '550e8400-e29b-41d4-a716-446655440000',
        message: 'How do I calculate inverse kinematics for a 6-DOF robot arm?',
        selected_text: null,
        conversation_id: null,
      },
    ],
  });

const failureBody = z
  .object({
    message: z.string(),
    retry_after: z.int().optional().describe('Seconds to wait.'),
  })
  .meta({ id: 'TutorFailure', description: 'Why there is no answer, or no more of it.' });

/** The data of the events of an answer. */
const chatEvents = {
  token: z.object({ token: z.string() }),
  citation: z.object({ chunk_id: z.uuid(), chapter: z.string(), section: z.string(), url: z.string() }),
  waiting: z.object({ message: z.string(), retry_after: z.int().nullable() }),
  done: z.object({
    conversation_id: z.uuid().nullable(),
    message_id: z.uuid().nullable(),
    total_tokens: z.int().min(0),
    latency_ms: z.int().min(0),
  }),
};

const chatStream = z
  .union([chatEvents.token, chatEvents.citation, chatEvents.waiting, chatEvents.done, failureBody])
  .meta({
    id: 'TutorChatEvent',
    description:
      'The data of `token`, `citation`, `waiting`, and of `done` or `error`, one of which ends the stream.',
  });

/**
 * `POST /api/ingest`, `/api/chat`, `/api/search`, `/api/rerank` and `GET /api/metrics` of a textbook's tutor. Rows C1,
 * C3, C4, C6–C10 of the requirements in docs/presets.md.
 */
export const tutorContract: Contract = {
  routes(server, context) {
    const { config, limit } = context;
    const latencies = new LatencyWindow();
    const places = new Map<string, RememberedPlaces>();
    /** Places that one principal was told are not told to others. */
    const placesOf = (principal: string) => {
      const known = places.get(principal) ?? new RememberedPlaces();
      places.set(principal, known);
      return known;
    };

    const { maxUploadBytes, useWorkers: queue } = config.server;
    server.post(
      '/api/ingest',
      {
        config: { access: 'write' },
        bodyLimit: Math.min(maxUploadBytes, maxJsonBytes),
        schema: {
          operationId: 'ingestChapter',
          summary: 'Put a text of the textbook in',
          tags: ['contract'],
          body: ingestRequest,
          response: { 200: ingestResponse, default: failureBody },
        },
      },
      (request, reply) =>
        tutorFunctions(request.footnote).ingest(request.body, { signal: clientSignal(reply), queue }),
    );

    server.post(
      '/api/chat',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'chatWithTutor',
          summary: 'Answer a student as server-sent events',
          tags: ['contract'],
          body: chatRequest,
          response: {
            200: {
              description: 'Events, of which the last is `done` or `error`.',
              content: { 'text/event-stream': { schema: chatStream } },
            },
            default: failureBody,
          },
        },
      },
      async (request, reply) => {
        const { session_id: sessionId, message, selected_text: selectedText } = request.body;
        const conversationId = request.body.conversation_id ?? null;
        async function* answer(signal: AbortSignal): AsyncGenerator<AnswerEvent, void> {
          if (conversationId !== null)
            await requireOwn(request.footnote, conversationId, sessionId, config.collection);
          yield* request.footnote.ask(message, {
            sessionId,
            conversationId,
            selectedText: selectedText ?? '',
            clientAddress: clientAddress(request),
            signal,
          });
        }
        const chat = (signal: AbortSignal) => chatEventsOf(answer(signal), latencies);
        return sendAnswer(context, request, reply, chat, { beginsAtOnce: true });
      },
    );

    server.post(
      '/api/search',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'searchTextbook',
          summary: 'Find passages by words and by meaning',
          tags: ['contract'],
          body: searchRequest,
          response: { 200: searchResponse, default: failureBody },
        },
      },
      (request, reply) => {
        const signal = clientSignal(reply);
        const functions = tutorFunctions(request.footnote, placesOf(request.principal?.id ?? ''));
        return limit.run(() => functions.search(request.body, { signal }), signal);
      },
    );

    server.post(
      '/api/rerank',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'rerankPassages',
          summary: 'Put passages into the order of their relevance',
          tags: ['contract'],
          body: rerankRequest,
          response: { 200: rerankResponse, default: failureBody },
        },
      },
      (request, reply) => {
        const signal = clientSignal(reply);
        const functions = tutorFunctions(request.footnote, placesOf(request.principal?.id ?? ''));
        return limit.run(() => functions.rerank(request.body, { signal }), signal);
      },
    );

    server.get(
      '/api/metrics',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'tutorMetrics',
          summary: 'How fast answers come, and what readers think of them',
          tags: ['contract'],
          response: { 200: metricsResponse, default: failureBody },
        },
      },
      async ({ footnote }) => ({ ...latencies.figures(), ...(await readerFigures(footnote)) }),
    );
  },

  failure(error) {
    const { status, code, message, details } = error;
    const seconds = code === 'rate_limited' ? Number(details['seconds']) : 1;
    if (code === 'rate_limited' || code === 'server_busy') {
      const unit = seconds === 1 ? 'second' : 'seconds';
      const wait = `High traffic, please wait ${seconds} ${unit}`;
      return { status, body: { message: wait, retry_after: seconds } };
    }
    return { status, body: { message, ...(status === 503 && { retry_after: 1 }) } };
  },
};

/** What a student said in one session is not gone on with in another. Errors: `conversation_unknown`. */
async function requireOwn(
  footnote: Footnote,
  conversationId: string,
  sessionId: string,
  collection: string,
): Promise<void> {
  const conversation = await footnote.getConversation(conversationId);
  if (conversation.sessionId !== sessionId)
    throw new FootnoteError('conversation_unknown', { conversation: conversationId, collection });
}

/**
 * The events of an answer as the description names them. The n-th citation is the footnote n of the text; it comes
 * before its mark, and only for passages that were found.
 */
async function* chatEventsOf(
  answer: AsyncIterable<AnswerEvent>,
  latencies: LatencyWindow,
): AsyncGenerator<ServerEvent, void> {
  const startMs = performance.now();
  const since = () => performance.now() - startMs;
  let retrievedMs: number | undefined;
  let firstTokenMs: number | undefined;
  let found: readonly Hit[] = [];
  for await (const event of answer) {
    switch (event.type) {
      case 'retrieved':
        retrievedMs = since();
        found = event.result.hits;
        break;
      case 'waiting':
        yield {
          type: 'waiting',
          data: chatEvents.waiting.parse({ message: event.message, retry_after: event.seconds }),
        };
        break;
      case 'token':
        firstTokenMs ??= since();
        yield { type: 'token', data: chatEvents.token.parse({ token: event.text }) };
        break;
      case 'citation': {
        const { chunkId, headingPath } = event.citation;
        const hit = found.find((one) => one.chunkId === chunkId || one.merged.includes(chunkId));
        if (hit)
          yield {
            type: 'citation',
            data: chatEvents.citation.parse({
              ...placeOf(hit),
              chunk_id: chunkUuid(chunkId),
              // A passage may go on under other headings: what is cited stands under this one.
              ...(headingPath.length > 0 && { section: headingPath.at(-1) }),
            }),
          };
        break;
      }
      case 'done':
        latencies.add({ retrievedMs, firstTokenMs, totalMs: since() });
        yield {
          type: 'done',
          data: chatEvents.done.parse({ ...doneOf(event.answer), latency_ms: Math.round(since()) }),
        };
        break;
      case 'conversation':
      case 'topics':
      case 'verdict':
        break;
    }
  }
}

function doneOf({ conversationId, messageId, model }: Answer) {
  return {
    conversation_id: conversationId,
    message_id: messageId,
    total_tokens: (model?.promptTokens ?? 0) + (model?.completionTokens ?? 0),
  };
}
