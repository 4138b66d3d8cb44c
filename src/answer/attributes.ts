import type { Analyser } from '../contracts/analyser.ts';
import type { StandInTerm } from '../contracts/generator.ts';
import { type Attribute, none } from '../language/language-pack.ts';
import { byLanguage } from '../language/language-packs.ts';
import { distinctTerms, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';

const words = byLanguage(({ comparing }) => comparing?.attributes);

/** What a name for an attribute counts for beside the word that asks for it: “Price” for “cost”. */
const standInWeight = 0.7;

/** Letters of what a compound may end with, fewest: “Einzelpreis”. */
const shortestEnd = 4;

/** What things have, prices, weights, days, by the words of one language for them. */
export class Attributes {
  readonly #language: string;
  readonly #analyser: Analyser;
  readonly #known: ReadonlyMap<
    Attribute,
    { readonly named: readonly string[]; readonly all: readonly string[] }
  >;

  /** @param language a BCP 47 primary subtag; of one that is not known there are no attributes */
  constructor(language: string, analyser: Analyser) {
    this.#language = language;
    this.#analyser = analyser;
    const known = ownValue(words, language);
    const names = known ? (Object.keys(known) as Attribute[]) : [];
    this.#known = new Map(
      names.flatMap((name) => {
        const attribute = known?.[name] ?? none;
        if (attribute === none) return [];
        const named = attribute.named.split(/\s+/);
        const asked = attribute.asked === none ? [] : attribute.asked.split(/\s+/);
        return [[name, { named, all: [...named, ...asked] }] as const];
      }),
    );
  }

  /** All words for an attribute, those that ask for it among them. */
  wordsFor(attribute: Attribute): readonly string[] {
    return this.#known.get(attribute)?.all ?? [];
  }

  /** The attributes that words ask for: “cost” asks for a price. */
  askedBy(asked: readonly string[]): readonly Attribute[] {
    const [lower, text] = [asked.map((word) => word.toLowerCase()), asked.join('')];
    const isAsked = writesSpaces(this.#language)
      ? (word: string) => lower.includes(word)
      : (word: string) => word.length > 1 && text.includes(word);
    return [...this.#known].flatMap(([attribute, { all }]) => (all.some(isAsked) ? [attribute] : []));
  }

  /** The words for attributes in a text of a language without spaces that have a part in them: “电话号码” of “号”. */
  phrasesWith(part: string, text: string): readonly string[] {
    const all = [...this.#known.values()].flatMap((one) => one.all);
    return all.filter((word) => word.includes(part) && text.includes(word));
  }

  /** The attributes that the name of a column or a text has a word for: “Price”, “Einzelpreis”, “价格（元）”. */
  namedIn(text: string): readonly Attribute[] {
    const lower = text.toLowerCase();
    const stems = distinctTerms(this.#analyser, text, this.#language);
    const written = lower.match(/[\p{L}\p{M}]+/gu) ?? [];
    const isNamed = writesSpaces(this.#language)
      ? (word: string) =>
          distinctTerms(this.#analyser, word, this.#language).isSubsetOf(stems) ||
          (word.length >= shortestEnd && written.some((one) => one !== word && one.endsWith(word)))
      : (word: string) => lower.includes(word);
    return [...this.#known].flatMap(([attribute, { all }]) => (all.some(isNamed) ? [attribute] : []));
  }

  /**
   * What stands in for words of a question that ask for attributes: their other names, as terms of the language that
   * they are looked for in. Days are called in many ways.
   */
  standIns(question: string, documentLanguage: string): readonly StandInTerm[] {
    const asked = question.match(/[\p{L}\p{M}]+/gu) ?? [];
    const termsOf = (word: string) => [...distinctTerms(this.#analyser, word, documentLanguage)];
    return this.askedBy(asked).flatMap((attribute) => {
      const { named = [], all = [] } = this.#known.get(attribute) ?? {};
      if (attribute === 'date') return [];
      const standsFor = all.filter((word) => question.toLowerCase().includes(word)).flatMap(termsOf);
      // Of these nothing has more or less, and all their words are names.
      const names = attribute === 'birth' || attribute === 'phone' ? all : named;
      const terms = [...new Set(names.flatMap(termsOf))].filter((term) => !standsFor.includes(term));
      return terms.map((term) => ({ term, standsFor, weight: standInWeight }));
    });
  }
}
