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
import { FootnoteError } from '../../errors.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import type { Clock } from '../remote/clock.ts';
import type { ModelEndpoint } from '../remote/model-endpoint.ts';
import { saidRefusal, unavailable } from '../remote/model-refusal.ts';
import { modelFetch } from '../remote/model-request.ts';
import { yieldingFetch } from '../remote/yielding-fetch.ts';
import { completionEvents } from './completion-events.ts';
import { type KnownChatModel, knownChatModel } from './known-chat-models.ts';
import { readableCompletion } from './readable-completion.ts';

/** What is asked of a model besides its answer. */
export interface CompletionWishes {
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
