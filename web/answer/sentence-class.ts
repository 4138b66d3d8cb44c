import type { CheckedSentence } from '../../src/contracts/citation.ts';

/** The class of what a checked sentence is set in; undefined for what is none. */
export function sentenceClass(sentence: CheckedSentence | undefined): string | undefined {
  return sentence && `sentence sentence-${sentence.verdict}`;
}
