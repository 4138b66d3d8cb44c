import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { parseRetryAfter } from './request-retry.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { TimeLimit } from './time-limit.ts';

/** Far more than 2048 vectors of 4096 numbers need in digits. */
const maxResponseBytes = 2 ** 28;
const maxQuotedLength = 300;
/** What OpenAI's streams end with. Read on: a connection that is read to its end can be used again. */
const endOfStream = '[DONE]';

/** What a request needs besides its address. */
export interface ModelRequestOptions {
  readonly clock: Clock;
  /** The caller's; when it goes off, the request ends with `aborted`. */
  readonly signal: AbortSignal;
}

/**
 * Posts JSON to `path` under the base address once and returns the parsed JSON of the answer, unchecked.
 * Errors: `model_unavailable` where it may go better the next time: no connection, no answer in time, an answer
 * that breaks off or is no JSON, status 408, 425, 429 and 5xx, with `retryAfterMs` in its details where the server
 * said when; `model_rejected` with the provider's message on every other status; `aborted`. No message has the key.
 */
export async function postToModel(
  endpoint: ModelEndpoint,
  path: string,
  content: object,
  options: ModelRequestOptions,
): Promise<unknown> {
  const limit = new TimeLimit('answer', endpoint.timeoutMs);
  try {
    const response = await send(endpoint, path, content, AbortSignal.any([options.signal, limit.signal]));
    const body = await readText(response);
    if (!response.ok) throw refusal(endpoint, response, body, options.clock);
    return JSON.parse(body);
  } catch (error) {
    throw failure(error, endpoint, { caller: options.signal, limit: limit.signal });
  } finally {
    limit.callOff();
  }
}

/**
 * Posts JSON and yields the parsed JSON of each server-sent event of the answer as it comes, unchecked; an answer that
 * is one JSON text is yielded as one. `limit` ends it, its reason in the message. Leaving the loop closes the
 * connection. Errors: those of {@link postToModel}, also for an error that the server tells of in mid-stream.
 */
export async function* streamFromModel(
  endpoint: ModelEndpoint,
  path: string,
  content: object,
  { clock, signal, limit }: ModelRequestOptions & { readonly limit: AbortSignal },
): AsyncGenerator<unknown, void> {
  try {
    const response = await send(endpoint, path, content, AbortSignal.any([signal, limit]));
    if (!response.ok) throw refusal(endpoint, response, await readText(response), clock);
    if (response.headers.get('content-type')?.includes('json')) {
      yield JSON.parse(await readText(response));
      return;
    }
    for await (const data of readServerSentEvents(response.body ?? [])) {
      if (data === endOfStream) continue;
      if (data.startsWith('{"error"')) throw refusalInMidStream(endpoint, data);
      yield JSON.parse(data);
    }
  } catch (error) {
    throw failure(error, endpoint, { caller: signal, limit });
  }
}

function send(
  { baseUrl, apiKey }: ModelEndpoint,
  path: string,
  content: object,
  signal: AbortSignal,
): Promise<Response> {
  const address = new URL(baseUrl);
  address.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}/${path}`;
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(content),
    // Followed, a redirection would turn the request into a GET, and might take the texts elsewhere.
    redirect: 'manual',
    signal,
  });
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxResponseBytes) throw new RangeError(`its answer is over ${maxResponseBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function refusal(
  endpoint: ModelEndpoint,
  { status, headers }: Response,
  body: string,
  clock: Clock,
): FootnoteError {
  const { model } = endpoint;
  const { message, code } = providerError(body);
  const said = [`HTTP ${status}`, headers.get('location'), message].filter(Boolean).join(', ');
  const reason = quotable(said, endpoint.apiKey);
  // OpenAI's status for a used-up account is that of too many requests; waiting does not fill it.
  if (!isTransient(status) || code === 'insufficient_quota')
    return new FootnoteError('model_rejected', { model, reason });
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now());
  return new FootnoteError('model_unavailable', {
    model,
    reason,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** An error after the status has gone out. Some servers give it as a number in the code. */
function refusalInMidStream(endpoint: ModelEndpoint, body: string): FootnoteError {
  const { message, code } = providerError(body);
  const reason = quotable(message, endpoint.apiKey);
  const isFinal = typeof code === 'number' && !isTransient(code);
  return new FootnoteError(isFinal ? 'model_rejected' : 'model_unavailable', {
    model: endpoint.model,
    reason,
  });
}

function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** `{error: {message, code}}` as OpenAI has it, `{error}` and `{message}` as others do, or the body itself. */
function providerError(body: string): { message: string; code: unknown } {
  try {
    const answer = JSON.parse(body) as { error?: unknown; message?: unknown };
    const error = (answer.error ?? answer) as { message?: unknown; code?: unknown };
    const message = typeof error === 'string' ? error : error.message;
    return { message: typeof message === 'string' ? message : body, code: error.code };
  } catch {
    return { message: body, code: undefined };
  }
}

/** One line without the key, whole or masked the way providers quote it (`sk-ab***yz`). */
function quotable(text: string, apiKey: string | undefined): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const open = apiKey === undefined ? line : line.replaceAll(apiKey, '***');
  const masked = open.replace(/\S*\*{3}\S*/g, '***').replace(/\.$/, '');
  return masked.length > maxQuotedLength ? `${masked.slice(0, maxQuotedLength)}…` : masked;
}

/** What ended a request below HTTP: the caller, a limit, or the network. */
function failure(
  error: unknown,
  endpoint: ModelEndpoint,
  { caller, limit }: { caller: AbortSignal; limit: AbortSignal },
): unknown {
  if (error instanceof FootnoteError) return error;
  throwIfAborted(caller);
  const reason = limit.aborted ? (limit.reason as Error).message : networkReason(error, endpoint);
  return new FootnoteError('model_unavailable', { model: endpoint.model, reason }, { cause: error });
}

/** What went wrong below HTTP: `fetch` itself only says "fetch failed". */
function networkReason(error: unknown, endpoint: ModelEndpoint): string {
  if (error instanceof SyntaxError) return 'its answer is no JSON';
  const { message, cause } = error as Error;
  const inner = cause as { message?: string; code?: string } | undefined;
  return quotable(inner?.message || inner?.code || message, endpoint.apiKey);
}
