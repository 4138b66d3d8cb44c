import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorDetails, FootnoteError } from '../../errors.ts';
import { type InferenceTask, type InputOf, lostModelRemedy, type OutputOf } from './inference-task.ts';
import type {
  WorkerAnswer,
  WorkerFailure,
  WorkerOutcome,
  WorkerRequest,
  WorkerStart,
  WorkerUnloadable,
} from './inference-worker.ts';
import { NativeCallGuard } from './native-call-guard.ts';

/** Inputs a background thread is given ahead, so that it goes on while the main thread is busy for some 100 ms. */
const backgroundInputsAhead = 16;

/**
 * What somebody waits for is followed by work on the main thread: no more answers of a thread than this come to it in
 * one turn of its event loop, so that whatever else waits has its turn too.
 */
const foregroundInputsAhead = 2;

/**
 * What a thread holds lies outside of V8's heap or stays; its young generation would take 48 MiB before it is
 * collected.
 */
const maxYoungGenerationSizeMb = 4;

/** Settings of {@link InferencePool}. */
export interface InferencePoolOptions {
  /** Most threads, each with a copy of the model. */
  readonly threads: number;
  /** Gives way to other threads where there are fewer cores than work. */
  readonly isBackground: boolean;
}

/** The inputs of one call, in the state of being worked on. */
interface Job<Task extends InferenceTask> {
  readonly inputs: readonly InputOf<Task>[];
  readonly outputs: OutputOf<Task>[];
  /** First input that no thread has been given. */
  next: number;
  done: number;
  readonly onDone: (() => void) | undefined;
  readonly resolve: (outputs: readonly OutputOf<Task>[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Task extends InferenceTask> {
  readonly worker: Worker;
  readonly guard: NativeCallGuard;
  /** By request id: which input of which job. */
  readonly inFlight: Map<number, { readonly job: Job<Task>; readonly index: number }>;
}

/**
 * Worker threads that run one {@link InferenceTask}, started one by one as there is work for them and kept until
 * `close`. Jobs are taken in the order they came; the inputs of one are spread over all threads. Idle threads do not
 * keep the process alive. A thread that dies fails the jobs it had inputs of with `model_unavailable`; the next input
 * starts another.
 */
export class InferencePool<Task extends InferenceTask> {
  readonly #task: Task;
  readonly #threadCount: number;
  readonly #isBackground: boolean;
  readonly #threads = new Set<Thread<Task>>();
  readonly #jobs = new Set<Job<Task>>();
  /** Inputs of all jobs that no thread has been given. */
  #queued = 0;
  #nextId = 0;
  #closed = false;

  constructor(task: Task, { threads, isBackground }: InferencePoolOptions) {
    this.#task = task;
    this.#threadCount = threads;
    this.#isBackground = isBackground;
  }

  /**
   * What comes of each input, in order. An aborted signal rejects at once and drops what no thread has begun.
   * `onDone` is told of each input that is done.
   * Errors: those of the task, with the failing input's place among the inputs as `details.position`; those of
   * loading its model; `model_unavailable`, `aborted`.
   */
  async run(
    inputs: readonly InputOf<Task>[],
    signal?: AbortSignal,
    onDone?: () => void,
  ): Promise<readonly OutputOf<Task>[]> {
    if (this.#closed || signal?.aborted) throw new FootnoteError('aborted', {}, { cause: signal?.reason });
    if (inputs.length === 0) return [];
    const { promise, resolve, reject } = Promise.withResolvers<readonly OutputOf<Task>[]>();
    const job: Job<Task> = { inputs, outputs: [], next: 0, done: 0, onDone, resolve, reject };
    const abort = (): void => {
      this.#fail(job, new FootnoteError('aborted', {}, { cause: signal?.reason }));
      this.#dispatch();
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#jobs.add(job);
    this.#queued += inputs.length;
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

  /** Hands out queued inputs, always to the thread with the least to do, until all have enough ahead. */
  #dispatch(): void {
    const most = this.#isBackground ? backgroundInputsAhead : foregroundInputsAhead;
    while (this.#queued > 0) {
      const thread = this.#leastBusy();
      // Fewer ahead as the queue runs dry, so that the threads end together.
      const ahead = Math.min(most, Math.ceil(this.#queued / (2 * this.#threadCount)));
      if (thread.inFlight.size >= ahead) return;
      this.#send(thread);
    }
  }

  #leastBusy(): Thread<Task> {
    let least: Thread<Task> | undefined;
    for (const thread of this.#threads)
      if (least === undefined || thread.inFlight.size < least.inFlight.size) least = thread;
    const isFull = this.#threads.size >= this.#threadCount;
    return least && (isFull || least.inFlight.size === 0) ? least : this.#startThread();
  }

  #send(thread: Thread<Task>): void {
    const job = this.#jobs.values().find(({ next, inputs }) => next < inputs.length) as Job<Task>;
    const input = job.inputs[job.next] as InputOf<Task>;
    const id = this.#nextId++;
    if (thread.inFlight.size === 0) thread.worker.ref();
    thread.inFlight.set(id, { job, index: job.next });
    post(thread, { type: 'run', id, input });
    job.next += 1;
    this.#queued -= 1;
  }

  #startThread(): Thread<Task> {
    // onnxruntime sends usage figures to its maker unless the process' environment says no before it is loaded; a
    // thread's own environment is a copy that native code does not see.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    // The worker is TypeScript in a clone and JavaScript in the package, like this file.
    const file = new URL(`./inference-worker${extname(import.meta.url)}`, import.meta.url);
    const guard = new NativeCallGuard();
    const task = this.#task;
    const worker = new Worker(file, {
      // Flags of the process may not suit a file: one started with --input-type could start no worker.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb },
      workerData: { task, isBackground: this.#isBackground, calls: guard.memory } satisfies WorkerStart,
      name: task.type,
    });
    const thread: Thread<Task> = { worker, guard, inFlight: new Map() };
    if (this.#threads.size === 0) process.on('exit', this.#stopThreads);
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer.type === 'unloadable') this.#giveUp(thread, answer);
      // A port hands out what has come, and what comes meanwhile, before anything else has its turn: a thread that is
      // faster than what is done with its answers would keep this one from all else.
      else setImmediate(() => this.#receive(thread, answer));
    });
    worker.on('error', (error) => this.#lose(thread, error.message));
    worker.on('exit', (status) => this.#lose(thread, `its thread ended with status ${status}`));
    this.#threads.add(thread);
    return thread;
  }

  /** The model cannot be loaded: another thread could not either. */
  #giveUp(thread: Thread<Task>, { failure }: WorkerUnloadable): void {
    this.#forget(thread);
    for (const job of this.#jobs) this.#fail(job, toError(failure));
  }

  #receive(thread: Thread<Task>, answer: WorkerOutcome): void {
    const request = thread.inFlight.get(answer.id);
    thread.inFlight.delete(answer.id);
    if (request && answer.type === 'failed') {
      const { code, details } = answer.failure;
      this.#fail(request.job, toError({ code, details: { ...details, position: request.index } }));
    }
    if (request && answer.type === 'done') this.#complete(request.job, request.index, answer.output);
    this.#dispatch();
    if (thread.inFlight.size === 0 && !this.#closed) thread.worker.unref();
  }

  #complete(job: Job<Task>, index: number, output: OutputOf<Task>): void {
    job.outputs[index] = output;
    job.done += 1;
    job.onDone?.();
    if (job.done === job.inputs.length && this.#jobs.delete(job)) job.resolve(job.outputs);
  }

  #fail(job: Job<Task>, error: FootnoteError): void {
    if (!this.#jobs.delete(job)) return;
    this.#queued -= job.inputs.length - job.next;
    for (const thread of this.#threads) this.#cancel(thread, job);
    job.reject(error);
  }

  #cancel(thread: Thread<Task>, job: Job<Task>): void {
    const ids = [...thread.inFlight].filter(([, request]) => request.job === job).map(([id]) => id);
    if (ids.length === 0) return;
    for (const id of ids) thread.inFlight.delete(id);
    post(thread, { type: 'cancel', ids });
    if (thread.inFlight.size === 0) thread.worker.unref();
  }

  #lose(thread: Thread<Task>, reason: string): void {
    if (!this.#forget(thread)) return;
    const model = this.#task.folder.name;
    const error = new FootnoteError('model_unavailable', { model, reason, remedy: lostModelRemedy });
    for (const { job } of thread.inFlight.values()) this.#fail(job, error);
    this.#dispatch();
  }

  #forget(thread: Thread<Task>): boolean {
    const wasKnown = this.#threads.delete(thread);
    if (this.#threads.size === 0) process.off('exit', this.#stopThreads);
    return wasKnown;
  }
}

/** Asks a thread to end rather than ending it: see {@link NativeCallGuard}. */
async function endThread(thread: Pick<Thread<never>, 'worker' | 'guard'>): Promise<void> {
  // One that could not start says that as well: whoever waited for it is told by then.
  const ended = new Promise((resolve) => thread.worker.once('exit', resolve));
  thread.worker.ref();
  // Without this a thread would first finish its text, which may have thousands of windows.
  thread.guard.forbid();
  post(thread, { type: 'close' });
  await ended;
}

function post({ worker }: Pick<Thread<never>, 'worker'>, request: WorkerRequest): void {
  worker.postMessage(request, []);
}

function toError({ code, details }: WorkerFailure): FootnoteError {
  return new FootnoteError(code, details as ErrorDetails<ErrorCode>);
}
