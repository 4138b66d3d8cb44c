import type { CalibrationReport, ProbabilityFigures } from '../../evaluate/calibrate/calibrate.ts';
import type { Style } from '../output.ts';
import { formatColumns } from './format-columns.ts';
import { formatFactColumns } from './format-facts.ts';
import { formatBar, formatPercent } from './format-quantity.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { wrapLine } from './printable-text.ts';

const barCells = 30;
const pointsShown = 10;

/** What calibrating came to: thresholds, refusals, and the curve of risk over coverage. */
export function formatCalibration(report: CalibrationReport, width: number, style: Style): string {
  const { calibration, abstention, probability, aurc, ece } = report;
  const refused = [
    [
      'off-topic questions refused',
      formatPercent(abstention.recall, 1),
      `of ${half(calibration.offTopicQuestions)}`,
    ],
    [
      'answerable questions refused',
      formatPercent(abstention.answerableRefused, 1),
      `of ${half(calibration.answerableQuestions)}`,
    ],
    ['correct refusals', formatPercent(abstention.precision, 1)],
  ] as const;
  const wrapped = (line: string) => wrapLine(line, width).join('\n');
  return [
    formatColumns([
      ['retrieval.minCosine', calibration.minCosine.toFixed(3)],
      ['retrieval.minCoverage', calibration.minCoverage.toFixed(3)],
    ]),
    wrapped('On the half of the questions that was not used to choose the thresholds:'),
    formatFactColumns(refused, width, style),
    ...(probability ? [formatProbability(probability, width, style)] : []),
    wrapped(
      `${style('bold', 'Risk by coverage')}: the more questions are answered, the more of them are off-topic`,
    ),
    formatCurve(report, width, style),
    style(
      'dim',
      wrapped(`area under the curve ${aurc.toFixed(4)} · calibration error of relevance ${ece.toFixed(4)}`),
    ),
  ].join('\n\n');
}

/** What `answer.confidence` set to `calibrated` is worth. */
function formatProbability(
  { fitted, relevance }: NonNullable<CalibrationReport['probability']>,
  width: number,
  style: Style,
): string {
  return [
    wrapLine('As the probability that a question is answerable, on the same questions:', width).join('\n'),
    formatFactColumns(
      [
        ['confidence "calibrated"', ...formatProbabilityFigures(fitted)],
        ['relevance', ...formatProbabilityFigures(relevance)],
      ],
      width,
      style,
    ),
  ].join('\n\n');
}

function formatProbabilityFigures({ brier, ece }: ProbabilityFigures): string[] {
  return [`Brier score ${brier.toFixed(4)}`, `calibration error ${ece.toFixed(4)}`];
}

/** The questions of even places. */
function half(questions: number): number {
  return Math.floor(questions / 2);
}

const curveColumns: readonly TableColumn[] = [
  { head: 'ANSWERED', align: 'right' },
  { head: 'CONFIDENCE', align: 'right' },
  { dropOrder: 1 },
  { head: 'WRONG', align: 'right' },
];

/** Points of the curve at even steps of coverage, each once: where many answers are alike, steps end at one point. */
function formatCurve({ riskCoverage }: CalibrationReport, width: number, style: Style): string {
  const points = Array.from({ length: pointsShown }, (_, step) => {
    const wanted = (step + 1) / pointsShown;
    return riskCoverage.find(({ coverage }) => coverage >= wanted - 1e-9) ?? riskCoverage.at(-1);
  });
  const rows = [...new Set(points.filter((point) => point !== undefined))].map((point) => [
    formatPercent(point.coverage),
    `≥ ${point.confidence.toFixed(2)}`,
    formatBar(point.risk, barCells, style),
    formatPercent(point.risk, 1),
  ]);
  return formatTable(curveColumns, rows, width, style);
}
