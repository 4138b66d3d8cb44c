/** A span `[start, end)` without white space at its ends. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const space = /\s/;

/**
 * Cuts `[start, end)` of a text into spans of at most `size` UTF-16 code units: behind the last white space in the
 * second half of each where there is any, else between graphemes. A grapheme over `size` is cut between code points.
 */
export function* windows(text: string, { start, end }: Span, size: number): Generator<Span> {
  let from = skipSpace(text, start, end);
  while (from < end) {
    const to =
      end - from <= size
        ? end
        : (spaceBefore(text, from, from + size) ?? graphemeSeam(text, from, from + size));
    yield { start: from, end: trimmedEnd(text, from, to) };
    from = skipSpace(text, to, end);
  }
}

function skipSpace(text: string, position: number, end: number): number {
  while (position < end && space.test(text.charAt(position))) position += 1;
  return position;
}

/** A span without the white space at its ends. */
export function trimmed(text: string, { start, end }: Span): Span {
  const from = skipSpace(text, start, end);
  return { start: from, end: trimmedEnd(text, from, end) };
}

function trimmedEnd(text: string, start: number, end: number): number {
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function spaceBefore(text: string, from: number, limit: number): number | undefined {
  const middle = (from + limit) >> 1;
  for (let position = limit; position > middle; position--) {
    if (space.test(text.charAt(position))) return position;
  }
  return undefined;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The last border between graphemes up to `limit`, or between code points where one grapheme reaches so far. */
export function graphemeSeam(text: string, from: number, limit: number): number {
  const isAscii = text.charCodeAt(limit - 1) < 0x80 && text.charCodeAt(limit) < 0x80;
  if (isAscii) return limit;
  // Two code units behind the limit: half a character would join nothing to what comes before it.
  const straddling = graphemes.segment(text.slice(from, limit + 2)).containing(limit - from);
  if (straddling && straddling.index > 0) return from + straddling.index;
  const splitsPair = isHighSurrogate(text.charCodeAt(limit - 1));
  if (!splitsPair) return limit;
  return limit - 1 > from ? limit - 1 : limit + 1;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
