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

/** What a marker begins with, and its end: models that write Chinese or Japanese often take the brackets of these. */
const brackets: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］' };

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
      const open = openingFrom(held, at);
      if (open < 0) {
        words += held.slice(at);
        at = held.length;
        break;
      }
      words += held.slice(at, open);
      at = open;
      const bracket = held.charAt(open);
      const close = held.indexOf(brackets[bracket] ?? ']', open);
      const marker = close < 0 ? undefined : held.slice(open, close + 1);
      if (marker === undefined && !isEnd && this.#mayBegin(held.slice(open + 1))) break;
      const passages = marker === undefined ? undefined : this.#read(marker);
      if (marker === undefined || passages === undefined) {
        words += bracket;
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
    return text.length + 1 < this.#format.maxLength && this.#format.mayBegin(text);
  }

  #read(marker: string): readonly number[] | undefined {
    // What would not have been waited for is no marker either when it comes in one piece.
    const written = marker.slice(1, -1);
    return this.#mayBegin(written) ? this.#format.read(written) : undefined;
  }
}

/** Where the next bracket opens; −1 where none does. */
function openingFrom(text: string, start: number): number {
  const opening = /[[【［]/g;
  opening.lastIndex = start;
  return opening.exec(text)?.index ?? -1;
}
