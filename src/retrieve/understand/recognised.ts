/** A part of a question that was understood as more than words, as it was written. */
export type Recognised =
  /** Must occur in what is found. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** Narrows the search; no longer part of the question's text. */
  | { readonly kind: 'filter'; readonly text: string; readonly field: string }
  /** First and last day, ISO 8601. */
  | { readonly kind: 'date'; readonly text: string; readonly from: string; readonly to: string }
  | { readonly kind: 'number'; readonly text: string }
  /** A name with a digit, an underscore or a hump: `10-K`, `user_id`, `getResponse`, `v1.2.3`. */
  | { readonly kind: 'identifier'; readonly text: string };

/** Where something was recognised: `[start, end)` of the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with spaces where something was recognised, so that nothing is recognised twice and places stay. */
export function blank(text: string, places: readonly Place[]): string {
  let blanked = '';
  let position = 0;
  for (const { start, end } of places) {
    blanked += text.slice(position, start) + ' '.repeat(end - start);
    position = end;
  }
  return blanked + text.slice(position);
}
