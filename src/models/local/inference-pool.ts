import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PassageToRead } from '../../contracts/answer-reader.ts';
import type { TextEmbedding } from '../../contracts/embedder.ts';
import { type ErrorCode, type ErrorDetails, FootnoteError } from '../../errors.ts';
import type {
  WorkerAnswer,
  WorkerFailure,
  WorkerOutcome,
  WorkerRequest,
  WorkerStart,
} from './inference-worker.ts';
import type { WindowSettings } from './load-inference.ts';
import type { ModelFolder } from './model-folder.ts';
import { NativeCallGuard } from './native-call-guard.ts';

/** Two texts that a model reads together. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** What to do where a model that runs here fails for no reason of its own. */
export const lostModelRemedy =
  'Try again; if it keeps happening, allow more memory or open files, or use fewer threads';

/** Vectors of texts, one a window. */
export interface EmbedTask {
  readonly type: 'embed';
  readonly folder: ModelFolder;
  readonly windows: WindowSettings;
  /** What the model was trained to see before each text; empty where there is no such thing. */
  readonly prefix: string;
}

/** Vectors of the tokens of texts. */
export interface EmbedTokensTask {
  readonly type: 'embed-tokens';
  readonly folder: ModelFolder;
  readonly windows: WindowSettings;
}

/** What pairs of texts are to each other: the logit of each label. */
export interface ClassPairTask {
  readonly type: 'class-pair';
  readonly folder: ModelFolder;
  /** Which text of a pair is cut last where both together are longer than the model reads. */
  readonly kept: keyof TextPair;
}

/** A question with a passage that is read for an answer to it. */
export interface QuestionAndPassage {
  readonly question: string;
  readonly passage: PassageToRead;
}

/** How well the units of passages answer questions, as log-odds. */
export interface ReadPassageTask {
  readonly type: 'read-passage';
  readonly folder: ModelFolder;
}

/** What inference threads are started for. Plain data, so that it can be handed to them. */
export type InferenceTask = EmbedTask | EmbedTokensTask | ClassPairTask | ReadPassageTask;

/** What a task is given and what it gives back, by its type. */
interface InferenceTypes {
  readonly embed: { readonly input: string; readonly output: TextEmbedding };
  readonly 'embed-tokens': { readonly input: string; readonly output: Float32Array<ArrayBuffer> };
  readonly 'class-pair': { readonly input: TextPair; readonly output: readonly number[] };
  readonly 'read-passage': { readonly input: QuestionAndPassage; readonly output: Float32Array<ArrayBuffer> };
}

/** One input of a task. */
export type InputOf<Task extends InferenceTask> = InferenceTypes[Task['type']]['input'];

/** What comes of one input of a task. */
export type OutputOf<Task extends InferenceTask> = InferenceTypes[Task['type']]['output'];

/**
 * What a thread holds lies outside of V8's heap or stays; its young generation would take 48 MiB before it is
 * collected.
 */
const maxYoungGenerationSizeMb = 4;

/** What its owner knows an input of a thread by. */
interface InputPlace {
  /** Among the inputs of its call: `details.position` of its failure. */
  readonly index: number;
}

/** Who is told what comes of a thread. */
interface ThreadOwner<Task extends InferenceTask, Place extends InputPlace> {
  done(place: Place, output: OutputOf<Task>): void;
  failed(place: Place, error: FootnoteError): void;
  /** There is room for more. */
  answered(): void;
  /** The model cannot be loaded: another thread could not either. */
  unloadable(error: FootnoteError): void;
  /** It has ended; maybe told twice. */
  lost(reason: string): void;
}

/** A worker thread for an {@link InferenceTask}. It keeps the process alive only while it has something to do. */
class InferenceThread<Task extends InferenceTask, Place extends InputPlace> {
  readonly #owner: ThreadOwner<Task, Place>;
  readonly #worker: Worker;
  readonly #guard = new NativeCallGuard();
  readonly #inFlight = new Map<number, Place>();
  #nextId = 0;
  #isEnding = false;

  constructor(task: Task, isBackground: boolean, owner: ThreadOwner<Task, Place>) {
    this.#owner = owner;
    // onnxruntime sends usage figures to its maker unless the process' environment says no before it is loaded; a
    // thread's own environment is a copy that native code does not see.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    // The worker is TypeScript in a clone and JavaScript in the package, like this file.
    const file = new URL(`./inference-worker${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(file, {
      // Flags of the process may not suit a file: one started with --input-type could start no worker.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb },
      workerData: { task, isBackground, calls: this.#guard.memory } satisfies WorkerStart,
      name: task.type,
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => {
      if (answer.type === 'unloadable') owner.unloadable(toError(answer.failure));
      // A port hands out what has come, and what comes meanwhile, before anything else has its turn: a thread that is
      // faster than what is done with its answers would keep this one from all else.
      else setImmediate(() => this.#receive(answer));
    });
    this.#worker.on('error', (error) => owner.lost(error.message));
    this.#worker.on('exit', (status) => owner.lost(`its thread ended with status ${status}`));
  }

  /** The inputs that it has been sent and has not answered. */
  get inFlight(): readonly Place[] {
    return [...this.#inFlight.values()];
  }

  /** How many those are. */
  get load(): number {
    return this.#inFlight.size;
  }

  send(place: Place, input: InputOf<Task>): void {
    const id = this.#nextId++;
    this.#worker.ref();
    this.#inFlight.set(id, place);
    this.#post({ type: 'run', id, input });
  }

  /** Takes back what it has not begun, and ignores what comes of the rest. */
  cancel(isMeant: (place: Place) => boolean): void {
    const ids = [...this.#inFlight].filter(([, place]) => isMeant(place)).map(([id]) => id);
    if (ids.length === 0) return;
    for (const id of ids) this.#inFlight.delete(id);
    this.#post({ type: 'cancel', ids });
    this.#restIfIdle();
  }

  /** Asks it to end, and resolves when it has: see {@link NativeCallGuard}. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // One that could not start says that as well: whoever waited for it is told by then.
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    // Without this a thread would first finish its text, which may have thousands of windows.
    this.#guard.forbid();
    this.#post({ type: 'close' });
    await ended;
  }

  /** Before the process exits and takes it along. */
  stop(): void {
    this.#guard.stop();
  }

  #receive(answer: WorkerOutcome): void {
    const place = this.#inFlight.get(answer.id);
    this.#inFlight.delete(answer.id);
    if (place && answer.type === 'failed') {
      const { code, details } = answer.failure;
      this.#owner.failed(place, toError({ code, details: { ...details, position: place.index } }));
    }
    if (place && answer.type === 'done') this.#owner.done(place, answer.output);
    this.#owner.answered();
    this.#restIfIdle();
  }

  #restIfIdle(): void {
    if (this.#inFlight.size === 0 && !this.#isEnding) this.#worker.unref();
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request, []);
  }
}

function toError({ code, details }: WorkerFailure): FootnoteError {
  return new FootnoteError(code, details as ErrorDetails<ErrorCode>);
}

/** Inputs a background thread is given ahead, so that it goes on while the main thread is busy for some 100 ms. */
const backgroundInputsAhead = 16;

/**
 * What somebody waits for is followed by work on the main thread: no more answers of a thread than this come to it in
 * one turn of its event loop, so that whatever else waits has its turn too.
 */
const foregroundInputsAhead = 2;

/** Settings of {@link InferencePool}. */
interface InferencePoolOptions {
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
