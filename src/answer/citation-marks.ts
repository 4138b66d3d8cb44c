import type { Citation } from '../contracts/generator.ts';
import type { Answer } from './answer.ts';

/** Where an answer names a citation: `answer.slice(start, end)` is its `[n]`. */
export interface CitationMark {
  readonly start: number;
  readonly end: number;
  readonly citation: Citation;
}

/**
 * One mark for each sentence and each citation that it names, in the order of the text: the last `[n]` of the sentence,
 * as a quote may have the same number among its words. Of an answer without checked sentences, as while the store is
 * away, the last of all.
 */
export function citationMarks({
  answer,
  citations,
  sentences,
}: Pick<Answer, 'answer' | 'citations' | 'sentences'>): readonly CitationMark[] {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  const all = { start: 0, end: answer.length, citations: [...byNumber.keys()] };
  const marks = (sentences.length > 0 ? sentences : [all]).flatMap((sentence) =>
    sentence.citations.flatMap((number) => {
      const citation = byNumber.get(number);
      const mark = `[${number}]`;
      const start = answer.lastIndexOf(mark, sentence.end - mark.length);
      return citation && start >= sentence.start ? [{ start, end: start + mark.length, citation }] : [];
    }),
  );
  return marks.toSorted((a, b) => a.start - b.start);
}
