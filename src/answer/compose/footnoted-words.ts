import type { Passage } from '../../contracts/generator.ts';
import { statesWords } from '../../text/function-words.ts';
import { fenceBehind } from '../../text/sentences/code-fence.ts';
import { beginsWithFormula, formulaBehind } from '../../text/sentences/formula.ts';
import { anyItemMark, blank } from '../../text/sentences/note-marks.ts';
import { isDelimiterRow, isTableRow } from '../../text/sentences/row-cells.ts';
import { wordCharacter } from '../../text/words.ts';
import { label, sourceLabel } from '../verify/label.ts';
import { attributions } from '../verify/sentence-verifier.ts';
import { ClaimCitations, type ClaimCitationsContext } from './cite.ts';
import type { AnswerRecord } from './compose-answer.ts';
import {
  endsSentence,
  type MarkedSentence,
  markedSentences,
  SentenceTracker,
  says,
} from './marked-sentences.ts';
import type { Marker } from './markers.ts';
import { introduces, isLeadIn, lineBehind, outlineDepth } from './outline.ts';

/** More markers in a row do not wait for what follows them. */
const mostOpen = 50;

const emptyLine = /^\s*\n[^\S\n]*\n/;

/**
 * Writes a generator's own words into an answer: markers become footnotes narrowed to the sentences that bear out the
 * claim around them. What has no marker gets a footnote from what is cited by the lead-in that it stands under, and
 * from what another marker of its paragraph or list cites, where that bears it out. Every sentence is checked as soon
 * as it is complete and its footnotes are known. Errors of its methods: those of reading a source.
 */
export class FootnotedWords {
  readonly #record: AnswerRecord;
  readonly #language: string;
  readonly #citations: ClaimCitations;
  readonly #checks: ParagraphChecks;
  readonly #tracker: SentenceTracker;
  readonly #leadIn: CitedLeadIn;
  readonly #unmatched = new Set<string>();
  /** Markers within a sentence, each behind its gap, while nothing tells whether they stand for the rest of it too. */
  #open: { readonly gap: string; readonly marker: Marker }[] = [];
  /** What stands behind them. */
  #behind = '';
  /** Spaces at the end of what was written: they belong to what follows. */
  #gap = '';
  /** Whether a citation was left out behind them. */
  #isMarkLeftOut = false;
  #hasMarks = false;

  constructor(record: AnswerRecord, context: ClaimCitationsContext) {
    this.#record = record;
    this.#language = context.language;
    this.#citations = new ClaimCitations(record, context);
    this.#checks = new ParagraphChecks(this.#citations, context.language);
    this.#tracker = new SentenceTracker(context.language);
    this.#leadIn = new CitedLeadIn(context.language);
  }

  /** Markers that name nothing that was given. */
  get unmatched(): readonly string[] {
    return [...this.#unmatched];
  }

  /** Words, in which lines may end. */
  async write(text: string): Promise<void> {
    if (this.#open.length === 0) return this.#writeLines(text);
    this.#behind += text;
    const rest = restOfSentence(this.#behind);
    if (rest !== undefined) await this.#citeOpen(rest);
  }

  /** A marker behind the words so far. */
  async mark(marker: Marker): Promise<void> {
    if (marker.passages.length === 0) {
      // Words in brackets that name no document stay words in brackets.
      this.#unmatched.add(marker.raw);
      return this.write(marker.raw);
    }
    // The words between two markers are those of the second.
    if (this.#behind.trim() !== '') await this.#citeOpen('');
    const { gapBehindCode } = this.#leadIn;
    if (gapBehindCode !== undefined) {
      this.#gap = '';
      await this.#writeLines(gapBehindCode);
    }
    const isWithin = standsWithin(this.#tracker.claimBefore(this.#gap)) && !this.#gap.includes('\n');
    if (!isWithin) return this.#cite(marker, this.#claim());
    this.#open.push({ gap: this.#behind, marker });
    this.#behind = '';
    if (this.#open.length === mostOpen) await this.#citeOpen('');
  }

  /** Nothing more will come. */
  async end(): Promise<void> {
    await this.#citeOpen(this.#behind);
    await this.#citeLed(this.#leadIn.endLine());
    await this.#citeLed(this.#leadIn.endCode());
    await this.#checks.take(this.#tracker.end());
    await this.#checks.end();
    this.#showAttributed();
  }

  /** Cites what the open markers name for the words before them and the `rest` of their sentence, and goes on. */
  async #citeOpen(rest: string): Promise<void> {
    const [open, behind] = [this.#open, this.#behind];
    this.#open = [];
    this.#behind = '';
    const claim = open.length === 0 ? '' : `${this.#claim()} ${rest}`.trim();
    for (const { gap, marker } of open) {
      await this.#writeLines(gap);
      await this.#cite(marker, claim);
    }
    await this.#writeLines(behind);
  }

  async #cite({ passages }: Marker, claim: string): Promise<void> {
    this.#leadIn.cite(passages);
    const given = this.#citations.given(passages);
    for (const number of passages)
      if (!given.some((passage) => passage.number === number)) this.#unmatched.add(`[${number}]`);
    const others = await this.#checks.citeUnmarked(given);
    // “Source: [1]” says no more than where the sentences before it are from.
    const isOfOthers = claim === '' && others.length > 0;
    const own = isOfOthers ? others : await this.#citations.cite(claim, given);
    await this.#writeMarks(own, { others, isLeading: claim === '' && !isOfOthers });
  }

  async #writeLines(text: string): Promise<void> {
    const [first = '', ...lines] = text.split('\n');
    await this.#writeLine(first);
    for (const line of lines) {
      await this.#citeLed(this.#leadIn.endLine());
      await this.#writeLine(line, '\n');
    }
  }

  /** Where the generator has written no mark at all, those of its sentences that passages bear out stand at the end. */
  #showAttributed(): void {
    if (this.#hasMarks || this.#checks.attributed.size === 0) return;
    const marks = [...this.#checks.attributed].map((number) => `[${number}]`).join('');
    this.#record.say(` ${marks}`);
  }

  async #writeLine(line: string, before = ''): Promise<void> {
    if (line.trim() !== '') await this.#citeLed(this.#leadIn.endCode());
    this.#leadIn.say(line);
    await this.#write(before + line);
  }

  /** Cites for what stands under a lead-in what this cites for all that it introduces. */
  async #citeLed(footnote: LedFootnote | undefined): Promise<void> {
    const given = this.#citations.given(footnote?.passages ?? []);
    if (!footnote || given.length === 0) return;
    const gap = this.#gap;
    this.#gap = footnote.gap;
    const claim = this.#claim();
    const { isOfTitle } = footnote;
    await this.#writeMarks(
      await (isOfTitle
        ? this.#citations.citeBearingOut(claim, given)
        : this.#citations.citeMostBearing(claim, given)),
    );
    this.#gap = gap;
  }

  /** What a mark that comes now stands for, as far as that has been written. */
  #claim(): string {
    return claimBeforeMark(this.#tracker.claimBefore(this.#gap), this.#language);
  }

  /** Writes the marks of footnotes, behind those of `others` that are no sources of the sentence here. */
  async #writeMarks(
    own: readonly number[],
    { others, isLeading }: { others: readonly number[]; isLeading: boolean } = {
      others: [],
      isLeading: false,
    },
  ): Promise<void> {
    this.#checks.mark({ at: this.#record.text.length, numbers: own }, { isLeading });
    for (const number of new Set([...others, ...own])) {
      this.#hasMarks = true;
      await this.#write(`[${number}]`);
    }
    this.#isMarkLeftOut = own.length === 0;
  }

  /** Words in one line, or a mark. */
  async #write(text: string): Promise<void> {
    // A space before a stop, or before another, is one that the mark would have parted from it.
    const gap = this.#isMarkLeftOut && /^[\s.,;:!?)]/.test(text) ? '' : this.#gap;
    const words = (gap + text).trimEnd();
    this.#gap = (gap + text).slice(words.length);
    this.#isMarkLeftOut = false;
    if (words === '') return;
    if (emptyLine.test(words)) this.#checks.endParagraph(this.#record.text.length);
    this.#record.say(words);
    await this.#checks.take(this.#tracker.push(words));
  }
}

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
interface LedFootnote {
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
class CitedLeadIn {
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

/** Most sentences without a mark that wait for one: each mark is compared with all of them. */
const mostUnmarked = 50;

/** Footnotes that are named at a place of the answer. */
interface Mark {
  readonly at: number;
  readonly numbers: readonly number[];
}

/**
 * Checks the complete sentences of an answer, in order, against the footnotes that they name. One that names none has
 * those of a mark before it in its paragraph or list that cites for what follows it, and of the next mark there, where
 * these bear it out.
 */
class ParagraphChecks {
  readonly #citations: ClaimCitations;
  readonly #language: string;
  /** Those named in what no sentence has been made of, in order. */
  #marks: Mark[] = [];
  /** Those that cite for what follows them. */
  #leading: Mark[] = [];
  /** Complete sentences without a mark, with the footnotes that bear each out. */
  #unmarked: { readonly sentence: MarkedSentence; readonly cited: readonly number[] }[] = [];
  /** Footnotes of sentences that have no mark, or a wrong one. */
  readonly attributed = new Set<number>();
  /** Where the text before the last empty line ends. */
  #paragraphEnd = 0;

  /** `language` is the answer's, a BCP 47 primary subtag. */
  constructor(citations: ClaimCitations, language: string) {
    this.#citations = citations;
    this.#language = language;
  }

  /** Footnotes are named here, which cite for the words before them, or for those to come. */
  mark(mark: Mark, { isLeading }: { readonly isLeading: boolean }): void {
    if (mark.numbers.length === 0) return;
    this.#marks.push(mark);
    if (isLeading) this.#leading.push(mark);
  }

  /** An empty line follows the text up to here. */
  endParagraph(at: number): void {
    this.#paragraphEnd = at;
  }

  /** Sentences that are complete. */
  async take(complete: readonly MarkedSentence[]): Promise<void> {
    for (const sentence of complete) {
      const named = this.#marks.filter(({ at }) => at < sentence.end);
      this.#marks = this.#marks.slice(named.length);
      const isLast = this.#paragraphEnd >= sentence.end;
      // An emoji claims nothing, nor does the mark of a quotation.
      if (named.length === 0 && wordCharacter.test(sentence.text))
        this.#unmarked.push({ sentence, cited: this.#citedBefore(sentence) });
      if (named.length > 0 || this.#unmarked.length === mostUnmarked || isLast) await this.end();
      if (named.length > 0)
        await this.#checkNamed(sentence, [...new Set(named.flatMap(({ numbers }) => numbers))]);
      if (isLast) this.#leading = this.#leading.filter(({ at }) => at >= this.#paragraphEnd);
    }
  }

  /** Cites passages for the sentences that have no footnote, as far as these bear them out. Returns the footnotes. */
  async citeUnmarked(passages: readonly Passage[]): Promise<readonly number[]> {
    const numbers: number[] = [];
    for (const [place, { sentence, cited }] of this.#unmarked.entries()) {
      if (cited.length > 0) continue;
      const found = await this.#citations.citeBearingOut(this.#claimOf(sentence), passages);
      this.#unmarked[place] = { sentence, cited: found };
      numbers.push(...found);
    }
    return numbers;
  }

  /** No more marks will come that cite for the sentences without one: what bears them out is looked for. */
  async end(): Promise<void> {
    const unmarked = this.#unmarked;
    this.#unmarked = [];
    for (const { sentence, cited } of unmarked) {
      this.#citations.check(sentence, cited.length > 0 ? cited : await this.#attribute(sentence));
    }
  }

  /** Checks a sentence against the footnotes that it names, or another passage where that alone bears it out. */
  async #checkNamed(sentence: MarkedSentence, numbers: readonly number[]): Promise<void> {
    const found = this.#citations.areBearingOut(sentence, numbers) ? [] : await this.#attribute(sentence);
    this.#citations.check(sentence, found.length > 0 ? found : numbers);
  }

  /** Cites a passage that bears a sentence out, whatever its marks say. */
  async #attribute(sentence: MarkedSentence): Promise<readonly number[]> {
    const found = await this.#citations.citeBearingOut(this.#claimOf(sentence), this.#citations.supplied);
    for (const number of found) this.attributed.add(number);
    return found;
  }

  /** The footnote that a mark before a sentence cites for it. */
  #citedBefore(sentence: MarkedSentence): readonly number[] {
    const leading = this.#leading.findLast(({ at }) => at < sentence.start);
    return leading ? this.#citations.bearingOut(this.#claimOf(sentence), leading.numbers) : [];
  }

  /** What a sentence claims by itself; empty where it only introduces others. */
  #claimOf({ text }: MarkedSentence): string {
    return introduces(text, '') ? '' : claimBeforeMark(text, this.#language);
  }
}

/** Fewer words that state something say too little to be looked for alone. */
const enoughWords = 2;

const marks = /(?:\s*\[\d+\])+/;

const saysNothing = new RegExp(`^${label}|${sourceLabel}`, 'giu');

/** What ends a sentence: a stop at once or before white space, since it may as well stand within a number. */
const end = /^\s*[.!?…]|[.!?…](?=\s)|[。！？।؟]|\n/;

/** More than this is not waited for, in UTF-16 code units. */
const longest = 300;

/**
 * What a footnote mark stands for that comes now: the words of the unfinished sentence since the marks before it, as
 * far back as is needed to state something, without a label and those that only say who says so. `language` is the
 * sentence's, a BCP 47 primary subtag.
 */
export function claimBeforeMark(sentence: string, language: string): string {
  let claim = '';
  for (const part of withoutLabel(sentence).split(marks).toReversed()) {
    claim = `${part} ${claim}`.trim();
    if (statesWords(claim, language, enoughWords)) break;
  }
  const said = blank(claim, attributions(claim, language));
  return wordCharacter.test(said) ? said.trim() : '';
}

/** Whether a mark that comes now stands within a sentence that has begun, be it with who says so. */
function standsWithin(sentence: string): boolean {
  const said = withoutLabel(sentence);
  return says(said) && !endsSentence.test(said);
}

/**
 * What stands behind a place of a sentence until its end, of words that arrive piece by piece; undefined where what is
 * still to come tells. However they are cut it is the same.
 */
function restOfSentence(words: string): string | undefined {
  const at = end.exec(words)?.index ?? words.length;
  if (at > longest || (at === words.length && words.length > longest)) return words.slice(0, longest);
  return at < words.length ? words.slice(0, at).trim() : undefined;
}

function withoutLabel(sentence: string): string {
  return sentence.replace(saysNothing, '');
}
