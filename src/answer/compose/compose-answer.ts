import {
  type CheckedSentence,
  type Citation,
  type GenerateEvent,
  type GenerateRequest,
  type GenerateUsage,
  type Generator,
  type ModelUse,
  type QuoteForm,
  type Verdict,
  verdicts,
} from '../../contracts/generator.ts';
import { type FootnoteError, isFootnoteError } from '../../errors.ts';
import { flowLines } from '../../text/sentences/note-marks.ts';
import { cellPlace, namedCells } from '../../text/sentences/row-cells.ts';
import { type AnswerEvent, toldWait } from '../answer.ts';
import { saysAbsence } from '../verify/label.ts';
import type { SecondCheck } from '../verify/second-check.ts';
import type { SentenceCheck } from '../verify/sentence-verifier.ts';
import type { Remark, Speaker } from '../wording/speaker.ts';
import type { ClaimCitationsContext, Footnotes, ProvenCitation } from './cite.ts';
import { FootnotedWords } from './footnoted-words.ts';
import { type MarkerFormat, MarkerScanner, type TextPiece } from './markers.ts';
import {
  delimiterRow,
  fenceCode,
  gapBehind,
  introduces,
  isHeadingDepth,
  needsNoSource,
  outlineDepth,
} from './outline.ts';
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
export const mostCells = 12;

/**
 * A row of a table with its header as “Version: 4.2.1; Default timeout: 45 seconds”, or, where one column is asked for,
 * with what its first cell names and that before the others: “4.2.1, Default timeout: 45 seconds”, or that cell alone
 * where it is the one. Empty cells are left out, and the others of a row with many.
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
  const name = flowLines(subject.value);
  return [asked === subject ? name : `${name}, ${told([asked]).join('')}`, ...others].join('; ');
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

/**
 * What becomes of sentences that their sources do not bear out. `mark`: they are said, with their verdict. `drop`: each
 * sentence is held back until it is checked, and those are left out. `regenerate`: the model hears which they are and
 * answers once more, of which what is still not borne out is left out, as it is of the first answer where there is no
 * other. It is not asked for what only introduces others. With what they introduce, headings and lead-ins go.
 */
export type VerifyPolicy = 'mark' | 'drop' | 'regenerate';

interface GenerateContext {
  readonly generator: Generator;
  readonly policy: VerifyPolicy;
  /** A composer that has taken nothing yet. */
  readonly composer: () => AnswerComposer;
  /** A second check that has seen nothing yet; absent where there is none. */
  readonly secondCheck?: (() => SecondCheck) | undefined;
}

/**
 * Generates an answer and checks it as it comes. A generator that breaks off after its first words leaves an answer of
 * what it said, with its `failure`. Errors: those of the generator before.
 */
export async function* generateChecked(
  request: GenerateRequest,
  context: GenerateContext,
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  if (context.policy === 'drop') return yield* composeHeld(request, context);
  const draft = draftOf(request, context);
  if (context.policy === 'mark') {
    yield* draft.events;
    return draft.result();
  }
  const events: ComposeEvent[] = [];
  for await (const event of draft.events) {
    if (event.type === 'waiting') yield event;
    else events.push(event);
  }
  const composed = draft.result();
  const refused = composed.sentences.filter((sentence) => !isBorneOut(sentence));
  if (refused.length === 0) {
    yield* events;
    return composed;
  }
  // An answer of nothing else is none.
  const isWrong = (sentence: CheckedSentence) =>
    refused.length === composed.sentences.length || !needsNoSource(composed.text, sentence);
  const wrong = refused.filter(isWrong);
  if (wrong.length === 0) return yield* letGo(events, composed);
  const correction = correctionOf(wrong.map(({ start, end }) => composed.text.slice(start, end)));
  const again = correctedRequest(request, draft.written.join(''), correction);
  const anew = yield* composeHeld(again, context, { mayFail: true });
  if (anew.text !== '') return { ...anew, model: usedByBoth(composed.model, anew.model) };
  const draftKept = yield* letGo(events, composed);
  const kept = { ...draftKept, model: usedByBoth(anew.model, composed.model) };
  if (!anew.failure) return kept;
  const warning = { sentence: 'notRegenerated', reason: anew.failure.message } as const;
  return { ...kept, warnings: [...kept.warnings, warning] };
}

/** What two requests for one answer used, which ended as the one did that is told. */
function usedByBoth(other: ModelUse | null, told: ModelUse | null): ModelUse | null {
  if (!other || !told) return told ?? other;
  return {
    ...told,
    promptTokens: sum(other.promptTokens, told.promptTokens),
    completionTokens: sum(other.completionTokens, told.completionTokens),
  };
}

/** Of what was counted. */
function sum(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}

/** What is borne out of an answer that is whole. */
async function* letGo(
  events: readonly ComposeEvent[],
  composed: ComposedAnswer,
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const hold = new SentenceHold();
  for (const event of events) yield* hold.take(event);
  return hold.result(composed);
}

/** An answer in the making: what there is of it is known once its events have been taken. */
interface Draft {
  readonly events: AsyncGenerator<ComposeEvent, void>;
  readonly result: () => ComposedAnswer;
  /** The words of the generator's own so far, as it wrote them. */
  readonly written: readonly string[];
}

/** What may become of a draft. */
interface DraftOptions {
  /** Whether a failure before its first word leaves an answer without words rather than none. */
  readonly mayFail: boolean;
}

function draftOf(
  request: GenerateRequest,
  { generator, composer, secondCheck }: GenerateContext,
  { mayFail }: DraftOptions = { mayFail: false },
): Draft {
  const composing = composer();
  const written: string[] = [];
  const events = said(request, generator, composing, { mayFail, written });
  const second = secondCheck?.();
  if (!second) return { events, result: () => composing.result(), written };
  const followed = second.follow(events, (sentence) => composing.lacksFacts(sentence));
  return { events: followed, result: () => second.revise(composing.result()), written };
}

async function* composeHeld(
  request: GenerateRequest,
  context: GenerateContext,
  options?: DraftOptions,
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const { events, result } = draftOf(request, context, options);
  const hold = new SentenceHold();
  for await (const event of events) yield* hold.take(event);
  return hold.result(result());
}

/**
 * What the composer makes of the generator's words, which `written` keeps, and of those before it broke off. Errors:
 * those before its first word, unless it `mayFail`; `aborted`.
 */
async function* said(
  request: GenerateRequest,
  generator: Generator,
  composing: AnswerComposer,
  { mayFail, written }: DraftOptions & { readonly written: string[] },
): AsyncGenerator<ComposeEvent, void> {
  let hasQuoted = false;
  try {
    for await (const event of generator.generate(request)) {
      hasQuoted ||= event.type === 'quote';
      if (event.type === 'text') written.push(event.text);
      yield* composing.take(event);
    }
  } catch (error) {
    const hasBegun = written.length > 0 || hasQuoted || mayFail;
    if (!hasBegun || !isFootnoteError(error) || error.code === 'aborted') throw error;
    // Whoever quotes is no model.
    composing.breakOff(error, written.length > 0 ? generator.name : undefined);
  }
  yield* composing.end();
}

/** What a model is told of sentences that are wrong. Their marks are those of the reader, which it has never seen. */
function correctionOf(sentences: readonly string[]): string {
  const list = sentences.map((sentence) => `- ${sentence.replace(/\s*\[\d+\]/g, '').trim()}`).join('\n');
  return `The documents do not bear out these sentences of your answer:\n${list}\nAnswer again with what the documents say, every sentence with its citation.`;
}

function correctedRequest(request: GenerateRequest, written: string, correction: string): GenerateRequest {
  const exchange = [
    { role: 'assistant', content: written },
    { role: 'user', content: correction },
  ] as const;
  return { ...request, messages: [...request.messages, ...exchange] };
}

/** Whether a sentence may be said. */
function isBorneOut({ verdict }: CheckedSentence): boolean {
  return verdict !== 'unsupported' && verdict !== 'uncited';
}

/** Code between equal runs of marks, or a footnote mark, that is no option of a command of LaTeX. */
const codeOrMark = /(?<run>`+|~{3,})[^]*?\k<run>|(?<!\\[a-z]+)\[(?<number>\d+)\]/gi;

/** A sentence with the words that are said for it. */
interface HeldSentence {
  readonly sentence: CheckedSentence;
  /** From the end of the sentence before it on. */
  readonly words: string;
  /** What goes with it and is none of it: the row of dashes under the header of a table. */
  readonly behind: string;
}

/** What introduces others, and waits for the first of them that is let go of. */
interface Introduction extends HeldSentence {
  readonly depth: number;
  /** Whether anything has come after it. */
  isFollowed: boolean;
}

/**
 * Holds each sentence of an answer back until it has been checked, and lets go only of those that their sources bear
 * out. Headings, lead-ins and headers of tables state nothing by themselves: they go with the first of what they
 * introduce that is let go of, and where there is none they are left out. So is what says that the documents hold
 * nothing, where that is all. What is let go of is a whole answer again: its tokens make up its text, its places count
 * from there, and its footnotes are numbered anew, without gaps.
 */
export class SentenceHold {
  #held = '';
  /** Where in the composed text `#held` begins. */
  #offset = 0;
  /** Citations that no sentence has been let go of with, by number. */
  readonly #waiting = new Map<number, Extract<ComposeEvent, { type: 'citation' }>>();
  /** The numbers of the footnotes that are let go of, by those that they had. */
  readonly #numbers = new Map<number, number>();
  /** Those above what comes next, outermost first. */
  #introductions: readonly Introduction[] = [];
  #text = '';
  #dropped = 0;
  readonly #sentences: CheckedSentence[] = [];

  /** What may be said now. */
  *take(event: ComposeEvent): Iterable<ComposeEvent> {
    if (event.type === 'token') this.#held += event.text;
    else if (event.type === 'citation') this.#waiting.set(event.citation.number, event);
    else if (event.type === 'waiting') yield event;
    else yield* this.#settle(event.sentence);
  }

  /** The answer without what was held back for good. */
  result(composed: ComposedAnswer): ComposedAnswer {
    const citations = composed.citations.flatMap((citation) => {
      const number = this.#numbers.get(citation.number);
      return number === undefined ? [] : [{ ...citation, number }];
    });
    const left = { sentence: 'sentencesLeftOut', count: this.#dropped } as const;
    return {
      ...composed,
      text: this.#text,
      sentences: this.#sentences,
      citations: weakestVerdicts(
        citations.toSorted((one, other) => one.number - other.number),
        this.#sentences,
      ),
      warnings: this.#dropped === 0 ? composed.warnings : [...composed.warnings, left],
    };
  }

  *#settle(sentence: CheckedSentence): Iterable<ComposeEvent> {
    const words = this.#takeUntil(sentence.end);
    const said = words.slice(sentence.start - sentence.end);
    const delimiter = delimiterRow.exec(this.#held)?.[0] ?? '';
    // What names a source states something; but rows are no table without their header.
    const mayStand = sentence.verdict !== 'unsupported' || delimiter !== '';
    const isAbsence = sentence.verdict === 'uncited' && saysAbsence(said);
    const isIntroduction = mayStand && (introduces(said, this.#held) || (isAbsence && this.#text === ''));
    const behind = this.#takeUntil(this.#offset + delimiter.length);
    const depth = isAbsence ? 0 : outlineDepth(words, delimiter !== '');
    const beginsBlock = this.#offset === words.length + behind.length || /^\s*\n/.test(words);
    if (beginsBlock) this.#leave(depth);
    for (const introduction of this.#introductions) introduction.isFollowed = true;
    if (isIntroduction) {
      const introduction = { sentence, words, behind, depth, isFollowed: false };
      this.#introductions = [...this.#introductions, introduction];
    } else if (isBorneOut(sentence) || (isAbsence && this.#text !== '')) {
      for (const introduction of this.#introductions) yield* this.#say(introduction);
      this.#introductions = [];
      yield* this.#say({ sentence, words, behind });
    } else this.#dropped += 1;
  }

  /** Gives up what does not introduce a block so far down. What comes right after a lead-in is always what it means. */
  #leave(depth: number): void {
    this.#introductions = this.#introductions.filter(
      (one) => one.depth < depth || !(one.isFollowed || (isHeadingDepth(one.depth) && isHeadingDepth(depth))),
    );
  }

  #takeUntil(end: number): string {
    const taken = this.#held.slice(0, end - this.#offset);
    this.#held = this.#held.slice(taken.length);
    this.#offset += taken.length;
    return taken;
  }

  *#say({ sentence, words, behind }: HeldSentence): Iterable<ComposeEvent> {
    const citations = sentence.citations.map((number) => this.#renumbered(number));
    const length = sentence.end - sentence.start;
    const before = renumberMarks(words.slice(0, -length), this.#numbers);
    const gap = this.#text === '' ? before.trimStart() : before;
    const said = this.#withOwnMarks(words.slice(-length), sentence.citations);
    const start = this.#text.length + gap.length;
    this.#text += gap + said + behind;
    for (const number of sentence.citations) {
      const event = this.#waiting.get(number);
      if (!this.#waiting.delete(number) || !event) continue;
      yield { ...event, citation: { ...event.citation, number: this.#renumbered(number) } };
    }
    yield { type: 'token', text: gap + said + behind };
    if (sentence.verdict === 'uncited') return;
    const kept = { ...sentence, start, end: start + said.length, citations };
    this.#sentences.push(kept);
    yield { type: 'verdict', sentence: kept };
  }

  /**
   * The words of a sentence with the marks of its own footnotes. One that cites for the sentences before it may have
   * their marks beside its own, and be left out itself.
   */
  #withOwnMarks(words: string, own: readonly number[]): string {
    const numbers = this.#numbers
      .entries()
      .map(([from, to]) => [from, own.includes(from) ? to : undefined] as const);
    const said = renumberMarks(words, new Map(numbers)).trimEnd();
    const marks = own.map((number) => `[${this.#renumbered(number)}]`).filter((mark) => !said.includes(mark));
    return marks.length === 0 ? said : said + gapBehind(said) + marks.join('');
  }

  #renumbered(number: number): number {
    const known = this.#numbers.get(number) ?? this.#numbers.size + 1;
    this.#numbers.set(number, known);
    return known;
  }
}

/**
 * A part of an answer with other numbers in its footnote marks, without those for which that is undefined; marks that
 * are not named stay, and so does code.
 */
export function renumberMarks(text: string, numbers: ReadonlyMap<number, number | undefined>): string {
  if (numbers.entries().every(([from, to]) => from === to)) return text;
  return text.replace(codeOrMark, (found, _run, written?: string) => {
    const from = Number(written);
    if (!numbers.has(from)) return found;
    const number = numbers.get(from);
    return number === undefined ? '' : `[${number}]`;
  });
}
