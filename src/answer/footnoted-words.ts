import type { Analyser } from '../contracts/analyser.ts';
import type { AnswerRecord } from './answer-record.ts';
import { CitationNarrower } from './citation-narrower.ts';
import { type Footnotes, namesOf } from './cite.ts';
import { CitedLeadIn, type LedFootnote } from './cited-lead-in.ts';
import { claimBeforeMark } from './claim-before-mark.ts';
import type { MarkedSentence } from './marked-sentences.ts';
import type { Marker } from './markers/marker-scanner.ts';
import { SentenceTracker } from './track-sentences.ts';
import { SentenceVerifier } from './verify/sentence-verifier.ts';

/** What {@link FootnotedWords} are written with. */
export interface FootnotedWordsContext {
  readonly footnotes: Footnotes;
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the answer: the question's. */
  readonly language: string;
}

/**
 * Writes a generator's own words into an answer: markers become footnotes narrowed to the sentences that bear out the
 * claim before them, what has none under a lead-in that cites gets one from what that cites, and every sentence is
 * checked as soon as it is complete. Errors of its methods: those of reading a source.
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
      await this.#cite(passages, this.#claim());
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
  }

  async #writeLine(line: string, before = ''): Promise<void> {
    if (line.trim() !== '') await this.#citeLed(this.#leadIn.endCode());
    this.#leadIn.say(line);
    this.#write(before + line);
  }

  /** Cites for what stands under a lead-in what this cites for all that it introduces. */
  async #citeLed(footnote: LedFootnote | undefined): Promise<void> {
    const cited = footnote?.passages.flatMap((number) => this.#footnotes.passage(number) ?? []) ?? [];
    if (!footnote || cited.length === 0) return;
    const gap = this.#gap;
    this.#gap = footnote.gap;
    const claim = this.#claim();
    await this.#cite([this.#narrower.mostBearing(claim, cited).number], claim);
    this.#gap = gap;
  }

  /** What a mark that comes now stands for. */
  #claim(): string {
    return claimBeforeMark(this.#tracker.claimBefore(this.#gap), this.#language);
  }

  async #cite(passages: readonly number[], claim: string): Promise<void> {
    for (const number of passages) {
      const passage = this.#footnotes.passage(number);
      if (!passage) this.#unmatched.add(`[${number}]`);
      const cited =
        passage && (await this.#footnotes.cite(number, this.#narrower.narrow(claim, passage.chunk)));
      if (!cited) {
        this.#isMarkLeftOut = true;
        continue;
      }
      const { citation } = cited;
      if (cited.isNew) {
        const { verdict } = this.#verifier.verify(claim, [citation.quote], namesOf(citation));
        this.#record.addCitation(citation, verdict);
      }
      this.#marks.push({ at: this.#record.text.length, number: citation.number });
      this.#write(`[${citation.number}]`);
    }
  }

  /** Words in one line, or a mark. */
  #write(text: string): void {
    // A space before a stop, or before another, is one that the mark would have parted from it.
    const gap = this.#isMarkLeftOut && /^[\s.,;:!?)]/.test(text) ? '' : this.#gap;
    const words = (gap + text).trimEnd();
    this.#gap = (gap + text).slice(words.length);
    this.#isMarkLeftOut = false;
    if (words === '') return;
    this.#record.say(words);
    this.#checkAll(this.#tracker.push(words));
  }

  #checkAll(complete: readonly MarkedSentence[]): void {
    for (const sentence of complete) {
      const named = this.#marks.filter(({ at }) => at < sentence.end);
      this.#marks = this.#marks.slice(named.length);
      const cited = [...new Set(named.map(({ number }) => number))];
      const sources = cited.flatMap((number) => this.#record.citation(number) ?? []);
      const quotes = sources.map(({ quote }) => quote);
      const check = this.#verifier.verify(sentence.text, quotes, sources.flatMap(namesOf));
      this.#record.addSentence(sentence, check, cited);
    }
  }
}
