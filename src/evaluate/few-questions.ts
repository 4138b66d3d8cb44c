import { questionCount } from './report/format-figure.ts';

/** The mean of fewer questions is another one with other questions of the same kind. */
const fewQuestions = 40;

/** What a reader of figures must know where they are of too few questions; empty where there are enough. */
export function fewQuestionsWarnings(count: number): string[] {
  if (count >= fewQuestions) return [];
  return [
    `With ${questionCount(count)} that the collection answers, the figures may be far off. Ask ${fewQuestions} or more.`,
  ];
}
