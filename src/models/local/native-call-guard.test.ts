import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { NativeCallGuard } from './native-call-guard.ts';

test('a call gives back what its work gives, also where it fails', async () => {
  const guard = new NativeCallGuard();
  expect(await guard.call(async () => 7)).toBe(7);
  await expect(guard.call(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await guard.call(async () => 8)).toBe(8);
});

test('after a stop there are no calls', async () => {
  const guard = new NativeCallGuard();
  guard.stop();
  await expect(guard.call(async () => 7)).rejects.toMatchObject({ code: 'aborted' });
});

test('a stop waits for the call of another thread', async () => {
  const guard = new NativeCallGuard();
  const finished = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `import { parentPort, workerData } from 'node:worker_threads';
    const { NativeCallGuard } = await import(workerData.module);
    await new NativeCallGuard(workerData.memory).call(async () => {
      parentPort.postMessage('begun');
      for (let number = 0; number < 3e8; number++) if (number === -1) break;
      Atomics.store(workerData.finished, 0, 1);
    });`,
    {
      eval: true,
      workerData: {
        module: new URL('./native-call-guard.ts', import.meta.url).href,
        memory: guard.memory,
        finished,
      },
    },
  );
  await once(worker, 'message');
  guard.stop();
  expect(Atomics.load(finished, 0)).toBe(1);
  await once(worker, 'exit');
});
