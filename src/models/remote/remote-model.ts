import type { ModelCallOptions } from '../../contracts/generator.ts';
import { eitherSignal } from '../../errors.ts';
import { requireNumbers } from '../../values/require-arguments.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ModelEndpoint, type ModelEndpointOptions, modelEndpoint } from './model-endpoint.ts';
import { postJson, runRequest } from './model-request.ts';
import type { RequestGate } from './request-gate.ts';
import { type RetryPolicy, waitingPolicy, withRetries } from './request-retry.ts';
import { withinTime } from './time-limit.ts';

/** Settings of {@link RemoteModel}. */
export interface RemoteModelOptions extends ModelEndpointOptions {
  /** Repetitions of a request that met a fault that may pass, at most 2 since someone is waiting. Default 2. */
  readonly maxRetries?: number;
  /** Default: that of the machine. */
  readonly clock?: Clock;
}

/** How {@link RemoteModel} asks where nobody is waiting. */
export interface Patience {
  readonly policy: RetryPolicy;
  /** Whose turn each attempt waits for. */
  readonly gate: RequestGate;
}

/** Settings of one call of {@link RemoteModel}. */
export interface RemoteCallOptions extends ModelCallOptions {
  /** Then each attempt has `timeoutMs`. Default: few and short repetitions, all of them within `timeoutMs`. */
  readonly patience?: Patience;
}

/** A model behind HTTP that someone is waiting for, unless a call says else: asked at once, with few repetitions. */
export class RemoteModel {
  readonly endpoint: ModelEndpoint;
  readonly clock: Clock;
  readonly #maxRetries: number;
  readonly #closing = new AbortController();

  /**
   * `section` of the settings is named where one is wrong; `otherNames` are those of the options that this is not
   * about.
   * Errors: `config_invalid`, `request_invalid`.
   */
  constructor(section: string, options: RemoteModelOptions, otherNames: readonly string[] = []) {
    this.endpoint = modelEndpoint(section, options, ['maxRetries', 'clock', ...otherNames]);
    requireNumbers(options, { maxRetries: [0, Infinity] });
    this.clock = options.clock ?? systemClock;
    this.#maxRetries = options.maxRetries ?? 2;
  }

  get name(): string {
    return this.endpoint.model;
  }

  /** What `request` comes to, repeated where it may go better. Errors: those of {@link runRequest}, the last. */
  ask<T>(
    request: (signal: AbortSignal) => Promise<T>,
    { signal, onWait, patience }: RemoteCallOptions = {},
  ): Promise<T> {
    const { endpoint, clock } = this;
    const { timeoutMs } = endpoint;
    const caller = eitherSignal(signal, this.#closing.signal);
    const send = (limit: AbortSignal) => runRequest(endpoint, { caller, limit }, request);
    const retry = { clock, signal: caller, onWait };
    if (patience) {
      const { policy, gate } = patience;
      const attempt = () => gate.run(() => withinTime('answer', timeoutMs, send), caller);
      return withRetries(attempt, { ...retry, policy });
    }
    const policy = waitingPolicy(this.#maxRetries, clock.now() + timeoutMs);
    return withinTime('answer', timeoutMs, (limit) => withRetries(() => send(limit), { ...retry, policy }));
  }

  /** The parsed JSON of the answer to a POST of JSON, unchecked. Errors: those of {@link RemoteModel.ask}. */
  post(path: string, content: object, options?: RemoteCallOptions): Promise<unknown> {
    const { endpoint, clock } = this;
    return this.ask((signal) => postJson(endpoint, path, content, { clock, signal }), options);
  }

  /** Pending requests reject with `aborted`. */
  close(): void {
    this.#closing.abort();
  }
}
