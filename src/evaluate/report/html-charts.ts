import { type Html, html } from '../../text/html.ts';
import { type MetricComparison, outcomeOf, type QuestionChange } from '../compare/compare-runs.ts';
import { formatDifference, formatFigure } from './format-figure.ts';

const width = 560;
const labelWidth = 110;
const rowHeight = 26;

const namedRowHeight = 46;

/** A value in [0, 1] for each name, as bars; a name stands over its bar, since that of a run may be long. */
export function barChart(
  title: string,
  bars: readonly { readonly name: string; readonly value: number }[],
): Html {
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
export function intervalChart(title: string, metrics: readonly MetricComparison[]): Html {
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
export function changeChart(title: string, questions: readonly QuestionChange[]): Html {
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
export function histogram(title: string, values: readonly number[]): Html {
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
