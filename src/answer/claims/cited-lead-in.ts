import { fenceBehind } from '../../text/sentences/code-fence.ts';
import { beginsWithFormula, formulaBehind } from '../../text/sentences/formula.ts';
import { anyItemMark } from '../../text/sentences/item-mark.ts';
import { isDelimiterRow, isTableRow } from '../../text/sentences/table-row.ts';
import { lineBehind } from './fence-code.ts';
import { markedSentences } from './marked-sentences.ts';
import { isLeadIn, outlineDepth } from './outline.ts';

/** Whether a line is an item of a list that says something. */
const isItem = new RegExp(String.raw`^\s*${anyItemMark}\S`, 'u');

/** Whether it is in bold as a whole. */
const isTitle = new RegExp(String.raw`^\s*${anyItemMark}\*\*[^*]+\*\*\s*$`, 'u');

/** What stands in a line for each citation. */
const mark = '[0]';

/** A lead-in that cites, or an item, for those that stand further down. */
interface OpenLeadIn {
  readonly passages: readonly number[];
  /** How far down it stands. */
  readonly depth: number;
  /** Whether it introduces rows and code too. */
  readonly isLeadIn: boolean;
}

/** A footnote for what stands under a lead-in. */
export interface LedFootnote {
  /** What the lead-in cites, at least one. */
  readonly passages: readonly number[];
  /** What parts it from the words before it. */
  readonly gap: string;
  /** Whether they are in bold and may only name what stands under them, which no passage has to bear out. */
  readonly isOfTitle: boolean;
}

/**
 * Follows the lines of an answer for lead-ins that cite: `Do this [1]:` names the source of the steps under it, of the
 * rows, the formulas and the code, where these name none themselves, and `1. Log in [1]` that of the items under it.
 */
export class CitedLeadIn {
  readonly #language: string;
  /** The line so far. */
  #line = '';
  /** What it cites, and where. */
  #cited: { readonly at: number; readonly passages: readonly number[] }[] = [];
  /** That of the block of code which the line begins in. */
  #fence: string | undefined;
  /** What ends the formula which the line begins in. */
  #formula: string | undefined;
  /** Whether the line before is a row. */
  #isInTable = false;
  /** Those that the line may stand under, outermost first. */
  #open: readonly OpenLeadIn[] = [];
  /** For code or a formula that has ended, as long as a mark of its own may follow. */
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

  /** Words or the end come. Returns the footnote that code or a formula above needs, once. */
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
    const isDelimiter = isDelimiterRow(line);
    this.#isInTable = isTableRow(line, isDelimiter || isBelowRow);
    if (this.#fence !== undefined || line.trim() === '') return undefined;
    if (fence === undefined && this.#isOfFormula(line, cited.length > 0)) return undefined;
    const depth = outlineDepth(line, false);
    this.#open = this.#open.filter((one) => one.depth < depth);
    if (fence !== undefined) {
      const passages = this.#ofLeadIn;
      this.#ofCode = passages && { passages, gap: lineBehind(fence), isOfTitle: false };
      return undefined;
    }
    const introduces = isLeadIn(line);
    const isRow = isBelowRow && this.#isInTable && !isDelimiter;
    const isOfList = isItem.test(line);
    if (cited.length > 0 && (introduces || isOfList)) {
      const last = markedSentences(line, this.#language, '').at(-1);
      const passages = cited.flatMap((one) => (last && one.at >= last.start ? one.passages : []));
      if (passages.length > 0) this.#open = [...this.#open, { passages, depth, isLeadIn: introduces }];
    }
    if (cited.length > 0 || introduces || !(isRow || isOfList)) return undefined;
    const passages = isRow ? this.#ofLeadIn : this.#open.at(-1)?.passages;
    return passages && { passages, gap: ' ', isOfTitle: isTitle.test(line) };
  }

  /** What the innermost lead-in above cites. */
  get #ofLeadIn(): readonly number[] | undefined {
    return this.#open.findLast((one) => one.isLeadIn)?.passages;
  }

  /** Whether a line is of a formula; where it ends it without a mark, one of its own may follow. */
  #isOfFormula(line: string, isCited: boolean): boolean {
    const formula = this.#formula;
    if (formula === undefined && !beginsWithFormula(line)) return false;
    this.#formula = formulaBehind(line, formula);
    const passages = this.#ofLeadIn;
    if (this.#formula === undefined && !isCited)
      this.#ofCode = passages && { passages, gap: ' ', isOfTitle: false };
    return true;
  }
}
