import type { Analyser } from '../contracts/analyser.ts';
import type { Passage } from '../contracts/generator.ts';
import { statesWords } from '../text/function-words.ts';
import { wordCharacter } from '../text/word-character.ts';
import type { AnswerRecord } from './answer-record.ts';
import { CitationNarrower } from './citation-narrower.ts';
import { type Footnotes, namesOf, type ProvenCitation } from './cite.ts';
import { CitedLeadIn, type LedFootnote } from './cited-lead-in.ts';
import { claimBeforeMark } from './claim-before-mark.ts';
import type { MarkedSentence } from './marked-sentences.ts';
import type { Marker } from './markers/marker-scanner.ts';
import { introduces } from './only-introduces.ts';
import { SentenceTracker } from './track-sentences.ts';
import { SentenceVerifier } from './verify/sentence-verifier.ts';

/** Most sentences without a mark that wait for one: each mark is compared with all of them. */
const mostUnmarked = 50;

const emptyLine = /^\s*\n[^\S\n]*\n/;

/** What {@link FootnotedWords} are written with. */
export interface FootnotedWordsContext {
  readonly footnotes: Footnotes;
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the answer: the question's. */
  readonly language: string;
}

/**
 * Writes a generator's own words into an answer: markers become footnotes narrowed to the sentences that bear out the
 * claim before them. What has no marker gets a footnote from what is cited by the lead-in that it stands under, and
 * from what the next marker of its paragraph or list cites, where that bears it out. Every sentence is checked as soon
 * as it is complete and its footnotes are known. Errors of its methods: those of reading a source.
 */
export class FootnotedWords {
  readonly #record: AnswerRecord;
  readonly #footnotes: Footnotes;
  readonly #language: string;
  readonly #tracker: SentenceTracker;
  readonly #narrower: CitationNarrower;
  readonly #verifier: SentenceVerifier;
  readonly #leadIn: CitedLeadIn;
  /** Where footnotes are named in what no sentence has been made of, in order. */
  #marks: { readonly at: number; readonly number: number }[] = [];
  /** Complete sentences without a mark, with what one behind them in their paragraph or list has cited for them. */
  #unmarked: { readonly sentence: MarkedSentence; readonly cited: readonly number[] }[] = [];
  /** Where the text before the last empty line ends. */
  #paragraphEnd = 0;
  readonly #unmatched = new Set<string>();
  /** Spaces at the end of what was written: they belong to what follows. */
  #gap = '';
  /** Whether a citation was left out behind them. */
  #isMarkLeftOut = false;

  constructor(record: AnswerRecord, { footnotes, analyser, language }: FootnotedWordsContext) {
    this.#record = record;
    this.#footnotes = footnotes;
    this.#language = language;
    this.#tracker = new SentenceTracker(language);
    this.#narrower = new CitationNarrower(analyser, language);
    this.#verifier = new SentenceVerifier(analyser, language);
    this.#leadIn = new CitedLeadIn(language);
  }

  /** Markers that name nothing that was given. */
  get unmatched(): readonly string[] {
    return [...this.#unmatched];
  }

  /** Words, in which lines may end. */
  async write(text: string): Promise<void> {
    const [first = '', ...lines] = text.split('\n');
    await this.#writeLine(first);
    for (const line of lines) {
      await this.#citeLed(this.#leadIn.endLine());
      await this.#writeLine(line, '\n');
    }
  }

  /** A marker behind the words so far. */
  async mark({ raw, passages }: Marker): Promise<void> {
    const { gapBehindCode } = this.#leadIn;
    if (gapBehindCode !== undefined) {
      this.#gap = '';
      await this.write(gapBehindCode);
    }
    if (passages.length > 0) {
      this.#leadIn.cite(passages);
      const claim = this.#claim();
      const others = await this.#citeUnmarked(passages);
      // “Source: [1]” says no more than where the sentences before it are from.
      const isOfOthers = claim === '' && others.length > 0;
      this.#writeMarks(isOfOthers ? others : await this.#cite(passages, claim), others);
    } else {
      // Words in brackets that name no document stay words in brackets.
      this.#unmatched.add(raw);
      await this.write(raw);
    }
  }

  /** Nothing more will come. */
  async end(): Promise<void> {
    await this.#citeLed(this.#leadIn.endLine());
    await this.#citeLed(this.#leadIn.endCode());
    this.#checkAll(this.#tracker.end());
    this.#endParagraph();
  }

  async #writeLine(line: string, before = ''): Promise<void> {
    if (line.trim() !== '') await this.#citeLed(this.#leadIn.endCode());
    this.#leadIn.say(line);
    this.#write(before + line);
  }

  /** Cites for what stands under a lead-in what this cites for all that it introduces. */
  async #citeLed(footnote: LedFootnote | undefined): Promise<void> {
    const cited = this.#given(footnote?.passages ?? []);
    if (!footnote || cited.length === 0) return;
    const gap = this.#gap;
    this.#gap = footnote.gap;
    const claim = this.#claim();
    this.#writeMarks(await this.#cite([this.#narrower.mostBearing(claim, cited).number], claim));
    this.#gap = gap;
  }

  #given(numbers: readonly number[]): readonly Passage[] {
    return numbers.flatMap((number) => this.#footnotes.passage(number) ?? []);
  }

  /** What a mark that comes now stands for. */
  #claim(): string {
    return claimBeforeMark(this.#tracker.claimBefore(this.#gap), this.#language);
  }

  /** Cites what passages hold of a claim. Returns the numbers of the footnotes. */
  async #cite(passages: readonly number[], claim: string): Promise<readonly number[]> {
    const numbers: number[] = [];
    for (const number of passages) {
      const passage = this.#footnotes.passage(number);
      if (!passage) this.#unmatched.add(`[${number}]`);
      const cited = passage && (await this.#footnote(claim, passage));
      if (cited) numbers.push(cited.number);
    }
    return numbers;
  }

  /** Writes the marks of footnotes, behind those of `others` that are no sources of the sentence here. */
  #writeMarks(own: readonly number[], others: readonly number[] = []): void {
    for (const number of new Set([...others, ...own])) {
      if (own.includes(number)) this.#marks.push({ at: this.#record.text.length, number });
      this.#write(`[${number}]`);
    }
    this.#isMarkLeftOut = own.length === 0;
  }

  /** The footnote of what a passage holds of a claim; undefined where it cannot be proven. */
  async #footnote(claim: string, { number, chunk }: Passage): Promise<ProvenCitation | undefined> {
    const cited = await this.#footnotes.cite(number, this.#narrower.narrow(claim, chunk));
    if (!cited?.isNew) return cited?.citation;
    const { citation } = cited;
    const { verdict } = this.#verifier.verify(claim, [citation.quote], namesOf(citation));
    this.#record.addCitation(citation, verdict);
    return citation;
  }

  /** Cites for the sentences without a mark as far as passages bear them out. Returns the numbers of the footnotes. */
  async #citeUnmarked(passages: readonly number[]): Promise<readonly number[]> {
    const given = this.#unmarked.length === 0 ? [] : this.#given(passages);
    const numbers: number[] = [];
    for (const [place, { sentence, cited }] of this.#unmarked.entries()) {
      if (introduces(sentence.text, '') || cited.length > 0 || given.length === 0) continue;
      const claim = claimBeforeMark(sentence.text, this.#language);
      const passage = this.#narrower.mostBearing(claim, given);
      const footnote = this.#bearsOut(passage, claim) ? await this.#footnote(claim, passage) : undefined;
      if (!footnote) continue;
      this.#unmarked[place] = { sentence, cited: [footnote.number] };
      numbers.push(footnote.number);
    }
    return numbers;
  }

  /** Whether what a passage holds of a claim, which states something, bears it out. */
  #bearsOut({ chunk }: Passage, claim: string): boolean {
    if (!statesWords(claim, this.#language, 1)) return false;
    const { start, end } = this.#narrower.narrow(claim, chunk);
    const quote = chunk.content.slice(start - chunk.start, end - chunk.start);
    const { verdict } = this.#verifier.verify(claim, [quote], [chunk.title, ...chunk.headingPath]);
    return verdict === 'verbatim' || verdict === 'supported';
  }

  /** Words in one line, or a mark. */
  #write(text: string): void {
    // A space before a stop, or before another, is one that the mark would have parted from it.
    const gap = this.#isMarkLeftOut && /^[\s.,;:!?)]/.test(text) ? '' : this.#gap;
    const words = (gap + text).trimEnd();
    this.#gap = (gap + text).slice(words.length);
    this.#isMarkLeftOut = false;
    if (words === '') return;
    if (emptyLine.test(words)) this.#paragraphEnd = this.#record.text.length;
    this.#record.say(words);
    this.#checkAll(this.#tracker.push(words));
  }

  #checkAll(complete: readonly MarkedSentence[]): void {
    for (const sentence of complete) {
      const named = this.#marks.filter(({ at }) => at < sentence.end);
      this.#marks = this.#marks.slice(named.length);
      // An emoji claims nothing, nor does the mark of a quotation.
      const isClaim = wordCharacter.test(sentence.text);
      if (named.length === 0 && isClaim) this.#unmarked.push({ sentence, cited: [] });
      const isFull = this.#unmarked.length === mostUnmarked;
      if (named.length > 0 || isFull || this.#paragraphEnd >= sentence.end) this.#endParagraph();
      if (named.length > 0) this.#check(sentence, [...new Set(named.map(({ number }) => number))]);
    }
  }

  /** No more marks will come that cite for the sentences without one. */
  #endParagraph(): void {
    for (const { sentence, cited } of this.#unmarked) this.#check(sentence, cited);
    this.#unmarked = [];
  }

  #check(sentence: MarkedSentence, cited: readonly number[]): void {
    const sources = cited.flatMap((number) => this.#record.citation(number) ?? []);
    const quotes = sources.map(({ quote }) => quote);
    const check = this.#verifier.verify(sentence.text, quotes, sources.flatMap(namesOf));
    this.#record.addSentence(sentence, check, cited);
  }
}
