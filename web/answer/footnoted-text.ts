import type { CheckedSentence } from '../../src/contracts/generator.ts';
import { codeBlocks } from '../../src/text/sentences/code-fence.ts';
import { flowLines, type Place } from '../../src/text/sentences/note-marks.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { inlineMarkup } from '../source/inline-markup.ts';
import { type Quoted, quotedMarkdown } from './quoted-markdown.ts';

/** A footnote's number, and where it stands. */
interface Mark {
  readonly at: number;
  readonly citation: ShownCitation;
}

/** `[start, end)` of the text that a checked sentence is. */
interface SentenceSpan {
  readonly start: number;
  readonly end: number;
  readonly sentence: CheckedSentence;
  /** Whether it is a quote: its line breaks are those of its document. */
  readonly isQuote: boolean;
}

/** An answer's Markdown without the numbers of its footnotes. Both lists are in the order of the text. */
export interface FootnotedText {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly sentences: readonly SentenceSpan[];
}

/** A footnote's number with the space before it, or the line break where its line holds nothing else. */
const markPattern = /(?:\n(?=(?:[ \t]*\[\d{1,4}\])+[ \t]*(?:\n|$)))? ?\[(\d{1,4})\]/g;

/** A quote as an answer without a model has it: its words, and its number. */
const quotedSentence = /^([^]*[^\s])\s\[(\d{1,4})\]$/;

/**
 * Takes the numbers of its footnotes out of an answer. A sentence that is a quote stands as Markdown has it, also where
 * the answer has it on one line, and a `[1]` among its words stays text. So does a number without a citation, or within
 * code or a formula.
 */
export function footnotedText(
  answer: string,
  citations: readonly ShownCitation[],
  checked: readonly CheckedSentence[],
): FootnotedText {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  const { words, uncut } = uncutParts(answer);
  const written = marksIn(words, uncut).filter(({ number }) => byNumber.has(number));
  const marks: Mark[] = [];
  const sentences: SentenceSpan[] = [];
  let [text, position, next] = ['', 0, 0];
  const addMark = (citation: ShownCitation | undefined) => {
    if (citation) marks.push({ at: text.length, citation });
  };
  const addUpTo = (place: number) => {
    for (let mark = written[next]; mark && mark.start < place; mark = written[++next]) {
      text += words.slice(position, mark.start);
      addMark(byNumber.get(mark.number));
      position = mark.end;
    }
    text += words.slice(position, place);
    position = Math.max(position, place);
  };
  for (const sentence of checked) {
    addUpTo(sentence.start);
    const [, said = '', number] = quotedSentence.exec(answer.slice(sentence.start, sentence.end)) ?? [];
    const citation = byNumber.get(Number(number));
    const isQuote = citation !== undefined && isQuoteOf(citation, said);
    const markdown = isQuote ? quotedMarkdown(citation, said) : said;
    const hasOwnLines = markdown !== said;
    if (hasOwnLines && text !== '' && !text.endsWith('\n')) text += '\n';
    const start = text.length;
    if (isQuote) {
      text += markdown;
      addMark(citation);
      position = sentence.end;
      while ((written[next]?.start ?? Infinity) < position) next += 1;
    } else addUpTo(sentence.end);
    sentences.push({ start, end: text.length, sentence, isQuote });
    if (!hasOwnLines || answer[position] === '\n') continue;
    text += '\n';
    while (answer[position] === ' ') position += 1;
  }
  addUpTo(answer.length);
  return { text, marks, sentences };
}

/** The code and the formulas of an answer, in order, and the answer with its formulas on a line each. */
function uncutParts(answer: string): { readonly words: string; readonly uncut: readonly Place[] } {
  const uncut: Place[] = [];
  let words = '';
  const addUpTo = (end: number) => {
    const from = words.length;
    const pieces = inlineMarkup(answer, from, end).filter(
      ({ kind }) => kind === 'code' || kind === 'formula',
    );
    for (const piece of pieces) {
      // Within TeX a line break is a space.
      const onALine = answer.slice(piece.start, piece.end).replaceAll('\n', ' ');
      words += answer.slice(words.length, piece.start) + onALine;
      uncut.push(piece);
    }
    words += answer.slice(words.length, end);
  };
  for (const block of codeBlocks(answer)) {
    addUpTo(block.start);
    words += answer.slice(block.start, block.end);
    uncut.push(block);
  }
  addUpTo(answer.length);
  return { words, uncut };
}

function marksIn(words: string, uncut: readonly Place[]): readonly (Place & { readonly number: number })[] {
  let around = 0;
  return [...words.matchAll(markPattern)].flatMap(({ 0: { length }, 1: number, index: start }) => {
    const end = start + length;
    while ((uncut[around]?.end ?? Infinity) < end) around += 1;
    return (uncut[around]?.start ?? Infinity) < end ? [] : [{ start, end, number: Number(number) }];
  });
}

function isQuoteOf(citation: ShownCitation, said: string): citation is ShownCitation & Quoted {
  const { quote } = citation;
  return quote !== null && (said === quote.trimEnd() || said === flowLines(quote).trimEnd());
}
