/**
 * The body of an inference thread: loads the model of the task it is given, then works on the inputs it is sent, one
 * at a time and in order.
 */
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, isFootnoteError, messageOf } from '../../errors.ts';
import { type InferenceTask, type InputOf, lostModelRemedy, type OutputOf } from './inference-pool.ts';
import { type Inference, loadInference } from './load-inference.ts';
import { NativeCallGuard } from './native-call-guard.ts';

/** What a thread is started with. */
export interface WorkerStart {
  readonly task: InferenceTask;
  /** Gives way to other threads where there are fewer cores than work. */
  readonly isBackground: boolean;
  /** Of the {@link NativeCallGuard} that it shares with its owner. */
  readonly calls: SharedArrayBuffer;
}

/** What a thread is sent. The `id` of an input comes back with its answer. */
export type WorkerRequest =
  | { readonly type: 'run'; readonly id: number; readonly input: InputOf<InferenceTask> }
  /** These inputs are no longer wanted: those not begun get no answer. */
  | { readonly type: 'cancel'; readonly ids: readonly number[] }
  /** Nothing more is wanted: the thread ends after what it is doing. */
  | { readonly type: 'close' };

/** An error as plain data: class instances do not survive the way between threads. */
export interface WorkerFailure {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What became of an input. */
export type WorkerOutcome =
  | { readonly type: 'done'; readonly id: number; readonly output: OutputOf<InferenceTask> }
  | { readonly type: 'failed'; readonly id: number; readonly failure: WorkerFailure };

/** The model did not load; the thread ends. */
interface WorkerUnloadable {
  readonly type: 'unloadable';
  readonly failure: WorkerFailure;
}

export type WorkerAnswer = WorkerOutcome | WorkerUnloadable;

/** Enough for a question's thread to run at once beside busy ingestion threads. */
const backgroundNiceness = 10;

/** What has been sent and not been done. */
interface Inbox {
  readonly inputs: Map<number, InputOf<InferenceTask>>;
  isOpen: boolean;
  /** Resolves with the next request. */
  changed: PromiseWithResolvers<void>;
}

async function serve(port: MessagePort, { task, isBackground, calls }: WorkerStart): Promise<void> {
  // Linux alone has a priority for each thread; elsewhere this would slow the whole process down.
  if (isBackground && platform === 'linux') setPriority(backgroundNiceness);
  const inbox = openInbox(port);
  const model = task.folder.name;
  try {
    await answerAll(port, await loadInference(task, new NativeCallGuard(calls)), inbox, model);
  } catch (error) {
    send(port, { type: 'unloadable', failure: toFailure(error, model) });
  }
  port.close();
}

function openInbox(port: MessagePort): Inbox {
  const inbox: Inbox = { inputs: new Map(), isOpen: true, changed: Promise.withResolvers() };
  port.on('message', (request: WorkerRequest) => {
    if (request.type === 'run') inbox.inputs.set(request.id, request.input);
    if (request.type === 'cancel') for (const id of request.ids) inbox.inputs.delete(id);
    if (request.type === 'close') inbox.isOpen = false;
    inbox.changed.resolve();
  });
  return inbox;
}

/** Never rejects: an input that fails is answered with its failure. */
async function answerAll(
  port: MessagePort,
  inference: Inference,
  inbox: Inbox,
  model: string,
): Promise<void> {
  while (inbox.isOpen) {
    const [next] = inbox.inputs;
    if (next === undefined) {
      await inbox.changed.promise;
      inbox.changed = Promise.withResolvers();
      continue;
    }
    const [id, input] = next;
    inbox.inputs.delete(id);
    try {
      const output = await inference(input);
      send(port, { type: 'done', id, output }, buffersOf(output));
    } catch (error) {
      send(port, { type: 'failed', id, failure: toFailure(error, model) });
    }
  }
}

function send(port: MessagePort, answer: WorkerAnswer, buffers: readonly ArrayBuffer[] = []): void {
  port.postMessage(answer, buffers);
}

/** Those that are moved to the other thread instead of being copied. */
function buffersOf(output: OutputOf<InferenceTask>): readonly ArrayBuffer[] {
  if (output instanceof Float32Array) return [output.buffer];
  const vectors = typeof output === 'object' && 'vectors' in output ? output.vectors : [];
  return vectors.map((vector) => vector.buffer as ArrayBuffer);
}

function toFailure(error: unknown, model: string): WorkerFailure {
  if (isFootnoteError(error)) return { code: error.code, details: error.details };
  return { code: 'model_unavailable', details: { model, reason: messageOf(error), remedy: lostModelRemedy } };
}

if (parentPort) await serve(parentPort, workerData as WorkerStart);
