import type { Analyser } from '../../contracts/analyser.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { definedBy, definedTerm, namesIn, withoutKind } from './definition.ts';
import { hasRole } from './heading-role.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { endsSentence } from './sentence-end.ts';
import { isPointer } from './unit-form.ts';

/**
 * How a unit says what is asked for: it defines just that; it stands first under a heading, or within an item, that is
 * just that.
 */
export type DefinitionCue = 'defines' | 'opens';

/** What a question asks to have defined. */
export interface AskedDefinition {
  /** The terms of its name. */
  readonly terms: readonly string[];
  /** How a unit defines it. */
  cueOf(unit: QuotableUnit): DefinitionCue | undefined;
}

/** Reads what a question asks to have defined; undefined where it asks for no definition. */
export function askedDefinition(
  question: string,
  language: string,
  analyser: Analyser,
): AskedDefinition | undefined {
  const asked = definedTerm(question, language);
  if (asked === undefined) return undefined;
  const termsOf = (words: string, inLanguage: string) => distinctTerms(analyser, words, inLanguage);
  const wanted = termsOf(asked, language);
  // "What does this mean?" names nothing.
  if (wanted.size === 0) return undefined;
  const isAsked = (name: string, inLanguage: string) => isSame(termsOf(name, inLanguage), wanted);
  const isSubject = subjectTest(asked, language, termsOf);
  return {
    terms: [...wanted],
    cueOf(unit) {
      const { kind, text, label, passage } = unit;
      if (kind === 'code' && declares(text, asked)) return 'defines';
      if (kind === 'table-row') return isSame(new Set(label), wanted) ? 'defines' : undefined;
      const inLanguage = passage.chunk.language;
      const subject = isPointer(unit) ? [] : definedBy(text, inLanguage);
      if (subject.some((name) => isAsked(name, inLanguage) || isSubject(name, inLanguage))) return 'defines';
      if (opens(unit) && isSubject(subjectAbove(unit), inLanguage)) return 'opens';
      return opensItem(unit) && isSubject(unit.lead?.text ?? '', inLanguage) ? 'opens' : undefined;
    },
  };
}

/**
 * Whether a heading or a title names what is asked for: in the same words, or, where that is a name of a program, as
 * it is spelt there: `kill` is not `killed`.
 */
function subjectTest(
  asked: string,
  language: string,
  termsOf: (words: string, inLanguage: string) => ReadonlySet<string>,
): (above: string, inLanguage: string) => boolean {
  // A title may be written as the name of a file is: "npm-prune".
  const nameTerms = (name: string, inLanguage: string) =>
    termsOf(withoutKind(name, inLanguage).replace(/[-_]/gu, ' '), inLanguage);
  const wantedTerms = nameTerms(asked, language);
  const wantedSpelling = spelling(asked, language);
  const isProgramName = /[\p{L}\p{N}][._:]{1,2}\p{L}|\p{Ll}\p{Lu}|^-|\(\)$/u.test(asked);
  return (above, inLanguage) =>
    (optionsIn(above) ?? namesIn(definedTerm(above, inLanguage) ?? above, inLanguage)).some((name) =>
      isProgramName
        ? spelling(name, inLanguage) === wantedSpelling
        : isSame(nameTerms(name, inLanguage), wantedTerms),
    );
}

/** The names of a program's options that a text begins with, without arguments: "-j N, --jobs N"; else undefined. */
function optionsIn(text: string): readonly string[] | undefined {
  return /^[`*\s]*-/u.test(text)
    ? (text.match(/(?<![\p{L}\p{N}-])--?[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? undefined)
    : undefined;
}

/** A name without what only marks it. */
function spelling(name: string, language: string): string {
  return withoutKind(name, language)
    .replace(/[`\s]|^-+/gu, '')
    .toLowerCase();
}

/**
 * Whether it begins to tell of what its heading names. Items below a heading are often parameters, and no sentences.
 */
function opens({ kind, text, opensSection }: QuotableUnit): boolean {
  return opensSection && (kind !== 'list-item' || endsSentence(text));
}

/** Whether it is the first to stand within an item that says nothing, as the terms of a list of definitions do. */
function opensItem({ kind, text, lead, followsLead }: QuotableUnit): boolean {
  return kind === 'list-item' && followsLead === true && lead?.kind === 'list-item' && endsSentence(text);
}

/** What a section is about: the nearest heading above it that names anything, else the document's title. */
function subjectAbove({ heading, passage: { chunk } }: QuotableUnit): string {
  const { headingPath, title, language } = chunk;
  const names = [heading, ...headingPath.filter((one) => one !== heading).toReversed()];
  return names.find((name) => name !== '' && !hasRole(name, 'overview', language)) ?? title;
}

/** What a declaration begins with, in programming languages; what takes a name from elsewhere is none. */
const declaration =
  /(?<![\w$])(?:class|interface|type|enum|struct|trait|record|module|namespace|package|function|func|fun|fn|def|sub|const|let|var|val)\s+([\w$]+)(?!\s*=\s*(?:await\s+)?(?:require|import)\b)(?![\w$])/g;

/** Whether code declares what is asked for by a name that is no common word: anything may be called `node`. */
function declares(code: string, asked: string): boolean {
  return /[\p{Lu}\d_$]/u.test(asked) && [...code.matchAll(declaration)].some(([, name]) => name === asked);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
