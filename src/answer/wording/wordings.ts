import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import type { Wording } from './wording.ts';

/** The languages that Footnote speaks, by BCP 47 primary subtag. */
export const wordings = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
  zh: chinese,
  ja: japanese,
  ar: arabic,
} as const satisfies Readonly<Record<string, Wording>>;

/** One of the languages that Footnote speaks. */
export type SpokenLanguage = keyof typeof wordings;
