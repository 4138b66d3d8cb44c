import snowball from 'snowball-stemmers';
import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';
import { stemArabic } from './arabic-stemmer.ts';
import { stemGreek } from './greek-stemmer.ts';
import { stemHindi } from './hindi-stemmer.ts';
import { stemPorter } from './porter-stemmer.ts';

/** Snowball algorithm by BCP 47 primary subtag. */
const algorithms = byLanguage(({ writing }) => writing.stemmer);

/**
 * Languages that Snowball does not know; and two that are stemmed as Lucene does: English by the original Porter
 * stemmer, Arabic lightly, since Snowball gives a noun one stem with its article and another without.
 */
const ownStemmers: Readonly<Record<string, (word: string) => string>> = {
  ar: stemArabic,
  el: stemGreek,
  en: stemPorter,
  hi: stemHindi,
};

/** The stemmer for lower-case words of a language. Languages without one keep their words as they are. */
export function stemmerFor(language: string): (word: string) => string {
  const own = ownValue(ownStemmers, language);
  if (own) return own;
  const algorithm = ownValue(algorithms, language);
  if (algorithm === undefined) return (word) => word;
  const stemmer = snowball.newStemmer(algorithm);
  // Snowball's Russian knows no ё.
  return (word) => stemmer.stem(word.replaceAll('ё', 'е')) || word;
}
