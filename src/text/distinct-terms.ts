import type { Analyser } from '../contracts/analyser.ts';

/** The terms of a text, each once, in the order in which they first occur. `language` is a BCP 47 primary subtag. */
export function distinctTerms(analyser: Analyser, text: string, language: string): ReadonlySet<string> {
  return new Set(analyser.terms(text, language).map((term) => term.text));
}
