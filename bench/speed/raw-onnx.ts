import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RawWorkerStart } from './raw-onnx-worker.ts';

/** onnxruntime by itself on the inputs it was opened with. */
export interface RawOnnx {
  /** Runs every input once, spread over the threads: the milliseconds of each run, in no order. */
  round(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Starts `threads` threads that have loaded the weights and built their tensors when it resolves. */
export async function openRawOnnx(
  file: string,
  inputs: readonly (readonly number[])[],
  threads: number,
): Promise<RawOnnx> {
  const counter = new SharedArrayBuffer(4);
  const start: RawWorkerStart = { file, inputs, counter };
  const url = new URL('./raw-onnx-worker.ts', import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(url, { workerData: start }));
  const answers = async (): Promise<number[]> => {
    const messages = await Promise.all(workers.map((worker) => once(worker, 'message')));
    return messages.flatMap(([milliseconds]) => milliseconds as number[]);
  };
  await answers();
  return {
    async round() {
      Atomics.store(new Int32Array(counter), 0, 0);
      const answered = answers();
      for (const worker of workers) worker.postMessage('round', []);
      return answered;
    },
    async close() {
      const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
      for (const worker of workers) worker.postMessage('end', []);
      await ended;
    },
  };
}
