/** Where something stands on a page. */
export interface Place {
  /** Counted from 1. */
  readonly page: number;
  /** About one a line, in PDF units (1/72 inch) from the lower left of the page: `[x0, y0, x1, y1]`. */
  readonly boxes: readonly (readonly [number, number, number, number])[];
}
