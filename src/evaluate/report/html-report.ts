import { Html, html } from '../../text/html.ts';
import { outcomeOf } from '../compare-runs.ts';
import type { MetricComparison, QuestionChange, RunComparison } from '../compared-runs.ts';
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

/** The style sheet of a report: in the colours that the reader's system asks for. */
const reportStyle = `
:root { color-scheme: light dark;
  --text: light-dark(#1d2127, #e6e8eb); --faint: light-dark(#5b6470, #9aa3ae); --line: light-dark(#d9dde2, #353b44);
  --page: light-dark(#ffffff, #16191d); --panel: light-dark(#f6f7f9, #1e2228);
  --bar: light-dark(#3b6fb5, #6ea2e6); --won: light-dark(#1a7f4b, #4fc48a); --lost: light-dark(#b3402f, #ef8373); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { margin: .25rem 0 .75rem; } .faint { color: var(--faint); fill: var(--faint); }
.scroll { overflow-x: auto; } .scroll + .scroll { margin-top: 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .8125rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--faint); white-space: nowrap; }
td { overflow-wrap: anywhere; } td.words { min-width: 11rem; } td.id { min-width: 5rem; } td.name { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td ol { margin: 0; padding-left: 1.25rem; }
.won { color: var(--won); } .lost { color: var(--lost); }
.note { background: var(--panel); border-left: 3px solid var(--bar); padding: .5rem .9rem; }
figure { margin: 1rem 0; } figcaption { font-size: .875rem; color: var(--faint); margin-bottom: .35rem; }
svg { width: 100%; min-width: 20rem; max-width: 46rem; height: auto; font-size: 12px; overflow: visible; } svg text { fill: var(--text); }
svg .label { text-anchor: end; } svg .centred { text-anchor: middle; } svg text.faint { fill: var(--faint); }
svg .bar { fill: var(--bar); } svg .axis { stroke: var(--line); stroke-width: 1.5; }
svg .whisker { stroke-width: 2.5; } svg .even { fill: var(--faint); stroke: var(--faint); }
svg .won { fill: var(--won); stroke: var(--won); } svg .lost { fill: var(--lost); stroke: var(--lost); }
svg rect.won, svg rect.lost { stroke: none; }
@media (max-width: 40rem) { body { margin: 1.25rem auto; } svg { font-size: 17px; }
  .questions :is(table, tbody, tr, td) { display: block; } .questions thead { display: none; }
  .questions tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .questions td { min-width: 0; padding: .1rem 0; border: 0; }
  .questions td.id { color: var(--faint); } .questions td.number { display: inline-block; padding-right: 1rem; }
  .questions td[data-name]::before { content: attr(data-name) " "; color: var(--faint); } }
details > summary { cursor: pointer; margin: .5rem 0; }
`;

const width = 560;
const labelWidth = 110;
const rowHeight = 26;

const namedRowHeight = 46;

/** A value in [0, 1] for each name, as bars; a name stands over its bar, since that of a run may be long. */
function barChart(title: string, bars: readonly { readonly name: string; readonly value: number }[]): Html {
  const space = width - 70;
  const rows = bars.map(({ name, value }, row) => {
    const y = row * namedRowHeight;
    return html`<text x="0" y="${y + 14}">${shortened(name, 100)}<title>${name}</title></text>
<rect x="0" y="${y + 20}" width="${(value * space).toFixed(1)}" height="16" rx="2" class="bar"/>
<text x="${(value * space + 8).toFixed(1)}" y="${y + 33}">${formatFigure(value)}</text>`;
  });
  return figure(title, bars.length * namedRowHeight, rows);
}

/** Differences with their intervals around a line at zero. */
function intervalChart(title: string, metrics: readonly MetricComparison[]): Html {
  const farthest = Math.max(0.001, ...metrics.flatMap(({ interval }) => [-interval.low, interval.high]));
  const space = width - labelWidth - 90;
  const x = (value: number) => (labelWidth + ((value / farthest + 1) / 2) * space).toFixed(1);
  const height = metrics.length * rowHeight;
  const rows = metrics.map((comparison, row) => {
    const { metric, difference, interval } = comparison;
    const y = row * rowHeight + 13;
    const kind = outcomeOf(comparison);
    return html`<text x="${labelWidth - 10}" y="${y + 4}" class="label">${metric}</text>
<line x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}" class="whisker ${kind}"/>
<circle cx="${x(difference)}" cy="${y}" r="4.5" class="${kind}"/>
<text x="${width - 80}" y="${y + 4}">${formatDifference(difference)}</text>`;
  });
  const zero = html`<line x1="${x(0)}" x2="${x(0)}" y1="0" y2="${height}" class="axis"/>`;
  return figure(title, height, [zero, ...rows]);
}

/**
 * Each question's difference as a thin bar, the largest gain first; questions that stayed as they were are left out.
 */
function changeChart(title: string, questions: readonly QuestionChange[]): Html {
  const changed = questions.filter(({ difference }) => difference !== 0);
  const half = 80;
  const step = width / Math.max(1, changed.length);
  const bars = changed.map(({ text, difference }, place) => {
    const length = Math.max(1, Math.abs(difference) * half);
    const y = difference > 0 ? half - length : half;
    return html`<rect x="${(place * step).toFixed(2)}" y="${y.toFixed(1)}" width="${Math.max(0.5, Math.min(step * 0.85, 24)).toFixed(2)}" height="${length.toFixed(1)}" class="${difference > 0 ? 'won' : 'lost'}"><title>${formatDifference(difference)}: ${text}</title></rect>`;
  });
  const zero = html`<line x1="0" x2="${width}" y1="${half}" y2="${half}" class="axis"/>`;
  return figure(title, 2 * half, [zero, ...bars]);
}

/** How many of the values in [0, 1] lie in each tenth. */
function histogram(title: string, values: readonly number[]): Html {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const value of values) {
    const tenth = Math.min(9, Math.floor(value * 10));
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const step = width / counts.length;
  const space = 110;
  const bars = counts.map((count, tenth) => {
    const length = (count / most) * space;
    const x = tenth * step;
    const middle = (x + step / 2).toFixed(1);
    return html`<rect x="${(x + 4).toFixed(1)}" y="${(20 + space - length).toFixed(1)}" width="${(step - 8).toFixed(1)}" height="${length.toFixed(1)}" rx="2" class="bar"/>
<text x="${middle}" y="${(14 + space - length).toFixed(1)}" class="centred">${count}</text>
<text x="${middle}" y="${space + 38}" class="centred faint">${tenthText(tenth)}–${tenthText(tenth + 1)}</text>`;
  });
  return figure(title, space + 44, bars);
}

/** `.3`: short enough for ten of them beside one another on a phone. */
function tenthText(tenth: number): string {
  return (tenth / 10).toFixed(1).replace(/^0/, '');
}

function figure(title: string, height: number, content: readonly Html[]): Html {
  return html`<figure><figcaption>${title}</figcaption>
<div class="scroll"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${content}</svg></div></figure>
`;
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

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
