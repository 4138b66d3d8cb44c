import { type LanguagePack, none, type Part } from './language-pack.ts';
import { ar } from './packs/ar.ts';
import { be } from './packs/be.ts';
import { bg } from './packs/bg.ts';
import { ca } from './packs/ca.ts';
import { cs } from './packs/cs.ts';
import { da } from './packs/da.ts';
import { de } from './packs/de.ts';
import { el } from './packs/el.ts';
import { en } from './packs/en.ts';
import { es } from './packs/es.ts';
import { et } from './packs/et.ts';
import { eu } from './packs/eu.ts';
import { fi } from './packs/fi.ts';
import { fr } from './packs/fr.ts';
import { ga } from './packs/ga.ts';
import { he } from './packs/he.ts';
import { hi } from './packs/hi.ts';
import { hr } from './packs/hr.ts';
import { hu } from './packs/hu.ts';
import { hy } from './packs/hy.ts';
import { id } from './packs/id.ts';
import { is } from './packs/is.ts';
import { it } from './packs/it.ts';
import { ja } from './packs/ja.ts';
import { ko } from './packs/ko.ts';
import { lt } from './packs/lt.ts';
import { lv } from './packs/lv.ts';
import { nl } from './packs/nl.ts';
import { no } from './packs/no.ts';
import { pl } from './packs/pl.ts';
import { pt } from './packs/pt.ts';
import { ro } from './packs/ro.ts';
import { ru } from './packs/ru.ts';
import { sk } from './packs/sk.ts';
import { sl } from './packs/sl.ts';
import { sq } from './packs/sq.ts';
import { sr } from './packs/sr.ts';
import { sv } from './packs/sv.ts';
import { sw } from './packs/sw.ts';
import { ta } from './packs/ta.ts';
import { th } from './packs/th.ts';
import { tl } from './packs/tl.ts';
import { tr } from './packs/tr.ts';
import { uk } from './packs/uk.ts';
import { vi } from './packs/vi.ts';
import { zh } from './packs/zh.ts';

/**
 * The languages of which anything is known, by BCP 47 primary subtag. Where two share what is found, the first comes
 * first: a word of small talk, a tie between two languages.
 */
export const languagePacks: Readonly<Record<string, LanguagePack>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  sv,
  da,
  no,
  fi,
  pl,
  cs,
  hu,
  ro,
  tr,
  vi,
  ca,
  eu,
  ga,
  sl,
  hr,
  sk,
  lt,
  lv,
  et,
  is,
  id,
  sw,
  tl,
  sq,
  ru,
  uk,
  be,
  bg,
  sr,
  zh,
  ja,
  ko,
  ar,
  hi,
  th,
  el,
  he,
  hy,
  ta,
};

/** One part of every pack that has it, by language. */
export function byLanguage<Value>(
  partOf: (pack: LanguagePack) => Part<Value> | undefined,
): Readonly<Record<string, Value>> {
  const parts: Record<string, Value> = {};
  for (const [language, pack] of Object.entries(languagePacks)) {
    const part = partOf(pack) ?? none;
    if (part !== none) parts[language] = part;
  }
  return parts;
}

/** The words of one part of every pack that has it, by language. */
export function wordsByLanguage(
  partOf: (pack: LanguagePack) => Part<string> | undefined,
): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(
    Object.entries(byLanguage(partOf)).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
  );
}

/** The patterns of one part of every pack that has it, as alternatives of one. */
export function inAnyLanguage(partOf: (pack: LanguagePack) => Part<string> | undefined): string {
  return Object.values(byLanguage(partOf)).join('|');
}
