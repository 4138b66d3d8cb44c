import { bullet, formatByFirst, listNumber, smallNumber } from '../list-number.ts';
import { childrenOf, type XmlElement } from '../xml.ts';

/** How a level of a list marks its items. */
export interface ListLevel {
  readonly isBullet: boolean;
  /** As {@link listNumber} takes it; undefined where no number is shown. */
  readonly format?: string;
  readonly prefix: string;
  readonly suffix: string;
  /** With `%1%` to `%10%` where the numbers of the levels go; takes the place of prefix, suffix and levels shown. */
  readonly template?: string;
  /** How many levels a number shows, its own among them. */
  readonly levelsShown: number;
  readonly start: number;
}

/** A list has no more levels than this. */
export const maxLevels = 10;

/** Reads the levels of `text:list-style` or `text:outline-style` by their 0-based place. */
export function readListLevels(style: XmlElement): readonly (ListLevel | undefined)[] {
  const levels: (ListLevel | undefined)[] = [];
  for (const element of childrenOf(style)) {
    const level = smallNumber(element.attributes['level'], 0);
    if (level >= 1 && level <= maxLevels) levels[level - 1] = readLevel(element);
  }
  return levels;
}

/**
 * The marker of an item: `2.1`, `c)`, `-`; empty where none is shown. `counts` are the numbers of its level and those
 * above.
 */
export function markerOf(
  levels: readonly (ListLevel | undefined)[],
  level: number,
  counts: readonly (number | undefined)[],
): string {
  const own = levels[level];
  if (!own || own.isBullet) return bullet;
  if (own.format === undefined) return '';
  const numberAt = (place: number): string => {
    const { format, start } = levels[place] ?? own;
    return format === undefined ? '' : listNumber(counts[place] ?? start, format);
  };
  if (own.template !== undefined) {
    return own.template.replace(/%(\d{1,2})%/g, (_, place: string) => numberAt(Number(place) - 1)).trim();
  }
  const first = Math.max(0, level + 1 - own.levelsShown);
  const numbers = Array.from({ length: level + 1 - first }, (_, index) => numberAt(first + index));
  return `${own.prefix}${numbers.filter((number) => number !== '').join('.')}${own.suffix}`.trim();
}

function readLevel({ name, attributes }: XmlElement): ListLevel {
  const number = attributes['num-format'] ?? '';
  const template = attributes['num-list-format'];
  return {
    isBullet: /bullet|image/.test(name),
    ...(number !== '' && { format: formatByFirst.get(number) ?? 'decimal' }),
    prefix: attributes['num-prefix'] ?? '',
    suffix: attributes['num-suffix'] ?? '',
    ...(template !== undefined && { template }),
    levelsShown: smallNumber(attributes['display-levels'], 1),
    start: smallNumber(attributes['start-value'], 1),
  };
}
