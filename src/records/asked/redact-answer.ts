import type { CheckedSentence } from '../../contracts/citation.ts';

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
  const isRedacted = ({ citations: named }: CheckedSentence) =>
    named.length === 0 || named.some((number) => citations.has(number));
  const end = sentences.at(-1)?.end ?? 0;
  const isKnown = complete || end === content.length;
  const redacted = redactSpans(
    isKnown ? content : content.slice(0, end) + redactedSentence,
    sentences,
    isRedacted,
  );
  const kept = redacted.spans.map((sentence) =>
    isRedacted(sentence) ? { ...sentence, missing: [] } : sentence,
  );
  return { content: redacted.content, sentences: kept };
}

/** Puts {@link redactedSentence} in the place of some spans of a text, and moves all to where they stand then. */
export function redactSpans<Span extends { readonly start: number; readonly end: number }>(
  content: string,
  spans: readonly Span[],
  isRedacted: (span: Span) => boolean,
): { readonly content: string; readonly spans: readonly Span[] } {
  let text = '';
  let from = 0;
  const moved = spans.map((span) => {
    text += content.slice(from, span.start);
    const start = text.length;
    text += isRedacted(span) ? redactedSentence : content.slice(span.start, span.end);
    from = span.end;
    return { ...span, start, end: text.length };
  });
  return { content: text + content.slice(from), spans: moved };
}
