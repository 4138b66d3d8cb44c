import { expect, test } from 'vitest';
import { twice } from './load-inference.ts';

/** Fails so many times, then succeeds with the number of its calls. */
function failing(times: number): { attempt: () => Promise<number>; readonly calls: number } {
  let calls = 0;
  return {
    async attempt() {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return calls;
    },
    get calls() {
      return calls;
    },
  };
}

test.each([
  [0, 1],
  [1, 2],
])('after %i failures a model is loaded by attempt %i', async (failures, calls) => {
  expect(await twice(failing(failures).attempt)).toBe(calls);
});

test('the second failure is final', async () => {
  const model = failing(2);
  await expect(twice(model.attempt)).rejects.toThrow('failure 2');
  expect(model.calls).toBe(2);
});
