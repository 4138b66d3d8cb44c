import { FootnoteError } from '../../errors.ts';
import type { ModelEndpoint } from './model-request.ts';
import { type Clock, parseRetryAfter, secondsOf } from './request-retry.ts';

/** What a provider says went wrong. */
interface ProviderError {
  /** In its own words. */
  readonly message: string;
  /** As its protocol names it: OpenAI's are words, others give the status. */
  readonly code: unknown;
  /** Whether the request was longer than the model reads, or the provider takes. */
  readonly isTooLong: boolean;
  /** Whether its filter of contents did not let the request through. */
  readonly isWithheld: boolean;
  /** When to come back, where the body says so. */
  readonly retryAfterMs?: number;
}

/** What providers call a request that is too long: OpenAI, vLLM, llama.cpp, LM Studio, Ollama, Groq, and others. */
const tooLong =
  /context[_ ](?:length|size|window)|request too large|reduce (?:the length|your message)|prompt is too long|input token count|range of input length/i;

/** What Azure, Alibaba and OpenRouter call a request that a filter stopped, and OpenAI one that its policy forbids. */
const withheld =
  /^content_filter$|^content_policy_violation$|^data_inspection_failed$|content management policy|requires moderation/i;

/** What an error has in the bodies of those who have one. */
interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly details?: unknown;
}

/**
 * `{error: {message, code}}` as OpenAI has it, the same in a list as Google does, `{error}`, `{message}` and `{detail}`
 * as others do; of a page its title, else the body itself. Google says here when to come back, and in no header.
 */
export function providerError(body: string): ProviderError {
  const { message, code, type, details } = errorIn(body);
  const isSaid = (pattern: RegExp) =>
    [message, code, type].some((said) => typeof said === 'string' && pattern.test(said));
  const retryAfterMs = retryDelayIn(details);
  return {
    message: typeof message === 'string' ? message : (pageTitle(body) ?? body),
    code,
    isTooLong: isSaid(tooLong),
    isWithheld: isSaid(withheld),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** The `retryDelay` of a `google.rpc.RetryInfo`, a duration like `8.27s`. */
function retryDelayIn(details: unknown): number | undefined {
  const listed: readonly unknown[] = Array.isArray(details) ? details : [];
  const delays = listed.map((detail) => (detail as { readonly retryDelay?: unknown } | null)?.retryDelay);
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(String(delay))?.[1] ?? []);
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function errorIn(body: string): ErrorBody {
  try {
    const answer = JSON.parse(body) as ErrorBody | readonly ErrorBody[] | null;
    const first: ErrorBody | null | undefined = Array.isArray(answer) ? answer[0] : answer;
    const error = first?.error ?? first;
    if (typeof error === 'string') return { message: error };
    const { message, detail, ...others } = (error ?? {}) as ErrorBody;
    return { ...others, message: message ?? detail };
  } catch {
    return {};
  }
}

/** What a page is called; undefined of what is none. */
export function pageTitle(body: string): string | undefined {
  if (!/^\s*<(?:!doctype|html)\b/i.test(body)) return undefined;
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim();
  return title ? `the page “${title}”` : 'a page';
}

const maxQuotedLength = 300;

/**
 * What a status other than success comes to: `model_unavailable` for 408, 425, 429 and 5xx, with `status`, and with
 * `retryAfterMs` where the server said when; else `model_rejected`. The message has the provider's, without the key.
 */
export function statusRefusal(
  endpoint: ModelEndpoint,
  { status, headers }: Response,
  body: string,
  clock: Clock,
): FootnoteError {
  const { message, code, isTooLong, isWithheld, retryAfterMs: delayMs } = providerError(body);
  const said = [`HTTP ${status}`, headers.get('location'), message].filter(Boolean).join(', ');
  const reason = quotable(said, endpoint);
  // OpenAI's status for a used-up account is that of too many requests; waiting does not fill it.
  if (code === quotaUsedUp) return rejected(endpoint, reason, paymentRequired);
  if (isWithheld && status < 500) return rejected(endpoint, reason, contentWithheld);
  if (!isTransient(status)) return rejected(endpoint, reason, isTooLong ? contentTooLarge : status);
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now()) ?? delayMs;
  return unavailable(endpoint, reason, { status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** What an error comes to that is sent with a status of success. Some servers give their own as its code. */
export function saidRefusal(endpoint: ModelEndpoint, error: unknown): FootnoteError {
  const { message, code, isTooLong, isWithheld } = providerError(JSON.stringify({ error }));
  const reason = quotable(message, endpoint);
  if (isTooLong) return rejected(endpoint, reason, contentTooLarge);
  if (isWithheld) return rejected(endpoint, reason, contentWithheld);
  if (code === quotaUsedUp) return rejected(endpoint, reason, paymentRequired);
  if (unknownAddress.test(message)) return rejected(endpoint, reason, notFound);
  // LiteLLM writes it in quotation marks.
  const status = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code;
  if (typeof status !== 'number') return unavailable(endpoint, reason);
  return isTransient(status) ? unavailable(endpoint, reason, { status }) : rejected(endpoint, reason, status);
}

/** What may go better the next time, as `model_unavailable`. */
export function unavailable(
  { model, section }: ModelEndpoint,
  reason: string,
  details: { readonly status?: number; readonly retryAfterMs?: number; readonly remedy?: string } = {},
  options?: ErrorOptions,
): FootnoteError {
  const { retryAfterMs } = details;
  const remedy =
    retryAfterMs === undefined
      ? `Try again in a moment; if it keeps happening, check the server at ${section}.baseUrl`
      : `Try again in ${secondsOf(retryAfterMs)} s`;
  return new FootnoteError('model_unavailable', { model, reason, remedy, ...details }, options);
}

/** What LM Studio says, with a status of success, to whoever asks at an address that it does not have. */
const unknownAddress = /^unexpected endpoint\b/i;

const paymentRequired = 402;
const notFound = 404;
const contentTooLarge = 413;
/** No status has this meaning; 451 comes nearest. */
const contentWithheld = 451;
const quotaUsedUp = 'insufficient_quota';

/** How a request is made shorter, by the section of the settings that it was made from. */
const shorter: Readonly<Record<string, string>> = {
  generator: 'Set generator.contextWindow to what the model can read, or lower answer.maxContextTokens',
  embedder: 'Lower embedder.maxTokens',
  reranker: 'Lower retrieval.rerankCandidates',
};

/** What stays wrong until somebody mends it, as `model_rejected`. */
function rejected({ model, section }: ModelEndpoint, reason: string, status: number): FootnoteError {
  const remedies: Readonly<Record<number, string>> = {
    401: `Check ${section}.apiKey`,
    [paymentRequired]: `Check the account that ${section}.apiKey belongs to`,
    403: `Check ${section}.apiKey and its permissions`,
    [notFound]: `Check ${section}.baseUrl and ${section}.model`,
    [contentWithheld]: `Rephrase the question; if a passage triggers the provider's filter, relax that for ${section}.model`,
  };
  const isTooLong = status === contentTooLarge;
  const isTooMany = section === 'embedder' && /\bbatch\b/i.test(reason);
  const remedy =
    (isTooMany ? 'Lower embedder.batchSize' : isTooLong ? shorter[section] : remedies[status]) ??
    `Check the settings of ${section}, starting with baseUrl and model`;
  return new FootnoteError('model_rejected', { model, reason, remedy, status });
}

/**
 * One line without the key: as it is, in base64, hexadecimal or percent-encoding, alone or with what surrounds it
 * (`Bearer …`, `user:…`), or masked the way providers quote it (`sk-ab***yz`).
 */
export function quotable(text: string, { apiKey }: ModelEndpoint): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const open = apiKey === undefined ? line : withoutKey(line, apiKey);
  const masked = open.replace(/(?<!\S)\S*?\*{3}\S*/g, '***').replace(/\.$/, '');
  return masked.length > maxQuotedLength ? `${masked.slice(0, maxQuotedLength)}…` : masked;
}

function withoutKey(line: string, apiKey: string): string {
  const forms = encodedForms(apiKey);
  const encodedKey = Buffer.from(apiKey).toString('hex');
  return line
    .replaceAll(apiKey, '***')
    .replaceAll(encodeURIComponent(apiKey), '***')
    .replace(/[\w+/-]{8,}={0,2}/g, (word) => {
      const isEncoded = forms.some((form) => word.includes(form)) || word.toLowerCase().includes(encodedKey);
      return isEncoded ? '***' : word;
    });
}

/** What the base64 of any text with a key holds, wherever the key begins; none of a key that is too short to tell. */
function encodedForms(apiKey: string): readonly string[] {
  const key = Buffer.from(apiKey);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), key]);
    // Of the letters at both ends some bits are those of the text around it.
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((text.length * 4) / 3)];
    const forms = (['base64', 'base64url'] as const).map((coding) => text.toString(coding).slice(start, end));
    return end - start < 6 ? [] : forms;
  });
}

function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
