import type { Analyser } from '../../contracts/analyser.ts';

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The word of a question that each of its terms was made from, for whoever reads what was looked for: “digital” for
 * `digit`. Terms that are written as they were asked, and those of which a word gives several, are not among them.
 */
export function wordsOfTerms(
  keywords: string,
  language: string,
  analyser: Analyser,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [written] of keywords.matchAll(word)) {
    const [term, ...others] = analyser.terms(written, language);
    if (!term || others.length > 0 || words.has(term.text)) continue;
    if (term.text !== written.toLowerCase()) words.set(term.text, written);
  }
  return words;
}
