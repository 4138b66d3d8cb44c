import { ownValue } from '../../own-value.ts';

/** What a text calls itself and its parts. */
const parts = {
  en: 'lesson|chapter|section|module|unit|tutorial|guide|article|document|page|course|book|manual|report',
  de: 'lektion|kapitel|abschnitt|modul|einheit|anleitung|artikel|dokument|seite|kurs|buch|handbuch|bericht',
  fr: 'leçon|chapitre|section|module|unité|tutoriel|guide|article|document|page|cours|livre|manuel|rapport',
  es: 'lección|capítulo|sección|módulo|unidad|tutorial|guía|artículo|documento|página|curso|libro|manual|informe',
};

/**
 * How a sentence tells what the text is about to say, what its reader will know then, or that it has moved. By BCP 47
 * primary subtag.
 */
const patterns: Readonly<Record<string, RegExp>> = {
  en: new RegExp(
    `^(?:in|by the end of|after|at the end of|throughout) (?:this|the next|the following) (?:${parts.en})(?!\\p{L})|^(?:this|the next|the following) (?:${parts.en}) (?:covers|introduces|describes|explains|shows|explores|discusses|presents|walks|teaches|provides an (?:overview|introduction))(?!\\p{L})|\\byou(?:['’]ll| will| should) (?:learn|be able to)(?!\\p{L})|\\bthis (?:${parts.en}) (?:has|was) (?:been )?(?:moved|removed|renamed|archived)\\b`,
    'iu',
  ),
  de: new RegExp(
    `^(?:in|nach|am ende) (?:diese[rmsn]?|der nächsten|dem nächsten) (?:${parts.de})(?!\\p{L})|^diese[rs]? (?:${parts.de}) (?:behandelt|beschreibt|erklärt|zeigt|stellt)(?!\\p{L})`,
    'iu',
  ),
  fr: new RegExp(
    `^(?:dans|à la fin de|après) (?:ce|cet|cette) (?:${parts.fr})(?!\\p{L})|^(?:ce|cet|cette) (?:${parts.fr}) (?:couvre|décrit|explique|présente|montre)(?!\\p{L})`,
    'iu',
  ),
  es: new RegExp(
    `^(?:en|al final de|después de) est[ea] (?:${parts.es})(?!\\p{L})|^est[ea] (?:${parts.es}) (?:cubre|describe|explica|presenta|muestra)(?!\\p{L})`,
    'iu',
  ),
};

/** Whether a sentence speaks of the text that it stands in: "By the end of this lesson, you will be able to:". */
export function speaksOfText(sentence: string, language: string): boolean {
  const words = sentence.replace(/^[\p{P}\s]+/u, '');
  return ownValue(patterns, language)?.test(words) === true;
}
