import type { Analyser } from '../../contracts/analyser.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import { definedBy, definedTerm, namesIn, withoutKind } from '../../question/definition.ts';
import type { AnswerType, AskedList } from '../../question/intent.ts';
import type { QuestionPart } from '../../question/question.ts';
import { sumOfWeights } from '../../retrieve/legs/weigh-hit.ts';
import { names } from '../../text/proper-names.ts';
import { flowLines } from '../../text/sentences/note-marks.ts';
import { distinctTerms } from '../../text/words.ts';
import { endsSentence } from './passage-sentences.ts';
import type { QuotableUnit, Whole } from './quotable-units.ts';
import type { AskedToQuote } from './quoting-request.ts';
import { hasRole, isPointer } from './unit-form.ts';

/** The question's terms that something holds, each with how far: 1 for the term itself, less for what stands for it. */
export type CoveredTerms = ReadonlyMap<string, number>;

/** What units are scored by: the question's words, and what it asks for. */
export interface QuestionFeatures {
  /** Steps, several things, or how things differ; code may hold the steps. */
  readonly list: AskedList | undefined;
  readonly wantsCode: boolean;
  readonly terms: readonly WeightedTerm[];
  readonly totalWeight: number;
  readonly covered: (terms: readonly string[]) => CoveredTerms;
  /** All of its terms, those that only ask among them. */
  readonly words: ReadonlySet<string>;
  readonly text: string;
  /** What was replied so far, on one line; empty where it may be said again. */
  readonly alreadySaid: string;
  /** What was replied earlier and seldom answers this too, on one line; empty where that does not count. */
  readonly saidEarlier: string;
  readonly type: AnswerType | undefined;
  /** Its terms that are names: words with a capital within it. */
  readonly names: ReadonlySet<string>;
  /** The numbers in it. */
  readonly figures: ReadonlySet<string>;
  /** What is asked to be defined; undefined where nothing is. */
  readonly definition: AskedDefinition | undefined;
}

/** Reads what a question asks for. */
export function questionFeatures(asked: AskedToQuote, analyser: Analyser): QuestionFeatures {
  const { question, terms, alreadySaid, saidEarlier } = asked;
  const { text, language, list, wantsCode, type } = question;
  // What is asked the reason of tells better than a word for one, unless it was said before.
  const known = type === 'reason' && alreadySaid === '' ? undefined : type;
  // "Who is a contributor under this licence?" asks who counts as one, and for no name.
  const mayDefine = known === undefined || known === 'person';
  const definition = mayDefine ? askedDefinition(question, analyser) : undefined;
  const termsOf = (words: string) => new Set(analyser.terms(words, language).map((term) => term.text));
  return {
    list,
    wantsCode,
    terms,
    totalWeight: sumOfWeights(terms),
    covered: coveredBy(asked),
    words: termsOf(text),
    text,
    alreadySaid: inOneLine(alreadySaid),
    saidEarlier: inOneLine(saidEarlier),
    type: definition ? undefined : known,
    names: termsOf(names(text, language).join(' ')),
    figures: new Set(text.match(/\p{N}+(?:[.,]\p{N}+)*/gu)),
    definition,
  };
}

/** Tells which of the question's terms a text holds, itself or in what was looked for in their stead. */
export function coveredBy({
  terms,
  expansions,
}: Pick<AskedToQuote, 'terms' | 'expansions'>): QuestionFeatures['covered'] {
  const asked = new Set(terms.map(({ term }) => term));
  const instead = Map.groupBy(expansions, ({ term }) => term);
  return (found) => {
    const covered = new Map<string, number>();
    for (const term of new Set(found)) {
      if (asked.has(term)) covered.set(term, 1);
      for (const { standsFor, weight } of instead.get(term) ?? []) {
        for (const meant of standsFor) covered.set(meant, Math.min(1, (covered.get(meant) ?? 0) + weight));
      }
    }
    return covered;
  };
}

/** Share of the question's weight that these terms hold, in [0, 1]. */
export function share({ terms, totalWeight }: QuestionFeatures, contained: CoveredTerms): number {
  const covered = terms.reduce((sum, { term, weight }) => sum + weight * (contained.get(term) ?? 0), 0);
  return totalWeight === 0 ? 0 : covered / totalWeight;
}

/** A text on one line, as an answer has it. */
export function inOneLine(text: string): string {
  return flowLines(text).trim();
}

/**
 * How a unit says what is asked for: it defines just that; it stands first under a heading, or within an item, that is
 * just that.
 */
export type DefinitionCue = 'defines' | 'opens';

/** What a question asks to have defined. */
interface AskedDefinition {
  /** The terms of its name. */
  readonly terms: readonly string[];
  /** How a unit defines it. */
  cueOf(unit: QuotableUnit): DefinitionCue | undefined;
}

/** Reads what a question asks to have defined; undefined where it asks for no definition. */
export function askedDefinition(
  { definition: asked, language }: Pick<QuestionPart, 'definition' | 'language'>,
  analyser: Analyser,
): AskedDefinition | undefined {
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

/**
 * What says what a list or a table lists must hold this share of the question, or of what the whole list holds of it.
 */
const leastFrame = 0.5;

/** What is longer, in characters, and no steps, is quoted by its items and rows. */
const longestWhole = 1500;

/** Whether a list or a table answers as a whole: by what it lists, not by a word in one of its items. */
export function isAskedFor({ kind, frame, terms, length }: Whole, question: QuestionFeatures): boolean {
  const { list } = question;
  if (!list || (list === 'steps' ? kind === 'table' : length > longestWhole)) return false;
  const held = share(question, question.covered(frame));
  if (kind === 'section') return list === 'steps' && length <= longestWhole && held >= leastFrame;
  if (kind === 'table' || list === 'comparison') return held >= leastFrame;
  return held >= leastFrame * share(question, question.covered([...frame, ...terms]));
}
