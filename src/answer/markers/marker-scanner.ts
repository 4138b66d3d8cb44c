import type { MarkerFormat } from './marker-format.ts';

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
  push(text: string): readonly TextPiece[] {
    this.#held += text;
    return this.#settle(false);
  }

  /** The rest. */
  end(): readonly TextPiece[] {
    return this.#settle(true);
  }

  #settle(isEnd: boolean): readonly TextPiece[] {
    const pieces: TextPiece[] = [];
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
      if (words !== '') pieces.push({ type: 'text', text: words });
      words = '';
      pieces.push({ type: 'marker', raw: marker, passages });
      at = close + 1;
    }
    this.#held = held.slice(at);
    if (words !== '') pieces.push({ type: 'text', text: words });
    return pieces;
  }

  #mayBegin(text: string): boolean {
    return text.length < this.#format.maxLength && this.#format.mayBegin(text);
  }

  #read(marker: string): readonly number[] | undefined {
    // What would not have been waited for is no marker either when it comes in one piece.
    return this.#mayBegin(marker.slice(0, -1)) ? this.#format.read(marker) : undefined;
  }
}
