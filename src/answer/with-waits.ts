import type { ModelWait } from '../contracts/generator.ts';
import type { ToldWait } from './answer.ts';
import { toldWait } from './told-wait.ts';
import type { Speaker } from './wording/speaker.ts';

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
