import type { Analyser } from '../../contracts/analyser.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { definedBy, definedTerm, namesIn } from './definition.ts';
import type { QuotableUnit } from './quotable-units.ts';

/**
 * How far a unit says what is asked for: it defines just that; it stands first under a heading that is just that; it
 * defines that by a part of its name, as a node where a ROS node is asked for.
 */
export type DefinitionCue = 'defines' | 'opens' | 'shortens';

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
  // "What does this mean?" names nothing.
  if (wanted.size === 0) return undefined;
  const head = [...termsOf(headOf(asked, language), language)];
  const isAsked = (name: string, inLanguage: string) => isSame(termsOf(name, inLanguage), wanted);
  return ({ kind, text, label, heading, opensSection, passage }) => {
    if (kind === 'code' && declares(text, asked)) return 'defines';
    if (kind === 'table-row') return isSame(new Set(label), wanted) ? 'defines' : undefined;
    const inLanguage = passage.chunk.language;
    const subject = leadsElsewhere(text) ? [] : definedBy(text, inLanguage);
    if (subject.some((name) => isAsked(name, inLanguage))) return 'defines';
    const named = namesIn(definedTerm(heading, inLanguage) ?? heading, inLanguage);
    if (opensSection && named.some((name) => isAsked(name, inLanguage))) return 'opens';
    const terms = termsOf(subject.join(' '), inLanguage);
    const isPart = terms.size > 0 && terms.isSubsetOf(wanted) && head.every((term) => terms.has(term));
    return isPart ? 'shortens' : undefined;
  };
}

/** Words that a declaration begins with, in programming languages. */
const declaration =
  /(?<![\w$])(?:class|interface|type|enum|struct|trait|record|module|namespace|package|function|func|fun|fn|def|sub|const|let|var|val)\s+([\w$]+)/g;

/** Whether code declares what is asked for by a name that is no common word: anything may be called `node`. */
function declares(code: string, asked: string): boolean {
  return /[\p{Lu}\d_$]/u.test(asked) && [...code.matchAll(declaration)].some(([, name]) => name === asked);
}

/** Languages whose names begin with the noun that the rest narrows down: "la capa de enlace". */
const nounFirst: ReadonlySet<string> = new Set(['fr', 'es', 'it', 'pt']);

/** The word of a name that says what kind of thing it is. */
function headOf(name: string, language: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+(?:[-.][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return words.at(nounFirst.has(language) ? 0 : -1) ?? '';
}

/** Share of the letters behind a colon that must be those of links for what stands before it not to be defined. */
const linkShare = 0.5;

/** Whether a colon parts a name from links: "**Pump**: [Shop] or [Maker]" says where to look, and not what that is. */
function leadsElsewhere(text: string): boolean {
  const rest = text.slice(text.search(/[:：]/u) + 1);
  const linked = (rest.match(/\[[^\]]*\]/gu) ?? []).join('');
  return linked !== '' && letters(linked) >= linkShare * letters(rest);
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((term) => other.has(term));
}
