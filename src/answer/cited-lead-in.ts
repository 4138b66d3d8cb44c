import { itemMark } from '../text/item-mark.ts';
import { outlineDepth } from './outline-depth.ts';

/** Whether a line is an item of a list that says something. */
const isItem = new RegExp(String.raw`^\s*${itemMark}\s+\S`, 'u');

/** Whether a line introduces what follows it. */
const introducesMore = /[:：][*_]*\s*$/u;

const isFence = /^\s*(?:`{3,}|~{3,})/;
const endsWithStop = /[.!?…。！？][\s"'”’»)*_]*$/u;
const beginsSentence = /[.!?…。！？]["'”’»)*_]*\s+\p{L}/u;

/** A lead-in that cites, with how far down it stands. */
interface OpenLeadIn {
  readonly passages: readonly number[];
  readonly depth: number;
}

/**
 * Follows the lines of an answer for lead-ins that cite: `Do this [1]:` names the source of the steps under it, where
 * these name none themselves.
 */
export class CitedLeadIn {
  /** The line so far, without its marks. */
  #line = '';
  /** Where in the line its last word ends. */
  #end = 0;
  /** What its last marks name, those with nothing between. */
  #cited: readonly number[] = [];
  /** Where in the line they stand. */
  #citedAt = -1;
  #isInCode = false;
  #open: OpenLeadIn | undefined;

  /** Further words of the line. */
  say(words: string): void {
    const length = words.trimEnd().length;
    if (length > 0) this.#end = this.#line.length + length;
    this.#line += words;
  }

  /** Marks at the end of what was said. */
  cite(passages: readonly number[]): void {
    const goesOn = this.#citedAt === this.#end;
    this.#cited = goesOn ? [...this.#cited, ...passages] : passages;
    this.#citedAt = this.#end;
  }

  /**
   * The line ends. Returns the passages that a lead-in above names for it; empty where it needs none or has its own.
   */
  endLine(): readonly number[] {
    const line = this.#line;
    const own = this.#ofLastSentence();
    const isCited = this.#citedAt >= 0;
    this.#line = '';
    this.#end = 0;
    this.#cited = [];
    this.#citedAt = -1;
    if (isFence.test(line)) this.#isInCode = !this.#isInCode;
    if (this.#isInCode || line.trim() === '') return [];
    const depth = outlineDepth(line, false);
    if (this.#open && depth <= this.#open.depth) this.#open = undefined;
    if (!introducesMore.test(line)) return isItem.test(line) && !isCited ? (this.#open?.passages ?? []) : [];
    if (own.length > 0) this.#open = { passages: own, depth };
    return [];
  }

  /** What the marks of the line name that belong to the sentence at its end, and not to one before that. */
  #ofLastSentence(): readonly number[] {
    if (this.#citedAt < 0) return [];
    const before = this.#line.slice(0, this.#citedAt);
    const behind = this.#line.slice(this.#citedAt);
    const isOfSentenceBefore = endsWithStop.test(before) && /\p{L}/u.test(behind);
    return isOfSentenceBefore || beginsSentence.test(behind) ? [] : this.#cited;
  }
}
