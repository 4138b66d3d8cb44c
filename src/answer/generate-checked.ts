import type { CheckedSentence } from '../contracts/citation.ts';
import type { GenerateRequest, Generator, ModelUse } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import { isBorneOut, SentenceHold } from './claims/hold-sentences.ts';
import { needsNoSource } from './claims/outline.ts';
import type { AnswerComposer, ComposedAnswer, ComposeEvent } from './compose-answer.ts';
import type { SecondCheck } from './verify/second-check.ts';

/**
 * What becomes of sentences that their sources do not bear out. `mark`: they are said, with their verdict. `drop`: each
 * sentence is held back until it is checked, and those are left out. `regenerate`: the model hears which they are and
 * answers once more, of which what is still not borne out is left out, as it is of the first answer where there is no
 * other. It is not asked for what only introduces others. With what they introduce, headings and lead-ins go.
 */
export type VerifyPolicy = 'mark' | 'drop' | 'regenerate';

export interface GenerateContext {
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
  return { events: second.follow(events), result: () => second.revise(composing.result()), written };
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
