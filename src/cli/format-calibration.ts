import type { CalibrationReport, ProbabilityFigures } from '../evaluate/calibrate/calibrate.ts';
import { formatColumns } from './format-columns.ts';
import type { Style } from './output.ts';

const barCells = 30;
const pointsShown = 10;

/** What calibrating came to: thresholds, refusals, and the curve of risk over coverage. */
export function formatCalibration(report: CalibrationReport, style: Style): string {
  const { calibration, abstention, probability, aurc, ece } = report;
  return [
    formatColumns([
      ['retrieval.minCosine', calibration.minCosine.toFixed(3)],
      ['retrieval.minCoverage', calibration.minCoverage.toFixed(3)],
    ]),
    'On the half of the questions that the thresholds were not chosen on:',
    formatColumns(
      [
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
        ['refusals that were right', formatShare(abstention.precision), ''],
      ],
      { right: [1] },
    ),
    ...(probability ? [formatProbability(probability)] : []),
    `${style('bold', 'Risk by coverage')}: the more questions are answered, the more of them are off-topic`,
    formatCurve(report, style),
    style(
      'dim',
      `area under the curve ${aurc.toFixed(4)} · calibration error of relevance ${ece.toFixed(4)}`,
    ),
  ].join('\n\n');
}

/** What `answer.confidence` set to `calibrated` is worth. */
function formatProbability({ fitted, relevance }: NonNullable<CalibrationReport['probability']>): string {
  return formatColumns(
    [
      ['confidence on the same questions', 'Brier score', 'calibration error'],
      probabilityRow('calibrated: probability that a question is answerable', fitted),
      probabilityRow('relevance, read as that probability', relevance),
    ],
    { right: [1, 2] },
  );
}

function probabilityRow(name: string, { brier, ece }: ProbabilityFigures): string[] {
  return [name, brier.toFixed(4), ece.toFixed(4)];
}

function formatShare(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** The questions of even places. */
function half(questions: number): number {
  return Math.floor(questions / 2);
}

/** Points of the curve at even steps of coverage. */
function formatCurve({ riskCoverage }: CalibrationReport, style: Style): string {
  const rows = Array.from({ length: pointsShown }, (_, step) => {
    const wanted = (step + 1) / pointsShown;
    const point = riskCoverage.find(({ coverage }) => coverage >= wanted - 1e-9) ?? riskCoverage.at(-1);
    if (!point) return [];
    const cells = Math.round(point.risk * barCells);
    return [
      `${Math.round(point.coverage * 100)} % answered`,
      `confidence ≥ ${point.confidence.toFixed(2)}`,
      style('cyan', '█'.repeat(cells)) + style('dim', '░'.repeat(barCells - cells)),
      `${(100 * point.risk).toFixed(1)} % wrong`,
    ];
  });
  return formatColumns(rows, { right: [0, 3] });
}
