/** Words are learnt up to this many different ones. */
const maxWords = 200_000;

/** No broken word is longer. */
const maxWordLength = 60;

/** A shorter end is one of a word, and a shorter beginning too. */
const minPart = 3;

const wholeWords = /\p{L}+(?:-\p{L}+)*(?!\p{L}|-?$)/gu;

/** A word in capitals and a space before another. */
const beforeCapitals = /(?<![\p{L}-])(\p{Lu}+) (?=(\p{Lu}+)(?![\p{L}-]))/gu;

/** A document's words: they tell whether a hyphen at the end of a line breaks a word or is a compound's own. */
export class KnownWords {
  /** How often each comes. */
  readonly #words = new Map<string, number>();

  /** Learns the words within a line, compounds whole; what stands at its end may be broken and is left out. */
  learn(line: string): void {
    if (this.#words.size >= maxWords) return;
    for (const word of line.toLowerCase().match(wholeWords) ?? [])
      this.#words.set(word, this.#count(word) + 1);
  }

  /** A heading without the spaces that a program left within words in capitals: `OVERVI EW`. */
  mended(heading: string): string {
    return heading.replace(beforeCapitals, (whole: string, first: string, rest: string) =>
      this.#isTorn(first.toLowerCase(), rest.toLowerCase()) ? first : whole,
    );
  }

  /** Two that are no words of the document and together are one. */
  #isTorn(first: string, rest: string): boolean {
    return this.#count(first + rest) > 1 && this.#count(first) <= 1 && this.#count(rest) <= 1;
  }

  #count(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  /** The text of two lines as one: a word that is broken at the line's end becomes whole again. */
  join(before: string, after: string): string {
    const end = before.slice(-maxWordLength);
    if (!/[-\u00ad\u2010–—/]$/.test(end)) return `${before} ${after}`;
    if (end.endsWith('\u00ad')) return before.slice(0, -1) + after;
    const [, parts = '', first] = /(?<![-\p{L}])((?:\p{L}+-)*)(\p{L}+)[-\u2010]$/u.exec(end) ?? [];
    if (first === undefined) return /[\p{L}\d].$/u.test(end) ? before + after : `${before} ${after}`;
    const rest = /^\p{L}+-?/u.exec(after)?.[0] ?? '';
    const isBreak = /^\p{Ll}/u.test(rest) && /\p{Ll}$|^\p{L}$/u.test(first);
    const isOne =
      parts === '' ? !this.#isCompound(first.toLowerCase(), rest) : this.#endsCompound(parts, first + rest);
    return isBreak && isOne ? before.slice(0, -1) + after : before + after;
  }

  /** Whether the document has a word behind these parts of a compound, or by itself. */
  #endsCompound(parts: string, word: string): boolean {
    return [parts + word, word].some((known) => this.#words.has(known.toLowerCase()));
  }

  /**
   * A word that the document writes with a hyphen; a word of it, with an end of three letters or a further part of a
   * compound, that it never writes as one.
   */
  #isCompound(first: string, rest: string): boolean {
    const words = this.#words;
    if (words.has(`${first}-${rest}`)) return true;
    const areLong = rest.length >= minPart && first.length >= minPart;
    return areLong && words.has(first) && !words.has(first + rest.replace('-', ''));
  }
}
