import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { unitVector } from '../unit-vector.ts';
import { readModelFolder, shippedModelDirectory } from './model-folder.ts';
import { poolTokens } from './pool-tokens.ts';

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
