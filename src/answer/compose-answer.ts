import type { Analyser } from '../contracts/analyser.ts';
import type { GenerateEvent } from '../contracts/generator.ts';
import type { FootnoteError } from '../errors.ts';
import type { AnswerEvent, CheckedSentence, Citation, ModelUse } from './answer.ts';
import { CitationNarrower } from './citation-narrower.ts';
import type { Footnotes, ProvenCitation } from './cite.ts';
import type { MarkerFormat } from './markers/marker-format.ts';
import { MarkerScanner, type TextPiece } from './markers/marker-scanner.ts';
import { SentenceTracker } from './track-sentences.ts';
import { type SentenceCheck, verifySentence } from './verify/verify-sentence.ts';
import { weakestVerdicts } from './verify/weakest-verdicts.ts';

/** What an answer is put together with. */
export interface ComposeContext {
  readonly footnotes: Footnotes;
  /** How the generator writes its citations. */
  readonly markers: MarkerFormat;
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the answer: the question's. */
  readonly language: string;
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
  readonly warnings: readonly string[];
  /** Why the generator broke off after its first words; undefined where it did not. */
  readonly failure: FootnoteError | undefined;
}

/** What happens while an answer is put together. */
export type ComposeEvent = Extract<AnswerEvent, { type: 'waiting' | 'token' | 'citation' | 'verdict' }>;
type Finish = Extract<GenerateEvent, { type: 'finish' }>;

/**
 * Puts an answer together while it is generated: quotes are written out with their footnote, markers in generated
 * text become footnotes narrowed to the sentences that bear out the claim before them, and every sentence is checked
 * as soon as it is complete.
 */
export class AnswerComposer {
  readonly #context: ComposeContext;
  readonly #scanner: MarkerScanner;
  readonly #tracker: SentenceTracker;
  readonly #narrower: CitationNarrower;
  readonly #citations = new Map<number, ProvenCitation>();
  readonly #sentences: CheckedSentence[] = [];
  readonly #unmatched = new Set<string>();
  readonly #warnings: string[] = [];
  #text = '';
  /** Whether what was quoted last ends with a line. */
  #endsLine = false;
  #finish: Finish | undefined;
  #failure: FootnoteError | undefined;

  constructor(context: ComposeContext) {
    this.#context = context;
    this.#scanner = new MarkerScanner(context.markers);
    this.#tracker = new SentenceTracker(context.language);
    this.#narrower = new CitationNarrower(context.analyser, context.language);
  }

  /** What one event of the generator adds. */
  async *take(event: GenerateEvent): AsyncGenerator<ComposeEvent> {
    if (event.type === 'text') for (const piece of this.#scanner.push(event.text)) yield* this.#piece(piece);
    else if (event.type === 'quote') yield* this.#quote(event);
    else if (event.type === 'warning') this.#warnings.push(event.message);
    else if (event.type === 'waiting') yield event;
    else this.#finish = event;
  }

  /** The rest, once the generator has ended or failed. */
  async *end(): AsyncGenerator<ComposeEvent> {
    for (const piece of this.#scanner.end()) yield* this.#piece(piece);
    for (const span of this.#tracker.end()) yield this.#check(span);
  }

  /** Nothing more will come, since the generator failed. What was said stands. */
  breakOff(failure: FootnoteError): void {
    this.#failure = failure;
  }

  /** All that was taken. */
  result(): ComposedAnswer {
    const { footnotes } = this.#context;
    const finish = this.#finish;
    return {
      text: this.#text,
      citations: weakestVerdicts(this.#citations.values(), this.#sentences),
      sentences: this.#sentences,
      unmatched: [...this.#unmatched],
      model: finish?.model === undefined ? null : modelUse(finish.model, finish),
      complete: finish?.reason === 'stop',
      warnings: [...this.#warnings, ...footnotes.warnings],
      failure: this.#failure,
    };
  }

  async *#quote(event: Extract<GenerateEvent, { type: 'quote' }>): AsyncGenerator<ComposeEvent> {
    const cited = await this.#context.footnotes.cite(event.passage, event);
    if (!cited?.isNew) return;
    const { citation } = cited;
    this.#citations.set(citation.number, citation);
    const { keepsLines = false } = event;
    const between = keepsLines || this.#endsLine ? '\n' : ' ';
    const gap = this.#text === '' ? '' : between;
    this.#endsLine = keepsLines;
    const start = this.#text.length + gap.length;
    yield this.#say(`${gap}${keepsLines ? citation.quote : citation.quote.replace(/\s+/g, ' ')}`);
    yield { type: 'citation', citation: { ...citation, verdict: 'verbatim' } };
    yield this.#say(` [${citation.number}]`);
    const span = { start, end: this.#text.length };
    yield this.#checked(span, { verdict: 'verbatim', missing: [] }, [citation.number]);
  }

  async *#piece(piece: TextPiece): AsyncGenerator<ComposeEvent> {
    if (piece.type === 'marker' && piece.passages.length > 0) {
      yield* this.#marker(piece.passages);
      return;
    }
    if (piece.type === 'marker') this.#unmatched.add(piece.raw);
    // Words in brackets that name no document stay words in brackets.
    const text = piece.type === 'marker' ? piece.raw : piece.text;
    yield this.#say(text);
    for (const span of this.#tracker.push(text)) yield this.#check(span);
  }

  async *#marker(passages: readonly number[]): AsyncGenerator<ComposeEvent> {
    const { footnotes, analyser, language } = this.#context;
    const claim = this.#tracker.current;
    for (const number of passages) {
      const passage = footnotes.passage(number);
      if (!passage) this.#unmatched.add(`[${number}]`);
      if (!passage) continue;
      const cited = await footnotes.cite(number, this.#narrower.narrow(claim, passage.chunk));
      if (!cited) continue;
      const { citation } = cited;
      if (cited.isNew) {
        this.#citations.set(citation.number, citation);
        const { verdict } = verifySentence(claim, [citation.quote], { analyser, language });
        yield { type: 'citation', citation: { ...citation, verdict } };
      }
      const mark = `[${citation.number}]`;
      yield this.#say(mark);
      for (const span of this.#tracker.push(mark)) yield this.#check(span);
    }
  }

  #say(text: string): ComposeEvent {
    this.#text += text;
    return { type: 'token', text };
  }

  #check(span: { start: number; end: number }): ComposeEvent {
    const { analyser, language } = this.#context;
    const sentence = this.#text.slice(span.start, span.end);
    const numbers = [...new Set([...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)))];
    const cited = numbers.filter((number) => this.#citations.has(number));
    const quotes = cited.map((number) => this.#citations.get(number)?.quote ?? '');
    return this.#checked(span, verifySentence(sentence, quotes, { analyser, language }), cited);
  }

  #checked(
    { start, end }: { start: number; end: number },
    { verdict, missing }: SentenceCheck,
    citations: readonly number[],
  ): ComposeEvent {
    const sentence: CheckedSentence = { start, end, verdict, citations, missing };
    this.#sentences.push(sentence);
    return { type: 'verdict', sentence };
  }
}

function modelUse(name: string, { reason, usage }: Finish): ModelUse {
  return {
    name,
    finishReason: reason,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  };
}
