import type { CalibrationReport, ProbabilityFigures } from '../evaluate/calibrate/calibrate.ts';
import { formatBar } from './format-bar.ts';
import { formatColumns } from './format-columns.ts';
import { formatFactColumns } from './format-facts.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import type { Style } from './output.ts';
import { wrapLine } from './printable-text.ts';

const barCells = 30;
const pointsShown = 10;

/** What calibrating came to: thresholds, refusals, and the curve of risk over coverage. */
export function formatCalibration(report: CalibrationReport, width: number, style: Style): string {
  const { calibration, abstention, probability, aurc, ece } = report;
  const refused = [
    [
      'off-topic questions refused',
      formatShare(abstention.recall),
      `of ${half(calibration.offTopicQuestions)}`,
    ],
    [
      'answerable questions refused',
      formatShare(abstention.answerableRefused),
      `of ${half(calibration.answerableQuestions)}`,
    ],
    ['refusals that were right', formatShare(abstention.precision)],
  ] as const;
  const [curve, figures] = [
    `${style('bold', 'Risk by coverage')}: the more questions are answered, the more of them are off-topic`,
    `area under the curve ${aurc.toFixed(4)} · calibration error of relevance ${ece.toFixed(4)}`,
  ].map((line) => wrapLine(line, width).join('\n'));
  return [
    formatColumns([
      ['retrieval.minCosine', calibration.minCosine.toFixed(3)],
      ['retrieval.minCoverage', calibration.minCoverage.toFixed(3)],
    ]),
    wrapLine('On the half of the questions that the thresholds were not chosen on:', width).join('\n'),
    formatFactColumns(refused, width, style),
    ...(probability ? [formatProbability(probability, width, style)] : []),
    curve,
    formatCurve(report, width, style),
    style('dim', figures ?? ''),
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

function formatShare(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
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

/** Points of the curve at even steps of coverage. */
function formatCurve({ riskCoverage }: CalibrationReport, width: number, style: Style): string {
  const rows = Array.from({ length: pointsShown }, (_, step) => {
    const wanted = (step + 1) / pointsShown;
    const point = riskCoverage.find(({ coverage }) => coverage >= wanted - 1e-9) ?? riskCoverage.at(-1);
    if (!point) return [];
    return [
      `${Math.round(point.coverage * 100)} %`,
      `≥ ${point.confidence.toFixed(2)}`,
      formatBar(point.risk, barCells, style),
      formatShare(point.risk),
    ];
  });
  return formatTable(curveColumns, rows, width, style);
}
