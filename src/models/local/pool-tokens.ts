import type { Pooling } from './model-folder.ts';

/**
 * One vector of a row-major `tokens` × dimension matrix of token vectors: their mean, or the first token's. For
 * graphs that end at the token vectors (Reimers and Gurevych 2019, arXiv 1908.10084, section 3).
 */
export function poolTokens(values: Float32Array, tokens: number, pooling: Pooling): Float32Array {
  const dimension = values.length / tokens;
  if (pooling === 'cls') return values.subarray(0, dimension);
  const mean = new Float32Array(dimension);
  for (let index = 0; index < values.length; index++) {
    mean[index % dimension] = (mean[index % dimension] as number) + (values[index] as number) / tokens;
  }
  return mean;
}
