import type { CheckedSentence } from '../../src/contracts/citation.ts';
import { formulasIn } from '../source/formula.ts';

/**
 * Moves the ends of sentences out of formulas. Sentences are told by full stops and lines, which a formula has too:
 * one in which a sentence ends belongs to that sentence whole, and of those that lie within it the last stands for all.
 */
export function withWholeFormulas(
  answer: string,
  sentences: readonly CheckedSentence[],
): readonly CheckedSentence[] {
  const formulas = formulasIn(answer);
  const whole: CheckedSentence[] = [];
  for (const sentence of sentences) {
    const around = (place: number) => formulas.find(({ start, end }) => start < place && place < end);
    const before = whole.at(-1);
    const within = around(sentence.start);
    const start = within?.end ?? sentence.start;
    const end = around(sentence.end)?.end ?? sentence.end;
    if (start < end) whole.push({ ...sentence, start, end });
    else if (before && before.start === within?.start)
      whole[whole.length - 1] = { ...sentence, start: before.start, end: before.end };
  }
  return whole;
}
