import { wordCharacter } from '../../text/word-character.ts';

/** Marks that may end a sentence. */
const endMark = /[.!?…。！？।؟:;\n]/g;

const digit = /\d/;

/**
 * Finds where in a growing text it is worth a look whether a sentence has ended: where the first word begins behind a
 * mark that may end one, footnote marks in between aside, and where that word is whole, from where on nothing changes
 * it. However the text is cut, these are the same places.
 */
export class LookPoints {
  #stage: 'within' | 'behindEnd' | 'inMark' | 'inNumberOfMark' | 'inFirstWord' = 'within';

  /** The place of `text[from, to)` behind the first character to look behind; undefined where there is none. */
  next(text: string, from: number, to: number): number | undefined {
    for (let at = from; at < to; at++) {
      if (this.#stage === 'within') {
        endMark.lastIndex = at;
        at = endMark.exec(text)?.index ?? to;
        if (at < to) this.#stage = 'behindEnd';
      } else if (this.#takes(text.charAt(at))) return at + 1;
    }
    return undefined;
  }

  /** A sentence was found to end where it was looked last: a word that begins there is the first of another. */
  hasEnded(): void {
    if (this.#stage === 'inFirstWord') this.#stage = 'within';
  }

  /** Whether to look behind this character, which follows an end. */
  #takes(character: string): boolean {
    const stage = this.#stage;
    const isNumber = stage === 'inNumberOfMark';
    if (isNumber && character === ']') this.#stage = 'behindEnd';
    else if ((isNumber || stage === 'inMark') && digit.test(character)) this.#stage = 'inNumberOfMark';
    else {
      const isOfWord = wordCharacter.test(character);
      if (stage === 'inFirstWord' && isOfWord) return false;
      // What no bracket closes was no mark but a word.
      const isBehindWord = stage === 'inFirstWord' || isNumber;
      if (isOfWord) this.#stage = 'inFirstWord';
      else if (isBehindWord) this.#stage = character.search(endMark) < 0 ? 'within' : 'behindEnd';
      else this.#stage = character === '[' ? 'inMark' : 'behindEnd';
      return isOfWord || isBehindWord;
    }
    return false;
  }
}
