import type { CheckedSentence } from '../contracts/citation.ts';
import type { GenerateRequest, Generator } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import type { AnswerComposer, ComposedAnswer, ComposeEvent } from './compose-answer.ts';
import { isBorneOut, SentenceHold } from './hold-sentences.ts';
import { onlyIntroduces } from './only-introduces.ts';
import type { SecondCheck } from './verify/second-check.ts';

/**
 * What becomes of sentences that their sources do not bear out. `mark`: they are said, with their verdict. `drop`: each
 * sentence is held back until it is checked, and those are left out. `regenerate`: the model hears which they are and
 * answers once more, of which what is still not borne out is left out; for what only introduces others it is not asked.
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
    refused.length === composed.sentences.length || !onlyIntroduces(composed.text, sentence);
  const wrong = refused.filter(isWrong);
  if (wrong.length > 0) return yield* composeHeld(retry(request, composed, wrong), context);
  const hold = new SentenceHold();
  for (const event of events) yield* hold.take(event);
  return hold.result(composed);
}

/** An answer in the making: what there is of it is known once its events have been taken. */
interface Draft {
  readonly events: AsyncGenerator<ComposeEvent, void>;
  readonly result: () => ComposedAnswer;
}

function draftOf(request: GenerateRequest, { generator, composer, secondCheck }: GenerateContext): Draft {
  const composing = composer();
  const events = said(request, generator, composing);
  const second = secondCheck?.();
  if (!second) return { events, result: () => composing.result() };
  return { events: second.follow(events), result: () => second.revise(composing.result()) };
}

async function* composeHeld(
  request: GenerateRequest,
  context: GenerateContext,
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const { events, result } = draftOf(request, context);
  const hold = new SentenceHold();
  for await (const event of events) yield* hold.take(event);
  return hold.result(result());
}

/**
 * What the composer makes of the generator's words, and of those before it broke off. Errors: those before its first
 * word, `aborted`.
 */
async function* said(
  request: GenerateRequest,
  generator: Generator,
  composing: AnswerComposer,
): AsyncGenerator<ComposeEvent, void> {
  let hasQuoted = false;
  let hasSpoken = false;
  try {
    for await (const event of generator.generate(request)) {
      hasQuoted ||= event.type === 'quote';
      hasSpoken ||= event.type === 'text';
      yield* composing.take(event);
    }
  } catch (error) {
    if (!(hasSpoken || hasQuoted) || !isFootnoteError(error) || error.code === 'aborted') throw error;
    // Whoever quotes is no model.
    composing.breakOff(error, hasSpoken ? generator.name : undefined);
  }
  yield* composing.end();
}

function retry(
  request: GenerateRequest,
  draft: ComposedAnswer,
  refused: readonly CheckedSentence[],
): GenerateRequest {
  const sentences = refused.map(({ start, end }) => `- ${draft.text.slice(start, end)}`).join('\n');
  const correction = `The documents do not bear out these sentences of your answer:\n${sentences}\nAnswer again with what the documents say, every sentence with its citation.`;
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: draft.text },
      { role: 'user', content: correction },
    ],
  };
}
