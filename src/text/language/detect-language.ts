import { requireText } from '../../values/require-arguments.ts';
import { languageSample } from './language-sample.ts';
import { latinLanguages } from './latin-language.ts';
import { isWrittenInLatin, scriptLanguage } from './script-language.ts';

/**
 * The language of a text as a BCP 47 primary subtag: by its script where that settles it, else by its frequent words,
 * letters and endings, else the `expected` one. Looks at the beginning only. Errors: `request_invalid`.
 */
export function detectLanguage(text: string, expected = 'en'): string {
  requireText('text', text);
  return possibleLanguages(text, [expected])[0];
}

/**
 * The languages that a text may be in, the likeliest first: what {@link detectLanguage} finds where each of the
 * `expected` that its script allows is, of equals the first, then the others of them that nothing in it rules out.
 */
export function possibleLanguages(text: string, expected: readonly string[]): readonly [string, ...string[]] {
  const sample = languageSample(text);
  const [first = 'en', ...others] = expected;
  const script = scriptLanguage(sample, first);
  if (script !== undefined) {
    const alternatives = others.map((language) => scriptLanguage(sample, language) ?? script);
    return [script, ...new Set(alternatives.filter((language) => language !== script))];
  }
  const [firstInLatin = first, ...othersInLatin] = new Set(expected.filter(isWrittenInLatin));
  return latinLanguages(sample, [firstInLatin, ...othersInLatin]);
}
