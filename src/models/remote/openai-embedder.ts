import { z } from 'zod';
import type {
  Embedder,
  EmbedderUsage,
  EmbedOptions,
  TextEmbedding,
  Tokenizer,
} from '../../contracts/embedder.ts';
import { FootnoteError, settingInvalid, throwIfAborted } from '../../errors.ts';
import { maxTimerMs, requireNumbers, requireText, requireTexts } from '../../values/require-arguments.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import { allOrAbort, meanVector, movePosition, prefixMark, unitVector } from '../embedding.ts';
import { estimatingTokenizer, gptTokenizer } from '../tokenizers.ts';
import { knownEmbeddingModel } from './known-models.ts';
import {
  type Patience,
  type RemoteCallOptions,
  RemoteModel,
  type RemoteModelOptions,
} from './model-request.ts';
import { maxHoldMs, RequestGate } from './request-gate.ts';

/** How a text longer than its model reads is cut, counted in tokens. */
interface TextWindowSettings {
  /** At least 8, so that any one character fits. */
  readonly size: number;
  /** Tokens, roughly, that a window repeats of the one before it. */
  readonly overlap: number;
  readonly count: (text: string) => number;
}

/** A window of a text, `[start, end)`. */
interface TextWindow {
  readonly start: number;
  readonly end: number;
}

/** A window ends at white space where there is some in its last part. */
const softShare = 0.2;

/**
 * Cuts a text into overlapping windows of at most `size` tokens each, for a model whose tokens are counted but not
 * seen. They cover the whole text in order, no character is cut in two, and borders are at white space where that
 * costs little. A text that fits is one window.
 */
export function cutText(text: string, settings: TextWindowSettings): readonly TextWindow[] {
  const { size, overlap, count } = settings;
  const tokens = count(text);
  if (tokens <= size) return [{ start: 0, end: text.length }];
  const charactersPerToken = text.length / tokens;
  const guess = Math.ceil(size * charactersPerToken);
  const windows: TextWindow[] = [];
  let start = 0;
  let end = 0;
  while (end < text.length) {
    const before = end;
    end = windowEnd(text, start, guess, settings);
    if (end <= before) {
      // Denser text than before: the repeated part alone fills the window.
      start = before;
      end = windowEnd(text, start, guess, settings);
    }
    windows.push({ start, end });
    const repeated = Math.min(Math.floor(overlap * charactersPerToken), (end - start) >> 1);
    start = wholeCharacter(text, afterSpace(text, end - repeated, end));
  }
  return windows;
}

function windowEnd(text: string, start: number, guess: number, { size, count }: TextWindowSettings): number {
  let length = guess;
  for (;;) {
    const end = start + length >= text.length ? text.length : wholeCharacter(text, start + length);
    const tokens = count(text.slice(start, end));
    if (tokens <= size) {
      if (end === text.length) return end;
      const soft = softEnd(text, start, end);
      // A text can be more tokens without its end: one that was a single token falls into several.
      return count(text.slice(start, soft)) <= size ? soft : end;
    }
    length = Math.max(2, Math.floor(((end - start) * size * 0.95) / tokens));
  }
}

/** The last white space of the window's last part, or the end it has. */
function softEnd(text: string, start: number, end: number): number {
  const earliest = end - Math.floor((end - start) * softShare);
  for (let at = end; at > earliest; at--) if (isSpace(text, at)) return at;
  return end;
}

/** Behind the first white space from `from` on, or `from` where there is none before `to`. */
function afterSpace(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (isSpace(text, at)) return at + 1;
  return from;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The same place, or one before it where it would part a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const isParted = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isParted ? at - 1 : at;
}

/** The vectors of one request, in the order of its texts, of unit length. */
interface EmbeddingsResponse {
  readonly vectors: readonly Float32Array[];
  /** Tokens that the provider counted; undefined where it says nothing. */
  readonly billedTokens: number | undefined;
}

const tokens = z.int().min(0).nullish();

/**
 * `CreateEmbeddingResponse` of OpenAI's API, as far as it is needed. Servers that follow it leave out more than it
 * allows: without any `index` the answers stand in the order of the texts.
 */
const responseShape = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).nullish(),
      embedding: z.union([z.array(z.number()), z.base64()]),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, total_tokens: tokens }).nullish(),
});

/**
 * Checks an answer to a request with `count` texts and brings it into order.
 * Errors: `model_answer_invalid` where it is no list of one embedding for each text; `vector_invalid` where one is
 * not `dimension` long, or is not finite or zero, then with the place of its text as `details.position`.
 */
function readEmbeddingsResponse(
  body: unknown,
  { model, count, dimension }: { model: string; count: number; dimension: number },
): EmbeddingsResponse {
  const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model, problem });
  const result = responseShape.safeParse(body);
  if (!result.success) throw invalid(schemaProblem(result.error));
  const { data, usage } = result.data;
  if (data.length !== count) throw invalid(`${data.length} embeddings for ${count} texts`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [position, { index: written, embedding }] of data.entries()) {
    const index = written ?? position;
    if (index >= count || vectors[index]) throw invalid(`index ${index} is out of range or repeated`);
    vectors[index] = unitVector(
      numbersOf(embedding),
      dimension,
      `text ${index + 1} of ${count} from ${model}`,
      index,
    );
  }
  return {
    vectors: vectors as Float32Array[],
    billedTokens: usage?.prompt_tokens ?? usage?.total_tokens ?? undefined,
  };
}

/** Numbers as they are, or as base64 of little-endian float32. */
function numbersOf(embedding: readonly number[] | string): ArrayLike<number> {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4));
}

/** Settings of {@link openaiEmbedder}. */
export interface OpenAiEmbedderOptions extends RemoteModelOptions {
  /** For example `https://api.openai.com/v1` or `http://localhost:11434/v1`; `/embeddings` is added. */
  readonly baseUrl: string;
  /** Length of the vectors. Default: what is known of the model. A model that can shorten its own is asked to. */
  readonly dimension?: number;
  /** Most texts of one request. Default 100. */
  readonly batchSize?: number;
  /** Requests with passages at a time. Default 4. */
  readonly concurrency?: number;
  /** How long each of these rests before the next. Default 0. */
  readonly pauseMs?: number;
  /** Repetitions of a request with passages that met a fault that may pass. Default 5. Questions have at most two. */
  readonly maxRetries?: number;
  /** What the model was trained on. Default: what is known of the model, else any. */
  readonly languages?: readonly string[] | 'any';
  /** Put before a question. Default: what is known of the model, else nothing. */
  readonly queryPrefix?: string;
  /** Put before a passage. Default: what is known of the model, else nothing. */
  readonly documentPrefix?: string;
  /** Tokens that the model reads of one text; longer ones become windows. Default: what is known of it, else 512. */
  readonly maxTokens?: number;
  /** How vectors travel. Default `float`, which every server knows; `base64` is a quarter of the size. */
  readonly encoding?: 'float' | 'base64';
}

const ownOptions: readonly (keyof OpenAiEmbedderOptions)[] = [
  'dimension',
  'batchSize',
  'concurrency',
  'pauseMs',
  'languages',
  'queryPrefix',
  'documentPrefix',
  'maxTokens',
  'encoding',
];

/** OpenAI takes 300 000 tokens in one request; estimates may be wrong by half. */
const maxRequestTokens = 200_000;
/** Tokens that a model may add before and after a text. */
const marks = 2;
/** Whatever a long prefix leaves of a short limit. */
const minWindowTokens = 16;
const windowOverlap = 48;
/** Sent for a text without a character to see, which providers refuse. */
const blankText = '.';

/**
 * An embedder behind an OpenAI-compatible `POST /embeddings`: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio,
 * text-embeddings-inference and others. Nothing is sent before the first text.
 *
 * Tokens are counted with OpenAI's vocabulary for its own models and estimated for others. The id names model,
 * length, windows and prefixes, not the address: the same model behind another address is the same embedder.
 * Errors: `config_invalid`, `request_invalid`; of its methods those of {@link Embedder}.
 */
export function openaiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  return new OpenAiEmbedder(options);
}

/** The windows of one request, and the place of the first among all. */
interface WindowBatch {
  readonly from: number;
  readonly batch: readonly string[];
}

class OpenAiEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly languages: readonly string[] | 'any';
  readonly tokenizer: Tokenizer;
  readonly passagesAtOnce: number;
  readonly #remote: RemoteModel;
  /** What every request says beside its texts. */
  readonly #wishes: object;
  /** How requests with passages are sent: in their turn, and patiently. */
  readonly #patience: Patience;
  readonly #batchSize: number;
  readonly #maxTokens: number;
  readonly #queryPrefix: string;
  readonly #documentPrefix: string;
  #requests = 0;
  #billedTokens = 0;

  constructor(options: OpenAiEmbedderOptions) {
    this.#remote = new RemoteModel('embedder', options, ownOptions);
    requireNumbers(options, {
      dimension: [1, Infinity],
      batchSize: [1, Infinity],
      concurrency: [1, Infinity],
      pauseMs: [0, maxTimerMs],
      maxTokens: [1, Infinity],
    });
    const { model, batchSize = 100, concurrency = 4 } = options;
    const known = knownEmbeddingModel(model);
    const dimension = options.dimension ?? known?.dimension;
    if (dimension === undefined) {
      throw settingInvalid(
        `embedder.dimension: the length of the vectors of "${model}" is unknown, so it must be set`,
      );
    }
    this.#maxTokens = options.maxTokens ?? known?.maxTokens ?? 512;
    this.#queryPrefix = options.queryPrefix ?? known?.queryPrefix ?? '';
    this.#documentPrefix = options.documentPrefix ?? known?.documentPrefix ?? '';
    const mark = prefixMark(this.#queryPrefix, this.#documentPrefix);
    this.id = `${model}@${dimension}#w${this.#maxTokens}-${windowOverlap}${mark}`;
    this.dimension = dimension;
    this.languages = options.languages ?? known?.languages ?? 'any';
    this.tokenizer = known?.encoding ? gptTokenizer(known.encoding) : estimatingTokenizer;
    this.passagesAtOnce = batchSize * concurrency;
    this.#batchSize = batchSize;
    this.#wishes = {
      encoding_format: options.encoding ?? 'float',
      // A model that has but one length knows no such wish.
      ...(known?.isShortenable && dimension !== known.dimension && { dimensions: dimension }),
    };
    const { clock } = this.#remote;
    this.#patience = {
      gate: new RequestGate({ concurrency, pauseMs: options.pauseMs ?? 0, clock }),
      policy: { maxRetries: options.maxRetries ?? 5, maxDelayMs: maxHoldMs },
    };
  }

  async embedDocuments(
    texts: readonly string[],
    options: EmbedOptions = {},
  ): Promise<readonly TextEmbedding[]> {
    requireTexts('texts', texts);
    throwIfAborted(options.signal);
    const windows = texts.map((text) => this.#windows(text, this.#documentPrefix));
    const owners = windows.flatMap((cut, index) => cut.map(() => index));
    const vectors = await allOrAbort(
      this.#inBatches(windows.flat()).map(({ from, batch }) => async (either) => {
        const embedded = await this.#request(batch, { patience: this.#patience, signal: either }).catch(
          (error: unknown) => {
            throw movePosition(error, (position) => owners[from + position] as number);
          },
        );
        // A text counts with its last window.
        const ended = batch.filter((_, place) => owners[from + place] !== owners[from + place + 1]);
        options.onEmbedded?.(ended.length);
        return embedded;
      }),
      options.signal,
    );
    const inOrder = vectors.flat();
    let next = 0;
    return texts.map((text, index) => {
      const count = (windows[index] as readonly string[]).length;
      next += count;
      return { vectors: inOrder.slice(next - count, next), tokens: this.tokenizer.count(text) };
    });
  }

  async embedQuery(text: string, options: { signal?: AbortSignal } = {}): Promise<Float32Array> {
    requireText('text', text);
    throwIfAborted(options.signal);
    const vectors = await this.#request(this.#windows(text, this.#queryPrefix), options);
    return meanVector(vectors, 'the question');
  }

  usage(): EmbedderUsage {
    return { requests: this.#requests, billedTokens: this.#billedTokens, reusedTexts: 0 };
  }

  async close(): Promise<void> {
    this.#remote.close();
  }

  async #request(texts: readonly string[], options: RemoteCallOptions): Promise<readonly Float32Array[]> {
    const { name: model } = this.#remote;
    const answer = await this.#remote.post('embeddings', { model, input: texts, ...this.#wishes }, options);
    const { dimension } = this;
    const { vectors, billedTokens } = readEmbeddingsResponse(answer, {
      model,
      count: texts.length,
      dimension,
    });
    this.#requests += 1;
    // Where the provider does not count, what it is taken to have counted.
    this.#billedTokens += billedTokens ?? texts.reduce((sum, text) => sum + this.tokenizer.count(text), 0);
    return vectors;
  }

  /** What is sent for a text: one string, or several where it is longer than the model reads. */
  #windows(text: string, prefix: string): readonly string[] {
    // Lone surrogates are no JSON that every server reads.
    const visible = text.trim() === '' ? blankText : text.toWellFormed();
    return cutText(visible, {
      size: Math.max(minWindowTokens, this.#maxTokens - marks - this.tokenizer.count(prefix)),
      overlap: windowOverlap,
      count: (part) => this.tokenizer.count(part),
    }).map(({ start, end }) => prefix + visible.slice(start, end));
  }

  #inBatches(texts: readonly string[]): readonly WindowBatch[] {
    const batches: { from: number; batch: string[] }[] = [];
    let room = 0;
    for (const [from, text] of texts.entries()) {
      const tokens = this.tokenizer.count(text);
      const last = batches.at(-1)?.batch;
      if (last && last.length < this.#batchSize && tokens <= room) {
        last.push(text);
        room -= tokens;
      } else {
        batches.push({ from, batch: [text] });
        room = maxRequestTokens - tokens;
      }
    }
    return batches;
  }
}
