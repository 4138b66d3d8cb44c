import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Clock } from './clock.ts';
import { parseRetryAfter } from './request-retry.ts';

/** Where a remote model is asked. */
export interface ModelEndpoint {
  /** The base address, to which the path of a request is added. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** For one request, from connecting to the end of the answer. */
  readonly timeoutMs: number;
}

/** An endpoint as settings have it. */
export interface ModelEndpointOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as `Authorization: Bearer`. Default: none. */
  readonly apiKey?: string;
  /** For one request. Default 120 000. */
  readonly timeoutMs?: number;
}

/** Far more than 2048 vectors of 4096 numbers need in digits. */
const maxResponseBytes = 2 ** 28;
const maxQuotedLength = 300;

/** Checks an endpoint's settings, which stand in `section` of all of them. Errors: `config_invalid`. */
export function modelEndpoint(section: string, options: ModelEndpointOptions): ModelEndpoint {
  const invalid = (problem: string) =>
    new FootnoteError('config_invalid', { source: 'The settings', problem: `${section}.${problem}` });
  const { model, timeoutMs = 120_000 } = options;
  const baseUrl = URL.parse(options.baseUrl);
  const isPlain =
    baseUrl &&
    /^https?:$/.test(baseUrl.protocol) &&
    !baseUrl.username &&
    !baseUrl.password &&
    !baseUrl.search;
  if (!isPlain)
    throw invalid('baseUrl: it must be an http or https address without user, password and query');
  const apiKey = options.apiKey?.trim() || undefined;
  // A key with a line break in it would be quoted by the error of whoever builds the header.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw invalid('apiKey: it has characters that no key has');
  return { baseUrl, model, apiKey, timeoutMs };
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
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await send(endpoint, path, content, AbortSignal.any([signal, timeout]));
    const body = await readText(response);
    if (!response.ok) throw refusal(endpoint, response, body, clock);
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof FootnoteError) throw error;
    throwIfAborted(signal);
    const reason = timeout.aborted
      ? `no answer within ${endpoint.timeoutMs} ms`
      : networkReason(error, endpoint);
    throw new FootnoteError('model_unavailable', { model: endpoint.model, reason }, { cause: error });
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
      accept: 'application/json',
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
  const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
  // OpenAI's status for a used-up account is that of too many requests; waiting does not fill it.
  if (!isTransient || code === 'insufficient_quota')
    return new FootnoteError('model_rejected', { model, reason });
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now());
  return new FootnoteError('model_unavailable', {
    model,
    reason,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
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

/** What went wrong below HTTP: `fetch` itself only says "fetch failed". */
function networkReason(error: unknown, endpoint: ModelEndpoint): string {
  if (error instanceof SyntaxError) return 'its answer is no JSON';
  const { message, cause } = error as Error;
  const inner = cause as { message?: string; code?: string } | undefined;
  return quotable(inner?.message || inner?.code || message, endpoint.apiKey);
}
