import type { ModelWait } from '../contracts/generator.ts';

/** Yields the waits that work is told of while it goes on, and returns what it comes to. Errors: those of `work`. */
export async function* withWaits<T>(
  work: (onWait: (wait: ModelWait) => void) => Promise<T>,
): AsyncGenerator<ModelWait, T> {
  const waits: ModelWait[] = [];
  let told = Promise.withResolvers<undefined>();
  const outcome = work((wait) => {
    waits.push(wait);
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
