import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Clock } from './clock.ts';
import { parseRetryAfter } from './request-retry.ts';

/** Where embeddings are asked for, and with what. */
export interface EmbeddingsEndpoint {
  /** The base address, without the `/embeddings` that is added to it. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** Length of vectors to ask for; undefined where the model has but one. */
  readonly dimensions: number | undefined;
  readonly encoding: 'float' | 'base64';
  /** For one request, from connecting to the end of the answer. */
  readonly timeoutMs: number;
}

/** Far more than 2048 vectors of 4096 numbers need in digits. */
const maxResponseBytes = 2 ** 28;
const maxQuotedLength = 300;

/**
 * Posts `CreateEmbeddingRequest` of OpenAI's API once and returns the parsed JSON of the answer, unchecked.
 * Errors: `model_unavailable` where it may go better the next time: no connection, no answer in time, an answer
 * that breaks off or is no JSON, status 408, 425, 429 and 5xx, with `retryAfterMs` in its details where the server
 * said when; `model_rejected` with the provider's message on every other status; `aborted`. No message has the key.
 */
export async function postEmbeddings(
  endpoint: EmbeddingsEndpoint,
  input: readonly string[],
  clock: Clock,
  signal: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await send(endpoint, input, AbortSignal.any([signal, timeout]));
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
  endpoint: EmbeddingsEndpoint,
  input: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  const { baseUrl, model, apiKey, dimensions, encoding } = endpoint;
  const address = new URL(baseUrl);
  address.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}/embeddings`;
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, input, encoding_format: encoding, dimensions }),
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
  endpoint: EmbeddingsEndpoint,
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
function networkReason(error: unknown, endpoint: EmbeddingsEndpoint): string {
  if (error instanceof SyntaxError) return 'its answer is no JSON';
  const { message, cause } = error as Error;
  const inner = cause as { message?: string; code?: string } | undefined;
  return quotable(inner?.message || inner?.code || message, endpoint.apiKey);
}
