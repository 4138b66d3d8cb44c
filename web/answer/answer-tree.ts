import type { CheckedSentence } from '../../src/contracts/generator.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { type InlinePiece, inlineMarkup, pieceWithin } from '../source/inline-markup.ts';
import type { AnswerNode, Leaf, Phrase } from './answer-node.ts';
import { type FootnotedText, footnotedText } from './footnoted-text.ts';
import { LineReader } from './line-reader.ts';

/**
 * An answer as it is set, on the page and where it is copied to. A line break between sentences ends a paragraph, one
 * within a sentence a line, and one within a quote or an item is a space.
 */
export function answerTree(
  answer: string,
  citations: readonly ShownCitation[],
  sentences: readonly CheckedSentence[],
): readonly AnswerNode[] {
  const footnoted = footnotedText(answer, citations, sentences);
  const leaves: Leaf[] = [];
  const nodes = readLines(footnoted, leaves);
  const phrases = new PhraseCutter(footnoted);
  for (const [place, leaf] of leaves.entries())
    leaf.phrases.push(...phrases.upTo(leaves[place + 1]?.start ?? footnoted.text.length + 1, leaf));
  return nodes;
}

function readLines({ text, sentences }: FootnotedText, leaves: Leaf[]): readonly AnswerNode[] {
  const reader = new LineReader(leaves);
  const lines = text.split('\n');
  let start = 0;
  let place = 0;
  for (const [index, line] of lines.entries()) {
    while ((sentences[place]?.end ?? Infinity) <= start) place += 1;
    const around = sentences[place];
    const isWithin = around !== undefined && around.start < start;
    const breakBefore = isWithin ? (around.isQuote ? 'space' : 'line') : 'paragraph';
    const next = lines[index + 1] ?? '';
    reader.read({ start, from: start, text: line, next, breakBefore, isSetIn: false });
    start += line.length + 1;
  }
  reader.end();
  return reader.nodes;
}

type Cut = Pick<Phrase, 'sentence' | 'isEnd'> & { readonly to: number };

/** Cuts one line, row or block of code after the other where its sentences end and its footnotes stand. */
class PhraseCutter {
  readonly #sentences: FootnotedText['sentences'];
  readonly #marks: FootnotedText['marks'];
  #sentence = 0;
  #mark = 0;

  constructor({ sentences, marks }: FootnotedText) {
    this.#sentences = sentences;
    this.#marks = marks;
  }

  /** The phrases of what is followed by a line that begins at `until` of the answer. */
  upTo(until: number, { from, text, kind }: Leaf): readonly Phrase[] {
    const sentences = this.#sentencesUpTo(until);
    const marks = this.#marksUpTo(until);
    if (kind !== 'words') {
      const { sentence, end = Infinity } = sentences.at(-1) ?? {};
      const footnotes = [...new Set(marks.map(({ citation }) => citation))];
      const pieces = kind === 'code' ? plain(text) : inlineMarkup(text);
      return [{ text, pieces, footnotes, sentence, isEnd: end <= until }];
    }
    const pieces = inlineMarkup(text);
    const placeOfSentence = placesIn(pieces, from);
    const cuts = sentences.flatMap(({ start, end, sentence }): readonly Cut[] => [
      { to: placeOfSentence(start), sentence: undefined, isEnd: false },
      { to: placeOfSentence(end), sentence, isEnd: end <= until },
    ]);
    const placeOfMark = placesIn(pieces, from);
    const noted = marks.map(({ at, citation }) => ({ at: placeOfMark(at), citation }));
    return phrasesOf(text, pieces, [...cuts, { to: text.length, sentence: undefined, isEnd: false }], noted);
  }

  #sentencesUpTo(until: number): FootnotedText['sentences'] {
    const first = this.#sentence;
    while ((this.#sentences[this.#sentence]?.end ?? Infinity) <= until) this.#sentence += 1;
    const isOpen = (this.#sentences[this.#sentence]?.start ?? Infinity) < until;
    return this.#sentences.slice(first, this.#sentence + (isOpen ? 1 : 0));
  }

  #marksUpTo(until: number): FootnotedText['marks'] {
    const first = this.#mark;
    while ((this.#marks[this.#mark]?.at ?? Infinity) < until) this.#mark += 1;
    return this.#marks.slice(first, this.#mark);
  }
}

function plain(text: string): readonly InlinePiece[] {
  return [{ start: 0, end: text.length, kind: 'text' }];
}

/** Tells of one place of the answer after the other where it is among pieces; a formula is cut nowhere. */
function placesIn(pieces: readonly InlinePiece[], from: number): (place: number) => number {
  let index = 0;
  return (place) => {
    while ((pieces[index]?.end ?? Infinity) < place - from) index += 1;
    const { start, end, kind } = pieces[index] ?? { start: 0, end: pieces.at(-1)?.end ?? 0, kind: 'space' };
    const at = Math.max(0, Math.min(place - from, end));
    return kind === 'formula' && at > start ? end : at;
  };
}

function phrasesOf(
  text: string,
  pieces: readonly InlinePiece[],
  cuts: readonly Cut[],
  marks: FootnotedText['marks'],
): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let [position, piece, mark] = [0, 0, 0];
  const add = (end: number, said: Pick<Phrase, 'footnotes' | 'sentence' | 'isEnd'>) => {
    const first = piece;
    while ((pieces[piece]?.end ?? Infinity) <= end) piece += 1;
    const own = pieces.slice(first, piece + 1).map((one) => pieceWithin(one, position, end));
    phrases.push({ text, pieces: own.filter((one) => one.end > one.start), ...said });
    position = end;
  };
  for (const { to, sentence, isEnd } of cuts) {
    if (to <= position && !sentence) continue;
    for (let isLast = false; !isLast; ) {
      const end = Math.max(position, Math.min(to, marks[mark]?.at ?? to));
      const footnotes: ShownCitation[] = [];
      for (; (marks[mark]?.at ?? Infinity) <= end; mark += 1)
        footnotes.push(...marks.slice(mark, mark + 1).map(({ citation }) => citation));
      isLast = end >= to;
      if (end > position || footnotes.length > 0 || (isLast && isEnd))
        add(end, { footnotes, sentence, isEnd: isLast && isEnd });
    }
  }
  return phrases;
}
