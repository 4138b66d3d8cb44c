/** A part of a text: `[start, end)`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with spaces where these places are, in order and apart, so that all the others stay where they were. */
export function blank(text: string, places: readonly Place[]): string {
  let blanked = '';
  let position = 0;
  for (const { start, end } of places) {
    blanked += text.slice(position, start) + ' '.repeat(end - start);
    position = end;
  }
  return blanked + text.slice(position);
}
