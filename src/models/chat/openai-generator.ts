import type { Tokenizer } from '../../contracts/embedder.ts';
import type {
  GenerateEvent,
  GenerateRequest,
  Generator,
  ModelWait,
  PromptMessage,
} from '../../contracts/generator.ts';
import { eitherSignal, FootnoteError, settingInvalid, throwIfAborted } from '../../errors.ts';
import { maxTimerMs, requireNumbers } from '../../values/require-arguments.ts';
import { knownChatModel } from '../remote/known-models.ts';
import {
  type ModelEndpoint,
  type ModelEndpointOptions,
  modelEndpoint,
  requestFailure,
} from '../remote/model-request.ts';
import { RequestGate } from '../remote/request-gate.ts';
import {
  type Clock,
  type RetryPolicy,
  retryDelayMs,
  secondsOf,
  systemClock,
  TimeLimit,
  waitReason,
  waitsWorthTelling,
} from '../remote/request-retry.ts';
import { estimatingTokenizer, gptTokenizer } from '../tokenizers.ts';
import type { ChatModel, CompletionPiece } from './chat-model.ts';
import { lazyChatModel } from './openai-language-model.ts';
import { beginsInThought, EndMarkSkipper, ShownThought, ThoughtSkipper } from './shown-thought.ts';

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
  /** Answers at a time; others wait for their turn. Default 16. */
  readonly concurrency?: number;
  /** Repetitions of a request that met a fault that may pass before its first word. Default 3. */
  readonly maxRetries?: number;
  /** Default: that of the machine. */
  readonly clock?: Clock;
}

/**
 * A generator behind an OpenAI-compatible `POST /chat/completions`: OpenAI itself, Azure, Groq, Mistral, Gemini,
 * OpenRouter, Ollama, vLLM, llama.cpp, LM Studio and others. The answer is streamed; a server that sends it whole will
 * do.
 *
 * A fault that may pass is met with repetitions after 1 s, 2 s, 4 s, with up to a quarter more by chance, or when the
 * server says, as long as `timeoutMs` allows; a server that says when is left alone by all until then. Waits are told.
 * After the first word nothing is repeated: what was said stands, and the iterator throws. Leaving the iterator ends
 * the request.
 * Errors: `config_invalid`, `request_invalid`; of generating those of {@link Generator}.
 */
export function openaiGenerator(options: OpenAiGeneratorOptions): Generator {
  return new OpenAiGenerator(options);
}

const ownOptions: readonly (keyof OpenAiGeneratorOptions)[] = [
  'temperature',
  'maxTokens',
  'contextWindow',
  'firstTokenTimeoutMs',
  'concurrency',
  'maxRetries',
  'clock',
];

const firstDelayMs = 1000;

type FinishReason = Extract<CompletionPiece, { type: 'finish' }>['reason'];

class OpenAiGenerator implements Generator {
  readonly name: string;
  readonly tokenizer: Tokenizer;
  readonly maxPromptTokens: number | undefined;
  readonly #endpoint: ModelEndpoint;
  readonly #chat: () => Promise<ChatModel>;
  readonly #gate: RequestGate;
  readonly #wishes: { readonly temperature: number; readonly maxTokens: number };
  readonly #firstTokenTimeoutMs: number;
  readonly #maxRetries: number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  /** Found out from its answers, where its name does not tell. */
  #beginsInThought: boolean;

  constructor(options: OpenAiGeneratorOptions) {
    this.#endpoint = modelEndpoint('generator', options, ownOptions);
    requireNumbers(options, {
      temperature: [0, 2],
      maxTokens: [1, Infinity],
      contextWindow: [1, Infinity],
      firstTokenTimeoutMs: [1, maxTimerMs],
      concurrency: [1, Infinity],
      maxRetries: [0, Infinity],
    });
    const { temperature = 0.3, maxTokens = 500, clock = systemClock, concurrency = 16 } = options;
    this.name = this.#endpoint.model;
    this.#beginsInThought = beginsInThought(this.name);
    this.#clock = clock;
    this.#chat = lazyChatModel(this.#endpoint, clock);
    this.#gate = new RequestGate({ concurrency, pauseMs: 0, clock });
    this.#wishes = { temperature, maxTokens };
    this.#firstTokenTimeoutMs = options.firstTokenTimeoutMs ?? 60_000;
    this.#maxRetries = options.maxRetries ?? 3;
    const known = knownChatModel(this.name);
    this.tokenizer = known ? gptTokenizer(known.encoding) : estimatingTokenizer;
    const contextWindow = options.contextWindow ?? known?.contextWindow;
    this.maxPromptTokens = contextWindow === undefined ? undefined : contextWindow - maxTokens;
    if (this.maxPromptTokens !== undefined && this.maxPromptTokens < 1)
      throw settingInvalid(
        `generator.maxTokens: ${maxTokens} tokens for the answer leave no room for the question in a window of ${contextWindow}`,
      );
  }

  async *generate({ messages, signal }: GenerateRequest): AsyncGenerator<GenerateEvent, void> {
    const caller = eitherSignal(signal, this.#closing.signal);
    throwIfAborted(caller);
    const { timeoutMs } = this.#endpoint;
    const limit = new TimeLimit('whole answer', timeoutMs);
    const deadlineMs = this.#clock.now() + timeoutMs;
    try {
      yield* streamWithRetries(() => this.#request(messages, caller, limit.signal), {
        model: this.name,
        gate: this.#gate,
        policy: { maxRetries: this.#maxRetries, firstDelayMs, deadlineMs },
        clock: this.#clock,
        signal: AbortSignal.any([caller, limit.signal]),
      });
    } catch (error) {
      throw requestFailure(error, this.#endpoint, { caller, limit: limit.signal });
    } finally {
      limit.callOff();
    }
  }

  async warmUp(): Promise<void> {
    await this.#chat();
    // A tokenizer loads its vocabulary with the first count.
    this.tokenizer.count('ready');
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  /** One request. What it yields first is text. */
  async *#request(
    messages: readonly PromptMessage[],
    caller: AbortSignal,
    deadline: AbortSignal,
  ): AsyncGenerator<GenerateEvent, void> {
    const chat = await this.#chat();
    const firstToken = new TimeLimit('first token', this.#firstTokenTimeoutMs);
    const limit = AbortSignal.any([deadline, firstToken.signal]);
    const thoughts = new ThoughtSkipper(this.#beginsInThought);
    const shown = new ShownThought();
    const endMarks = new EndMarkSkipper();
    let hasText = false;
    try {
      const pieces = chat.stream(messages, this.#wishes, AbortSignal.any([caller, limit]));
      for await (const piece of pieces) {
        firstToken.callOff();
        if (piece.type === 'thought') {
          thoughts.areToldApart();
          continue;
        }
        const text =
          piece.type === 'text'
            ? endMarks.push(thoughts.push(piece.text))
            : endMarks.push(thoughts.end(piece.reason === 'length')) + endMarks.end();
        hasText ||= text !== '';
        this.#beginsInThought ||= shown.hears(text);
        if (text !== '') yield { type: 'text', text };
        if (piece.type !== 'finish') continue;
        if (!hasText) throw this.#wordless(piece.reason);
        yield { ...piece, model: this.name };
      }
    } catch (error) {
      throw requestFailure(error, this.#endpoint, { caller, limit });
    } finally {
      firstToken.callOff();
    }
  }

  #wordless(reason: FinishReason): FootnoteError {
    const { maxTokens } = this.#wishes;
    const problems = {
      stop: 'it ended without saying anything',
      length: `it used up its ${maxTokens} tokens before its first word; raise generator.maxTokens`,
      filtered: 'its provider withheld the answer',
    };
    return new FootnoteError('model_answer_invalid', { model: this.name, problem: problems[reason] });
  }
}

/** What {@link streamWithRetries} works with. */
interface StreamRetryOptions {
  /** The model, for errors. */
  readonly model: string;
  readonly gate: RequestGate;
  readonly policy: RetryPolicy & { readonly deadlineMs: number };
  readonly clock: Clock;
  /** Ends it, also while it waits. */
  readonly signal: AbortSignal;
}

/**
 * Streams what `attempt` yields when it is its turn, and repeats it as the policy says where it fails before it has
 * yielded anything. Every wait for the model is told before it begins.
 * Errors: the last failure; `model_unavailable` where the turn would come after the deadline; `aborted` while it waits.
 */
async function* streamWithRetries<T>(
  attempt: () => AsyncIterable<T>,
  { model, gate, policy, clock, signal }: StreamRetryOptions,
): AsyncGenerator<T | ModelWait, void> {
  for (let retry = 0; ; retry++) {
    const { waitMs } = gate;
    if (waitMs !== undefined && clock.now() + waitMs >= policy.deadlineMs) {
      const reason = `it takes no requests for another ${secondsOf(waitMs)} s`;
      throw new FootnoteError('model_unavailable', { model, reason, remedy: 'Ask again after that' });
    }
    yield* waitsWorthTelling('high-traffic', waitMs);
    let hasYielded = false;
    try {
      for await (const item of gate.stream(attempt, signal)) {
        hasYielded = true;
        yield item;
      }
      return;
    } catch (error) {
      const delayMs = hasYielded ? undefined : retryDelayMs(error, retry, policy, clock);
      if (delayMs === undefined) throw error;
      yield* waitsWorthTelling(waitReason(error), delayMs);
      await clock.delay(delayMs, signal);
    }
  }
}
