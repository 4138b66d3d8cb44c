import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type { PlacesLookup, SourceTextLookup } from '../../contracts/document.ts';
import type { Citation, Passage } from '../../contracts/generator.ts';
import type { Block } from '../../contracts/parser.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { statesWords, withoutFunctionWords } from '../../text/function-words.ts';
import { placeAt } from '../../text/heading-path.ts';
import { placesWithin } from '../../text/places-within.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import { distinctTerms } from '../../text/words.ts';
import { refersBack } from '../extract/unit-form.ts';
import type { ReadPassage } from '../passages-to-read.ts';
import { SentenceVerifier } from '../verify/sentence-verifier.ts';
import type { Remark } from '../wording/speaker.ts';
import type { AnswerRecord } from './compose-answer.ts';
import type { MarkedSentence } from './marked-sentences.ts';

/** A passage with the hit that it was made from. */
export interface CitedPassage {
  readonly passage: ReadPassage;
  readonly hit: Hit;
}

/** As much of a {@link CitedPassage} as a footnote says of its source. */
export interface NamedPassage {
  readonly passage: Passage;
  readonly hit: Pick<Hit, 'collection' | 'documentId' | 'path' | 'title' | 'headingPath'>;
}

/** A citation whose verdict is still open. */
export type ProvenCitation = Omit<Citation, 'verdict'>;

interface FootnotesOptions {
  readonly signal?: AbortSignal;
  /** Without it citations have no place in their file. */
  readonly places?: PlacesLookup | undefined;
}

/**
 * The footnotes of one answer. Each is proven as it is added, by comparing it with the document's own text: what the
 * chunk holds at that place must be there, letter for letter. What cannot be proven is left out and named in the
 * warnings. A span cited twice has one number.
 */
export class Footnotes {
  readonly #passages: ReadonlyMap<number, NamedPassage>;
  readonly #sourceText: SourceTextLookup;
  readonly #options: FootnotesOptions;
  readonly #bySpan = new Map<string, ProvenCitation>();
  /** Numbers that no passage has. */
  readonly #notGiven = new Set<number>();
  /** Paths of documents that hold no longer what was to be quoted. */
  readonly #gone = new Set<string>();

  constructor(
    passages: readonly NamedPassage[],
    sourceText: SourceTextLookup,
    options: FootnotesOptions = {},
  ) {
    this.#passages = new Map(passages.map((cited) => [cited.passage.number, cited]));
    this.#sourceText = sourceText;
    this.#options = options;
  }

  /** What the documents of the passages and their chapters are called. */
  get names(): readonly string[] {
    const names = [...this.#passages.values()].flatMap(({ hit }) => namesOf(hit));
    return [...new Set(names)].filter((name) => name.trim() !== '');
  }

  /** All passages that were given, in their order. */
  get passages(): readonly Passage[] {
    return Array.from(this.#passages.values(), ({ passage }) => passage);
  }

  /** What was left out and why. */
  get warnings(): readonly Remark[] {
    const numbers = [...this.#notGiven].join(', ');
    return [
      ...(numbers === '' ? [] : [{ sentence: 'passagesNotGiven', numbers } as const]),
      ...Array.from(this.#gone, (path) => ({ sentence: 'quoteGone', path }) as const),
    ];
  }

  /** The passage of a number; undefined, and said in the warnings, where none was given under it. */
  passage(number: number): Passage | undefined {
    const cited = this.#passages.get(number);
    if (!cited) this.#notGiven.add(number);
    return cited?.passage;
  }

  /**
   * Cites `[start, end)` of the document of a passage. `isNew` is false for a span that has its number already;
   * undefined where the span cannot be proven.
   */
  async cite(
    number: number,
    { start, end }: Place,
  ): Promise<{ citation: ProvenCitation; isNew: boolean } | undefined> {
    const cited = this.passage(number) && this.#passages.get(number);
    if (!cited) return undefined;
    const { hit, passage } = cited;
    const { chunk } = passage;
    const span = `${chunk.documentId} ${start} ${end}`;
    const known = this.#bySpan.get(span);
    if (known) return { citation: known, isNew: false };
    const source = await this.#sourceText(chunk.documentId, chunk.version, this.#options);
    const quote = source?.text.slice(start, end);
    if (!source || quote === undefined || quote !== wordsAt(passage, { start, end })) {
      this.#gone.add(hit.path);
      return undefined;
    }
    const places = (await this.#options.places?.(chunk.documentId, chunk.version)) ?? [];
    const [place] = await placesWithin(places, { start, end }, async () => source.text);
    const citation: ProvenCitation = {
      number: this.#bySpan.size + 1,
      collection: hit.collection,
      documentId: hit.documentId,
      version: chunk.version,
      chunkId: chunk.id,
      path: hit.path,
      title: hit.title,
      // Of the quote, not of the chunk: a chunk may hold several short sections.
      ...placeAt(source.blocks, start),
      start,
      end,
      quote,
      ...blockAt(source.blocks, start, start + quote.trimEnd().length),
      ...(place && { place }),
    };
    this.#bySpan.set(span, citation);
    return { citation, isNew: true };
  }
}

/** What a source is called in an answer. */
export function namesOf({ title, path, headingPath }: NamedPassage['hit']): readonly string[] {
  return [title, path.split('/').at(-1) ?? '', ...headingPath];
}

/** What the block is that `[start, end)` lies in, or its header; of a figure with its picture. */
function blockAt(blocks: readonly Block[], start: number, end: number): Pick<Citation, 'kind' | 'picture'> {
  const block = blocks.find((one) => one.start <= start && end <= one.end);
  if (block?.kind === 'table' && end <= block.headerEnd) return { kind: 'table-header' };
  if (block?.kind === 'figure' && block.picture !== undefined)
    return { kind: 'figure', picture: block.picture };
  return { kind: block?.kind ?? null };
}

/** What a passage says at a place of its document: its chunk, or the header of the table that it begins within. */
function wordsAt({ chunk, tableHeader }: Passage, { start, end }: Place): string | undefined {
  if (tableHeader && tableHeader.start === start && tableHeader.end === end) return tableHeader.text;
  const isInside = chunk.start <= start && start < end && end <= chunk.end;
  return isInside ? chunk.content.slice(start - chunk.start, end - chunk.start) : undefined;
}

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

/** Most sentences of a passage that one citation spans. */
const maxSentences = 3;

/** What a further sentence must add to the share of the claim's words. */
const worthAdding = 0.1;

/** The same of a sentence that the next one points back to: “It is high.” means what stands before it. */
const worthNaming = 0.01;

/** What a heading alone lacks: of sentences that hold the same of a claim it bears out the least. */
const headingAlone = 0.01;

/** A passage, read for citing. */
interface PassageTerms {
  /** `[start, end)` of the document's cleaned text, one a sentence. */
  readonly spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly isHeading: boolean;
    readonly refersBack: boolean;
  }[];
  /** By term: the places of the sentences that hold it, in order. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The terms of its document's title. */
  readonly title: ReadonlySet<string>;
}

/** Neighbouring sentences of a passage, with how much of a claim they bear out. */
interface Run {
  readonly from: number;
  readonly length: number;
  readonly score: number;
}

/** Narrows citations of one answer from passages to sentences. Each passage is read once. */
export class CitationNarrower {
  readonly #analyser: Analyser;
  readonly #language: string;
  readonly #read = new Map<string, PassageTerms>();
  /** What the claim states that was asked about last: several passages may be asked of one. */
  #stated: { readonly claim: string; readonly terms: ReadonlySet<string> } | undefined;

  /** `language` is the answer's, a BCP 47 primary subtag. */
  constructor(analyser: Analyser, language: string) {
    this.#analyser = analyser;
    this.#language = language;
  }

  /**
   * The sentences of a passage that bear out a claim: the run of up to three that holds most of its words, the
   * shortest of those that hold the same, no heading alone where another does. As `[start, end)` of the document's
   * cleaned text; the whole passage where the claim shares no word with it, or only names its document.
   */
  narrow(claim: string, chunk: Chunk): Place {
    return this.find(claim, chunk) ?? { start: chunk.start, end: chunk.end };
  }

  /** The same; undefined where the claim shares no word with the passage, or only names its document. */
  find(claim: string, chunk: Chunk): Place | undefined {
    const best = this.#bestRun(claim, chunk);
    const { spans } = this.#passage(chunk);
    const first = best && spans[best.from];
    const last = best && spans[best.from + best.length - 1];
    return first && last && { start: first.start, end: last.end };
  }

  /** The one of several passages, at least one, whose sentences bear out most of a claim; of equals the first. */
  mostBearing<Read extends { readonly chunk: Chunk }>(claim: string, passages: readonly Read[]): Read {
    const score = ({ chunk }: Read) => this.#bestRun(claim, chunk)?.score ?? 0;
    return passages.reduce((best, one) => (score(one) > score(best) ? one : best));
  }

  #bestRun(claim: string, chunk: Chunk): Run | undefined {
    const wanted = this.#termsOf(claim);
    const { spans, places, title } = this.#passage(chunk);
    if (wanted.isSubsetOf(title)) return undefined;
    const held = Array.from(wanted, (term) => places.get(term)).filter((found) => found !== undefined);
    const single = heldByRuns(held, spans.length, 1);
    /** What a sentence must add to the one behind it: what stands above a heading is of something else. */
    const worthBefore = (place: number) => {
      if (spans[place + 1]?.isHeading === true && spans[place]?.isHeading === false) return Infinity;
      const isMeant =
        spans[place + 1]?.refersBack === true && Number(single[place]) < Number(single[place + 1]);
      return isMeant ? worthNaming : worthAdding;
    };
    const leastWorth = spans.some(({ refersBack: pointsBack }) => pointsBack) ? worthNaming : worthAdding;
    let best: Run | undefined;
    for (let length = 1; length <= maxSentences; length++) {
      const mostLeft = held.length / wanted.size - leastWorth * (length - 1);
      if (best && best.score > mostLeft) break;
      const counts = length === 1 ? single : heldByRuns(held, spans.length, length);
      for (let from = 0; from < counts.length; from++) {
        const count = counts[from] as number;
        if (count === 0) continue;
        let lacking = length === 1 && spans[from]?.isHeading === true ? headingAlone : 0;
        for (let place = from; place < from + length - 1; place++) lacking += worthBefore(place);
        const score = count / wanted.size - lacking;
        const isBetter =
          best === undefined ? score > 0 : score > best.score || (score === best.score && from < best.from);
        if (isBetter) best = { from, length, score };
      }
    }
    return best;
  }

  #termsOf(claim: string): ReadonlySet<string> {
    if (this.#stated?.claim === claim) return this.#stated.terms;
    const stated = distinctTerms(this.#analyser, withoutFunctionWords(claim, this.#language), this.#language);
    const terms = stated.size > 0 ? stated : distinctTerms(this.#analyser, claim, this.#language);
    this.#stated = { claim, terms };
    return terms;
  }

  #passage(chunk: Chunk): PassageTerms {
    const known = this.#read.get(chunk.id);
    if (known) return known;
    const places = new Map<string, number[]>();
    const spans = sentences(chunk.content, chunk.language).map(({ start, end, kind }, place) => {
      const sentence = chunk.content.slice(start, end);
      for (const { text } of this.#analyser.terms(sentence, chunk.language)) {
        const found = places.get(text);
        if (!found) places.set(text, [place]);
        else if (found.at(-1) !== place) found.push(place);
      }
      return {
        start: chunk.start + start,
        end: chunk.start + end,
        isHeading: kind === 'heading',
        refersBack: refersBack(sentence, chunk.language),
      };
    });
    const title = distinctTerms(this.#analyser, chunk.title, chunk.language);
    const read = { spans, places, title };
    this.#read.set(chunk.id, read);
    return read;
  }
}

/** How many of the terms, each given by its places, each run of so many neighbouring sentences holds, by its first. */
function heldByRuns(terms: readonly (readonly number[])[], sentences: number, length: number): Uint16Array {
  const counts = new Uint16Array(Math.max(0, sentences - length + 1));
  for (const places of terms) {
    let next = 0;
    for (const place of places) {
      const last = Math.min(place, counts.length - 1);
      for (let from = Math.max(next, place - length + 1); from <= last; from++)
        counts[from] = (counts[from] as number) + 1;
      next = place + 1;
    }
  }
  return counts;
}
