/** Words are learnt up to this many different ones. */
const maxWords = 200_000;

/** No broken word is longer. */
const maxWordLength = 60;

/** A shorter end is one of a word. */
const minRest = 3;

const wholeWords = /\p{L}{3,}(?:-\p{L}+)*(?!-?$)/gu;

/** A document's words: they tell whether a hyphen at the end of a line breaks a word or is a compound's own. */
export class KnownWords {
  readonly #words = new Set<string>();

  /** Learns the words within a line, compounds whole and in parts; those at its end may be broken. */
  learn(line: string): void {
    if (this.#words.size >= maxWords) return;
    for (const word of line.toLowerCase().match(wholeWords) ?? []) this.#words.add(word);
  }

  /** The text of two lines as one: a word that is broken at the line's end becomes whole again. */
  join(before: string, after: string): string {
    const end = before.slice(-maxWordLength);
    if (!/[-\u00ad\u2010–—/]$/.test(end)) return `${before} ${after}`;
    if (end.endsWith('\u00ad')) return before.slice(0, -1) + after;
    const first = /(?<![-\p{L}])(\p{L}+)[-\u2010]$/u.exec(end)?.[1];
    if (first === undefined) return /[\p{L}\d].$/u.test(end) ? before + after : `${before} ${after}`;
    const rest = /^\p{L}+-?/u.exec(after)?.[0] ?? '';
    const isBreak = /^\p{Ll}/u.test(rest) && /\p{Ll}$|^\p{L}$/u.test(first);
    return isBreak && !this.#isCompound(first.toLowerCase(), rest)
      ? before.slice(0, -1) + after
      : before + after;
  }

  /**
   * A word that the document writes with a hyphen; a word of it, with an end of three letters or a further part of a
   * compound, that it never writes as one.
   */
  #isCompound(first: string, rest: string): boolean {
    const words = this.#words;
    if (words.has(`${first}-${rest}`)) return true;
    return rest.length >= minRest && words.has(first) && !words.has(first + rest.replace('-', ''));
  }
}
