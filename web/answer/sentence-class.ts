import type { CheckedSentence } from '../../src/contracts/citation.ts';
import { isDoubtful } from './verdict-mark.tsx';

/** The class of what a checked sentence of an answer is set in; undefined for what is none. */
export function sentenceClass(answer: string, sentence: CheckedSentence | undefined): string | undefined {
  if (sentence === undefined) return undefined;
  return isDoubtful(answer, sentence) ? `sentence sentence-${sentence.verdict}` : 'sentence';
}
