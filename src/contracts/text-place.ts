/** Where something stands in a file: what a program draws a mark around. */
export type PlaceInFile =
  | {
      /** 1-based page. */
      readonly page: number;
      /** `[left, top, width, height]` from the upper left corner as the page is shown, in units of 1/72 inch. */
      readonly box: readonly [left: number, top: number, width: number, height: number];
    }
  | {
      readonly sheet: string;
      /** A cell or a range of cells: `B2`, `B2:D2`. */
      readonly cells: string;
    }
  | {
      /** 1-based. */
      readonly slide: number;
      /** The name of the shape; `Notes` and `Comments` for what is said beside the slide. */
      readonly shape: string;
    }
  | {
      /** Of an e-mail, as IMAP names its parts (RFC 9051, 6.4.5): `1.2`, `HEADER`, or `TEXT` for the whole body. */
      readonly part: string;
    };

/** Where a piece of a document's text stands in its file. `[start, end)` is of the cleaned text. */
export type TextPlace = { readonly start: number; readonly end: number } & PlaceInFile;
