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
