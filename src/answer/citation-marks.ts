import type { Citation } from '../contracts/generator.ts';
import type { Answer, AnswerEvent } from './answer.ts';

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

/** A footnote number as answers write it: a token of its own, behind the space before it. */
const footnote = /^(\s*)\[(\d+)\]$/;

/**
 * Follows the events of an answer and puts the marks of a contract in the place of its footnote numbers. Several
 * footnotes that have the same mark and stand side by side have it once.
 */
export class MarkedWords {
  readonly #markOf: (citation: Citation) => string;
  readonly #citations = new Map<number, Citation>();
  #text = '';
  #last = '';

  /** @param markOf the mark of a citation, its brackets included */
  constructor(markOf: (citation: Citation) => string) {
    this.#markOf = markOf;
  }

  /** All that was said so far. */
  get text(): string {
    return this.#text;
  }

  /** What an event adds to the text, and the citation where that is a mark; undefined where it adds nothing. */
  take(event: AnswerEvent): { readonly text: string; readonly citation?: Citation } | undefined {
    if (event.type === 'citation') this.#citations.set(event.citation.number, event.citation);
    if (event.type !== 'token') return undefined;
    const [, gap = '', number] = footnote.exec(event.text) ?? [];
    const citation = this.#citations.get(Number(number));
    if (!citation) return this.#say(event.text, '');
    const mark = this.#markOf(citation);
    const said = mark === this.#last ? undefined : this.#say(gap + mark, mark);
    return said && { ...said, citation };
  }

  #say(text: string, mark: string) {
    this.#text += text;
    this.#last = mark;
    return { text };
  }
}
