import type { Place } from '../../text/sentences/blank.ts';

/** Words that turn a statement round, by language. */
const negators: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not|no|never|none|nobody|nothing|neither|nor|cannot|without|unable|fails? to|failed to|refus(?:es|ed)|lacks?|hardly|barely)\b|n['’]t\b/giu,
  de: /(?<!\p{L})(?:nicht|nie|niemals|niemand|nichts|weder|noch nie|ohne|kein(?:e[nmrs]?)?)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:ne|n['’](?=\p{L})|pas|jamais|rien|personne ne|aucune?|sans|ni)(?!\p{L})|(?<!\p{L})n['’]/giu,
  es: /(?<!\p{L})(?:no|nunca|jamás|nadie|nada|ningun[oa]?|ningún|sin|ni|tampoco)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:non|mai|nessun[oa]?|niente|nulla|senza|né)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:não|nunca|jamais|ninguém|nada|nenhuma?|sem|nem)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:niet|nooit|niemand|niets|geen|zonder|noch)(?!\p{L})/giu,
  ru: /(?<!\p{L})(?:не|нет|ни|никогда|никто|ничего|без)(?!\p{L})/giu,
  bg: /(?<!\p{L})(?:не|няма|нито|никога|никой|нищо|без)(?!\p{L})/giu,
  sr: /(?<!\p{L})(?:не|није|нису|нема|ни|никада?|нико|ништа|без)(?!\p{L})/giu,
  zh: /不(?![同仅僅但过過断斷久少锈鏽管论論])|[没沒]|未(?![来來])|[无無](?![线線论論数數])|非(?![常洲凡])|(?<![特区區个個级級类類性])别(?![人的名])/gu,
  ja: /(?<!少)ない(?!し)|ません|なかった|ず(?=[、。に])|無(?!線)/gu,
  ar: /(?<!\p{L})(?:لا|لم|لن|ليس|ليست|ما|غير|دون|بدون)(?!\p{L})/gu,
};

/** Those that deny a subject, and with it what is said of it. */
const subjectNegators: Readonly<Record<string, RegExp>> = {
  en: /^(?:no|none|nobody|nothing|neither)$/iu,
  de: /^(?:niemand|nichts|weder|kein(?:e[nmrs]?)?)$/iu,
  fr: /^(?:rien|personne ne|aucune?|ni)$/iu,
  es: /^(?:nadie|nada|ningun[oa]?|ningún|ni)$/iu,
  it: /^(?:nessun[oa]?|niente|nulla|né)$/iu,
  pt: /^(?:ninguém|nada|nenhuma?|nem)$/iu,
  nl: /^(?:niemand|niets|geen)$/iu,
  ru: /^(?:никто|ничего|ни)$/iu,
};

/** Whether a negating word at the beginning of a clause denies all of it. */
export function deniesSubject(word: string, language: string): boolean {
  return subjectNegators[language]?.test(word) === true;
}

/** What parts a statement from others, which may deny something else: a mark, the border of a cell, a blank line. */
export const clauseEnd = /[.!?;:,،؛؟|](?=\s|$)|[。！？，；、]|\n\s*\n/u;

/** Where the negating words of a text stand, in order. A language that is not known here has none. */
export function negations(text: string, language: string): Place[] {
  const pattern = negators[language];
  if (!pattern || text.search(pattern) < 0) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
