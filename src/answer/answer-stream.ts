import type { ModelWait } from '../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { unusable } from '../values/require-arguments.ts';
import type { Answer, AnswerEvent, ToldWait } from './answer.ts';
import type { Speaker } from './wording/speaker.ts';

/**
 * An answer in the making. Awaited, it is the whole {@link Answer}; iterated, its events as they happen:
 *
 * ```ts
 * const answer = await footnote.ask('When is the rent due?');
 * for await (const event of footnote.ask('When is the rent due?')) if (event.type === 'token') print(event.text);
 * ```
 *
 * Work begins with the first of the two: an answer that nobody asks for costs nothing. It can be iterated once, or
 * awaited as often as one likes. Leaving the loop stops the work. Errors are those of `Footnote.ask`, and
 * `request_invalid` where it is asked for a second time.
 */
export interface AnswerStream extends AsyncIterable<AnswerEvent>, Promise<Answer> {}

/** Makes a stream of what `run` yields; `run` is called when somebody wants it. */
export function answerStream(run: () => AsyncGenerator<AnswerEvent, void>): AnswerStream {
  let isStarted = false;
  const start = () => {
    if (isStarted) throw unusable('answer', 'it can be either iterated once or awaited. Ask again');
    isStarted = true;
    return run();
  };
  let answer: Promise<Answer> | undefined;
  const whole = () => (answer ??= lastAnswer(start));
  return {
    [Symbol.asyncIterator]: start,
    [Symbol.toStringTag]: 'AnswerStream',
    // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
    then: (onAnswer, onError) => whole().then(onAnswer, onError),
    catch: (onError) => whole().catch(onError),
    finally: (onEnd) => whole().finally(onEnd),
  };
}

async function lastAnswer(start: () => AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of start()) if (event.type === 'done') return event.answer;
  throw new Error('An answer ended without its last event.');
}

/** A wait with the words that whoever asked is told it in. Requirement row C8. */
export function toldWait(wait: ModelWait, speaker: Speaker): ToldWait {
  const { reason, seconds } = wait;
  if (seconds === null) return { ...wait, message: speaker.say({ sentence: 'highTraffic' }) };
  const sentence = reason === 'no-answer' ? 'modelSilent' : 'highTrafficFor';
  return { ...wait, message: speaker.say({ sentence, span: speaker.seconds(seconds) }) };
}

/** Tells the waits that work is told of while it goes on, and returns what it comes to. Errors: those of `work`. */
export async function* withWaits<T>(
  speaker: Speaker,
  work: (onWait: (wait: ModelWait) => void) => Promise<T>,
): AsyncGenerator<ToldWait, T> {
  const waits: ToldWait[] = [];
  let told = Promise.withResolvers<undefined>();
  const outcome = work((wait) => {
    waits.push(toldWait(wait, speaker));
    told.resolve(undefined);
  }).then((value) => ({ value }));
  // It is awaited in the loop, which whoever asked may have left.
  outcome.catch(() => {});
  for (;;) {
    const ended = await Promise.race([outcome, told.promise]);
    yield* waits.splice(0);
    if (ended) return ended.value;
    told = Promise.withResolvers();
  }
}

/** The error that ends an answer whose generator broke off after its first words; it carries what was said. */
export function answerIncomplete(answer: Answer, failure: FootnoteError): FootnoteError {
  return new FootnoteError('answer_incomplete', { reason: failure.finding, answer }, { cause: failure });
}

/** What was said before an answer broke off, `complete` false; undefined of every other error. */
export function incompleteAnswer(error: unknown): Answer | undefined {
  if (!isFootnoteError(error) || error.code !== 'answer_incomplete') return undefined;
  return error.details['answer'] as Answer;
}
