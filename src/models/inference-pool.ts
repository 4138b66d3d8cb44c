import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TextEmbedding } from '../contracts/embedder.ts';
import { type ErrorCode, type ErrorDetails, FootnoteError } from '../errors.ts';
import { NativeCallGuard } from './native-call-guard.ts';
import type { WorkerAnswer, WorkerFailure, WorkerRequest, WorkerStart } from './onnx-worker.ts';

/** Texts a thread is given ahead of need, so that it goes on while the main thread is busy for some 100 ms. */
const maxTextsAhead = 16;

/** The texts of one call, in the state of being embedded. */
interface Job {
  readonly texts: readonly string[];
  readonly embeddings: TextEmbedding[];
  /** First text that no thread has been given. */
  next: number;
  done: number;
  readonly resolve: (embeddings: readonly TextEmbedding[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly guard: NativeCallGuard;
  /** By request id: which text of which job. */
  readonly inFlight: Map<number, { readonly job: Job; readonly index: number }>;
}

/**
 * Worker threads that embed texts, started one by one as there is work for them and kept until `close`.
 * Jobs are taken in the order they came; the texts of one are spread over all threads. Idle threads do not keep the
 * process alive. A thread that dies fails the jobs it had texts of with `model_unavailable`; the next text starts
 * another.
 */
export class InferencePool {
  readonly #start: WorkerStart;
  readonly #maxThreads: number;
  readonly #threads = new Set<Thread>();
  readonly #jobs = new Set<Job>();
  /** Texts of all jobs that no thread has been given. */
  #queued = 0;
  #nextId = 0;
  #closed = false;

  constructor(start: WorkerStart, maxThreads: number) {
    this.#start = start;
    this.#maxThreads = maxThreads;
  }

  /** Embeds texts in the order given. An aborted signal rejects at once and drops what no thread has begun. */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly TextEmbedding[]> {
    if (this.#closed || signal?.aborted) throw new FootnoteError('aborted', {}, { cause: signal?.reason });
    if (texts.length === 0) return [];
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextEmbedding[]>();
    const job: Job = { texts, embeddings: [], next: 0, done: 0, resolve, reject };
    const abort = (): void => {
      this.#fail(job, new FootnoteError('aborted', {}, { cause: signal?.reason }));
      this.#dispatch();
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#jobs.add(job);
    this.#queued += texts.length;
    this.#dispatch();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Ends every thread; what is not done rejects with `aborted`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#jobs) this.#fail(job, new FootnoteError('aborted', {}));
    await Promise.all([...this.#threads].map(endThread));
  }

  /** Before the process exits and takes the threads with it. */
  readonly #stopThreads = (): void => {
    for (const thread of this.#threads) thread.guard.stop();
  };

  /** Hands out queued texts, always to the thread with the least to do, until all have enough ahead. */
  #dispatch(): void {
    while (this.#queued > 0) {
      const thread = this.#leastBusy();
      // Fewer ahead as the queue runs dry, so that the threads end together.
      const ahead = Math.min(maxTextsAhead, Math.ceil(this.#queued / (2 * this.#maxThreads)));
      if (thread.inFlight.size >= ahead) return;
      this.#send(thread);
    }
  }

  #leastBusy(): Thread {
    let least: Thread | undefined;
    for (const thread of this.#threads) {
      if (least === undefined || thread.inFlight.size < least.inFlight.size) least = thread;
    }
    const hasIdle = least !== undefined && least.inFlight.size === 0;
    return hasIdle || this.#threads.size >= this.#maxThreads ? (least as Thread) : this.#startThread();
  }

  #send(thread: Thread): void {
    for (const job of this.#jobs) {
      const text = job.texts[job.next];
      if (text === undefined) continue;
      const id = this.#nextId++;
      if (thread.inFlight.size === 0) thread.worker.ref();
      thread.inFlight.set(id, { job, index: job.next });
      post(thread, { type: 'embed', id, text });
      job.next += 1;
      this.#queued -= 1;
      return;
    }
  }

  #startThread(): Thread {
    // onnxruntime sends usage figures to its maker unless the process' environment says no before it is loaded; a
    // thread's own environment is a copy that native code does not see.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    // The worker is TypeScript in a clone and JavaScript in the package, like this file.
    const file = new URL(`./onnx-worker${extname(import.meta.url)}`, import.meta.url);
    const guard = new NativeCallGuard();
    const worker = new Worker(file, {
      // Flags of the process may not suit a file: one started with --input-type could start no worker.
      execArgv: [],
      workerData: { start: this.#start, calls: guard.memory },
      name: 'embedder',
    });
    const thread: Thread = { worker, guard, inFlight: new Map() };
    if (this.#threads.size === 0) process.on('exit', this.#stopThreads);
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => this.#receive(thread, answer));
    worker.on('error', (error) => this.#lose(thread, error.message));
    worker.on('exit', (status) => this.#lose(thread, `its thread ended with status ${status}`));
    this.#threads.add(thread);
    return thread;
  }

  #receive(thread: Thread, answer: WorkerAnswer): void {
    if (answer.type === 'unloadable') {
      this.#forget(thread);
      for (const job of this.#jobs) this.#fail(job, toError(answer.failure));
      return;
    }
    const request = thread.inFlight.get(answer.id);
    thread.inFlight.delete(answer.id);
    if (request && answer.type === 'failed') this.#fail(request.job, toError(answer.failure));
    if (request && answer.type === 'embedded') this.#complete(request.job, request.index, answer.embedding);
    this.#dispatch();
    if (thread.inFlight.size === 0 && !this.#closed) thread.worker.unref();
  }

  #complete(job: Job, index: number, embedding: TextEmbedding): void {
    job.embeddings[index] = embedding;
    job.done += 1;
    if (job.done === job.texts.length && this.#jobs.delete(job)) job.resolve(job.embeddings);
  }

  #fail(job: Job, error: FootnoteError): void {
    if (!this.#jobs.delete(job)) return;
    this.#queued -= job.texts.length - job.next;
    for (const thread of this.#threads) this.#cancel(thread, job);
    job.reject(error);
  }

  #cancel(thread: Thread, job: Job): void {
    const ids = [...thread.inFlight].filter(([, request]) => request.job === job).map(([id]) => id);
    if (ids.length === 0) return;
    for (const id of ids) thread.inFlight.delete(id);
    post(thread, { type: 'cancel', ids });
    if (thread.inFlight.size === 0) thread.worker.unref();
  }

  #lose(thread: Thread, reason: string): void {
    if (!this.#forget(thread)) return;
    const error = new FootnoteError('model_unavailable', { model: this.#start.folder.name, reason });
    for (const { job } of thread.inFlight.values()) this.#fail(job, error);
    this.#dispatch();
  }

  #forget(thread: Thread): boolean {
    const wasKnown = this.#threads.delete(thread);
    if (this.#threads.size === 0) process.off('exit', this.#stopThreads);
    return wasKnown;
  }
}

/** Asks a thread to end rather than ending it: see {@link NativeCallGuard}. */
async function endThread(thread: Thread): Promise<void> {
  const ended = once(thread.worker, 'exit');
  thread.worker.ref();
  // Without this a thread would first finish its text, which may have thousands of windows.
  thread.guard.forbid();
  post(thread, { type: 'close' });
  await ended;
}

function post(thread: Thread, request: WorkerRequest): void {
  thread.worker.postMessage(request, []);
}

function toError({ code, details }: WorkerFailure): FootnoteError {
  return new FootnoteError(code, details as ErrorDetails<ErrorCode>);
}
