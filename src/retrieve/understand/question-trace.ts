import type { Analyser, Term } from '../../contracts/analyser.ts';
import { partsOf } from '../../text/analyser/word-forms.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import type { QuestionTrace } from '../hit.ts';
import type { AskedTerms } from '../relevance.ts';
import type { Question } from './understand-question.ts';

/**
 * How a question was read, each term with the word that it was made from where that is written otherwise. Its words are
 * read at once, and what was asked for is added when that is known.
 */
export function questionTrace(
  { language, documentLanguage, keywords, recognised }: Question,
  { analyser, rephrased }: { readonly analyser: Analyser; readonly rephrased: string | undefined },
): (asked: AskedTerms & { readonly absent: ReadonlySet<string> }) => QuestionTrace {
  const words = wordsOfTerms(keywords, documentLanguage, analyser);
  return ({ terms, expansions, absent }) => ({
    language,
    rephrased: rephrased ?? null,
    keywords,
    terms: terms.map((weighted) => {
      const word = words.get(weighted.term);
      const isAbsent = absent.has(weighted.term);
      return { ...weighted, ...(word !== undefined && { word }), ...(isAbsent && { absent: true }) };
    }),
    recognised,
    expansions,
  });
}

const word = /[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*/gu;

/**
 * The word of a question that each of its terms was made from, for whoever reads what was looked for: “digital” for
 * `digit`, “max_connections” for `maxconnect`. Terms that are written as they were asked, and pieces of words that are
 * written without spaces, are not among them.
 */
export function wordsOfTerms(
  keywords: string,
  language: string,
  analyser: Analyser,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const name = (written: string, term: Term | undefined) => {
    if (!term || words.has(term.text) || term.text === written.toLowerCase()) return;
    words.set(term.text, written);
  };
  for (const [written] of keywords.matchAll(word)) {
    const terms = analyser.terms(written, language);
    const parts = partsOf(written);
    if (terms.length > 1 && parts.length === 1) continue;
    for (const part of parts) name(part, part === written ? terms[0] : analyser.terms(part, language)[0]);
    if (parts.includes(written)) continue;
    // The whole of an identifier comes behind its parts.
    const ofParts = distinctTerms(analyser, parts.join(' '), language);
    const whole = terms.at(-1);
    if (whole && !ofParts.has(whole.text)) name(written, whole);
  }
  return words;
}
