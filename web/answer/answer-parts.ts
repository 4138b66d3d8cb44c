import type { CheckedSentence } from '../../src/contracts/citation.ts';

/** A stretch of an answer: a sentence that was checked, or what stands between sentences and after the last. */
export interface AnswerPart {
  readonly text: string;
  readonly sentence: CheckedSentence | undefined;
}

/** Cuts an answer at its checked sentences. The parts put together are the answer. */
export function answerParts(answer: string, sentences: readonly CheckedSentence[]): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  let position = 0;
  for (const sentence of sentences) {
    const between = answer.slice(position, sentence.start);
    if (between !== '') parts.push({ text: between, sentence: undefined });
    parts.push({ text: answer.slice(sentence.start, sentence.end), sentence });
    position = sentence.end;
  }
  if (position < answer.length) parts.push({ text: answer.slice(position), sentence: undefined });
  return parts;
}
