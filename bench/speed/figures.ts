import type { BenchmarkRow } from './benchmark.ts';

/** What a measured process found out: name and value; what they mean is its parent's knowledge. */
export type Figures = Readonly<Record<string, number>>;

/** What figures mean, by their names, in the order in which they are listed. */
export type FigureMeanings = Readonly<Record<string, readonly [name: string, metric: string, unit: string]>>;

/** Figures as rows of the results, each of them told; what was not measured, or cannot be here, is left out. */
export function figureRows(
  figures: Figures,
  meanings: FigureMeanings,
  { system, size }: Pick<BenchmarkRow, 'system' | 'size'>,
  log: (line: string) => void,
): readonly BenchmarkRow[] {
  return Object.entries(meanings).flatMap(([key, [name, metric, unit]]) => {
    const value = figures[key];
    // What is no number has become null on its way from process to process.
    if (value === undefined || !Number.isFinite(value)) return [];
    log(`${size} ${system}: ${name}, ${metric} ${value.toPrecision(4)} ${unit}`);
    return [{ case: name, system, size, metric, value, unit }];
  });
}
