import { FootnoteError } from '../../errors.ts';
import { type InferenceTask, type InputOf, lostModelRemedy, type OutputOf } from './inference-task.ts';
import { InferenceThread } from './inference-thread.ts';

/** Inputs a background thread is given ahead, so that it goes on while the main thread is busy for some 100 ms. */
const backgroundInputsAhead = 16;

/**
 * What somebody waits for is followed by work on the main thread: no more answers of a thread than this come to it in
 * one turn of its event loop, so that whatever else waits has its turn too.
 */
const foregroundInputsAhead = 2;

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

/** One input of a job. */
interface JobInput<Task extends InferenceTask> {
  readonly job: Job<Task>;
  readonly index: number;
}

type Thread<Task extends InferenceTask> = InferenceThread<Task, JobInput<Task>>;

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
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** Before the process exits and takes the threads with it. */
  readonly #stopThreads = (): void => {
    for (const thread of this.#threads) thread.stop();
  };

  /** Hands out queued inputs, always to the thread with the least to do, until all have enough ahead. */
  #dispatch(): void {
    const most = this.#isBackground ? backgroundInputsAhead : foregroundInputsAhead;
    while (this.#queued > 0) {
      const thread = this.#leastBusy();
      // Fewer ahead as the queue runs dry, so that the threads end together.
      const ahead = Math.min(most, Math.ceil(this.#queued / (2 * this.#threadCount)));
      if (thread.load >= ahead) return;
      this.#sendNext(thread);
    }
  }

  #leastBusy(): Thread<Task> {
    let least: Thread<Task> | undefined;
    for (const thread of this.#threads) if (least === undefined || thread.load < least.load) least = thread;
    const isFull = this.#threads.size >= this.#threadCount;
    return least && (isFull || least.load === 0) ? least : this.#startThread();
  }

  #sendNext(thread: Thread<Task>): void {
    const job = this.#jobs.values().find(({ next, inputs }) => next < inputs.length) as Job<Task>;
    const index = job.next++;
    this.#queued -= 1;
    thread.send({ job, index }, job.inputs[index] as InputOf<Task>);
  }

  #startThread(): Thread<Task> {
    const thread: Thread<Task> = new InferenceThread(this.#task, this.#isBackground, {
      done: (input, output) => this.#complete(input, output),
      failed: ({ job }, error) => this.#fail(job, error),
      answered: () => this.#dispatch(),
      unloadable: (error) => {
        this.#forget(thread);
        for (const job of this.#jobs) this.#fail(job, error);
      },
      lost: (reason) => this.#lose(thread, reason),
    });
    if (this.#threads.size === 0) process.on('exit', this.#stopThreads);
    this.#threads.add(thread);
    return thread;
  }

  #complete({ job, index }: JobInput<Task>, output: OutputOf<Task>): void {
    job.outputs[index] = output;
    job.done += 1;
    job.onDone?.();
    if (job.done === job.inputs.length && this.#jobs.delete(job)) job.resolve(job.outputs);
  }

  #fail(job: Job<Task>, error: FootnoteError): void {
    if (!this.#jobs.delete(job)) return;
    this.#queued -= job.inputs.length - job.next;
    for (const thread of this.#threads) thread.cancel((input) => input.job === job);
    job.reject(error);
  }

  #lose(thread: Thread<Task>, reason: string): void {
    if (!this.#forget(thread)) return;
    const model = this.#task.folder.name;
    const error = new FootnoteError('model_unavailable', { model, reason, remedy: lostModelRemedy });
    for (const { job } of thread.inFlight) this.#fail(job, error);
    this.#dispatch();
  }

  #forget(thread: Thread<Task>): boolean {
    const wasKnown = this.#threads.delete(thread);
    if (this.#threads.size === 0) process.off('exit', this.#stopThreads);
    return wasKnown;
  }
}
