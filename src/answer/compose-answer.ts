import type { Analyser } from '../contracts/analyser.ts';
import type { CheckedSentence, Citation } from '../contracts/citation.ts';
import type { GenerateEvent, ModelUse } from '../contracts/generator.ts';
import type { FootnoteError } from '../errors.ts';
import { flowLines } from '../text/flow-lines.ts';
import type { AnswerEvent } from './answer.ts';
import { AnswerRecord } from './answer-record.ts';
import { CitationNarrower } from './citation-narrower.ts';
import { type Footnotes, namesOf } from './cite.ts';
import { CitedLeadIn, type LedFootnote } from './cited-lead-in.ts';
import { claimBeforeMark } from './claim-before-mark.ts';
import { fenceCode, gapBehind } from './fence-code.ts';
import type { MarkedSentence } from './marked-sentences.ts';
import type { MarkerFormat } from './markers/marker-format.ts';
import { MarkerScanner, type TextPiece } from './markers/marker-scanner.ts';
import { SourceListHold } from './markers/source-list-hold.ts';
import { modelUse } from './model-use.ts';
import { toldWait } from './told-wait.ts';
import { SentenceTracker } from './track-sentences.ts';
import { AnswerUnwrapper } from './unwrap-answer.ts';
import { SentenceVerifier } from './verify/sentence-verifier.ts';
import type { Speaker } from './wording/speaker.ts';
import type { Remark } from './wording/wording.ts';

/** What an answer is put together with. */
export interface ComposeContext {
  readonly footnotes: Footnotes;
  /** How the generator writes its citations. */
  readonly markers: MarkerFormat;
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the answer: the question's. */
  readonly language: string;
  /** Tells the waits that a generator's model imposes. */
  readonly speaker: Speaker;
}

/** An answer's text with all that was found out about it. */
export interface ComposedAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly sentences: readonly CheckedSentence[];
  readonly unmatched: readonly string[];
  readonly model: ModelUse | null;
  /** False where the generator was cut at its most tokens, or broke off. */
  readonly complete: boolean;
  readonly warnings: readonly Remark[];
  /** Why the generator broke off after its first words; undefined where it did not. */
  readonly failure: FootnoteError | undefined;
}

/** What happens while an answer is put together. */
export type ComposeEvent = Extract<AnswerEvent, { type: 'waiting' | 'token' | 'citation' | 'verdict' }>;

/**
 * Puts an answer together while it is generated: quotes are written out with their footnote, markers in generated
 * text become footnotes narrowed to the sentences that bear out the claim before them, and every sentence is checked
 * as soon as it is complete. Items without markers, under a lead-in with one, get footnotes of their own from what that
 * cites. What generated text is wrapped into, and a list of its sources at its end, is left out.
 */
export class AnswerComposer {
  readonly #footnotes: Footnotes;
  readonly #language: string;
  readonly #unwrapper = new AnswerUnwrapper();
  readonly #sourceList: SourceListHold;
  readonly #scanner: MarkerScanner;
  readonly #tracker: SentenceTracker;
  readonly #narrower: CitationNarrower;
  readonly #verifier: SentenceVerifier;
  readonly #leadIn: CitedLeadIn;
  readonly #speaker: Speaker;
  readonly #record = new AnswerRecord();
  /** Where footnotes are named in what no sentence has been made of, in order. */
  #marks: { readonly at: number; readonly number: number }[] = [];
  readonly #unmatched = new Set<string>();
  readonly #warnings: Remark[] = [];
  /** Spaces at the end of what the generator wrote: they belong to what follows. */
  #gap = '';
  /** Whether a citation was left out behind them. */
  #isMarkLeftOut = false;
  /** Whether what was quoted last ends with a line. */
  #endsLine = false;
  #model: ModelUse | null = null;
  #isComplete = false;
  #failure: FootnoteError | undefined;

  constructor({ footnotes, markers, analyser, language, speaker }: ComposeContext) {
    this.#footnotes = footnotes;
    this.#language = language;
    this.#sourceList = new SourceListHold(footnotes.names);
    this.#scanner = new MarkerScanner(markers);
    this.#tracker = new SentenceTracker(language);
    this.#narrower = new CitationNarrower(analyser, language);
    this.#verifier = new SentenceVerifier(analyser, language);
    this.#leadIn = new CitedLeadIn(language);
    this.#speaker = speaker;
  }

  /**
   * What one event of the generator adds, as it is made: words go out before those behind them are looked at. Errors:
   * those of reading a source.
   */
  async *take(event: GenerateEvent): AsyncGenerator<ComposeEvent, void> {
    if (event.type === 'text') yield* this.#words(this.#sourceList.push(this.#unwrapper.push(event.text)));
    else if (event.type === 'quote') await this.#quote(event);
    else if (event.type === 'fallback')
      this.#warnings.push({ sentence: 'modelAway', reason: event.failure.message });
    else if (event.type === 'waiting') yield toldWait(event, this.#speaker);
    else {
      this.#model = modelUse(event.model, event.reason, event.usage);
      this.#isComplete = event.reason === 'stop';
    }
    yield* this.#record.handOut();
  }

  /** The rest, once the generator has ended or failed. Errors: those of reading a source. */
  async *end(): AsyncGenerator<ComposeEvent, void> {
    yield* this.#words(this.#sourceList.push(this.#unwrapper.end()));
    yield* this.#words(this.#sourceList.end(this.#record.hasCitations));
    yield* this.#pieces(this.#scanner.end());
    await this.#citeLed(this.#leadIn.endLine());
    await this.#citeLed(this.#leadIn.endCode());
    this.#checkAll(this.#tracker.end());
    yield* this.#record.handOut();
  }

  /** Nothing more will come, since the generator failed. What was said stands, with the model that said it. */
  breakOff(failure: FootnoteError, model: string | undefined): void {
    this.#failure = failure;
    this.#model = modelUse(model, 'failed');
  }

  /** All that was taken. */
  result(): ComposedAnswer {
    return {
      text: this.#record.text,
      citations: this.#record.citations,
      sentences: this.#record.sentences,
      unmatched: [...this.#unmatched],
      model: this.#model,
      complete: this.#isComplete,
      warnings: [...this.#warnings, ...this.#footnotes.warnings],
      failure: this.#failure,
    };
  }

  async #quote(event: Extract<GenerateEvent, { type: 'quote' }>): Promise<void> {
    const cited = await this.#footnotes.cite(event.passage, event);
    if (!cited?.isNew) return;
    const { citation } = cited;
    const { quote, number } = citation;
    const { keepsLines = false, isCode = false } = event;
    const between = keepsLines || this.#endsLine ? '\n' : ' ';
    const gap = this.#record.text === '' ? '' : between;
    const start = this.#record.text.length + gap.length;
    this.#endsLine = keepsLines;
    const said = keepsLines ? fenceCode(quote, isCode) : flowLines(quote);
    this.#record.say(gap + said);
    this.#record.addCitation(citation, 'verbatim');
    this.#record.say(`${gapBehind(said)}[${number}]`);
    const end = this.#record.text.length;
    this.#record.addSentence({ start, end }, { verdict: 'verbatim', missing: [] }, [number]);
  }

  #words(text: string): AsyncGenerator<ComposeEvent, void> {
    return this.#pieces(this.#scanner.push(text));
  }

  async *#pieces(pieces: readonly TextPiece[]): AsyncGenerator<ComposeEvent, void> {
    for (const piece of pieces) {
      if (piece.type === 'marker') await this.#leaveCode();
      if (piece.type === 'text') await this.#writeLines(piece.text);
      else if (piece.passages.length > 0) {
        this.#leadIn.cite(piece.passages);
        await this.#marker(piece.passages);
      } else {
        // Words in brackets that name no document stay words in brackets.
        this.#unmatched.add(piece.raw);
        await this.#writeLines(piece.raw);
      }
      // One by one: delegated to, a list takes several turns for each.
      for (const event of this.#record.handOut()) yield event;
    }
  }

  /** Goes on behind the line that ends code. */
  async #leaveCode(): Promise<void> {
    const { gapBehindCode } = this.#leadIn;
    if (gapBehindCode === undefined) return;
    this.#gap = '';
    await this.#writeLines(gapBehindCode);
  }

  async #marker(passages: readonly number[]): Promise<void> {
    const claim = claimBeforeMark(this.#tracker.claimBefore(this.#gap), this.#language);
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

  /** Words of the generator's own, in which lines may end. */
  async #writeLines(text: string): Promise<void> {
    const [first = '', ...lines] = text.split('\n');
    await this.#writeLine(first);
    for (const line of lines) {
      await this.#citeLed(this.#leadIn.endLine());
      await this.#writeLine(line, '\n');
    }
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
    const claim = claimBeforeMark(this.#tracker.claimBefore(this.#gap), this.#language);
    await this.#marker([this.#narrower.mostBearing(claim, cited).number]);
    this.#gap = gap;
  }

  /** Words of the generator's own in one line. */
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
