import snowball from 'snowball-stemmers';
import { stemGreek } from './greek-stemmer.ts';
import { stemHindi } from './hindi-stemmer.ts';

/** Snowball algorithm by BCP 47 primary subtag. English takes the original Porter stemmer, as Lucene does. */
const algorithms: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'porter',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Languages that Snowball does not know. */
const lightStemmers: Readonly<Record<string, (word: string) => string>> = { el: stemGreek, hi: stemHindi };

/** The stemmer for lower-case words of a language. Languages without one keep their words as they are. */
export function stemmerFor(language: string): (word: string) => string {
  const light = Object.hasOwn(lightStemmers, language) ? lightStemmers[language] : undefined;
  if (light) return light;
  const algorithm = Object.hasOwn(algorithms, language) ? algorithms[language] : undefined;
  if (algorithm === undefined) return (word) => word;
  const stemmer = snowball.newStemmer(algorithm);
  // Snowball's Russian knows no ё. Porter's rules leave nothing of a lone s.
  return (word) => stemmer.stem(word.replaceAll('ё', 'е')) || word;
}
