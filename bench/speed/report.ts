import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { formatNumber } from '../results.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';

/** The rows as a Markdown table, in the order they were measured. */
export function rowsTable(rows: readonly BenchmarkRow[]): string {
  return markdownTable(
    ['case', 'system', 'size', 'metric', 'value', 'unit'],
    rows.map(({ case: name, system, size, metric, value, unit }) => [
      name,
      system,
      formatNumber(size),
      metric,
      formatNumber(value),
      unit,
    ]),
  );
}

/** The body of a benchmark's section in the results file. */
export function speedReport(benchmark: Benchmark, rows: readonly BenchmarkRow[]): string {
  return `${benchmark.describe}\n\n${rowsTable(rows)}`;
}
