import { FootnoteError } from '../../errors.ts';

/** Longest that {@link NativeCallGuard.stop} waits. Loading the weights is the longest single call. */
const maxWaitMs = 5000;

const stopped = 0;
const running = 1;

/**
 * Keeps a thread from being torn down inside the inference library. The library aborts the whole process when its
 * thread ends under a running call (onnxruntime-node 1.30: `Napi::Error` on return), and `process.exit` ends threads.
 * Both sides hold one, over the same shared memory: the thread wraps its calls in `call`, its owner calls `stop`.
 */
export class NativeCallGuard {
  readonly memory: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  /** Makes a call into the library, or rejects with `aborted` after `stop`. Calls must not overlap. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    Atomics.store(this.#state, running, 1);
    try {
      if (Atomics.load(this.#state, stopped) === 1) throw new FootnoteError('aborted', {});
      return await work();
    } finally {
      Atomics.store(this.#state, running, 0);
      Atomics.notify(this.#state, running);
    }
  }

  /** Forbids further calls, so that what a thread is at ends with the one in progress. */
  forbid(): void {
    Atomics.store(this.#state, stopped, 1);
  }

  /** Forbids further calls and blocks until the one in progress is over. */
  stop(): void {
    this.forbid();
    Atomics.wait(this.#state, running, 1, maxWaitMs);
  }
}
