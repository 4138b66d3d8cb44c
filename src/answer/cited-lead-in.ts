import { cutsCode } from '../text/code-fence.ts';
import { itemMark } from '../text/item-mark.ts';
import { markedSentences } from './marked-sentences.ts';
import { leadIn } from './only-introduces.ts';
import { outlineDepth } from './outline-depth.ts';

/** Whether a line is an item of a list that says something. */
const isItem = new RegExp(String.raw`^\s*${itemMark}\s+\S`, 'u');

/** What stands in a line for each citation. */
const mark = '[0]';

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
  readonly #language: string;
  /** The line so far. */
  #line = '';
  /** What it cites, and where. */
  #cited: { readonly at: number; readonly passages: readonly number[] }[] = [];
  #isInCode = false;
  #open: OpenLeadIn | undefined;

  /** `language` is the answer's, a BCP 47 primary subtag. */
  constructor(language: string) {
    this.#language = language;
  }

  /** Further words of the line. */
  say(words: string): void {
    this.#line += words;
  }

  /** Marks at the end of what was said. */
  cite(passages: readonly number[]): void {
    this.#cited.push({ at: this.#line.length, passages });
    this.#line += mark;
  }

  /**
   * The line ends. Returns the passages that a lead-in above names for it; empty where it needs none or has its own.
   */
  endLine(): readonly number[] {
    const line = this.#line;
    const cited = this.#cited;
    this.#line = '';
    this.#cited = [];
    if (cutsCode(line)) this.#isInCode = !this.#isInCode;
    if (this.#isInCode || line.trim() === '') return [];
    const depth = outlineDepth(line, false);
    if (this.#open && depth <= this.#open.depth) this.#open = undefined;
    if (!leadIn.test(line))
      return isItem.test(line) && cited.length === 0 ? (this.#open?.passages ?? []) : [];
    const last = markedSentences(line, this.#language, '').at(-1);
    const own = cited.flatMap(({ at, passages }) => (last && at >= last.start ? passages : []));
    if (own.length > 0) this.#open = { passages: own, depth };
    return [];
  }
}
