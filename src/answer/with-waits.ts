import type { ModelWait } from '../contracts/generator.ts';
import type { ToldWait } from './answer.ts';
import type { Speaker } from './wording/speaker.ts';

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
