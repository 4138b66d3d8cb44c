/** How a text longer than its model reads is cut, counted in tokens. */
export interface TextWindowSettings {
  /** At least 8, so that any one character fits. */
  readonly size: number;
  /** Tokens, roughly, that a window repeats of the one before it. */
  readonly overlap: number;
  readonly count: (text: string) => number;
}

/** A window of a text, `[start, end)`. */
export interface TextWindow {
  readonly start: number;
  readonly end: number;
}

/** A window ends at white space where there is some in its last part. */
const softShare = 0.2;

/**
 * Cuts a text into overlapping windows of at most `size` tokens each, for a model whose tokens are counted but not
 * seen. They cover the whole text in order, no character is cut in two, and borders are at white space where that
 * costs little. A text that fits is one window.
 */
export function cutText(text: string, settings: TextWindowSettings): readonly TextWindow[] {
  const { size, overlap, count } = settings;
  const tokens = count(text);
  if (tokens <= size) return [{ start: 0, end: text.length }];
  const charactersPerToken = text.length / tokens;
  const guess = Math.ceil(size * charactersPerToken);
  const windows: TextWindow[] = [];
  let start = 0;
  let end = 0;
  while (end < text.length) {
    const before = end;
    end = windowEnd(text, start, guess, settings);
    if (end <= before) {
      // Denser text than before: the repeated part alone fills the window.
      start = before;
      end = windowEnd(text, start, guess, settings);
    }
    windows.push({ start, end });
    const repeated = Math.min(Math.floor(overlap * charactersPerToken), (end - start) >> 1);
    start = wholeCharacter(text, afterSpace(text, end - repeated, end));
  }
  return windows;
}

function windowEnd(text: string, start: number, guess: number, { size, count }: TextWindowSettings): number {
  let length = guess;
  for (;;) {
    const end = start + length >= text.length ? text.length : wholeCharacter(text, start + length);
    const tokens = count(text.slice(start, end));
    if (tokens <= size) {
      if (end === text.length) return end;
      const soft = softEnd(text, start, end);
      // A text can be more tokens without its end: one that was a single token falls into several.
      return count(text.slice(start, soft)) <= size ? soft : end;
    }
    length = Math.max(2, Math.floor(((end - start) * size * 0.95) / tokens));
  }
}

/** The last white space of the window's last part, or the end it has. */
function softEnd(text: string, start: number, end: number): number {
  const earliest = end - Math.floor((end - start) * softShare);
  for (let at = end; at > earliest; at--) if (isSpace(text, at)) return at;
  return end;
}

/** Behind the first white space from `from` on, or `from` where there is none before `to`. */
function afterSpace(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (isSpace(text, at)) return at + 1;
  return from;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The same place, or one before it where it would part a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const isParted = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isParted ? at - 1 : at;
}
