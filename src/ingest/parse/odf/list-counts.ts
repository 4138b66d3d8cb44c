import type { XmlElement } from '../xml.ts';

/** Numbers that a list has come to, by level. */
export type Counts = (number | undefined)[];

/** Follows the lists of a document as they come by: which begin anew and which go on with an earlier one. */
export class ListCounts {
  readonly #byId = new Map<string, Counts>();
  readonly #lastOfStyle = new Map<string, Counts>();
  /** Headings outside of lists count through the whole document. */
  readonly outline: Counts = [];

  /** The numbers that an outermost list (`text:list`) counts on from (ODF 1.3 part 3, 5.3.3). */
  open({ attributes }: XmlElement, style: string): Counts {
    const { 'continue-list': earlier, 'continue-numbering': goesOn, id } = attributes;
    const continued =
      (earlier !== undefined && this.#byId.get(earlier)) ||
      (goesOn === 'true' && this.#lastOfStyle.get(style)) ||
      [];
    if (id !== undefined) this.#byId.set(id, continued);
    this.#lastOfStyle.set(style, continued);
    return continued;
  }
}

/** Steps on by one on a level, or to `start` where that is given; levels further in begin anew. */
export function step(counts: Counts, level: number, first: number, start?: number): void {
  counts[level] = start ?? (counts[level] ?? first - 1) + 1;
  counts.length = level + 1;
}
