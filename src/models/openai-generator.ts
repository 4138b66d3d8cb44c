import type { GenerateEvent, GenerateRequest, Generator, PromptMessage } from '../contracts/generator.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import {
  type CompletionPiece,
  type CompletionWishes,
  completionRequest,
  readCompletion,
} from './chat-completion.ts';
import { type Clock, systemClock } from './clock.ts';
import { estimatingTokenizer } from './estimating-tokenizer.ts';
import { gptTokenizer } from './gpt-tokenizer.ts';
import { type KnownChatModel, knownChatModel } from './known-chat-models.ts';
import { type ModelEndpoint, type ModelEndpointOptions, modelEndpoint } from './model-endpoint.ts';
import { streamFromModel } from './model-request.ts';
import { withRetries } from './request-retry.ts';
import { ThoughtSkipper } from './skip-thoughts.ts';
import { TimeLimit } from './time-limit.ts';

/** Settings of {@link openaiGenerator}. */
export interface OpenAiGeneratorOptions extends ModelEndpointOptions {
  /** For example `https://api.openai.com/v1` or `http://localhost:11434/v1`; `/chat/completions` is added. */
  readonly baseUrl: string;
  /** How freely the model chooses its words, 0–2. Default 0.3. Models that think are not told. */
  readonly temperature?: number;
  /** Most tokens of an answer. Default 500. */
  readonly maxTokens?: number;
  /** Most tokens of prompt and answer together. Default: what is known of the model, else any number. */
  readonly contextWindow?: number;
  /** For an answer with all repetitions, from the question to its last word. Default 120 000. */
  readonly timeoutMs?: number;
  /** For one attempt, from connecting to the first piece of the answer. Default 60 000. */
  readonly firstTokenTimeoutMs?: number;
  /** Repetitions of a request that met a fault that may pass before its first word. Default 3. */
  readonly maxRetries?: number;
  /** Default: that of the machine. */
  readonly clock?: Clock;
}

/**
 * A generator behind an OpenAI-compatible `POST /chat/completions`: OpenAI itself, Azure, Groq, Ollama, vLLM,
 * llama.cpp, LM Studio and others. The answer is streamed; a server that sends it whole will do.
 *
 * A fault that may pass is met with repetitions after 1 s, 2 s, 4 s, with up to a quarter more by chance, or when the
 * server says, as long as `timeoutMs` allows. After the first word nothing is repeated: what was said stands, and the
 * iterator throws. Leaving the iterator ends the request.
 * Errors: `config_invalid`; of generating those of {@link Generator}.
 */
export function openaiGenerator(options: OpenAiGeneratorOptions): Generator {
  return new OpenAiGenerator(options);
}

const firstDelayMs = 1000;

class OpenAiGenerator implements Generator {
  readonly name: string;
  readonly tokenizer: Tokenizer;
  readonly maxPromptTokens: number | undefined;
  readonly #endpoint: ModelEndpoint;
  readonly #known: KnownChatModel | undefined;
  readonly #wishes: CompletionWishes & { readonly maxTokens: number };
  readonly #firstTokenTimeoutMs: number;
  readonly #maxRetries: number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  constructor(options: OpenAiGeneratorOptions) {
    const { temperature = 0.3, maxTokens = 500, maxRetries = 3, firstTokenTimeoutMs = 60_000 } = options;
    this.#endpoint = modelEndpoint('generator', options);
    this.name = this.#endpoint.model;
    this.#known = knownChatModel(this.name);
    this.tokenizer = this.#known ? gptTokenizer(this.#known.encoding) : estimatingTokenizer;
    this.#wishes = { temperature, maxTokens, stream: true };
    this.#firstTokenTimeoutMs = firstTokenTimeoutMs;
    this.#maxRetries = maxRetries;
    this.#clock = options.clock ?? systemClock;
    const contextWindow = options.contextWindow ?? this.#known?.contextWindow;
    this.maxPromptTokens = contextWindow === undefined ? undefined : contextWindow - maxTokens;
    if (this.maxPromptTokens !== undefined && this.maxPromptTokens < 1)
      throw invalid(`maxTokens: ${maxTokens} leave nothing for the question of a window of ${contextWindow}`);
  }

  async *generate({ messages, signal }: GenerateRequest): AsyncGenerator<GenerateEvent, void> {
    const caller = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    throwIfAborted(caller);
    const { timeoutMs } = this.#endpoint;
    const deadline = new TimeLimit('whole answer', timeoutMs);
    const policy = {
      maxRetries: this.#maxRetries,
      firstDelayMs,
      deadlineMs: this.#clock.now() + timeoutMs,
    };
    const begin = async () => {
      const events = this.#attempt(messages, caller, deadline.signal);
      return { first: await events.next(), events };
    };
    try {
      const { first, events } = await withRetries(begin, policy, this.#clock, caller);
      try {
        if (!first.done) yield first.value;
        yield* events;
      } finally {
        await events.return();
      }
    } finally {
      deadline.callOff();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  /** One request. What it yields first is text. */
  async *#attempt(
    messages: readonly PromptMessage[],
    caller: AbortSignal,
    deadline: AbortSignal,
  ): AsyncGenerator<GenerateEvent, void> {
    const firstToken = new TimeLimit('first token', this.#firstTokenTimeoutMs);
    const pieces = streamFromModel(
      this.#endpoint,
      'chat/completions',
      completionRequest(this.name, messages, this.#wishes, this.#known),
      { clock: this.#clock, signal: caller, limit: AbortSignal.any([deadline, firstToken.signal]) },
    );
    const thoughts = new ThoughtSkipper();
    let { finish, usage }: Omit<CompletionPiece, 'text'> = {};
    let hasText = false;
    try {
      for await (const body of pieces) {
        firstToken.callOff();
        const piece = readCompletion(body, this.name);
        finish = piece.finish ?? finish;
        usage = piece.usage ?? usage;
        const text = thoughts.push(piece.text);
        if (text === '') continue;
        hasText = true;
        yield { type: 'text', text };
      }
    } finally {
      firstToken.callOff();
    }
    const held = thoughts.end();
    if (held !== '') yield { type: 'text', text: held };
    if (finish === undefined)
      throw new FootnoteError('model_unavailable', { model: this.name, reason: 'its answer broke off' });
    if (!hasText && held === '') throw this.#wordless(finish);
    yield { type: 'finish', reason: finish, model: this.name, ...(usage && { usage }) };
  }

  #wordless(finish: NonNullable<CompletionPiece['finish']>): FootnoteError {
    const { maxTokens } = this.#wishes;
    const problems = {
      stop: 'it ended without a word',
      length: `it used up its ${maxTokens} tokens before its first word; raise generator.maxTokens`,
      filtered: 'its provider withheld the answer',
    };
    return new FootnoteError('model_answer_invalid', { model: this.name, problem: problems[finish] });
  }
}

function invalid(problem: string): FootnoteError {
  return new FootnoteError('config_invalid', { source: 'The settings', problem: `generator.${problem}` });
}
