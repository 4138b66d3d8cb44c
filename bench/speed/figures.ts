import type { BenchmarkRow } from './benchmark.ts';

/** What a measured process found out: name and value; what they mean is its parent's knowledge. */
export type Figures = Readonly<Record<string, number>>;

/** What figures mean, by their names, in the order in which they are listed. */
export type FigureMeanings = Readonly<Record<string, readonly [name: string, metric: string, unit: string]>>;

/** Figures as rows of the results; what was not measured is left out. */
export function figureRows(
  figures: Figures,
  meanings: FigureMeanings,
  { system, size }: Pick<BenchmarkRow, 'system' | 'size'>,
): readonly BenchmarkRow[] {
  return Object.entries(meanings).flatMap(([key, [name, metric, unit]]) => {
    const value = figures[key];
    return value === undefined ? [] : [{ case: name, system, size, metric, value, unit }];
  });
}
