import { fenceBehind } from '../text/code-fence.ts';
import { anyItemMark } from '../text/item-mark.ts';
import { markedSentences } from './marked-sentences.ts';
import { leadIn } from './only-introduces.ts';
import { outlineDepth } from './outline-depth.ts';

/** Whether a line is an item of a list that says something. */
const isItem = new RegExp(String.raw`^\s*${anyItemMark}\s+\S`, 'u');

/** A row of a table, and that of dashes. */
const row = /^\s*\|/;
const delimiterRow = /^[\s|:-]+$/;

/** What stands in a line for each citation. */
const mark = '[0]';

/** A lead-in that cites, with how far down it stands. */
interface OpenLeadIn {
  readonly passages: readonly number[];
  readonly depth: number;
}

/** A footnote for what stands under a lead-in. */
export interface LedFootnote {
  /** What the lead-in cites, at least one. */
  readonly passages: readonly number[];
  /** What parts it from the words before it. */
  readonly gap: string;
}

/**
 * Follows the lines of an answer for lead-ins that cite: `Do this [1]:` names the source of the steps under it, of the
 * rows and of the code, where these name none themselves.
 */
export class CitedLeadIn {
  readonly #language: string;
  /** The line so far. */
  #line = '';
  /** What it cites, and where. */
  #cited: { readonly at: number; readonly passages: readonly number[] }[] = [];
  /** That of the block of code which the line begins in. */
  #fence: string | undefined;
  /** Whether the line before is a row. */
  #isInTable = false;
  #open: OpenLeadIn | undefined;
  /** For code that has ended, as long as a mark of its own may follow. */
  #ofCode: LedFootnote | undefined;

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
    this.#ofCode = undefined;
    this.#cited.push({ at: this.#line.length, passages });
    this.#line += mark;
  }

  /** What parts a mark that comes now from code that ends with the line: there Markdown has nothing behind it. */
  get gapBehindCode(): string | undefined {
    return this.#fence !== undefined && fenceBehind(this.#line, this.#fence) === undefined
      ? lineBehind(this.#fence)
      : undefined;
  }

  /** Words or the end come. Returns the footnote that code above needs, once; undefined where it has one. */
  endCode(): LedFootnote | undefined {
    const footnote = this.#ofCode;
    this.#ofCode = undefined;
    return footnote;
  }

  /** The line ends. Returns the footnote that it needs. */
  endLine(): LedFootnote | undefined {
    const [line, cited, fence] = [this.#line, this.#cited, this.#fence];
    const isBelowRow = this.#isInTable;
    this.#line = '';
    this.#cited = [];
    this.#fence = fenceBehind(line, fence);
    this.#isInTable = row.test(line);
    if (this.#fence !== undefined || line.trim() === '') return undefined;
    const depth = outlineDepth(line, false);
    if (this.#open && depth <= this.#open.depth) this.#open = undefined;
    const { passages } = this.#open ?? {};
    if (fence !== undefined) {
      this.#ofCode = passages && { passages, gap: lineBehind(fence) };
      return undefined;
    }
    if (!leadIn.test(line)) {
      const isRow = isBelowRow && this.#isInTable && !delimiterRow.test(line);
      return passages && cited.length === 0 && (isRow || isItem.test(line))
        ? { passages, gap: ' ' }
        : undefined;
    }
    const last = markedSentences(line, this.#language, '').at(-1);
    const own = cited.flatMap(({ at, passages }) => (last && at >= last.start ? passages : []));
    if (own.length > 0) this.#open = { passages: own, depth };
    return undefined;
  }
}

/** A new line, as far in as the fence. */
function lineBehind(fence: string): string {
  return `\n${fence.slice(0, fence.search(/\S/))}`;
}
