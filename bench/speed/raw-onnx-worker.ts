/**
 * The floor that the embedder is compared with: one session a thread, looping over inputs that are tokenised and
 * in tensors already, the next one taken from a counter that all threads share. Nothing is copied or sent back.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** What a raw thread is started with. */
export interface RawWorkerStart {
  readonly file: string;
  /** Token ids with begin and end marks, one array a window. */
  readonly inputs: readonly (readonly number[])[];
  /** One Int32: the next input to take. */
  readonly counter: SharedArrayBuffer;
}

const { file, inputs, counter } = workerData as RawWorkerStart;
const next = new Int32Array(counter);
const session = await InferenceSession.create(file, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
});
const feeds = inputs.map((ids) => {
  const tensor = (values: BigInt64Array): Tensor => new Tensor('int64', values, [1, ids.length]);
  return {
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  };
});

/** Takes inputs until there are none, and answers with the milliseconds of each run. */
async function round(): Promise<void> {
  const milliseconds: number[] = [];
  for (let at = Atomics.add(next, 0, 1); at < feeds.length; at = Atomics.add(next, 0, 1)) {
    const start = performance.now();
    await session.run(feeds[at] as Record<string, Tensor>, ['sentence_embedding']);
    milliseconds.push(performance.now() - start);
  }
  parentPort?.postMessage(milliseconds, []);
}

parentPort?.on('message', (order: 'round' | 'end') => {
  if (order === 'round') void round();
  else parentPort?.close();
});
parentPort?.postMessage([], []);
