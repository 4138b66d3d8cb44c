import type { CheckedSentence } from '../../contracts/citation.ts';
import type { ComposedAnswer, ComposeEvent } from '../compose-answer.ts';
import { saysAbsence } from '../verify/absence.ts';
import { weakestVerdicts } from '../verify/weakest-verdicts.ts';
import { gapBehind } from './fence-code.ts';
import { delimiterRow, introduces, isHeadingDepth, outlineDepth } from './outline.ts';

/** Whether a sentence may be said. */
export function isBorneOut({ verdict }: CheckedSentence): boolean {
  return verdict !== 'unsupported' && verdict !== 'uncited';
}

/** Code between equal runs of marks, or a footnote mark, that is no option of a command of LaTeX. */
const codeOrMark = /(?<run>`+|~{3,})[^]*?\k<run>|(?<!\\[a-z]+)\[(?<number>\d+)\]/gi;

/** A sentence with the words that are said for it. */
interface HeldSentence {
  readonly sentence: CheckedSentence;
  /** From the end of the sentence before it on. */
  readonly words: string;
  /** What goes with it and is none of it: the row of dashes under the header of a table. */
  readonly behind: string;
}

/** What introduces others, and waits for the first of them that is let go of. */
interface Introduction extends HeldSentence {
  readonly depth: number;
  /** Whether anything has come after it. */
  isFollowed: boolean;
}

/**
 * Holds each sentence of an answer back until it has been checked, and lets go only of those that their sources bear
 * out. Headings, lead-ins and headers of tables state nothing by themselves: they go with the first of what they
 * introduce that is let go of, and where there is none they are left out. So is what says that the documents hold
 * nothing, where that is all. What is let go of is a whole answer again: its tokens make up its text, its places count
 * from there, and its footnotes are numbered anew, without gaps.
 */
export class SentenceHold {
  #held = '';
  /** Where in the composed text `#held` begins. */
  #offset = 0;
  /** Citations that no sentence has been let go of with, by number. */
  readonly #waiting = new Map<number, Extract<ComposeEvent, { type: 'citation' }>>();
  /** The numbers of the footnotes that are let go of, by those that they had. */
  readonly #numbers = new Map<number, number>();
  /** Those above what comes next, outermost first. */
  #introductions: readonly Introduction[] = [];
  #text = '';
  #dropped = 0;
  readonly #sentences: CheckedSentence[] = [];

  /** What may be said now. */
  *take(event: ComposeEvent): Generator<ComposeEvent> {
    if (event.type === 'token') this.#held += event.text;
    else if (event.type === 'citation') this.#waiting.set(event.citation.number, event);
    else if (event.type === 'waiting') yield event;
    else yield* this.#settle(event.sentence);
  }

  /** The answer without what was held back for good. */
  result(composed: ComposedAnswer): ComposedAnswer {
    const citations = composed.citations.flatMap((citation) => {
      const number = this.#numbers.get(citation.number);
      return number === undefined ? [] : [{ ...citation, number }];
    });
    const left = { sentence: 'sentencesLeftOut', count: this.#dropped } as const;
    return {
      ...composed,
      text: this.#text,
      sentences: this.#sentences,
      citations: weakestVerdicts(
        citations.toSorted((one, other) => one.number - other.number),
        this.#sentences,
      ),
      warnings: this.#dropped === 0 ? composed.warnings : [...composed.warnings, left],
    };
  }

  *#settle(sentence: CheckedSentence): Generator<ComposeEvent> {
    const words = this.#takeUntil(sentence.end);
    const said = words.slice(sentence.start - sentence.end);
    const delimiter = delimiterRow.exec(this.#held)?.[0] ?? '';
    // What names a source states something; but rows are no table without their header.
    const mayStand = sentence.verdict !== 'unsupported' || delimiter !== '';
    const isAbsence = sentence.verdict === 'uncited' && saysAbsence(said);
    const isIntroduction = mayStand && (introduces(said, this.#held) || (isAbsence && this.#text === ''));
    const behind = this.#takeUntil(this.#offset + delimiter.length);
    const depth = isAbsence ? 0 : outlineDepth(words, delimiter !== '');
    const beginsBlock = this.#offset === words.length + behind.length || /^\s*\n/.test(words);
    if (beginsBlock) this.#leave(depth);
    for (const introduction of this.#introductions) introduction.isFollowed = true;
    if (isIntroduction) {
      const introduction = { sentence, words, behind, depth, isFollowed: false };
      this.#introductions = [...this.#introductions, introduction];
    } else if (isBorneOut(sentence) || (isAbsence && this.#text !== '')) {
      for (const introduction of this.#introductions) yield* this.#say(introduction);
      this.#introductions = [];
      yield* this.#say({ sentence, words, behind });
    } else this.#dropped += 1;
  }

  /** Gives up what does not introduce a block so far down. What comes right after a lead-in is always what it means. */
  #leave(depth: number): void {
    this.#introductions = this.#introductions.filter(
      (one) => one.depth < depth || !(one.isFollowed || (isHeadingDepth(one.depth) && isHeadingDepth(depth))),
    );
  }

  #takeUntil(end: number): string {
    const taken = this.#held.slice(0, end - this.#offset);
    this.#held = this.#held.slice(taken.length);
    this.#offset += taken.length;
    return taken;
  }

  *#say({ sentence, words, behind }: HeldSentence): Generator<ComposeEvent> {
    const citations = sentence.citations.map((number) => this.#renumbered(number));
    const length = sentence.end - sentence.start;
    const before = renumberMarks(words.slice(0, -length), this.#numbers);
    const gap = this.#text === '' ? before.trimStart() : before;
    const said = this.#withOwnMarks(words.slice(-length), sentence.citations);
    const start = this.#text.length + gap.length;
    this.#text += gap + said + behind;
    for (const number of sentence.citations) {
      const event = this.#waiting.get(number);
      if (!this.#waiting.delete(number) || !event) continue;
      yield { ...event, citation: { ...event.citation, number: this.#renumbered(number) } };
    }
    yield { type: 'token', text: gap + said + behind };
    if (sentence.verdict === 'uncited') return;
    const kept = { ...sentence, start, end: start + said.length, citations };
    this.#sentences.push(kept);
    yield { type: 'verdict', sentence: kept };
  }

  /**
   * The words of a sentence with the marks of its own footnotes. One that cites for the sentences before it may have
   * their marks beside its own, and be left out itself.
   */
  #withOwnMarks(words: string, own: readonly number[]): string {
    const numbers = this.#numbers
      .entries()
      .map(([from, to]) => [from, own.includes(from) ? to : undefined] as const);
    const said = renumberMarks(words, new Map(numbers)).trimEnd();
    const marks = own.map((number) => `[${this.#renumbered(number)}]`).filter((mark) => !said.includes(mark));
    return marks.length === 0 ? said : said + gapBehind(said) + marks.join('');
  }

  #renumbered(number: number): number {
    const known = this.#numbers.get(number) ?? this.#numbers.size + 1;
    this.#numbers.set(number, known);
    return known;
  }
}

/**
 * A part of an answer with other numbers in its footnote marks, without those for which that is undefined; marks that
 * are not named stay, and so does code.
 */
export function renumberMarks(text: string, numbers: ReadonlyMap<number, number | undefined>): string {
  if (numbers.entries().every(([from, to]) => from === to)) return text;
  return text.replace(codeOrMark, (found, _run, written?: string) => {
    const from = Number(written);
    if (!numbers.has(from)) return found;
    const number = numbers.get(from);
    return number === undefined ? '' : `[${number}]`;
  });
}
