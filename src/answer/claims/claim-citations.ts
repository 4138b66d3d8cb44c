import type { Analyser } from '../../contracts/analyser.ts';
import type { Passage } from '../../contracts/generator.ts';
import { statesWords } from '../../text/function-words.ts';
import type { AnswerRecord } from '../answer-record.ts';
import { CitationNarrower } from '../cite/citation-narrower.ts';
import { type Footnotes, namesOf } from '../cite/cite.ts';
import { SentenceVerifier } from '../verify/sentence-verifier.ts';
import type { MarkedSentence } from './marked-sentences.ts';

/** What claims of an answer are cited with. */
export interface ClaimCitationsContext {
  readonly footnotes: Footnotes;
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the answer: the question's. */
  readonly language: string;
}

/**
 * Cites passages for what an answer claims, each narrowed to the sentences that bear the claim out, and checks its
 * sentences against what they cite. Footnotes and verdicts are written into the answer's record. Errors of its methods:
 * those of reading a source.
 */
export class ClaimCitations {
  readonly #record: AnswerRecord;
  readonly #footnotes: Footnotes;
  readonly #language: string;
  readonly #narrower: CitationNarrower;
  readonly #verifier: SentenceVerifier;

  constructor(record: AnswerRecord, { footnotes, analyser, language }: ClaimCitationsContext) {
    this.#record = record;
    this.#footnotes = footnotes;
    this.#language = language;
    this.#narrower = new CitationNarrower(analyser, language);
    this.#verifier = new SentenceVerifier(analyser, language);
  }

  /** The passages of these numbers, without those that were not given. */
  given(numbers: readonly number[]): readonly Passage[] {
    return numbers.flatMap((number) => this.#footnotes.passage(number) ?? []);
  }

  /** All passages that there are. */
  get supplied(): readonly Passage[] {
    return this.#footnotes.passages;
  }

  /** Cites what each passage holds of a claim. Returns the numbers of the footnotes: of those that can be proven. */
  async cite(claim: string, passages: readonly Passage[]): Promise<readonly number[]> {
    const numbers: number[] = [];
    for (const { number, chunk } of passages) {
      const cited = await this.#footnotes.cite(number, this.#narrower.narrow(claim, chunk));
      if (!cited) continue;
      const { citation, isNew } = cited;
      numbers.push(citation.number);
      if (!isNew) continue;
      const { verdict } = this.#verifier.verify(claim, [citation.quote], namesOf(citation));
      this.#record.addCitation(citation, verdict);
    }
    return numbers;
  }

  /** Cites the one of these passages, at least one, that holds most of a claim. */
  async citeMostBearing(claim: string, passages: readonly Passage[]): Promise<readonly number[]> {
    return this.cite(claim, [this.#narrower.mostBearing(claim, passages)]);
  }

  /** The same where that bears the claim out, which states something; else it cites none. */
  async citeBearingOut(claim: string, passages: readonly Passage[]): Promise<readonly number[]> {
    if (passages.length === 0) return [];
    const passage = this.#narrower.mostBearing(claim, passages);
    return this.#bearsOut(claim, passage) ? this.cite(claim, [passage]) : [];
  }

  /** Whether a passage bears a claim out, which states something. */
  #bearsOut(claim: string, { chunk }: Passage): boolean {
    const found = this.#narrower.find(claim, chunk);
    const quote = found && chunk.content.slice(found.start - chunk.start, found.end - chunk.start);
    const called = [chunk.title, ...chunk.headingPath];
    return quote !== undefined && this.#isBorneOut(claim, [quote], called);
  }

  /** The first of these footnotes that bears a claim out, which states something. */
  bearingOut(claim: string, numbers: readonly number[]): readonly number[] {
    const found = numbers.find((number) => this.#isBorneOut(claim, ...this.#sources([number])));
    return found === undefined ? [] : [found];
  }

  /** Whether these footnotes together bear a sentence out. */
  areBearingOut(sentence: MarkedSentence, numbers: readonly number[]): boolean {
    const { verdict } = this.#verifier.verify(sentence.text, ...this.#sources(numbers));
    return verdict === 'verbatim' || verdict === 'supported';
  }

  /** Checks a sentence that is complete against its footnotes. */
  check(sentence: MarkedSentence, numbers: readonly number[]): void {
    const check = this.#verifier.verify(sentence.text, ...this.#sources(numbers));
    this.#record.addSentence(sentence, check, numbers);
  }

  #isBorneOut(claim: string, quotes: readonly string[], called: readonly string[]): boolean {
    if (!statesWords(claim, this.#language, 1)) return false;
    const { verdict } = this.#verifier.verify(claim, quotes, called);
    return verdict === 'verbatim' || verdict === 'supported';
  }

  /** What footnotes quote, and what their documents are called. */
  #sources(numbers: readonly number[]): [quotes: readonly string[], called: readonly string[]] {
    const sources = numbers.flatMap((number) => this.#record.citation(number) ?? []);
    return [sources.map(({ quote }) => quote), sources.flatMap(namesOf)];
  }
}
