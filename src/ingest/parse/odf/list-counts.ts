import type { Counts } from '../office/list-levels.ts';
import type { XmlElement } from '../xml/xml.ts';

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
