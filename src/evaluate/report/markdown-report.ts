import { largestChanges } from '../compare-runs.ts';
import type { RunComparison } from '../compared-runs.ts';
import { mainMetric, rankingMetricNames } from '../metrics/ranking-metrics.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import {
  documentCount,
  formatDifference,
  formatFigure,
  formatInterval,
  formatMilliseconds,
  formatPValue,
  questionCount,
} from './format-figure.ts';

/** Questions listed as won and as lost. */
const questionsShown = 10;

/** The report as Markdown. Text of questions and settings is escaped: it shows as it is and does nothing. */
export function markdownReport({ runs, comparison, shown, notes }: EvaluationReport): string {
  const { dataset, documents, queries } = shown.run;
  const parts = [
    `# Evaluation: ${escapeMarkdown(dataset)}`,
    `${documentCount(documents)}, ${questionCount(queries)} with a known answer.`,
    markdownTable(
      ['run', ...rankingMetricNames, 'p50', 'p95', 'p99', 'first', 'index'],
      runs.map(({ name, run }) => [
        escapeMarkdown(name),
        ...rankingMetricNames.map((metric) => formatFigure(run.metrics[metric])),
        ...[run.latencyMs.p50, run.latencyMs.p95, run.latencyMs.p99, run.latencyMs.cold].map(
          formatMilliseconds,
        ),
        `${run.indexSeconds.toFixed(1)} s`,
      ]),
    ),
  ];
  if (comparison) parts.push(...comparisonParts(comparison));
  parts.push(...notes.map(escapeMarkdown));
  return `${parts.join('\n\n')}\n`;
}

function comparisonParts(comparison: RunComparison): string[] {
  const { metrics, wins, losses, ties, settings } = comparison;
  const { won, lost } = largestChanges(comparison, questionsShown);
  return [
    '## What changed',
    settings.length === 0
      ? 'The settings are the same.'
      : markdownTable(
          ['setting', 'before', 'after'],
          settings.map(({ name, before, after }) => [
            escapeMarkdown(name),
            escapeMarkdown(JSON.stringify(before) ?? ''),
            escapeMarkdown(JSON.stringify(after) ?? ''),
          ]),
        ),
    markdownTable(
      ['metric', 'before', 'after', 'difference', '95 % interval', 'p'],
      metrics.map(({ metric, before, after, difference, interval, pValue }) => [
        metric,
        formatFigure(before),
        formatFigure(after),
        formatDifference(difference),
        formatInterval(interval),
        formatPValue(pValue),
      ]),
    ),
    `By ${mainMetric}, ${questionCount(wins)} improved, ${losses} got worse, ${ties} unchanged.`,
    ...questionTable('Won', won),
    ...questionTable('Lost', lost),
  ];
}

function questionTable(title: string, questions: RunComparison['questions']): string[] {
  if (questions.length === 0) return [];
  const rows = questions.map(({ id, text, before, after, difference }) => [
    escapeMarkdown(id),
    escapeMarkdown(text),
    ...[before, after].map(formatFigure),
    formatDifference(difference),
  ]);
  return [`### ${title}`, markdownTable(['id', 'question', 'before', 'after', 'difference'], rows)];
}

/** Everything that Markdown or HTML would read as more than a character; line breaks become spaces. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]#>!~]/g, '\\$&');
}

/** A Markdown table. Cells are text of one line; a bar in one does not end it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
