import type { EmbedderUsage } from '../../contracts/embedder.ts';
import { readEmbeddingsResponse } from './embeddings-response.ts';
import type { RemoteCallOptions, RemoteModel } from './remote-model.ts';
import { maxHoldMs, RequestGate } from './request-gate.ts';
import type { RetryPolicy } from './request-retry.ts';

/** Settings of {@link EmbeddingsClient}. */
export interface EmbeddingsClientOptions {
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
  /** For requests with passages. */
  readonly maxRetries: number;
  /** What a provider that does not count is taken to have counted. */
  readonly countTokens: (text: string) => number;
}

/**
 * Sends texts to an embeddings endpoint at the pace it takes, and counts what it costs. Errors of its methods: those of
 * {@link RemoteModel.ask} and {@link readEmbeddingsResponse}.
 */
export class EmbeddingsClient {
  readonly #remote: RemoteModel;
  readonly #options: EmbeddingsClientOptions;
  readonly #gate: RequestGate;
  readonly #policy: RetryPolicy;
  #requests = 0;
  #billedTokens = 0;

  constructor(remote: RemoteModel, options: EmbeddingsClientOptions) {
    this.#remote = remote;
    this.#options = options;
    this.#gate = new RequestGate({ ...options, clock: remote.clock });
    this.#policy = { maxRetries: options.maxRetries, maxDelayMs: maxHoldMs };
  }

  get usage(): EmbedderUsage {
    return { requests: this.#requests, billedTokens: this.#billedTokens, reusedTexts: 0 };
  }

  /** Embeds passages in one request, in its turn. */
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return this.#request(texts, { signal, gate: this.#gate, policy: this.#policy });
  }

  /** Embeds the windows of a question in one request, at once. */
  embedQuery(texts: readonly string[], options: RemoteCallOptions): Promise<readonly Float32Array[]> {
    return this.#request(texts, options);
  }

  async #request(texts: readonly string[], options: RemoteCallOptions): Promise<readonly Float32Array[]> {
    const { dimension, asksForDimension, encoding, countTokens } = this.#options;
    const model = this.#remote.name;
    const request = {
      model,
      input: texts,
      encoding_format: encoding,
      ...(asksForDimension && { dimensions: dimension }),
    };
    const answer = await this.#remote.post('embeddings', request, options);
    const response = readEmbeddingsResponse(answer, { model, count: texts.length, dimension });
    this.#requests += 1;
    this.#billedTokens += response.billedTokens ?? texts.reduce((sum, text) => sum + countTokens(text), 0);
    return response.vectors;
  }
}
