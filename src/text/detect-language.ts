import { latinLanguage } from './latin-language.ts';
import { scriptLanguage } from './script-language.ts';

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
