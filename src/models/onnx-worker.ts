/**
 * The body of an inference thread: loads the model it is told to, then embeds the texts it is sent, one at a time
 * and in order.
 */
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { TextEmbedding } from '../contracts/embedder.ts';
import { type ErrorCode, isFootnoteError } from '../errors.ts';
import type { ModelFolder } from './model-folder.ts';
import { NativeCallGuard } from './native-call-guard.ts';
import { loadOnnxModel, type OnnxModel } from './onnx-model.ts';
import type { WindowSettings } from './windows.ts';

/** What a thread is started with. */
export interface WorkerStart {
  readonly folder: ModelFolder;
  readonly windows: WindowSettings;
  /** What the model was trained to see before each text; empty where there is no such thing. */
  readonly prefix: string;
  /** Gives way to other threads where there are fewer cores than work. */
  readonly background: boolean;
}

/** What a thread is sent. The `id` of a text comes back with its answer. */
export type WorkerRequest =
  | { readonly type: 'embed'; readonly id: number; readonly text: string }
  /** These texts are no longer wanted: those not begun get no answer. */
  | { readonly type: 'cancel'; readonly ids: readonly number[] }
  /** Nothing more is wanted: the thread ends after what it is doing. */
  | { readonly type: 'close' };

/** An error as plain data: class instances do not survive the way between threads. */
export interface WorkerFailure {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

export type WorkerAnswer =
  | { readonly type: 'embedded'; readonly id: number; readonly embedding: TextEmbedding }
  | { readonly type: 'failed'; readonly id: number; readonly failure: WorkerFailure }
  /** The model did not load; the thread ends. */
  | { readonly type: 'unloadable'; readonly failure: WorkerFailure };

/** Enough for a question's thread to run at once beside busy ingestion threads. */
const backgroundNiceness = 10;

/** What has been sent and not been done. */
interface Inbox {
  readonly texts: Map<number, string>;
  isOpen: boolean;
  /** Resolves with the next request. */
  changed: PromiseWithResolvers<void>;
}

async function serve(port: MessagePort, start: WorkerStart, guard: NativeCallGuard): Promise<void> {
  // Linux alone has a priority for each thread; elsewhere this would slow the whole process down.
  if (start.background && platform === 'linux') setPriority(backgroundNiceness);
  const inbox = openInbox(port);
  const model = await load(port, start, guard);
  if (model) await answerAll(port, model, inbox);
  port.close();
}

function openInbox(port: MessagePort): Inbox {
  const inbox: Inbox = { texts: new Map(), isOpen: true, changed: Promise.withResolvers() };
  port.on('message', (request: WorkerRequest) => {
    if (request.type === 'embed') inbox.texts.set(request.id, request.text);
    if (request.type === 'cancel') for (const id of request.ids) inbox.texts.delete(id);
    if (request.type === 'close') inbox.isOpen = false;
    inbox.changed.resolve();
  });
  return inbox;
}

async function answerAll(port: MessagePort, model: OnnxModel, inbox: Inbox): Promise<void> {
  while (inbox.isOpen) {
    const [next] = inbox.texts;
    if (next === undefined) {
      await inbox.changed.promise;
      inbox.changed = Promise.withResolvers();
      continue;
    }
    const [id, text] = next;
    inbox.texts.delete(id);
    await answer(port, model, id, text);
  }
}

async function load(
  port: MessagePort,
  start: WorkerStart,
  guard: NativeCallGuard,
): Promise<OnnxModel | undefined> {
  try {
    return await loadOnnxModel(start, guard);
  } catch (error) {
    port.postMessage(
      { type: 'unloadable', failure: toFailure(error, start.folder.name) } satisfies WorkerAnswer,
      [],
    );
    return undefined;
  }
}

async function answer(port: MessagePort, model: OnnxModel, id: number, text: string): Promise<void> {
  try {
    const embedding = await model.embed(text);
    const buffers = embedding.vectors.map((vector) => vector.buffer as ArrayBuffer);
    port.postMessage({ type: 'embedded', id, embedding } satisfies WorkerAnswer, buffers);
  } catch (error) {
    port.postMessage(
      { type: 'failed', id, failure: toFailure(error, model.name) } satisfies WorkerAnswer,
      [],
    );
  }
}

function toFailure(error: unknown, model: string): WorkerFailure {
  if (isFootnoteError(error)) return { code: error.code, details: error.details };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'model_unavailable', details: { model, reason } };
}

if (parentPort) {
  const { start, calls } = workerData as { start: WorkerStart; calls: SharedArrayBuffer };
  await serve(parentPort, start, new NativeCallGuard(calls));
}
