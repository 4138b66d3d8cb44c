import { unusable } from '../values/require-arguments.ts';
import type { Answer, AnswerEvent } from './answer.ts';

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
