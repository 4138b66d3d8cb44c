/** The mean of fewer questions is another one with other questions of the same kind. */
const fewQuestions = 40;

/** What a reader of figures must know where they are of too few questions; empty where there are enough. */
import type { Interval } from '../compared-runs.ts';
export function fewQuestionsWarnings(count: number): string[] {
  if (count >= fewQuestions) return [];
  return [
    `With ${questionCount(count)} that the collection answers, the figures may be far off. Ask ${fewQuestions} or more.`,
  ];
}

/** A figure in [0, 1] to four decimals: `0.7350`. */
export function formatFigure(value: number): string {
  return value.toFixed(4);
}

/** A difference with its sign: `+0.0120`, `−0.0031`. */
export function formatDifference(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

/** An interval of differences: `−0.1718 to −0.0564`. */
export function formatInterval({ low, high }: Interval): string {
  return `${formatDifference(low)} to ${formatDifference(high)}`;
}

/** A p-value; small ones as a bound. */
export function formatPValue(value: number): string {
  return value < 0.0001 ? '< 0.0001' : value.toFixed(4);
}

/** A count of questions: `1 question`, `12 questions`. */
export function questionCount(count: number): string {
  return counted(count, 'question');
}

/** A count of documents: `1 document`, `12 documents`. */
export function documentCount(count: number): string {
  return counted(count, 'document');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A time to the precision that matters: `0.83 ms`, `12 ms`. */
export function formatMilliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
}
