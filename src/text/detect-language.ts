import { latinLanguage, latinLanguages } from './latin-language.ts';
import { isWrittenInLatin, scriptLanguage } from './script-language.ts';

/** Characters looked at: more do not change the outcome. */
const sampleLength = 4000;

/**
 * The language of a text as a BCP 47 primary subtag: by its script where that settles it, else by its frequent words,
 * letters and endings, else the `expected` one. Looks at the beginning only.
 */
export function detectLanguage(text: string, expected = 'en'): string {
  const sample = text.slice(0, sampleLength);
  return scriptLanguage(sample) ?? latinLanguage(sample, expected);
}

/**
 * The languages that a text may be in, the likeliest first: the one that {@link detectLanguage} finds where the first
 * of the `expected` that its script allows is expected, then the others of them that nothing in the text rules out.
 */
export function possibleLanguages(text: string, expected: readonly string[]): readonly [string, ...string[]] {
  const sample = text.slice(0, sampleLength);
  const [first, ...others] = expected.filter(isWrittenInLatin);
  const script = scriptLanguage(sample);
  if (script !== undefined) return [script];
  return first === undefined ? [detectLanguage(text, expected[0])] : latinLanguages(sample, first, others);
}
