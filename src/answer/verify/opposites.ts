import { byLanguage } from '../../language/language-packs.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { ownValue } from '../../values/own-value.ts';

/** What claims turn round without a denial, by language. */
const written = byLanguage(({ claiming }) => claiming?.opposites);

/** One side of two, by the terms of its words: any stands for it. */
interface Side {
  readonly all: ReadonlySet<string>;
  /** Those that say it plainly, for the side that is opposed, with their words. */
  readonly plain: ReadonlyMap<string, string>;
}

/** Words of one language that are opposites of each other. */
export class Opposites {
  /** Whether they are compared by their terms: words of which none is parted from the next are as they are written. */
  readonly #haveTerms: boolean;
  /** What is said and its opposite, by each term that says it plainly. */
  readonly #pairs = new Map<string, (readonly [said: Side, opposite: Side])[]>();

  /** Without pairs in a language whose opposites are not known here. `termOf` gives the term of a word. */
  constructor(language: string, termOf: (word: string) => string) {
    this.#haveTerms = writesSpaces(language);
    const nameOf = this.#haveTerms ? termOf : (word: string) => word;
    for (const entry of (ownValue(written, language) ?? '').split(';')) {
      const [one, other] = entry.split('/').map((side) => sideOf(side, nameOf));
      if (!one || !other) continue;
      for (const pair of [[one, other] as const, [other, one] as const])
        for (const term of pair[0].plain.keys())
          this.#pairs.set(term, [...(this.#pairs.get(term) ?? []), pair]);
    }
  }

  /** The terms of the words that stand for that of a term. */
  sameAs(term: string): ReadonlySet<string> {
    return new Set(this.#pairs.get(term)?.flatMap(([{ plain }]) => [...plain.keys()]));
  }

  /** The words that stand for a word, itself among them; none where it has no opposite. */
  sameWords(word: string): readonly string[] {
    return this.#pairs.get(word)?.flatMap(([{ plain }]) => [...plain.values()]) ?? [];
  }

  /**
   * The words of a claim of these terms whose opposites stand in its sources, and they themselves do not: “at most” of
   * “at least”, “all” of “some”.
   */
  opposed(
    claim: string,
    terms: ReadonlySet<string>,
    sources: readonly { readonly terms: ReadonlySet<string>; readonly folded: string }[],
  ): readonly string[] {
    const said = this.#haveTerms ? terms : new Set(this.#pairs.keys().filter((word) => claim.includes(word)));
    const inSources = (name: string) =>
      sources.some((source) => (this.#haveTerms ? source.terms.has(name) : source.folded.includes(name)));
    const opposed = new Set<string>();
    for (const term of said)
      for (const [own, opposite] of this.#pairs.get(term) ?? []) {
        const plain = [...opposite.plain.keys()];
        const isOpposed =
          !plain.some((one) => said.has(one)) && !own.all.values().some(inSources) && plain.some(inSources);
        if (isOpposed) opposed.add(own.plain.get(term) ?? term);
      }
    return [...opposed];
  }
}

function sideOf(side: string, nameOf: (word: string) => string): Side {
  const words = side.trim().split(/\s+/);
  const plain = words.filter((word) => !word.startsWith('+'));
  return {
    all: new Set(words.map((word) => nameOf(word.replace('+', '')))),
    plain: new Map(plain.map((word) => [nameOf(word), word])),
  };
}
