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
