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
