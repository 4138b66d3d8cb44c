/** What a provider says went wrong. */
export interface ProviderError {
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
