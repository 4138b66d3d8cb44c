import type { Analyser } from '../../contracts/analyser.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { definedBy, definedTerm, namesIn } from './definition.ts';
import type { QuotableUnit } from './quotable-units.ts';

/**
 * How far a unit says what is asked for: it defines just that; it stands first under a heading that is just that; it
 * defines something that shares half of its words with it.
 */
export type DefinitionCue = 'defines' | 'opens' | 'mentions';

/** Words before the copula of a definition, most. */
const longestSubject = 6;

/** Tells how far units define what a question asks to have defined; undefined where it asks for no definition. */
export function definitionCue(
  question: string,
  language: string,
  analyser: Analyser,
): ((unit: QuotableUnit) => DefinitionCue | undefined) | undefined {
  const asked = definedTerm(question, language);
  if (asked === undefined) return undefined;
  const termsOf = (words: string, inLanguage: string) => distinctTerms(analyser, words, inLanguage);
  const wanted = termsOf(asked, language);
  const isAsked = (name: string, inLanguage: string) => isSame(termsOf(name, inLanguage), wanted);
  return ({ kind, text, label, heading, opensSection, passage }) => {
    if (kind === 'table-row') return isSame(new Set(label), wanted) ? 'defines' : undefined;
    const inLanguage = passage.chunk.language;
    const subject = definedBy(text, inLanguage);
    if (subject.some((name) => isAsked(name, inLanguage))) return 'defines';
    const named = namesIn(definedTerm(heading, inLanguage) ?? heading, inLanguage);
    if (opensSection && named.some((name) => isAsked(name, inLanguage))) return 'opens';
    const terms = [...termsOf(subject.join(' '), inLanguage)];
    if (terms.length === 0 || terms.length > longestSubject) return undefined;
    return terms.filter((term) => wanted.has(term)).length >= terms.length / 2 ? 'mentions' : undefined;
  };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((term) => other.has(term));
}
