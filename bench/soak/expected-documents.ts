/** The revision of a document; null where there is none. */
export type Revision = number | null;

/** A revision, and when a reader may see it. Times are those of `performance.now()`. */
interface Span {
  readonly revision: Revision;
  readonly sinceMs: number;
  untilMs: number;
}

/**
 * What readers may see of documents that change meanwhile: a revision from the moment at which its file was written
 * until a later one was acknowledged, or was seen by anybody.
 */
export class ExpectedDocuments {
  readonly #spans = new Map<string, Span[]>();

  get names(): Iterable<string> {
    return this.#spans.keys();
  }

  /** A file is about to be written, or removed. */
  begin(name: string, revision: Revision): void {
    const spans = this.#spans.get(name) ?? [
      { revision: null, sinceMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY },
    ];
    spans.push({ revision, sinceMs: performance.now(), untilMs: Number.POSITIVE_INFINITY });
    this.#spans.set(name, spans);
  }

  /** Whoever asks from now on sees the latest. */
  acknowledge(name: string): void {
    this.seen(name, this.latest(name), performance.now());
  }

  /** Whoever asked later than this moment sees nothing that is older. */
  seen(name: string, revision: Revision, atMs: number): void {
    const spans = this.#spans.get(name) ?? [];
    const place = spans.findLastIndex((span) => span.revision === revision);
    for (const span of spans.slice(0, Math.max(place, 0))) span.untilMs = Math.min(span.untilMs, atMs);
  }

  latest(name: string): Revision {
    return this.#spans.get(name)?.at(-1)?.revision ?? null;
  }

  /** What a request that began and ended then may have seen. */
  permitted(name: string, beganMs: number, endedMs: number): readonly Revision[] {
    const spans = this.#spans.get(name) ?? [];
    return spans
      .filter(({ sinceMs, untilMs }) => sinceMs <= endedMs && untilMs >= beganMs)
      .map(({ revision }) => revision);
  }
}

const syllables = 'ba ke di fo gu la me ni po ru sa te vi zo'.split(' ');

/** A word of its own for each document, by which it can be asked for. */
export function houseOf(name: string): string {
  let number = Number(name.replaceAll(/\D/g, '')) + 10_000;
  let word = '';
  for (; number > 0; number = Math.floor(number / syllables.length))
    word += syllables[number % syllables.length];
  return word[0]?.toUpperCase() + word.slice(1);
}

/**
 * Several chunks long, with the revision in each sentence, so that a mixture shows. All are equally long and cut at the
 * same places, so that all have equally many chunks.
 */
export function documentText(name: string, revision: number): string {
  const house = houseOf(name);
  const stand = `r${String(revision).padStart(4, '0')}`;
  const room = (n: number) =>
    `The door of room ${n} in the house ${house} has the colour ${stand}. ${`The windows of the house ${house} have the colour ${stand} too. `.repeat(25)}`;
  const parts = [1, 2, 3].map((n) => `Room ${n}\n------\n\n${room(n).trim()}`);
  return `House ${house}\n==========\n\n${parts.join('\n\n')}\n`;
}
