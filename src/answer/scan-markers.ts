/** A piece of generated text: words, or a complete citation marker with the passages that it names. */
export type TextPiece =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'marker';
      /** As the model wrote it. */
      readonly raw: string;
      /** Numbers of passages, in the order named; those that were not given among them. */
      readonly passages: readonly number[];
    };

/** How markers are written, and what they mean. */
export interface MarkerFormat {
  /** Longest marker that is waited for, in UTF-16 code units. */
  readonly maxLength: number;
  /** Whether this text could be the beginning of a marker; asked about text from a `[` on. */
  mayBegin(text: string): boolean;
  /** The passages that a complete `[…]` names; undefined where it is no citation but words in brackets. */
  read(marker: string): readonly number[] | undefined;
}

/**
 * Finds citation markers in text that arrives in pieces. A marker is given out whole or not at all, however it was
 * cut; what turns out to be no marker is given out as text. Nothing is held back longer than a marker can be.
 */
export class MarkerScanner {
  readonly #format: MarkerFormat;
  #held = '';

  constructor(format: MarkerFormat) {
    this.#format = format;
  }

  /** What the text so far settles. */
  *push(text: string): Generator<TextPiece> {
    this.#held += text;
    yield* this.#settle(false);
  }

  /** The rest. */
  *end(): Generator<TextPiece> {
    yield* this.#settle(true);
  }

  *#settle(isEnd: boolean): Generator<TextPiece> {
    let words = '';
    let at = 0;
    const held = this.#held;
    while (at < held.length) {
      const open = held.indexOf('[', at);
      if (open < 0) {
        words += held.slice(at);
        at = held.length;
        break;
      }
      words += held.slice(at, open);
      at = open;
      const close = held.indexOf(']', open);
      const marker = close < 0 ? undefined : held.slice(open, close + 1);
      if (marker === undefined && !isEnd && this.#mayBegin(held.slice(open))) break;
      const passages = marker === undefined ? undefined : this.#read(marker);
      if (marker === undefined || passages === undefined) {
        words += '[';
        at = open + 1;
        continue;
      }
      if (words !== '') yield { type: 'text', text: words };
      words = '';
      yield { type: 'marker', raw: marker, passages };
      at = close + 1;
    }
    this.#held = held.slice(at);
    if (words !== '') yield { type: 'text', text: words };
  }

  #mayBegin(text: string): boolean {
    return text.length < this.#format.maxLength && this.#format.mayBegin(text);
  }

  #read(marker: string): readonly number[] | undefined {
    return marker.length <= this.#format.maxLength ? this.#format.read(marker) : undefined;
  }
}

/** `[1]`, `[2, 3]`, `[4][5]`: the passage's number. */
export const numberMarkers: MarkerFormat = {
  maxLength: 40,
  mayBegin: (text) => /^\[[\d\s,;]*$/.test(text),
  read(marker) {
    if (!/^\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]$/.test(marker)) return undefined;
    return marker.match(/\d+/g)?.map(Number);
  },
};
