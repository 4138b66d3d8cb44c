import type { Clock } from './clock.ts';
import { readEmbeddingsResponse } from './embeddings-response.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { postJson, runRequest } from './model-request.ts';
import { maxHoldMs, RequestGate } from './request-gate.ts';
import { type RetryPolicy, waitingPolicy, withRetries } from './request-retry.ts';

/** Settings of {@link EmbeddingsClient}. */
export interface EmbeddingsClientOptions {
  readonly endpoint: ModelEndpoint;
  /** What every vector must be. */
  readonly dimension: number;
  /** Whether the model must be asked for that length; one that has but one knows no such wish. */
  readonly asksForDimension: boolean;
  /** How vectors travel. */
  readonly encoding: 'float' | 'base64';
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

/**
 * Sends texts to an embeddings endpoint at the pace it takes, repeats what may go better the next time, and counts
 * what it costs. Errors of its methods: those of {@link runRequest} and {@link readEmbeddingsResponse}.
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

  /** Embeds passages in one request, in its turn. */
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { maxRetries, clock } = this.#options;
    const policy: RetryPolicy = { maxRetries, maxDelayMs: maxHoldMs };
    const attempt = () => this.#gate.run(() => this.#request(texts, signal), signal);
    return withRetries(attempt, { policy, clock, signal });
  }

  /** Embeds the windows of a question in one request, at once. */
  embedQuery(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { maxRetries, clock } = this.#options;
    const policy = waitingPolicy(maxRetries);
    return withRetries(() => this.#request(texts, signal), { policy, clock, signal });
  }

  async #request(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { endpoint, dimension, asksForDimension, encoding, countTokens, clock } = this.#options;
    const { model } = endpoint;
    const request = {
      model,
      input: texts,
      encoding_format: encoding,
      ...(asksForDimension && { dimensions: dimension }),
    };
    const answer = await runRequest(endpoint, signal, (either) =>
      postJson(endpoint, 'embeddings', request, { clock, signal: either }),
    );
    const response = readEmbeddingsResponse(answer, {
      model,
      count: texts.length,
      dimension,
    });
    this.#requests += 1;
    this.#billedTokens += response.billedTokens ?? texts.reduce((sum, text) => sum + countTokens(text), 0);
    return response.vectors;
  }
}
