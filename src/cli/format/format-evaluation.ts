import { largestChanges, outcomeOf } from '../../evaluate/compare-runs.ts';
import type { MetricComparison, QuestionChange, RunComparison } from '../../evaluate/compared-runs.ts';
import { mainMetric, rankingMetricNames } from '../../evaluate/metrics/ranking-metrics.ts';
import type { EvaluationReport, NamedRun } from '../../evaluate/report/evaluation-report.ts';
import {
  formatDifference,
  formatFigure,
  formatInterval,
  formatMilliseconds,
  formatPValue,
} from '../../evaluate/report/format-figure.ts';
import type { Style } from '../output.ts';
import {
  formatColumns,
  formatCount,
  formatFactColumns,
  formatTable,
  type TableColumn,
} from './format-table.ts';
import { elide, elidePath, printableLine, visibleWidth, wrapLine } from './terminal-text.ts';

/** Questions listed as won and as lost. */
const questionsShown = 3;

/** An evaluation as a person reads it: the figures, and what changed where runs are compared. */
export function formatEvaluation(report: EvaluationReport, width: number, style: Style): string {
  const { runs, shown, comparison, notes } = report;
  const parts = [runs.length === 1 ? formatRun(shown, width, style) : formatRuns(runs, width, style)];
  if (comparison) parts.push(...formatComparison(comparison, width, style));
  for (const note of notes) parts.push(wrapLine(style('yellow', 'note: ') + note, width).join('\n'));
  return parts.join('\n\n');
}

function formatRun({ run }: NamedRun, width: number, style: Style): string {
  const { p50, p95, p99, cold } = run.latencyMs;
  return [
    formatSet(run, width),
    '',
    formatColumns(
      rankingMetricNames.map((metric) => [
        metric === mainMetric ? style('bold', metric) : metric,
        formatFigure(run.metrics[metric]),
      ]),
    ),
    '',
    ...wrapLine(
      `A question takes ${formatMilliseconds(p50)} (p95 ${formatMilliseconds(p95)}, p99 ${formatMilliseconds(p99)}); the first one took ${formatMilliseconds(cold)}.`,
      width,
    ),
    `Indexing took ${run.indexSeconds.toFixed(1)} s.`,
  ].join('\n');
}

const tableMetrics = ['ndcg@10', 'mrr@10', 'map', 'p@5', 'recall@3', 'recall@10', 'recall@100'] as const;
/** Where there is too little room for all, the first goes first. */
const leastTold: readonly string[] = ['recall@3', 'p@5', 'map', 'recall@100', 'mrr@10', 'recall@10', 'p50'];

function formatRuns(runs: readonly NamedRun[], width: number, style: Style): string {
  const best = Math.max(...runs.map(({ run }) => run.metrics[mainMetric]));
  const { heads, titles } = titlesOf(runs);
  const rows = runs.map(({ run }, place) => [
    ...(titles[place] ?? []),
    ...tableMetrics.map((metric) =>
      metric === mainMetric && run.metrics[metric] === best
        ? style('green', formatFigure(run.metrics[metric]))
        : formatFigure(run.metrics[metric]),
    ),
    formatMilliseconds(run.latencyMs.p50),
  ]);
  const columns: readonly TableColumn[] = [
    ...heads.map((head, column) => {
      const least = tellingWidth(titles.map((cells) => cells[column] ?? ''));
      return { head, cut: { least: Math.max(least, head.length), by: elidePath } };
    }),
    ...[...tableMetrics, 'p50'].map((head) => ({
      head,
      align: 'right' as const,
      ...(leastTold.includes(head) && { dropOrder: leastTold.indexOf(head) + 1 }),
    })),
  ];
  const [first] = runs;
  const table = formatTable(columns, rows, width, style);
  return first ? `${formatSet(first.run, width)}\n\n${table}` : table;
}

/** What tells runs apart, in a column each: the settings of a sweep, or the names of runs that were saved. */
function titlesOf(runs: readonly NamedRun[]): { heads: readonly string[]; titles: readonly string[][] } {
  const settings = Object.keys(runs[0]?.swept ?? {});
  if (settings.length === 0) return { heads: ['run'], titles: runs.map(({ name }) => [printableLine(name)]) };
  const titles = runs.map(({ swept = {} }) => settings.map((setting) => printableLine(swept[setting] ?? '')));
  return { heads: settings, titles };
}

/** The least width, from 28 columns on, at which names that are cut still tell their runs apart. */
function tellingWidth(names: readonly string[]): number {
  const longest = Math.max(...names.map(visibleWidth));
  const distinct = new Set(names).size;
  let width = 28;
  while (width < longest && new Set(names.map((name) => elidePath(name, width))).size < distinct) width += 1;
  return width;
}

function formatSet(
  { dataset, documents, queries }: { dataset: string; documents: number; queries: number },
  width: number,
): string {
  const counts = `${formatCount(documents, 'document')}, ${formatCount(queries, 'question')} with a known answer`;
  return wrapLine(`${printableLine(dataset)}: ${counts}`, width).join('\n');
}

const differenceColumns: readonly TableColumn[] = [
  { head: 'metric' },
  { head: 'before', align: 'right' },
  { head: 'after', align: 'right' },
  { head: 'difference', align: 'right' },
  { head: '95 % interval', dropOrder: 1 },
  { head: 'p', align: 'right', dropOrder: 2 },
];

function formatComparison(comparison: RunComparison, width: number, style: Style): string[] {
  const { settings, metrics, wins, losses, ties } = comparison;
  const changes = settings.map(({ name, before, after }): readonly [string, ...string[]] => [
    name,
    printableLine(JSON.stringify(before) ?? ''),
    '→',
    printableLine(JSON.stringify(after) ?? ''),
  ]);
  const counts = `${style('green', `${wins} better`)}, ${style('red', `${losses} worse`)}, ${ties} unchanged`;
  const { won, lost } = largestChanges(comparison, questionsShown);
  return [
    changes.length > 0
      ? formatFactColumns(changes, width, style)
      : style('dim', 'The settings are the same.'),
    formatTable(
      differenceColumns,
      metrics.map((metric) => formatMetric(metric, style)),
      width,
      style,
    ),
    [
      ...wrapLine(`By ${mainMetric}: ${counts}.`, width),
      ...won.map((change) => formatChange(style('green', 'won '), change, width)),
      ...lost.map((change) => formatChange(style('red', 'lost'), change, width)),
    ].join('\n'),
  ];
}

function formatChange(title: string, { text, difference }: QuestionChange, width: number): string {
  return `${title} ${formatDifference(difference)}  ${elide(printableLine(text), width - 16)}`;
}

function formatMetric(
  { metric, before, after, difference, interval, pValue }: MetricComparison,
  style: Style,
): string[] {
  const outcome = outcomeOf({ difference, pValue });
  const text = formatDifference(difference);
  return [
    metric,
    formatFigure(before),
    formatFigure(after),
    outcome === 'even' ? text : style(outcome === 'won' ? 'green' : 'red', text),
    formatInterval(interval),
    formatPValue(pValue),
  ];
}
