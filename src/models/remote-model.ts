import { type Clock, systemClock } from './clock.ts';
import { type ModelEndpoint, type ModelEndpointOptions, modelEndpoint } from './model-endpoint.ts';
import { postToModel } from './model-request.ts';
import { waitingPolicy, withRetries } from './request-retry.ts';

/** Settings of {@link RemoteModel}. */
export interface RemoteModelOptions extends ModelEndpointOptions {
  /** Repetitions of a request that met a fault that may pass, at most 2 since someone is waiting. Default 2. */
  readonly maxRetries?: number;
  /** Default: that of the machine. */
  readonly clock?: Clock;
}

/** A model behind HTTP that someone is waiting for: asked at once, with few and short repetitions. */
export class RemoteModel {
  readonly #endpoint: ModelEndpoint;
  readonly #maxRetries: number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  /** `section` of the settings is named where one is wrong. Errors: `config_invalid`. */
  constructor(section: string, options: RemoteModelOptions) {
    this.#endpoint = modelEndpoint(section, options);
    this.#maxRetries = options.maxRetries ?? 2;
    this.#clock = options.clock ?? systemClock;
  }

  get name(): string {
    return this.#endpoint.model;
  }

  /** The parsed JSON of the answer, unchecked. Errors: those of {@link postToModel}. */
  post(path: string, content: object, signal?: AbortSignal): Promise<unknown> {
    const either = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    const clock = this.#clock;
    const attempt = () => postToModel(this.#endpoint, path, content, { clock, signal: either });
    return withRetries(attempt, waitingPolicy(this.#maxRetries), clock, either);
  }

  /** Pending requests reject with `aborted`. */
  close(): void {
    this.#closing.abort();
  }
}
