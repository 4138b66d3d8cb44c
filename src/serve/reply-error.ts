import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { challengeOf } from './authenticate.ts';
import { contractOf } from './contracts/contract.ts';
import { unsupportedMediaType } from './json-body.ts';
import { publicError } from './public-error.ts';

/** Seconds after which a client may try again what failed with 503. */
export const retryAfterSeconds = 1;

/** The body of a failure, as `schemas/error.ts` describes it. */
export function errorBody(error: FootnoteError) {
  return { error: { code: error.code, message: error.message, details: error.details } };
}

/** {@link errorBody} as it is sent. */
export function errorText(error: FootnoteError): string {
  return JSON.stringify(errorBody(error));
}

/**
 * The public face of `error`. Logs what was the server's own fault, whatever the client is told; the question is kept
 * out of the log.
 */
export function publicFailure(error: unknown, request: FastifyRequest): FootnoteError {
  const shown = publicError(ofRequest(error, request), (part) => fieldsOf(request, part));
  if (shown.status >= 500 && !isExpected(error)) logFailure(error, shown, request);
  return shown;
}

/** Answers with {@link publicFailure}, which no cache may keep, as the contract tells it that the request is under. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicFailure(error, request);
  if (shown.status === 401) void reply.header('WWW-Authenticate', challengeOf(shown));
  const told = contractOf(request)?.failure(shown, request);
  if (!told) return sendFailure(reply, shown.status, errorText(shown), secondsOf(shown));
  sendFailure(reply, told.status, JSON.stringify(told.body), retryAfterOf(told.body));
  return reply;
}

/** The data of the event that ends a stream which failed. */
export function failureEvent(error: FootnoteError, request: FastifyRequest): object {
  const contract = contractOf(request);
  if (!contract) return { type: 'error', ...errorBody(error) };
  return contract.failureEvent?.(error, request) ?? contract.failure(error, request).body;
}

/** Answers with a status and an {@link errorText}. `retryAfter` is in seconds. Default: 1 where the status is 503. */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  text: string,
  retryAfter = status === 503 ? retryAfterSeconds : undefined,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
  void reply.header('Cache-Control', 'no-store');
  return reply.status(status).type('application/json; charset=utf-8').send(text);
}

/** Seconds to wait that a refusal names. */
function secondsOf({ status, details }: FootnoteError): number | undefined {
  const { seconds } = details as { readonly seconds?: unknown };
  return status === 429 && typeof seconds === 'number' ? seconds : undefined;
}

function retryAfterOf(body: object): number | undefined {
  return 'retry_after' in body && typeof body.retry_after === 'number' ? body.retry_after : undefined;
}

/** What a part of a request to its route may hold. */
function fieldsOf({ routeOptions }: FastifyRequest, part: string): readonly string[] {
  const schema = part === 'body' || part === 'querystring' ? routeOptions.schema?.[part] : undefined;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Fastify does not say which limit a body exceeded, nor of which type it was; the request does. */
function ofRequest(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new FootnoteError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request);
    default:
      return error;
  }
}

/** A server that is still loading, closing or full says so often and has nothing to report. */
function isExpected(error: unknown): boolean {
  if (!isFootnoteError(error) || error.cause !== undefined) return false;
  return error.code === 'server_not_ready' || error.code === 'server_busy';
}

function logFailure(error: unknown, shown: FootnoteError, request: FastifyRequest): void {
  const trace = describe(error);
  request.log.error({
    code: shown.code,
    method: request.method,
    route: request.routeOptions.url,
    trace: withoutQuestion(trace, request.body),
  });
}

/** The failure with its causes: what an operator needs to find it. A typed error speaks for itself. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = isFootnoteError(error) ? `${error.code}: ${error.message}` : (error.stack ?? error.message);
  return error.cause === undefined ? text : `${text}\ncaused by ${describe(error.cause)}`;
}

/** Fields of bodies that hold what a user wrote, in the native API and in the contracts. */
const writtenFields = new Set(['question', 'context', 'query', 'message', 'selectedText', 'selected_text']);

/** What a user wrote may also stand deeper in a body: in a list of messages, in the arguments of a tool. */
function withoutQuestion(text: string, body: unknown): string {
  return [...writtenIn(body)].reduce((rest, said) => rest.replaceAll(said, '[question]'), text);
}

function* writtenIn(part: unknown, name = ''): Generator<string> {
  if (typeof part === 'string') {
    if (part !== '' && (writtenFields.has(name) || /\S\s+\S/.test(part))) yield part;
  } else if (typeof part === 'object' && part !== null) {
    for (const [key, inner] of Object.entries(part)) yield* writtenIn(inner, key);
  }
}
