import { bullet, listNumber } from '../list-number.ts';

/** How a level of a list marks its items. */
export interface ListLevel {
  /** As {@link listNumber} takes it, or {@link bullet}; undefined where nothing is shown. */
  readonly format: string | undefined;
  /** With `%1%` to `%10%` where the numbers of the levels go. */
  readonly template: string;
  readonly start: number;
}

/** Levels by their 0-based place. */
export type ListLevels = readonly (ListLevel | undefined)[];

/** Numbers that a list has come to, by level. */
export type Counts = (number | undefined)[];

/** Steps on by one on a level, or to `start` where that is given; levels further in begin anew. */
export function step(counts: Counts, level: number, first: number, start?: number): void {
  counts[level] = start ?? (counts[level] ?? first - 1) + 1;
  counts.length = level + 1;
}

/** The marker of an item: `2.1`, `c)`, `-`; empty where none is shown. */
export function markerOf(levels: ListLevels, level: number, counts: Counts): string {
  const own = levels[level];
  if (!own || own.format === bullet) return bullet;
  if (own.format === undefined) return '';
  // A level without a number leaves out the point behind it.
  const marker = own.template.replace(/%(\d{1,2})%(\.?)/g, (_, digits: string, point: string) => {
    const place = Number(digits) - 1;
    const { format, start } = levels[place] ?? own;
    if (format === undefined || format === bullet) return '';
    return listNumber(counts[place] ?? start, format) + point;
  });
  return marker.trim();
}
