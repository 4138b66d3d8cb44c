import type { Clock } from './clock.ts';
import { type EmbeddingsEndpoint, postEmbeddings } from './embeddings-endpoint.ts';
import { readEmbeddingsResponse } from './embeddings-response.ts';
import { RequestGate } from './request-gate.ts';
import { askedDelayMs, type RetryPolicy, withRetries } from './request-retry.ts';

/** Settings of {@link EmbeddingsClient}. */
export interface EmbeddingsClientOptions {
  readonly endpoint: EmbeddingsEndpoint;
  /** What every vector must be. */
  readonly dimension: number;
  /** Requests with passages at a time. */
  readonly concurrency: number;
  /** How long each of these rests before the next. */
  readonly pauseMs: number;
  /** For requests with passages; questions have at most two. */
  readonly maxRetries: number;
  /** What a provider that does not count is taken to have counted. */
  readonly countTokens: (text: string) => number;
  readonly clock: Clock;
}

const maxDocumentDelayMs = 60_000;
/** Someone is waiting for an answer. */
const maxQuestionDelayMs = 2_000;
const maxQuestionRetries = 2;

/**
 * Sends texts to an embeddings endpoint at the pace it takes, repeats what may go better the next time, and counts
 * what it costs. Errors of its methods: those of {@link postEmbeddings} and {@link readEmbeddingsResponse}.
 */
export class EmbeddingsClient {
  readonly #options: EmbeddingsClientOptions;
  readonly #gate: RequestGate;
  #requests = 0;
  #billedTokens = 0;

  constructor(options: EmbeddingsClientOptions) {
    this.#options = options;
    this.#gate = new RequestGate(options);
  }

  get requests(): number {
    return this.#requests;
  }

  get billedTokens(): number {
    return this.#billedTokens;
  }

  /** Embeds passages in one request, in its turn. A server that asks one request to wait is left alone by all. */
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { maxRetries, clock } = this.#options;
    const policy: RetryPolicy = { maxRetries, maxDelayMs: maxDocumentDelayMs };
    const attempt = () =>
      this.#gate.run(async () => {
        try {
          return await this.#request(texts, signal);
        } catch (error) {
          this.#gate.hold(Math.min(maxDocumentDelayMs, askedDelayMs(error) ?? 0));
          throw error;
        }
      }, signal);
    return withRetries(attempt, policy, clock, signal);
  }

  /** Embeds the windows of a question in one request, at once. */
  embedQuery(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const policy: RetryPolicy = {
      maxRetries: Math.min(this.#options.maxRetries, maxQuestionRetries),
      maxDelayMs: maxQuestionDelayMs,
    };
    return withRetries(() => this.#request(texts, signal), policy, this.#options.clock, signal);
  }

  async #request(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { endpoint, dimension, countTokens, clock } = this.#options;
    const body = await postEmbeddings(endpoint, texts, clock, signal);
    const response = readEmbeddingsResponse(body, {
      model: endpoint.model,
      count: texts.length,
      dimension,
    });
    this.#requests += 1;
    this.#billedTokens += response.billedTokens ?? texts.reduce((sum, text) => sum + countTokens(text), 0);
    return response.vectors;
  }
}
