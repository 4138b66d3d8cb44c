/** What a provider says went wrong. */
export interface ProviderError {
  /** In its own words. */
  readonly message: string;
  /** As its protocol names it: OpenAI's are words, others give the status. */
  readonly code: unknown;
  /** Whether the request was longer than the model reads, or the provider takes. */
  readonly isTooLong: boolean;
}

/** What providers call a request that is too long: OpenAI and vLLM, llama.cpp, LM Studio and Ollama, Groq. */
const tooLong = /context[_ ](?:length|size|window)|request too large|reduce (?:the length|your message)/i;

/** What an error has in the bodies of those who have one. */
interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
}

/**
 * `{error: {message, code}}` as OpenAI has it, the same in a list as Google does, `{error}`, `{message}` and `{detail}`
 * as others do; of a page its title, else the body itself.
 */
export function providerError(body: string): ProviderError {
  const { message, code, type } = errorIn(body);
  const isTooLong = [message, code, type].some((said) => typeof said === 'string' && tooLong.test(said));
  return { message: typeof message === 'string' ? message : (pageTitle(body) ?? body), code, isTooLong };
}

function errorIn(body: string): ErrorBody {
  try {
    const answer = JSON.parse(body) as ErrorBody | readonly ErrorBody[] | null;
    const first: ErrorBody | null | undefined = Array.isArray(answer) ? answer[0] : answer;
    const error = first?.error ?? first;
    if (typeof error === 'string') return { message: error };
    const { message, detail, code, type } = (error ?? {}) as ErrorBody;
    return { message: message ?? detail, code, type };
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
