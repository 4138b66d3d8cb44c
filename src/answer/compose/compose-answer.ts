import {
  type CheckedSentence,
  type Citation,
  type GenerateEvent,
  type GenerateUsage,
  type ModelUse,
  type QuoteForm,
  type Verdict,
  verdicts,
} from '../../contracts/generator.ts';
import type { FootnoteError } from '../../errors.ts';
import { flowLines } from '../../text/sentences/note-marks.ts';
import { cellPlace, namedCells } from '../../text/sentences/row-cells.ts';
import type { AnswerEvent } from '../answer.ts';
import { toldWait } from '../answer-stream.ts';
import type { SentenceCheck } from '../verify/sentence-verifier.ts';
import type { Remark, Speaker } from '../wording/speaker.ts';
import type { ClaimCitationsContext, Footnotes, ProvenCitation } from './cite.ts';
import { FootnotedWords } from './footnoted-words.ts';
import { type MarkerFormat, MarkerScanner, type TextPiece } from './markers.ts';
import { fenceCode, gapBehind } from './outline.ts';
import { AnswerUnwrapper, SourceListHold } from './unwrap-answer.ts';

/** What an answer is put together with. */
interface ComposeContext extends ClaimCitationsContext {
  /** How the generator writes its citations. */
  readonly markers: MarkerFormat;
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
  /** Probability that the passages answer the question; absent where the generator could not tell. */
  readonly answerProbability?: number | undefined;
  /** Why the generator broke off after its first words; undefined where it did not. */
  readonly failure: FootnoteError | undefined;
}

/** What happens while an answer is put together. */
export type ComposeEvent = Extract<AnswerEvent, { type: 'waiting' | 'token' | 'citation' | 'verdict' }>;

/**
 * Puts an answer together while it is generated: quotes are written out with their footnote, and so are words of the
 * generator's own, without what they are wrapped into and a list of their sources at their end; each sentence is
 * checked as soon as it is complete.
 */
export class AnswerComposer {
  readonly #footnotes: Footnotes;
  readonly #unwrapper = new AnswerUnwrapper();
  readonly #sourceList: SourceListHold;
  readonly #scanner: MarkerScanner;
  readonly #generated: FootnotedWords;
  readonly #speaker: Speaker;
  readonly #record = new AnswerRecord();
  readonly #warnings: Remark[] = [];
  /** Document and headings of what was quoted last. */
  #quotedFrom: string | undefined;
  /** Whether what was quoted last ends with a line. */
  #endsLine = false;
  #model: ModelUse | null = null;
  #isComplete = false;
  #answerProbability: number | undefined;
  #failure: FootnoteError | undefined;

  constructor({ markers, speaker, ...context }: ComposeContext) {
    this.#footnotes = context.footnotes;
    this.#sourceList = new SourceListHold(this.#footnotes.names);
    this.#scanner = new MarkerScanner(markers);
    this.#generated = new FootnotedWords(this.#record, context);
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
      this.#answerProbability = event.answerProbability;
    }
    yield* this.#record.handOut();
  }

  /** The rest, once the generator has ended or failed. Errors: those of reading a source. */
  async *end(): AsyncGenerator<ComposeEvent, void> {
    yield* this.#words(this.#sourceList.push(this.#unwrapper.end()));
    yield* this.#words(this.#sourceList.end(this.#record.hasCitations));
    yield* this.#pieces(this.#scanner.end());
    await this.#generated.end();
    yield* this.#record.handOut();
  }

  /** Nothing more will come, since the generator failed. What was said stands, with the model that said it. */
  breakOff(failure: FootnoteError, model: string | undefined): void {
    this.#failure = failure;
    this.#model = modelUse(model, 'failed');
  }

  /** As {@link SentenceCheck} has it, of a sentence in the generator's own words; undefined of what it quotes. */
  lacksFacts(sentence: CheckedSentence): boolean | undefined {
    return this.#record.lacksFacts(sentence);
  }

  /** All that was taken. */
  result(): ComposedAnswer {
    return {
      text: this.#record.text,
      citations: this.#record.citations,
      sentences: this.#record.sentences,
      unmatched: this.#generated.unmatched,
      model: this.#model,
      complete: this.#isComplete,
      answerProbability: this.#answerProbability,
      warnings: [...this.#warnings, ...this.#footnotes.warnings],
      failure: this.#failure,
    };
  }

  async #quote(event: Extract<GenerateEvent, { type: 'quote' }>): Promise<void> {
    const cited = await this.#footnotes.cite(event.passage, event);
    if (!cited?.isNew) return;
    const { citation } = cited;
    const header = event.names && (await this.#footnotes.cite(event.passage, event.names));
    const { form = 'sentence' } = event;
    const hasOwnLine = form !== 'sentence';
    const source = [citation.collection, citation.documentId, ...citation.headingPath].join('\n');
    // What stands under another heading, or in another document, is another paragraph.
    const isElsewhere = source !== (this.#quotedFrom ?? source);
    const line = hasOwnLine || this.#endsLine ? '\n' : ' ';
    const between = isElsewhere ? '\n\n' : line;
    const gap = this.#record.text === '' ? '' : between;
    this.#quotedFrom = source;
    const start = this.#record.text.length + gap.length;
    this.#endsLine = hasOwnLine;
    const said = header
      ? namedValues(header.citation.quote, citation.quote, event.column)
      : written(citation.quote, form);
    const verdict = header ? 'supported' : 'verbatim';
    this.#record.say(gap + said);
    this.#record.addCitation({ ...citation, ...cellOf(citation, event.column) }, verdict);
    this.#record.say(`${gapBehind(said)}[${citation.number}]`);
    if (header) {
      if (header.isNew) this.#record.addCitation(header.citation, verdict);
      this.#record.say(`[${header.citation.number}]`);
    }
    const numbers = [citation.number, ...(header ? [header.citation.number] : [])];
    const end = this.#record.text.length;
    this.#record.addSentence({ start, end }, { verdict, missing: [] }, numbers);
  }

  #words(text: string): AsyncGenerator<ComposeEvent, void> {
    return this.#pieces(this.#scanner.push(text));
  }

  async *#pieces(pieces: readonly TextPiece[]): AsyncGenerator<ComposeEvent, void> {
    for (const piece of pieces) {
      if (piece.type === 'marker') await this.#generated.mark(piece);
      else await this.#generated.write(piece.text);
      // One by one: delegated to, a list takes several turns for each.
      for (const event of this.#record.handOut()) yield event;
    }
  }
}

/** A quote as the answer has it. */
function written(quote: string, form: QuoteForm): string {
  return form === 'lines' || form === 'code' ? fenceCode(quote, form === 'code') : flowLines(quote);
}

/** Of a row with more cells that are filled, only what is asked for is written out. */
const mostCells = 12;

/**
 * A row of a table with its header as “Version: 4.2.1; Default timeout: 45 seconds”, or, where one column is asked for,
 * with what its first cell names and that before the others: “4.2.1, Default timeout: 45 seconds”. Empty cells are left
 * out, and the others of a row with many.
 */
export function namedValues(header: string, row: string, column: number | undefined): string {
  const cells = namedCells(header, row);
  const [subject, asked] = [cells[0], column === undefined ? undefined : cells[column]];
  const told = (some: typeof cells) =>
    some
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => flowLines(name === '' ? value : `${name}: ${value}`));
  if (!subject || !asked) return told(cells).join('; ');
  const filled = cells.filter(({ value }) => value !== '');
  const others =
    filled.length > mostCells ? [] : told(filled.filter((cell) => cell !== subject && cell !== asked));
  return [`${flowLines(subject.value)}, ${told([asked]).join('')}`, ...others].join('; ');
}

/** Where the value that a row is cited for stands in its document. */
function cellOf({ start, quote }: ProvenCitation, column: number | undefined): Pick<ProvenCitation, 'cell'> {
  const place = column === undefined ? undefined : cellPlace(quote, column);
  return place ? { cell: { start: start + place.start, end: start + place.end } } : {};
}

/** What is known of the model behind an answer; null where none is named. */
function modelUse(
  name: string | undefined,
  finishReason: ModelUse['finishReason'],
  { promptTokens = null, completionTokens = null }: Partial<GenerateUsage> = {},
): ModelUse | null {
  return name === undefined ? null : { name, finishReason, promptTokens, completionTokens };
}

/** What tells of an answer as it grows. */
type RecordedEvent = Extract<AnswerEvent, { type: 'token' | 'citation' | 'verdict' }>;

/** What an answer has said so far: its text, citations and checked sentences, and the events that tell of them. */
export class AnswerRecord {
  readonly sentences: CheckedSentence[] = [];
  readonly #citations = new Map<number, ProvenCitation>();
  /** Of sentences in the generator's own words. */
  readonly #lackFacts = new Map<CheckedSentence, boolean>();
  /** What has happened and has not been handed out. */
  #events: RecordedEvent[] = [];
  #text = '';

  get text(): string {
    return this.#text;
  }

  /** With the weakest verdict of the sentences that each bears out. */
  get citations(): readonly Citation[] {
    return weakestVerdicts(this.#citations.values(), this.sentences);
  }

  get hasCitations(): boolean {
    return this.#citations.size > 0;
  }

  say(text: string): void {
    this.#text += text;
    this.#events.push({ type: 'token', text });
  }

  /** A source that the answer did not have, with what was found of the words that cite it. */
  addCitation(citation: ProvenCitation, verdict: SentenceCheck['verdict']): void {
    this.#citations.set(citation.number, citation);
    this.#events.push({ type: 'citation', citation: { ...citation, verdict } });
  }

  citation(number: number): ProvenCitation | undefined {
    return this.#citations.get(number);
  }

  /** As {@link SentenceCheck} has it, of a sentence in the generator's own words; undefined of what it quotes. */
  lacksFacts(sentence: CheckedSentence): boolean | undefined {
    return this.#lackFacts.get(sentence);
  }

  addSentence(
    { start, end }: { readonly start: number; readonly end: number },
    { verdict, missing, lacksFacts }: Partial<SentenceCheck> & Pick<SentenceCheck, 'verdict' | 'missing'>,
    citations: readonly number[],
  ): void {
    const sentence: CheckedSentence = { start, end, verdict, citations, missing };
    if (lacksFacts !== undefined) this.#lackFacts.set(sentence, lacksFacts);
    this.sentences.push(sentence);
    this.#events.push({ type: 'verdict', sentence });
  }

  /** What has happened since this was asked last. */
  handOut(): readonly RecordedEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** Citations, each with the weakest verdict among the sentences that cite it; one that none cites is `unsupported`. */
export function weakestVerdicts(
  citations: Iterable<ProvenCitation>,
  sentences: readonly CheckedSentence[],
): Citation[] {
  const weakest = new Map<number, Verdict>();
  for (const { verdict, citations: cited } of sentences) {
    for (const number of cited) weakest.set(number, weaker(weakest.get(number), verdict));
  }
  return Array.from(citations, (citation) => ({
    ...citation,
    verdict: weakest.get(citation.number) ?? 'unsupported',
  }));
}

function weaker(known: Verdict | undefined, other: Verdict): Verdict {
  return known === undefined || verdicts.indexOf(other) > verdicts.indexOf(known) ? other : known;
}
