import type { AnswerRecord } from '../answer-record.ts';
import type { Marker } from '../markers/marker-scanner.ts';
import { CitedLeadIn, type LedFootnote } from './cited-lead-in.ts';
import { ClaimCitations, type ClaimCitationsContext } from './claim-citations.ts';
import { claimBeforeMark, restOfSentence, standsWithin } from './claim-of-mark.ts';
import { ParagraphChecks } from './paragraph-checks.ts';
import { SentenceTracker } from './track-sentences.ts';

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
