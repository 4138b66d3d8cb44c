import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { SentenceName, SpokenLanguage, Wording } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { wording as english } from '../../language/packs/en.ts';
import { possibleLanguages } from '../../text/language/detect-language.ts';

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

/** The setting `answer.language`: one language for all that Footnote itself says, or that of each question. */
export type LanguageSetting = 'question' | SpokenLanguage;

/** What a language is told by. */
export interface LanguageEvidence {
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history?: readonly ConversationTurn[];
  /** BCP 47 primary subtags of the documents' languages, the most common first. Default: not known. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * The language to speak: the one that is set, else that of the question. One that the question does not show is that
 * of the questions before it, then the first of the documents' that is written in its letters. What there are no
 * sentences in is spoken to in English, whatever documents are written in.
 */
export function spokenLanguage(setting: LanguageSetting, evidence: LanguageEvidence): SpokenLanguage {
  if (setting !== 'question') return setting;
  const { question, history = [], languages = [] } = evidence;
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const [language = 'en'] = [...asked, question].reduce<readonly string[]>(
    (likeliest, text) => [possibleLanguages(text, likeliest)[0], ...languages],
    languages,
  );
  return isSpoken(language) ? language : 'en';
}

/** Whether a language, a BCP 47 primary subtag, is one that Footnote speaks. */
export function isSpoken(language: string): language is SpokenLanguage {
  return Object.hasOwn(wordings, language);
}
