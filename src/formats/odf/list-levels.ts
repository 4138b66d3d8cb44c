import {
  bullet,
  type Counts,
  formatByFirst,
  type ListLevel,
  type ListLevels,
  smallNumber,
} from '../document/list-number.ts';
import { childrenOf, type XmlElement } from '../xml/xml.ts';

/** A list has no more levels than this. */
export const maxLevels = 10;

/** Reads the levels of `text:list-style` or `text:outline-style`. */
export function readListLevels(style: XmlElement): ListLevels {
  const levels: (ListLevel | undefined)[] = [];
  for (const element of childrenOf(style)) {
    const level = smallNumber(element.attributes['level'], 0);
    if (level >= 1 && level <= maxLevels) levels[level - 1] = readLevel(element, level);
  }
  return levels;
}

/** `level`: its 1-based place. What shows the numbers of several levels has points between them. */
function readLevel({ name, attributes }: XmlElement, level: number): ListLevel {
  const number = attributes['num-format'] ?? '';
  const first = Math.max(1, level + 1 - smallNumber(attributes['display-levels'], 1));
  const shown = Array.from({ length: level + 1 - first }, (_, index) => `%${first + index}%`).join('.');
  const { 'num-prefix': prefix = '', 'num-suffix': suffix = '' } = attributes;
  return {
    format: /bullet|image/.test(name)
      ? bullet
      : number === ''
        ? undefined
        : (formatByFirst.get(number) ?? 'decimal'),
    template: attributes['num-list-format'] ?? `${prefix}${shown}${suffix}`,
    start: smallNumber(attributes['start-value'], 1),
  };
}

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
