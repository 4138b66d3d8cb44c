import { FootnoteError } from '../../errors.ts';
import type { Clock } from './clock.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { quotable, saidRefusal, statusRefusal, unavailable } from './model-refusal.ts';
import { pageTitle } from './provider-error.ts';

/** Far more than 2048 vectors of 4096 numbers need in digits. */
const maxResponseBytes = 2 ** 28;

/** JSON line by line, as Ollama's own interface streams it. */
const jsonLines = /[/+-](?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)\b/;
const otherInterface =
  'lines of JSON, which come from another interface of the server: the one like OpenAI is usually under /v1';

/** What a request needs besides its address. */
export interface ModelRequestOptions {
  readonly clock: Clock;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/**
 * A `fetch` for requests to a model, for whoever takes nothing else: its answers are not endless. Errors: those of
 * {@link modelResponse}; `RangeError` in reading what is.
 */
export function modelFetch(endpoint: ModelEndpoint, clock: Clock): typeof fetch {
  return async (address, request) => {
    const response = await modelResponse(endpoint, clock, address, request);
    return new Response(response.body?.pipeThrough(limitedTo(maxResponseBytes)) ?? null, response);
  };
}

/**
 * What a model answers: no redirection is followed, and a status other than success is thrown as {@link statusRefusal}
 * has it. A page in the place of an answer is `model_answer_invalid`, and so are lines of JSON: most often the address
 * is that of a program's page, or of another of its interfaces. Other errors are those of `fetch`.
 */
async function modelResponse(
  endpoint: ModelEndpoint,
  clock: Clock,
  address: string | URL | Request,
  request: RequestInit | undefined,
): Promise<Response> {
  // Followed, a redirection would turn the request into a GET, and might take the texts elsewhere.
  const response = await fetch(address, { ...request, redirect: 'manual' });
  if (!response.ok) throw statusRefusal(endpoint, response, await boundedText(response), clock);
  const type = response.headers.get('content-type') ?? '';
  const isPage = type.startsWith('text/html');
  if (!isPage && !jsonLines.test(type)) return response;
  const found = isPage
    ? quotable(pageTitle(await boundedText(response)) ?? 'a page', endpoint)
    : otherInterface;
  if (!isPage) await response.body?.cancel();
  throw new FootnoteError('model_answer_invalid', { model: endpoint.model, problem: `it is ${found}` });
}

/**
 * Posts JSON to `path` under the base address and returns the parsed JSON of the answer, unchecked. Errors: those of
 * {@link modelResponse}; `RangeError` where it is endless; `SyntaxError`; that of an answer that is an error.
 */
export async function postJson(
  endpoint: ModelEndpoint,
  path: string,
  content: object,
  { clock, signal }: ModelRequestOptions,
): Promise<unknown> {
  const { baseUrl, apiKey } = endpoint;
  const address = new URL(baseUrl);
  address.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}/${path}`;
  const response = await modelResponse(endpoint, clock, address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(content),
    signal,
  });
  const answer = JSON.parse(await boundedText(response)) as { readonly error?: unknown } | null;
  // LM Studio refuses with a status of success.
  if (answer?.error) throw saidRefusal(endpoint, answer.error);
  return answer;
}

/** What may end a request: whoever asked, and a limit that says in words what it was. */
export interface RequestEnds {
  readonly caller: AbortSignal;
  readonly limit: AbortSignal;
}

/** Makes one request to a model, until either end. Errors: those of {@link requestFailure}. */
export async function runRequest<T>(
  endpoint: ModelEndpoint,
  ends: RequestEnds,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await request(AbortSignal.any([ends.caller, ends.limit]));
  } catch (error) {
    throw requestFailure(error, endpoint, ends);
  }
}

/**
 * What ended a request: the caller as `aborted`, a limit by its reason or the network by its own as
 * `model_unavailable`; what is a `FootnoteError` already is returned. No message has the key.
 */
export function requestFailure(
  error: unknown,
  endpoint: ModelEndpoint,
  { caller, limit }: RequestEnds,
): FootnoteError {
  if (caller.aborted) return new FootnoteError('aborted', {}, { cause: caller.reason });
  if (limit.aborted) {
    const remedy = `Try again in a moment, or allow more time in the settings of ${endpoint.section}`;
    return unavailable(endpoint, (limit.reason as Error).message, { remedy });
  }
  if (error instanceof FootnoteError) return error;
  const cause = innermost(error as Error);
  if (cause instanceof SyntaxError) return unavailable(endpoint, 'its answer is not JSON');
  return unavailable(endpoint, quotable(reasonOf(cause), endpoint), {}, { cause });
}

/** What was wrapped on the way up: `fetch` and the SDK only say that they failed. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** Some network errors have a code and no words. */
function reasonOf(error: Error & { readonly code?: string }): string {
  return error.message || error.code || error.name;
}

/** The text of an answer. A stream between that counts would take a tenth of a millisecond. Errors: `RangeError`. */
async function boundedText({ body }: Response): Promise<string> {
  const count = countedTo(maxResponseBytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) {
    count(piece);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Errors: `RangeError` in the stream where more comes. */
function limitedTo(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  const count = countedTo(bytes);
  return new TransformStream({
    transform(piece, controller) {
      count(piece);
      controller.enqueue(piece);
    },
  });
}

function countedTo(bytes: number): (piece: Uint8Array) => void {
  let left = bytes;
  return (piece) => {
    left -= piece.length;
    if (left < 0) throw new RangeError(`its answer is over ${bytes} bytes`);
  };
}
