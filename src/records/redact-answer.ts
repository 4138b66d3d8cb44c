import type { CheckedSentence } from '../contracts/citation.ts';

/** What stands in the place of a sentence that must not be kept. */
export const redactedSentence = '[…]';

/** The text of an answer with its sentences, whose offsets point into it. */
export interface AnswerText {
  readonly content: string;
  readonly sentences: readonly CheckedSentence[];
  /** False where the text broke off: then its end, in which no sentence is known, may cite anything. */
  readonly complete: boolean;
}

/**
 * Takes out every sentence that names one of these citations, or none at all, since nobody knows what that rests on.
 * The other sentences keep their words and marks.
 */
export function redactAnswer(
  { content, sentences, complete }: AnswerText,
  citations: ReadonlySet<number>,
): Pick<AnswerText, 'content' | 'sentences'> {
  let text = '';
  let from = 0;
  const kept: CheckedSentence[] = [];
  for (const sentence of sentences) {
    text += content.slice(from, sentence.start);
    const start = text.length;
    const isRedacted =
      sentence.citations.length === 0 || sentence.citations.some((number) => citations.has(number));
    text += isRedacted ? redactedSentence : content.slice(sentence.start, sentence.end);
    kept.push({ ...sentence, start, end: text.length, missing: isRedacted ? [] : sentence.missing });
    from = sentence.end;
  }
  const rest = content.slice(from);
  return { content: text + (complete || rest === '' ? rest : redactedSentence), sentences: kept };
}
