import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Message,
  type LanguageModelV4Usage,
  TypeValidationError,
} from '@ai-sdk/provider';
import type { ZodError } from 'zod';
import type { GenerateUsage, PromptMessage } from '../../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { parsedJson } from '../../values/own-value.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import { type KnownChatModel, knownChatModel } from '../remote/known-models.ts';
import { saidRefusal, unavailable } from '../remote/model-refusal.ts';
import type { ModelEndpoint } from '../remote/model-request.ts';
import { modelFetch } from '../remote/model-request.ts';
import type { Clock } from '../remote/request-retry.ts';

/** A completion, or a piece of a streamed one, with as much in it as is read. */
interface ReadableCompletion {
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
function readableCompletion(body: unknown, part: 'delta' | 'message'): ReadableCompletion | undefined {
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

/** What stands between events, their line ends made one. */
const gap = '\n\n';

/** What some servers put between events instead. */
const narrowGap = /\n(?<=^data:.*\n)(?=data: ?[{[])/gm;

/** A longer event is passed on as it comes. */
const maxHeld = 2 ** 16;

/** Up to the words of an event that says some. */
const opening = /^data:.*?"delta":\s?\{(?:"role":\s?"assistant",\s?)?"content":\s?"/;

/** From their end on, where the event says nothing else: what else its `delta` names is null. */
const closing = /^"(?:,\s?"\w+":\s?null)*\s?\}.*$/;

/** An answer of which nobody said why it ended. */
const unnamedFinish = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

/** What ends a stream. */
const done = '[DONE]';

/** The beginning of JSON where events were asked for: the answer as a whole. */
const beginsWhole = /^\s*[{[]/;

/** How long a server that has said why its answer ended may take to count the tokens and to end the stream. */
const longestFarewellMs = 2000;

/**
 * Makes the server-sent events of a streamed completion such as the AI SDK reads well: each as {@link
 * readableCompletion} has it. Events that come together and differ in their words alone become one with the words of
 * all: what a reader is shown is the same at the same moment, and the SDK, to which each event costs some ten
 * microseconds, has fewer to read. Events that say nothing of an answer, as those that keep a connection open, are left
 * out where others do. Nothing goes on behind `[DONE]`, before which the answer has ended: where no event says why,
 * one is put there that does. A server that sends its answer whole is taken as one that streams it at once. What is no
 * JSON goes on as it is.
 */
export class CompletionEvents {
  #held = '';
  #isDone = false;
  #hasFinished = false;
  #hasAnswer = false;
  /** Whether the answer comes as a whole; undefined before its first character. */
  #isWhole: boolean | undefined;
  /** The first event that says nothing of an answer. */
  #other = '';

  /** Whether the server has said why the answer ended: what may follow is a count of its tokens. */
  get hasFinished(): boolean {
    return this.#hasFinished;
  }

  /** Whether `[DONE]` has come: the answer is over, also where the server keeps the connection open. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** What a piece of the stream completes; events that are cut off wait for their end. */
  push(text: string): string {
    if (this.#isDone) return '';
    this.#held += text;
    if (this.#isWhole === undefined && this.#held.trim() !== '') this.#isWhole = beginsWhole.test(this.#held);
    if (this.#isWhole) return '';
    // The second half of a line's end may come with the next piece.
    if (this.#held.includes('\r')) this.#held = this.#held.replace(/\r\n|\r(?!$)/g, '\n');
    if (!this.#held.includes(gap)) this.#held = this.#held.replace(narrowGap, gap);
    const end = this.#held.lastIndexOf(gap);
    if (end < 0) return this.#held.length > maxHeld ? this.#rest() : '';
    const complete = this.#held.slice(0, end + gap.length);
    this.#held = this.#held.slice(complete.length);
    return this.#readable(joined(complete));
  }

  /** What is left when the stream ends. */
  end(): string {
    const rest = this.#rest();
    if (this.#isDone || rest.trim() === '') return rest + this.#otherAlone();
    const made = this.#isWhole
      ? this.#readable([`data: ${rest.replace(/\s*\n\s*/g, ' ').trim()}`, `data: ${done}`])
      : this.#readable([rest]);
    // What nothing could be made of goes on as it came, without the end that it did not have.
    return (made === rest + gap ? rest : made) + this.#otherAlone();
  }

  #rest(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #readable(events: readonly string[]): string {
    let made = '';
    for (const event of events) {
      made += this.#readableEvent(event);
      if (this.#isDone) break;
    }
    return made;
  }

  #readableEvent(event: string): string {
    const data = dataOf(event);
    if (data === done) {
      this.#isDone = true;
      this.#held = '';
      const finish = this.#hasFinished || !this.#hasAnswer ? '' : unnamedFinish;
      return `${this.#otherAlone()}${finish}data: ${done}${gap}`;
    }
    const body = parsedJson(data);
    if (body === undefined) return event + gap;
    const said = readableCompletion(body, 'delta');
    const completion = said ?? (calledError.test(event) ? { choices: [], error: body } : undefined);
    if (completion === undefined) {
      this.#other ||= event + gap;
      return '';
    }
    this.#hasAnswer = true;
    this.#hasFinished ||= completion.choices.some((choice) => finishOf(choice) !== null);
    return eventOf(completion);
  }

  /** What says nothing of an answer, where nothing else does: what it is then is for others to say. */
  #otherAlone(): string {
    const other = this.#hasAnswer ? '' : this.#other;
    this.#other = '';
    return other;
  }
}

/**
 * Passes a stream of events through {@link CompletionEvents}. It ends with `[DONE]`, and `farewellMs` after the event
 * that says why the answer ended, whatever the server does with the connection.
 */
export function completionEvents(farewellMs = longestFarewellMs): TransformStream<Uint8Array, Uint8Array> {
  const events = new CompletionEvents();
  let farewell: NodeJS.Timeout | undefined;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new TransformStream({
    transform(bytes, controller) {
      const text = events.push(decoder.decode(bytes, { stream: true }));
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (events.isDone) controller.terminate();
      else if (events.hasFinished) farewell ??= setTimeout(() => controller.terminate(), farewellMs).unref();
    },
    flush(controller) {
      controller.enqueue(encoder.encode(events.push(decoder.decode()) + events.end()));
    },
  });
}

/** The events of a text that ends with a gap, each without it. */
function joined(text: string): string[] {
  const made: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(gap, at);
    const event = text.slice(at, end);
    at = end + gap.length;
    const before = opening.exec(event)?.[0] ?? '';
    const wordsEnd = endOfWords(event, before.length);
    const after = event.slice(wordsEnd);
    if (before === '' || !closing.test(after)) {
      made.push(event);
      continue;
    }
    let words = event.slice(before.length, wordsEnd);
    const rest = after + gap;
    while (text.slice(at, at + before.length) === before) {
      const start = at + before.length;
      const next = endOfWords(text, start);
      if (text.slice(next, next + rest.length) !== rest) break;
      words += text.slice(start, next);
      at = next + rest.length;
    }
    made.push(before + words + after);
  }
  return made;
}

/** Where the quotation mark stands that ends what JSON has from `start` on; the end of the text where there is none. */
function endOfWords(text: string, start: number): number {
  for (let from = start; ; ) {
    const at = text.indexOf('"', from);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
    from = at + 1;
  }
}

/** The data of an event. llama.cpp has the field `error` for that of an error. */
function dataOf(event: string): string {
  const fieldOf = (name: string) =>
    event.split('\n').flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const data = fieldOf('data').join('\n').trim();
  const failed = data === '' ? fieldOf('error').join('').trim() : '';
  return failed === '' ? data : `{"error":${failed}}`;
}

/** An event that is called an error is one, whatever it holds. */
const calledError = /^event: ?error\s*$/m;

function finishOf(choice: object): unknown {
  return 'finish_reason' in choice ? choice.finish_reason : null;
}

function eventOf(completion: object): string {
  return `data: ${JSON.stringify(completion)}${gap}`;
}

type RequestBody = Readonly<Record<string, unknown>>;

/** Something that is asked for as a rule, and that some servers or models refuse. */
interface Wish {
  /** How a refusal names it. */
  readonly refusal: RegExp;
  /** The request without it, or with what stands for it; the same where it was not in it. */
  readonly without: (body: RequestBody) => RequestBody;
}

const wishes: readonly Wish[] = [
  // Mistral's server takes no field that it does not know, and counts unasked.
  {
    refusal: /\bstream_options\b|\binclude_usage\b/,
    without: (body) => withoutField(body, 'stream_options'),
  },
  // Models that think have another name for it than all others; what a model is called on Azure does not tell.
  { refusal: /\bmax_completion_tokens\b(?!.*\btoo large\b)/s, without: withOtherLimit },
  {
    refusal: /\btemperature\b.*(?:support|deprecated|permitted|only|unknown|unrecognized)/is,
    without: (body) => withoutField(body, 'temperature'),
  },
  // The templates of Gemma and of early Mistrals have none, and Google's server says so in its own words.
  {
    refusal:
      /\bsystem['"’`]? (?:role|messages?)\b|support ['"]system['"]|developer instruction|roles must alternate/i,
    without: withoutSystemMessage,
  },
];

/**
 * Sends requests for a completion as they are, and once a server has refused something in them that can be done
 * without, again and from then on without it: tokens counted, a temperature, a limit under this name, a message of the
 * system, which stands before the user's then. Errors: those of `send`.
 */
function yieldingFetch(send: typeof fetch): typeof fetch {
  const yielded = new Set<Wish>();
  return async (address, request) => {
    for (;;) {
      const known = new Set(yielded);
      try {
        return await send(address, without(request, known));
      } catch (error) {
        if (!isFootnoteError(error) || error.code !== 'model_rejected') throw error;
        const refused = wishes.find((wish) => !known.has(wish) && wish.refusal.test(error.message));
        if (!refused || !isIn(request, refused)) throw error;
        yielded.add(refused);
      }
    }
  };
}

function without(request: RequestInit | undefined, yielded: ReadonlySet<Wish>): RequestInit | undefined {
  if (typeof request?.body !== 'string' || yielded.size === 0) return request;
  const body = [...yielded].reduce(
    (left, wish) => wish.without(left),
    JSON.parse(request.body) as RequestBody,
  );
  return { ...request, body: JSON.stringify(body) };
}

function isIn(request: RequestInit | undefined, wish: Wish): boolean {
  if (typeof request?.body !== 'string') return false;
  const body = JSON.parse(request.body) as RequestBody;
  return JSON.stringify(wish.without(body)) !== JSON.stringify(body);
}

function withoutField(body: RequestBody, field: string): RequestBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

function withOtherLimit(body: RequestBody): RequestBody {
  const { max_tokens: most, max_completion_tokens: mostWithThoughts, ...others } = body;
  if (most !== undefined) return { ...others, max_completion_tokens: most };
  return mostWithThoughts === undefined ? body : { ...others, max_tokens: mostWithThoughts };
}

function withoutSystemMessage(body: RequestBody): RequestBody {
  const [first, second, ...others] = body['messages'] as readonly { role: string; content: string }[];
  if (first?.role !== 'system' || second?.role !== 'user') return body;
  return { ...body, messages: [{ ...second, content: `${first.content}\n\n${second.content}` }, ...others] };
}

/** What is asked of a model besides its answer. */
interface CompletionWishes {
  /** Not told to a model that thinks before it answers. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** A streamed answer, piece by piece; exactly one `finish` ends it. */
export type CompletionPiece =
  /** Words of the answer; empty where the piece has none. */
  | { readonly type: 'text'; readonly text: string }
  /** Words of a thought that the server tells apart. */
  | { readonly type: 'thought' }
  | {
      readonly type: 'finish';
      readonly reason: 'stop' | 'length' | 'filtered';
      /** Absent where nobody counted. */
      readonly usage?: GenerateUsage;
    };

/** Under this name the SDK passes on what it knows nothing of. */
const provider = 'endpoint';
const eventStream = 'text/event-stream';

/**
 * A language model behind `POST /chat/completions`, spoken to through the AI SDK. A call is one request, ended by its
 * signal alone. Importing this file loads the SDK, so it is imported when a model is asked.
 * Errors of its methods: those of `modelFetch`; `model_unavailable` where an answer breaks off or the server says so
 * in the middle of it; `model_answer_invalid` where it is of another shape.
 */
export class ChatModel {
  readonly #endpoint: ModelEndpoint;
  readonly #known: KnownChatModel | undefined;
  readonly #model: LanguageModelV4;

  constructor(endpoint: ModelEndpoint, clock: Clock) {
    const { baseUrl, apiKey, model } = endpoint;
    this.#endpoint = endpoint;
    this.#known = knownChatModel(model);
    this.#model = createOpenAICompatible({
      name: provider,
      baseURL: baseUrl.href.replace(/\/+$/, ''),
      ...(apiKey !== undefined && { apiKey }),
      includeUsage: true,
      fetch: readable(yieldingFetch(modelFetch(endpoint, clock))),
    }).chatModel(model);
  }

  /** The answer as it comes. Leaving the loop closes the connection. */
  async *stream(
    messages: readonly PromptMessage[],
    wishes: CompletionWishes,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionPiece, void> {
    const options = this.#options(messages, wishes, signal);
    const { stream } = await this.#model.doStream({ ...options, headers: { accept: eventStream } });
    for await (const part of stream) {
      if (part.type === 'error') throw this.#failureInStream(part.error);
      if (part.type === 'text-delta') yield { type: 'text', text: part.delta };
      if (part.type === 'reasoning-delta') yield { type: 'thought' };
      if (part.type === 'response-metadata') yield { type: 'text', text: '' };
      if (part.type === 'finish')
        yield { type: 'finish', reason: reasonOf(part.finishReason), ...usageOf(part.usage) };
    }
  }

  /** The answer whole, maybe without a word; `usage` is absent where nobody counted. */
  async complete(
    messages: readonly PromptMessage[],
    wishes: CompletionWishes,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage?: GenerateUsage }> {
    try {
      const { content, usage } = await this.#model.doGenerate(this.#options(messages, wishes, signal));
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { text, ...usageOf(usage) };
    } catch (error) {
      throw this.#failure(APICallError.isInstance(error) ? (error.cause ?? error) : error);
    }
  }

  #options(
    messages: readonly PromptMessage[],
    { temperature, maxTokens }: CompletionWishes,
    abortSignal: AbortSignal,
  ): LanguageModelV4CallOptions {
    const prompt = messages.map(promptMessage);
    if (!this.#known?.isReasoning) return { prompt, abortSignal, temperature, maxOutputTokens: maxTokens };
    const wishes = maxTokens === undefined ? {} : { max_completion_tokens: maxTokens };
    return { prompt, abortSignal, providerOptions: { [provider]: wishes } };
  }

  #failureInStream(error: unknown): unknown {
    if (InvalidResponseDataError.isInstance(error))
      return unavailable(this.#endpoint, 'its answer broke off');
    if (!(error instanceof Error)) return saidRefusal(this.#endpoint, error);
    // Of another shape than the SDK knows may also be the error of a server.
    const said: unknown = TypeValidationError.isInstance(error) ? error.value : undefined;
    const isRefusal = typeof said === 'object' && said !== null && 'error' in said;
    return isRefusal ? saidRefusal(this.#endpoint, said.error) : this.#failure(error);
  }

  /** What the SDK found wrong with an answer, in our words; of anything else the error itself. */
  #failure(error: unknown): unknown {
    const { model } = this.#endpoint;
    const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model, problem });
    if (InvalidResponseDataError.isInstance(error)) return invalid('it contains no answer');
    if (!TypeValidationError.isInstance(error)) return error;
    const { issues } = error.cause as ZodError;
    // It fits neither an answer nor an error.
    const fitsNothing = issues[0]?.code === 'invalid_union';
    return invalid(fitsNothing ? 'it contains no answer' : schemaProblem(error.cause as ZodError));
  }
}

/** Answers as the SDK reads them: {@link completionEvents}, and {@link readableCompletion} of those that come whole. */
function readable(send: typeof fetch): typeof fetch {
  return async (address, request) => {
    const response = await send(address, request);
    if (new Headers(request?.headers).get('accept') === eventStream)
      return new Response(response.body?.pipeThrough(completionEvents()) ?? null, response);
    const body: unknown = await response.json();
    return new Response(JSON.stringify(readableCompletion(body, 'message') ?? body), response);
  };
}

function promptMessage({ role, content }: PromptMessage): LanguageModelV4Message {
  // Lone surrogates are no JSON that every server reads.
  const text = content.toWellFormed();
  return role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] };
}

function reasonOf({ unified }: LanguageModelV4FinishReason): 'stop' | 'length' | 'filtered' {
  if (unified === 'length') return 'length';
  return unified === 'content-filter' ? 'filtered' : 'stop';
}

/** From what the server said itself: the SDK has 0 for what it did not say. */
function usageOf({ raw }: LanguageModelV4Usage): { readonly usage?: GenerateUsage } {
  if (raw === undefined) return {};
  const { prompt_tokens: prompt, completion_tokens: completion } = raw;
  return { usage: { promptTokens: counted(prompt), completionTokens: counted(completion) } };
}

function counted(tokens: unknown): number | null {
  return typeof tokens === 'number' ? tokens : null;
}
