import { CodeTracker } from './code-tracker.ts';
import type { MarkerFormat } from './marker-formats.ts';
import { isTarget, longestBefore, readSign } from './read-sign.ts';

/** A piece of generated text: words, or a complete citation marker with the passages that it names. */
export type TextPiece = { readonly type: 'text'; readonly text: string } | Marker;

/** A citation as a model writes it. */
export interface Marker {
  readonly type: 'marker';
  /** As the model wrote it. */
  readonly raw: string;
  /** Numbers of passages, in the order named; those that were not given among them. */
  readonly passages: readonly number[];
}

/** Where code may begin or end, with a whole run of its marks, and where a marker may begin. */
const signs = /\n|`+|~+|[[【［(（\\<]/g;
const isCodeSign = /^[\n`~]/;

/** What stands at a place of what is held. */
type Found =
  | { readonly type: 'words' | 'codeSign' | 'nothing'; readonly length: number }
  | { readonly type: 'marker'; readonly length: number; readonly passages: readonly number[] };

/**
 * Finds citation markers in text that arrives in pieces. A marker is given out whole or not at all; what turns out to
 * be no marker, or stands in code, is given out as text. Where a marker is written as a link, with brackets of its own
 * maybe, its target is left out. Nothing is held back longer than a marker can be.
 *
 * However a text is cut, the same is found in it: what a sign begins is told by as few of the characters behind it as
 * tell, though more may have come.
 */
export class MarkerScanner {
  readonly #format: MarkerFormat;
  readonly #code = new CodeTracker();
  /** What has not been given out: from a sign on, as long as nothing tells what it begins. */
  #held = '';
  /** The end of what has been given out. */
  #before = '';
  #isBehindMarker = false;

  constructor(format: MarkerFormat) {
    this.#format = format;
  }

  /** What the text so far settles. */
  push(text: string): readonly TextPiece[] {
    const untold = this.#held.length;
    this.#held += text;
    return this.#settle(untold, false);
  }

  /** The rest. */
  end(): readonly TextPiece[] {
    return this.#settle(this.#held.length, true);
  }

  /** `untold`: so many characters of what is held do not tell what they begin. */
  #settle(untold: number, isEnd: boolean): readonly TextPiece[] {
    const pieces: TextPiece[] = [];
    const held = this.#held;
    let words = '';
    let at = 0;
    while (at < held.length) {
      const found = this.#findAt(at, at === 0 ? untold : 0, isEnd);
      if (!found) break;
      const { type, length } = found;
      const text = held.slice(at, at + length);
      at += length;
      this.#isBehindMarker = type === 'marker';
      if (type === 'codeSign') this.#code.sign(text);
      else if (type === 'marker') this.#code.marker(text);
      else this.#code.words(text);
      if (type === 'marker') {
        if (words !== '') pieces.push({ type: 'text', text: words });
        words = '';
        pieces.push({ type, raw: text, passages: found.passages });
      } else if (type !== 'nothing') words += text;
    }
    this.#before = this.#beforePlace(at);
    this.#held = held.slice(at);
    if (words !== '') pieces.push({ type: 'text', text: words });
    return pieces;
  }

  /** What stands at a place; undefined where what is still to come may tell. */
  #findAt(at: number, untold: number, isEnd: boolean): Found | undefined {
    const held = this.#held;
    if (this.#isBehindMarker && held.startsWith('(', at)) {
      const told = this.#told(at, untold, isTarget);
      if (told?.reading === true) return { type: 'nothing', length: told.length };
      return told || isEnd ? { type: 'words', length: 1 } : undefined;
    }
    signs.lastIndex = at;
    const sign = signs.exec(held);
    if (sign?.index !== at) return { type: 'words', length: (sign?.index ?? held.length) - at };
    const { length } = sign[0];
    if (isCodeSign.test(sign[0])) {
      // The rest of a run may come with the next piece.
      const isWhole = sign[0] === '\n' || at + length < held.length || isEnd;
      return isWhole ? { type: 'codeSign', length } : undefined;
    }
    if (this.#code.isInCode) return { type: 'words', length };
    const context = { format: this.#format, before: this.#beforePlace(at) };
    const told = this.#told(at, untold, (text) => readSign(text, context));
    if (!told) return isEnd ? { type: 'words', length } : undefined;
    if (told.reading === 'words') return { type: 'words', length };
    if (told.reading === 'nothing') return { type: 'nothing', length: told.length };
    return { type: 'marker', length: told.length, passages: told.reading };
  }

  /** The reading that as few characters from a place on have as any; undefined where none have one yet. */
  #told<T>(at: number, untold: number, read: (text: string) => T | undefined) {
    for (let length = untold + 1; at + length <= this.#held.length; length++) {
      const reading = read(this.#held.slice(at, at + length));
      if (reading !== undefined) return { reading, length };
    }
    return undefined;
  }

  #beforePlace(at: number): string {
    const before = this.#held.slice(Math.max(0, at - longestBefore), at);
    return (this.#before + before).slice(-longestBefore);
  }
}
