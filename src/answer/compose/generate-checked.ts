import type { CheckedSentence, GenerateRequest, Generator, ModelUse } from '../../contracts/generator.ts';
import { isFootnoteError } from '../../errors.ts';
import { saysAbsence } from '../verify/label.ts';
import type { SecondCheck } from '../verify/second-check.ts';
import {
  type AnswerComposer,
  type ComposedAnswer,
  type ComposeEvent,
  weakestVerdicts,
} from './compose-answer.ts';
import {
  delimiterRow,
  gapBehind,
  introduces,
  isHeadingDepth,
  needsNoSource,
  outlineDepth,
} from './outline.ts';

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
