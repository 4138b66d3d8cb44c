import { setTimeout } from 'node:timers/promises';
import { isFootnoteError, throwIfAborted } from '../errors.ts';
import type { AnswerEvent } from './answer.ts';
import { storeAway } from './finish-answer.ts';
import type { PopularPassages } from './popular-passages.ts';

export interface OutageOptions {
  readonly question: string;
  /** Names what the question may see; null for what is not to be shared with other questions. */
  readonly scope: string | null;
  /** What to show while the store is away. Answers that come about are counted in it. */
  readonly popular: PopularPassages;
  readonly signal?: AbortSignal | undefined;
  /** Before the second try. Default 250, with up to a quarter of it more at random. */
  readonly backoffMs?: number;
}

/** Passages shown. */
const passagesShown = 3;

/**
 * The events of an answer. Where the store is away before the first of them, it is tried once more; then the passages
 * that recent answers cited most are shown, and what they are is said. Errors: those of `run`; of a store that is away
 * where nothing is remembered. Requirement row C8.
 */
export async function* answerDespiteOutage(
  run: () => AsyncIterable<AnswerEvent>,
  options: OutageOptions,
): AsyncGenerator<AnswerEvent, void> {
  const { question, scope, popular, signal, backoffMs = 250 } = options;
  for (let isLastTry = false; ; isLastTry = true) {
    let hasBegun = false;
    try {
      for await (const event of run()) {
        hasBegun ||= event.type !== 'waiting';
        if (event.type === 'done' && scope !== null) popular.note(scope, event.answer.citations);
        yield event;
      }
      return;
    } catch (error) {
      if (hasBegun || !isAway(error)) throw error;
      if (!isLastTry) {
        await setTimeout(backoffMs * (1 + Math.random() / 4), undefined, { signal }).catch(() =>
          throwIfAborted(signal),
        );
        continue;
      }
      const shown = scope === null ? [] : popular.best(scope, passagesShown);
      if (shown.length === 0) throw error;
      yield* answerFrom(shown, question);
      return;
    }
  }
}

const said =
  'The documents cannot be reached just now, so this does not answer the question. Recent answers quoted most:';

function* answerFrom(
  shown: ReturnType<PopularPassages['best']>,
  question: string,
): Generator<AnswerEvent, void> {
  let text = said;
  yield { type: 'token', text };
  for (const citation of shown) {
    const quoted = `\n“${citation.quote}”`;
    const mark = ` [${citation.number}]`;
    yield { type: 'token', text: quoted };
    yield { type: 'citation', citation };
    yield { type: 'token', text: mark };
    text += quoted + mark;
  }
  yield { type: 'done', answer: storeAway(question, text, shown) };
}

function isAway(error: unknown): boolean {
  return isFootnoteError(error) && (error.code === 'store_busy' || error.code === 'store_unavailable');
}
