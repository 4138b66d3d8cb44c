/** A completion, or a piece of a streamed one, with as much in it as is read. */
export interface ReadableCompletion {
  readonly id?: string;
  readonly choices: readonly object[];
  readonly usage?: object;
  readonly error?: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** What servers call an answer that they did not end, beside the reasons that OpenAI knows. */
const brokenOff = /^(?:error|abort|aborted|cancelled|insufficient_system_resource)$/i;

const cutAtMost = /length|max_?tokens/i;
const withheld = /content_filter|safety|recitation|prohibited_content|blocklist/i;

/** No reason: some servers have words for it. */
const noReason: ReadonlySet<unknown> = new Set([undefined, null, '', 'null', 'none']);

/**
 * What a server's JSON says in the shape that OpenAI publishes and the AI SDK insists on, as many servers have it only
 * by and large: one answer, without fields that nobody reads, of types that are right, its end called by one of
 * OpenAI's reasons. Words of the answer stand under `part`. An answer that its server gave up has an `error`.
 * Undefined of what is neither an answer nor an error.
 */
export function readableCompletion(body: unknown, part: 'delta' | 'message'): ReadableCompletion | undefined {
  const said: unknown = Array.isArray(body) ? body[0] : body;
  if (!isJson(said)) return undefined;
  const error = errorOf(said);
  const { choices, id, usage, x_groq: groq } = said;
  if (!Array.isArray(choices) && error === undefined && !isJson(usage)) return undefined;
  const listed: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const choice = listed.filter(isJson).find(({ index }) => !index);
  const reason = choice && finishReason(choice['finish_reason']);
  const counted = countedTokens(usage) ?? countedTokens(isJson(groq) ? groq['usage'] : undefined);
  const failure = error ?? (reason === 'error' ? { message: 'its server gave up on the answer' } : undefined);
  return {
    ...(typeof id === 'string' && { id }),
    choices: choice
      ? [{ index: 0, [part]: wordsOf(choice['delta'] ?? choice['message']), finish_reason: reason }]
      : [],
    ...(counted && { usage: counted }),
    ...(failure !== undefined && { error: failure }),
  };
}

/** The one of OpenAI's reasons that a server means; `error` where it gave the answer up, null while it goes on. */
function finishReason(reason: unknown): string | null {
  if (noReason.has(reason)) return null;
  const said = String(reason);
  if (brokenOff.test(said)) return 'error';
  if (cutAtMost.test(said)) return 'length';
  return withheld.test(said) ? 'content_filter' : 'stop';
}

/** `error`, or the whole of what is one by itself: vLLM has `object`, others `type`. */
function errorOf(said: Json): unknown {
  if (said['error'] !== undefined && said['error'] !== null) return said['error'];
  return said['object'] === 'error' || said['type'] === 'error' ? said : undefined;
}

function wordsOf(words: unknown): object {
  if (!isJson(words)) return {};
  const { content, refusal, reasoning_content: thought, reasoning } = words;
  const thoughts = [thought, reasoning].find((one) => typeof one === 'string');
  return {
    ...(typeof content === 'string' && { content }),
    ...(Array.isArray(content) && {
      content: content.filter((one) => isJson(one) && typeof one['type'] === 'string'),
    }),
    ...(typeof refusal === 'string' && { refusal }),
    ...(thoughts !== undefined && { reasoning_content: thoughts }),
  };
}

function countedTokens(usage: unknown): object | undefined {
  if (!isJson(usage)) return undefined;
  const counts = ['prompt_tokens', 'completion_tokens'].filter((name) => typeof usage[name] === 'number');
  return counts.length > 0 ? Object.fromEntries(counts.map((name) => [name, usage[name]])) : undefined;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
