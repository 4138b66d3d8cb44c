import { bullet, formatByFirst, smallNumber } from '../list-number.ts';
import type { ListLevel, ListLevels } from '../office/list-levels.ts';
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
