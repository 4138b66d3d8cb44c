import type { english } from './english.ts';

/** The name of a sentence in every language. */
export type SentenceName = keyof typeof english;

/** What Footnote itself says, in one language. */
export type Wording = Readonly<Record<SentenceName, string>>;

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
