import { Html, html } from '../../text/html.ts';
import { outcomeOf, type QuestionChange, type RunComparison } from '../compare/compare-runs.ts';
import type { QuestionResult } from '../evaluation-run.ts';
import { mainMetric, rankingMetricNames } from '../metrics/ranking-metrics.ts';
import type { EvaluationReport, NamedRun } from './evaluation-report.ts';
import {
  documentCount,
  formatDifference,
  formatFigure,
  formatInterval,
  formatMilliseconds,
  formatPValue,
  questionCount,
} from './format-figure.ts';
import { barChart, changeChart, histogram, intervalChart } from './html-charts.ts';
import { reportStyle } from './report-style.ts';

/** Items of a ranking that are shown. */
const foundShown = 3;

/**
 * The report as one page that loads nothing and runs nothing. Everything that comes from questions, documents and
 * settings is escaped, and the page's policy forbids scripts in any case.
 */
export function htmlReport({ runs, comparison, shown, notes }: EvaluationReport): string {
  const { dataset, documents, queries } = shown.run;
  const title = `Evaluation: ${dataset}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(reportStyle)}</style>
</head>
<body>
<h1>${title}</h1>
<p class="faint">${documentCount(documents)}, ${questionCount(queries)} with a known answer</p>
${notes.map((note) => html`<p class="note">${note}</p>`)}
<h2>Figures</h2>
${runsTable(runs)}
${runs.length > 1 ? barChart(`${mainMetric} of each run`, namedValues(runs)) : html``}
${comparison ? comparisonSection(comparison) : html``}
${questionsSection(shown, comparison)}
${settingsSection(shown)}
</body>
</html>
`;
  return page.markup;
}

function namedValues(runs: EvaluationReport['runs']): { name: string; value: number }[] {
  return runs.map(({ name, run }) => ({ name, value: run.metrics[mainMetric] }));
}

function runsTable(runs: EvaluationReport['runs']): Html {
  const names = runs.map(({ name }) => html`<td class="words">${bidirectional(name)}</td>`);
  const figures = runs.map(({ run }) =>
    rankingMetricNames.map((metric) => number(formatFigure(run.metrics[metric]))),
  );
  const times = runs.map(({ run: { latencyMs, indexSeconds } }) => [
    ...[latencyMs.p50, latencyMs.p95, latencyMs.p99, latencyMs.cold].map((time) =>
      number(formatMilliseconds(time)),
    ),
    number(`${indexSeconds.toFixed(1)} s`),
  ]);
  const named = (rows: readonly (readonly Html[])[]) =>
    rows.map((cells, row) => [names[row] ?? html``, ...cells]);
  return html`${table(['run'], rankingMetricNames, [], named(figures))}
${table(['time of'], ['p50', 'p95', 'p99', 'first question', 'index'], [], named(times))}
`;
}

function comparisonSection(comparison: RunComparison): Html {
  const { metrics, wins, losses, ties, settings, questions } = comparison;
  const rows = metrics.map(({ metric, before, after, difference, interval, pValue }) => [
    html`<td class="name">${metric}</td>`,
    ...[before, after].map((value) => number(formatFigure(value))),
    number(formatDifference(difference), outcomeOf({ difference, pValue })),
    number(formatInterval(interval)),
    number(formatPValue(pValue)),
  ]);
  const changed = settings.map(({ name, before, after }) =>
    [name, JSON.stringify(before) ?? '', JSON.stringify(after) ?? ''].map((cell) => html`<td>${cell}</td>`),
  );
  return html`<h2>What changed</h2>
${changed.length > 0 ? table(['setting', 'before', 'after'], [], [], changed) : html`<p>The settings are the same.</p>`}
${table(['metric'], ['before', 'after', 'difference', '95 % interval', 'p'], [], rows)}
${intervalChart('Differences with their 95 % intervals', metrics)}
<h2>Wins and losses</h2>
<p>By ${mainMetric}, <span class="won">${questionCount(wins)} improved</span>, <span class="lost">${losses} got worse</span>, ${ties} unchanged.</p>
${wins + losses > 0 ? changeChart(`Change in ${mainMetric} by question`, questions) : html``}
`;
}

function questionsSection({ name, run }: NamedRun, comparison: RunComparison | undefined): Html {
  const changes = new Map(comparison?.questions.map((question) => [question.id, question]));
  const changeOf = ({ id }: QuestionResult) => Math.abs(changes.get(id)?.difference ?? 0);
  const ordered = run.questions.toSorted((a, b) =>
    comparison ? changeOf(b) - changeOf(a) : a.metrics[mainMetric] - b.metrics[mainMetric],
  );
  const head = comparison ? ['before', 'after', 'difference'] : [mainMetric];
  return html`<h2>Questions</h2>
${comparison ? html`<p class="faint">From the run ${bidirectional(name)}.</p>` : html``}
${histogram(
  `Questions by ${mainMetric}`,
  run.questions.map(({ metrics }) => metrics[mainMetric]),
)}
<p class="faint">${comparison ? 'The largest change first.' : 'The worst first.'} The first ${foundShown} results of each are shown.</p>
<div class="questions">${table(
    ['id', 'question'],
    head,
    ['expected', 'found'],
    ordered.map((question) =>
      questionCells(question, { isCompared: comparison !== undefined, change: changes.get(question.id) }),
    ),
  )}</div>
`;
}

function questionCells(
  { id, text, metrics, relevant, found }: QuestionResult,
  { isCompared, change }: { readonly isCompared: boolean; readonly change: QuestionChange | undefined },
): Html[] {
  const figure = formatFigure(metrics[mainMetric]);
  const figures = isCompared ? changeCells(figure, change) : [namedNumber(mainMetric, figure)];
  const isWanted = new Set(relevant);
  const places = found
    .slice(0, foundShown)
    .map((item) => html`<li class="${isWanted.has(item) ? 'won' : 'even'}">${bidirectional(item)}</li>`);
  return [
    html`<td class="id">${bidirectional(id)}</td>`,
    html`<td class="words">${bidirectional(text)}</td>`,
    ...figures,
    html`<td class="words" data-name="expected">${bidirectional(relevant.slice(0, foundShown).join(', '))}</td>`,
    html`<td class="words" data-name="found"><ol>${places}</ol></td>`,
  ];
}

/** What a question was and has become; nothing was before where only the later run has it. */
function changeCells(after: string, change: QuestionChange | undefined): Html[] {
  const { before, difference } = change ?? {};
  return [
    namedNumber('before', before === undefined ? '–' : formatFigure(before)),
    namedNumber('after', after),
    difference === undefined
      ? namedNumber('difference', '–')
      : namedNumber('difference', formatDifference(difference), kindOf(difference)),
  ];
}

function settingsSection({ name, run }: NamedRun): Html {
  return html`<h2>Settings</h2>
<details><summary>All settings of the run ${bidirectional(name)}</summary>
<div class="scroll"><pre>${JSON.stringify(run.settings, null, 2)}</pre></div></details>
`;
}

/** Columns of words, then of numbers, then of words again. */
function table(
  words: readonly string[],
  numbers: readonly string[],
  moreWords: readonly string[],
  rows: readonly (readonly Html[])[],
): Html {
  const numberHeads = numbers.map((name) => html`<th class="number">${name}</th>`);
  const head = [...wordHeads(words), ...numberHeads, ...wordHeads(moreWords)];
  const body = rows.map((cells) => html`<tr>${cells}</tr>\n`);
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}</tbody></table></div>`;
}

function wordHeads(names: readonly string[]): Html[] {
  return names.map((name) => html`<th>${name}</th>`);
}

function number(text: string, kind = ''): Html {
  return html`<td class="number ${kind}">${text}</td>`;
}

/** A number that says of what it is where its column's head is not shown. */
function namedNumber(name: string, text: string, kind = ''): Html {
  return html`<td class="number ${kind}" data-name="${name}">${text}</td>`;
}

function kindOf(difference: number): string {
  if (difference === 0) return '';
  return difference > 0 ? 'won' : 'lost';
}

/** Text of any direction, which cannot turn what stands around it. */
function bidirectional(text: string): Html {
  return html`<bdi dir="auto">${text}</bdi>`;
}
