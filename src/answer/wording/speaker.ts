import type { SpokenLanguage } from '../../language/language-pack.ts';
import { type Remark, wordings } from './wording.ts';

/** A sentence with where in it each of the filled-in values begins, by the name of its place. */
export interface PlacedSentence {
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
