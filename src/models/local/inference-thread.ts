import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorDetails, FootnoteError } from '../../errors.ts';
import type { InferenceTask, InputOf, OutputOf } from './inference-task.ts';
import type {
  WorkerAnswer,
  WorkerFailure,
  WorkerOutcome,
  WorkerRequest,
  WorkerStart,
} from './inference-worker.ts';
import { NativeCallGuard } from './native-call-guard.ts';

/**
 * What a thread holds lies outside of V8's heap or stays; its young generation would take 48 MiB before it is
 * collected.
 */
const maxYoungGenerationSizeMb = 4;

/** What its owner knows an input of a thread by. */
export interface InputPlace {
  /** Among the inputs of its call: `details.position` of its failure. */
  readonly index: number;
}

/** Who is told what comes of a thread. */
export interface ThreadOwner<Task extends InferenceTask, Place extends InputPlace> {
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
export class InferenceThread<Task extends InferenceTask, Place extends InputPlace> {
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
