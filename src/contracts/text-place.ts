/**
 * Where a piece of a document's text stands in the file that it was read from: what a program draws a mark around.
 * `[start, end)` is of the cleaned text.
 */
export type TextPlace = { readonly start: number; readonly end: number } & (
  | {
      /** 1-based page or slide. */
      readonly page: number;
      /** `[left, top, width, height]` from the upper left corner as the page is shown, in units of 1/72 inch. */
      readonly box: readonly [left: number, top: number, width: number, height: number];
    }
  | {
      readonly sheet: string;
      /** A range of cells: `B2:D2`. */
      readonly cells: string;
    }
  | {
      /** 1-based. */
      readonly slide: number;
      /** The name of the shape. */
      readonly shape: string;
    }
  | {
      /** Of an e-mail: the path to the part, as `1.2`. */
      readonly part: string;
    }
);
