import type { Pooling } from './model-folder.ts';

/** How a text longer than its model reads is cut, in tokens without begin and end marks. */
export interface WindowSettings {
  readonly size: number;
  /** Tokens that a window repeats of the one before it. Below `size`. */
  readonly overlap: number;
}

/**
 * Cuts token ids into overlapping windows of at most `size`. They cover every token; only the last may be shorter,
 * and it has more than `overlap` tokens where there is more than one. No tokens give one empty window.
 */
export function cutWindows(
  ids: readonly number[],
  { size, overlap }: WindowSettings,
): readonly (readonly number[])[] {
  const windows = [ids.slice(0, size)];
  for (let end = size; end < ids.length; end += size - overlap) {
    windows.push(ids.slice(end - overlap, end - overlap + size));
  }
  return windows;
}

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
