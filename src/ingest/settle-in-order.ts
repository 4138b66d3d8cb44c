/** Work that has begun. */
export interface Begun<T> {
  readonly result: Promise<T>;
  /** What it holds in memory until it is done. */
  readonly bytes: number;
}

/**
 * The results of works in the order in which the works began, while later ones go on: at most `maxAhead` besides
 * the one waited for, and fewer where they hold more than `maxBytes` together. What fails is thrown in its turn;
 * works begun after it are left alone, and their failures are not heard.
 */
export async function* settleInOrder<T>(
  works: AsyncIterable<Begun<T>>,
  { maxAhead, maxBytes }: { readonly maxAhead: number; readonly maxBytes: number },
): AsyncGenerator<T> {
  const begun: Begun<T>[] = [];
  let bytes = 0;
  for await (const work of works) {
    // It is awaited when its turn comes; failing before that must not count as unhandled.
    work.result.catch(() => {});
    begun.push(work);
    bytes += work.bytes;
    while (begun.length > maxAhead || (bytes > maxBytes && begun.length > 0)) {
      const first = begun.shift() as Begun<T>;
      bytes -= first.bytes;
      yield await first.result;
    }
  }
  for (const { result } of begun) yield await result;
}
