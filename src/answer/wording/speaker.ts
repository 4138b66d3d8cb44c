import type { SentenceName, SpokenLanguage, Wording } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { wording as english } from '../../language/packs/en.ts';

/** What Footnote itself says, by language. */
export const wordings = byLanguage(({ wording }) => wording) as Readonly<Record<SpokenLanguage, Wording>>;

/** What a sentence leaves to be filled in. */
type Places<Sentence extends string> = Sentence extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** A sentence with what is filled in, to be said in any language. */
export type Remark = {
  readonly [Name in SentenceName]: { readonly sentence: Name } & {
    readonly [Place in Places<(typeof english)[Name]>]: string | number;
  };
}[SentenceName];

/** A sentence with where in it each of the filled-in values begins, by the name of its place. */
interface PlacedSentence {
  readonly text: string;
  readonly starts: ReadonlyMap<string, number>;
}

/** Says what Footnote itself has to say, in one language. */
export class Speaker {
  readonly #language: SpokenLanguage;

  constructor(language: SpokenLanguage) {
    this.#language = language;
  }

  /** The sentence. */
  say(remark: Remark): string {
    return this.place(remark).text;
  }

  /** The sentence, and where in it what was filled in begins. */
  place(remark: Remark): PlacedSentence {
    const values: Readonly<Record<string, string | number>> = remark;
    const starts = new Map<string, number>();
    let text = '';
    // Every other part is the name of a place.
    for (const [at, part] of wordings[this.#language][remark.sentence].split(/\{(\w+)\}/).entries()) {
      if (at % 2 === 1) starts.set(part, text.length);
      text += at % 2 === 1 ? values[part] : part;
    }
    return { text, starts };
  }

  /** A time in whole seconds: “12 seconds”. */
  seconds(count: number): string {
    const unit = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(`${this.#language}-u-nu-latn`, unit).format(count);
  }
}
