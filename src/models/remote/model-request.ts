import type { ModelCallOptions } from '../../contracts/generator.ts';
import { eitherSignal, FootnoteError, settingInvalid } from '../../errors.ts';
import { maxTimerMs, requireFields, requireNumbers } from '../../values/require-arguments.ts';
import { pageTitle, quotable, saidRefusal, statusRefusal, unavailable } from './model-refusal.ts';
import type { RequestGate } from './request-gate.ts';
import {
  type Clock,
  type RetryPolicy,
  systemClock,
  waitingPolicy,
  withinTime,
  withRetries,
} from './request-retry.ts';

/** Where a remote model is asked. */
export interface ModelEndpoint {
  /** The base address, to which the path of a request is added. */
  readonly baseUrl: URL;
  /** Of the settings that it stands in, for remedies. */
  readonly section: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** For an answer, from connecting to its end; with all repetitions where someone waits for it. */
  readonly timeoutMs: number;
}

/** An endpoint as settings have it. */
export interface ModelEndpointOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as `Authorization: Bearer`. Default, and empty: none. */
  readonly apiKey?: string;
  /** For an answer, with all repetitions where someone waits for it. Default 120 000. */
  readonly timeoutMs?: number;
}

/**
 * Checks an endpoint's settings, which stand in `section` of all of them, and may stand among options of `otherNames`.
 * Errors: `config_invalid`; `request_invalid` for other options.
 */
export function modelEndpoint(
  section: string,
  options: ModelEndpointOptions,
  otherNames: readonly string[] = [],
): ModelEndpoint {
  requireFields('options', options, ['baseUrl', 'model', 'apiKey', 'timeoutMs', ...otherNames]);
  requireNumbers(options, { timeoutMs: [1, maxTimerMs] });
  const { model, timeoutMs = 120_000 } = options;
  if (typeof model !== 'string') throw settingInvalid(`${section}.model: it must be a string`);
  const baseUrl = URL.parse(options.baseUrl);
  const isPlain =
    baseUrl &&
    /^https?:$/.test(baseUrl.protocol) &&
    !baseUrl.username &&
    !baseUrl.password &&
    !baseUrl.search;
  if (!isPlain)
    throw settingInvalid(
      `${section}.baseUrl: it must be an http or https address without user, password or query`,
    );
  const apiKey = options.apiKey?.trim() || undefined;
  // A key with a line break in it would be quoted by the error of whoever builds the header.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw settingInvalid(`${section}.apiKey: it contains characters that no key can have`);
  return { baseUrl, section, model, apiKey, timeoutMs };
}

/** Far more than 2048 vectors of 4096 numbers need in digits. */
const maxResponseBytes = 2 ** 28;

/** JSON line by line, as Ollama's own interface streams it. */
const jsonLines = /[/+-](?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)\b/;
const otherInterface =
  'lines of JSON, which come from another interface of the server: the one like OpenAI is usually under /v1';

/** What a request needs besides its address. */
interface ModelRequestOptions {
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
async function postJson(
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
interface RequestEnds {
  readonly caller: AbortSignal;
  readonly limit: AbortSignal;
}

/** Makes one request to a model, until either end. Errors: those of {@link requestFailure}. */
async function runRequest<T>(
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

/** Settings of {@link RemoteModel}. */
export interface RemoteModelOptions extends ModelEndpointOptions {
  /** Repetitions of a request that met a fault that may pass, at most 2 since someone is waiting. Default 2. */
  readonly maxRetries?: number;
  /** Default: that of the machine. */
  readonly clock?: Clock;
}

/** How {@link RemoteModel} asks where nobody is waiting. */
export interface Patience {
  readonly policy: RetryPolicy;
  /** Whose turn each attempt waits for. */
  readonly gate: RequestGate;
}

/** Settings of one call of {@link RemoteModel}. */
export interface RemoteCallOptions extends ModelCallOptions {
  /** Then each attempt has `timeoutMs`. Default: few and short repetitions, all of them within `timeoutMs`. */
  readonly patience?: Patience;
}

/** A model behind HTTP that someone is waiting for, unless a call says else: asked at once, with few repetitions. */
export class RemoteModel {
  readonly endpoint: ModelEndpoint;
  readonly clock: Clock;
  readonly #maxRetries: number;
  readonly #closing = new AbortController();

  /**
   * `section` of the settings is named where one is wrong; `otherNames` are those of the options that this is not
   * about.
   * Errors: `config_invalid`, `request_invalid`.
   */
  constructor(section: string, options: RemoteModelOptions, otherNames: readonly string[] = []) {
    this.endpoint = modelEndpoint(section, options, ['maxRetries', 'clock', ...otherNames]);
    requireNumbers(options, { maxRetries: [0, Infinity] });
    this.clock = options.clock ?? systemClock;
    this.#maxRetries = options.maxRetries ?? 2;
  }

  get name(): string {
    return this.endpoint.model;
  }

  /** What `request` comes to, repeated where it may go better. Errors: those of {@link runRequest}, the last. */
  ask<T>(
    request: (signal: AbortSignal) => Promise<T>,
    { signal, onWait, patience }: RemoteCallOptions = {},
  ): Promise<T> {
    const { endpoint, clock } = this;
    const { timeoutMs } = endpoint;
    const caller = eitherSignal(signal, this.#closing.signal);
    const send = (limit: AbortSignal) => runRequest(endpoint, { caller, limit }, request);
    const retry = { clock, signal: caller, onWait };
    if (patience) {
      const { policy, gate } = patience;
      const attempt = () => gate.run(() => withinTime('answer', timeoutMs, send), caller);
      return withRetries(attempt, { ...retry, policy });
    }
    const policy = waitingPolicy(this.#maxRetries, clock.now() + timeoutMs);
    return withinTime('answer', timeoutMs, (limit) => withRetries(() => send(limit), { ...retry, policy }));
  }

  /** The parsed JSON of the answer to a POST of JSON, unchecked. Errors: those of {@link RemoteModel.ask}. */
  post(path: string, content: object, options?: RemoteCallOptions): Promise<unknown> {
    const { endpoint, clock } = this;
    return this.ask((signal) => postJson(endpoint, path, content, { clock, signal }), options);
  }

  /** Pending requests reject with `aborted`. */
  close(): void {
    this.#closing.abort();
  }
}
