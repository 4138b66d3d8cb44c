import { join } from 'node:path';
import * as fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { unitVector } from '../embedding.ts';
import { cutWindows, poolTokens } from './load-inference.ts';
import { readModelFolder, shippedModelDirectory } from './model-folder.ts';

const settings = fc
  .record({ size: fc.integer({ min: 1, max: 60 }), overlap: fc.nat(59) })
  .filter(({ size, overlap }) => overlap < size);

test('windows cover all tokens in order, overlap as asked and are never too long', () => {
  fc.assert(
    fc.property(fc.nat(400), settings, (length, { size, overlap }) => {
      const ids = Array.from({ length }, (_, index) => index);
      const windows = cutWindows(ids, { size, overlap });
      const joined = windows.flatMap((window, index) => (index === 0 ? window : window.slice(overlap)));
      expect(joined).toEqual(ids);
      for (const [index, window] of windows.entries()) {
        expect(window.length).toBeLessThanOrEqual(size);
        if (index < windows.length - 1) expect(window).toHaveLength(size);
        if (windows.length > 1) expect(window.length).toBeGreaterThan(overlap);
      }
    }),
  );
});

test('no tokens give one empty window', () => {
  expect(cutWindows([], { size: 254, overlap: 48 })).toEqual([[]]);
});

test('the mean over tokens, of unit length, is what the shipped graph computes by itself', async () => {
  const folder = await readModelFolder(shippedModelDirectory());
  const session = await InferenceSession.create(join(folder.directory, folder.weights));
  const ids = [101n, 1037n, 8957n, 2849n, 2038n, 2416n, 17651n, 1012n, 102n];
  const tensor = (values: bigint[]): Tensor =>
    new Tensor('int64', BigInt64Array.from(values), [1, ids.length]);
  const outputs = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1n)),
    token_type_ids: tensor(ids.map(() => 0n)),
  });
  const tokens = outputs['token_embeddings']?.data as Float32Array;
  const sentence = outputs['sentence_embedding']?.data as Float32Array;
  const pooled = unitVector(poolTokens(tokens, ids.length, 'mean'), 384, 'a sentence');
  for (const [index, value] of sentence.entries()) expect(pooled[index]).toBeCloseTo(value, 5);
  await session.release();
});

test('the first token stands for all where the model says so', () => {
  expect(Array.from(poolTokens(Float32Array.of(1, 2, 3, 4), 2, 'cls'))).toEqual([1, 2]);
});
