import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import type { EngineName } from './command.ts';

export type SuiteName = 'conformance' | 'pipeline';

/** One test of a suite on one engine. */
export interface CaseOutcome {
  readonly suite: SuiteName;
  /** What the test is listed under. */
  readonly area: string;
  /** What holds. */
  readonly title: string;
  readonly state: 'passed' | 'skipped' | 'failed';
  /** Why it was skipped, or how it failed. */
  readonly reason?: string;
}

/** A figure of an evaluation set on one engine, beside that of the embedded one in the same run. */
export interface ParityFigure {
  readonly set: string;
  readonly measure: string;
  readonly value: number;
  readonly embedded: number;
}

/** What the figures of a run are of. */
export interface ParityScope {
  readonly sample: boolean;
}

/** All that is known of one engine after a run. */
export interface EngineOutcome {
  readonly name: EngineName;
  /** What it stands on: `PostgreSQL with pgvector`. */
  readonly server: string;
  readonly version: string;
  /** Why it could not be started; undefined where it was. */
  readonly notStarted?: string;
  readonly cases: readonly CaseOutcome[];
  readonly parity: readonly ParityFigure[];
}

export interface SuiteCounts {
  readonly passed: number;
  readonly skipped: number;
  readonly failed: number;
}

/** On a terminal, of each engine, and lines of each. */
const mostFailuresShown = 10;
const mostReasonLines = 8;

/** How far below the embedded engine's a figure may be: of whole sets, and of samples, where a question weighs more. */
const parityTolerance = { whole: 0.005, sample: 0.015 };

export function countCases(cases: readonly CaseOutcome[], suite: SuiteName): SuiteCounts {
  const count = (state: CaseOutcome['state']) =>
    cases.filter((one) => one.suite === suite && one.state === state).length;
  return { passed: count('passed'), skipped: count('skipped'), failed: count('failed') };
}

/** What `--json` prints. */
export function enginesJson(outcomes: readonly EngineOutcome[]): string {
  const engines = outcomes.map(({ name, server, version, notStarted, cases, parity }) => ({
    name,
    server,
    version,
    started: notStarted === undefined,
    conformance: countCases(cases, 'conformance'),
    pipeline: countCases(cases, 'pipeline'),
    parity,
  }));
  return JSON.stringify({ engines });
}

/** For a terminal: a line for each engine, one for each figure, then what failed, then what did not start. */
export function enginesTable(outcomes: readonly EngineOutcome[], scope: ParityScope): string {
  const started = outcomes.filter(({ notStarted }) => notStarted === undefined);
  const figures = started.flatMap((outcome) => outcome.parity.map((figure) => ({ ...figure, ...outcome })));
  const failed = started.flatMap(failuresOf);
  return [
    markdownTable(
      ['engine', 'server', 'version', 'conformance', 'pipeline'],
      started.map(({ name, server, version, cases }) => [
        name,
        server,
        version,
        countsCell(countCases(cases, 'conformance')),
        countsCell(countCases(cases, 'pipeline')),
      ]),
    ),
    figures.length === 0
      ? ''
      : markdownTable(
          ['engine', 'set', 'measure', 'value', 'embedded', 'ok'],
          figures.map((figure) => [
            figure.name,
            figure.set,
            figure.measure,
            figure.value.toFixed(4),
            figure.embedded.toFixed(4),
            isPar(figure, scope) ? 'ok' : `FAIL by ${(figure.embedded - figure.value).toFixed(4)}`,
          ]),
        ),
    failed.join('\n'),
    outcomes
      .flatMap(({ name, notStarted }) =>
        notStarted === undefined ? [] : [`${name} was not started: ${notStarted}`],
      )
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * Why a run has failed; empty where it has not. What could not be started fails where it was required alone.
 * @param required engines that must be there
 */
export function runProblems(
  outcomes: readonly EngineOutcome[],
  required: readonly EngineName[],
  scope: ParityScope,
): readonly string[] {
  return outcomes.flatMap(({ name, notStarted, cases, parity }) => {
    if (notStarted !== undefined) {
      return required.includes(name) ? [`${name} is required and was not started`] : [];
    }
    const failed = cases.filter(({ state }) => state === 'failed').length;
    return [
      ...(failed > 0 ? [`${name}: ${failed} test${failed === 1 ? '' : 's'} failed`] : []),
      ...parity
        .filter((figure) => !isPar(figure, scope))
        .map(({ set, measure }) => `${name}: ${measure} of ${set} is below that of the embedded engine`),
    ];
  });
}

function isPar({ value, embedded }: ParityFigure, { sample }: ParityScope): boolean {
  return value >= embedded - (sample ? parityTolerance.sample : parityTolerance.whole);
}

function countsCell({ passed, skipped, failed }: SuiteCounts): string {
  const parts = [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
  ];
  return passed + skipped + failed === 0 ? '–' : parts.join(', ');
}

/** The first tests that failed, each with the beginning of why. */
function failuresOf({ name, cases }: EngineOutcome): readonly string[] {
  const failed = cases.filter(({ state }) => state === 'failed');
  const shown = failed.slice(0, mostFailuresShown).map(({ suite, area, title, reason = '' }) => {
    const lines = reason.split('\n').filter((line) => line.trim() !== '' && !line.includes('node_modules'));
    const what = lines.slice(0, mostReasonLines).map((line) => `    ${line}`);
    return [`${name}, ${suite}, ${area}: ${title}`, ...what].join('\n');
  });
  const left = failed.length - shown.length;
  return left === 0 ? shown : [...shown, `${name}: ${left} more failed`];
}
