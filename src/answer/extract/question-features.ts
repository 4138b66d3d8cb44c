import type { Analyser } from '../../contracts/analyser.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import { isQuestionWord } from '../../question/asking-words.ts';
import { definedBy } from '../../question/definition.ts';
import type { AnswerType, AskedList } from '../../question/intent.ts';
import type { QuestionPart } from '../../question/question.ts';
import { sumOfWeights } from '../../retrieve/legs/weigh-hit.ts';
import { wordOrName } from '../../text/function-words.ts';
import { names } from '../../text/proper-names.ts';
import { flowLines } from '../../text/sentences/note-marks.ts';
import { distinctTerms } from '../../text/words.ts';
import type { QuotableUnit, Whole } from './quotable-units.ts';
import type { AskedToQuote } from './quoting-request.ts';

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
  /** Whether a unit only says that this is a question: “You will learn what causes tides”. */
  readonly isPosedIn: (unit: QuotableUnit) => boolean;
  /** What is asked to be defined; undefined where nothing is. */
  readonly definition: AskedDefinition | undefined;
}

/** Reads what a question asks for. */
export function questionFeatures(asked: AskedToQuote, analyser: Analyser): QuestionFeatures {
  const { question, terms, alreadySaid, saidEarlier } = asked;
  const { text, language, list, wantsCode, type } = question;
  // "Who is a contributor under this licence?" asks who counts as one, and for no name.
  const mayDefine = type === undefined || type === 'person';
  const definition = mayDefine ? askedDefinition(question, analyser) : undefined;
  const termsOf = (words: string) => new Set(analyser.terms(words, language).map((term) => term.text));
  return {
    list,
    wantsCode,
    terms,
    totalWeight: sumOfWeights(terms),
    covered: coveredBy(asked),
    text,
    alreadySaid: inOneLine(alreadySaid),
    saidEarlier: inOneLine(saidEarlier),
    type: definition ? undefined : type,
    names: termsOf(names(text, language).join(' ')),
    figures: new Set(text.match(/\p{N}+(?:[.,]\p{N}+)*/gu)),
    isPosedIn: posing(asked, analyser),
    definition,
  };
}

/** Share of the question that the words behind a question word are, fewest, where they are all its own. */
const leastPosed = 0.6;

/**
 * Tells units that end as the question does, from its question word on: objectives of a chapter, links by what they
 * answer.
 */
function posing(asked: AskedToQuote, analyser: Analyser): QuestionFeatures['isPosedIn'] {
  const { text, language } = asked.question;
  const asking = new Set(
    (text.toLowerCase().match(wordOrName) ?? []).filter((word) => isQuestionWord(word, language)),
  );
  const own = distinctTerms(analyser, text, language);
  const covered = coveredBy(asked);
  const total = sumOfWeights(asked.terms);
  return (unit) => {
    if (unit.introduced || unit.kind === 'table-row' || unit.passage.chunk.language !== language)
      return false;
    return unit.text.matchAll(wordOrName).some(({ 0: word, index }) => {
      if (!asking.has(word.toLowerCase())) return false;
      const behind = distinctTerms(analyser, unit.text.slice(index + word.length), language);
      const held = covered([...behind]);
      const ofQuestion = sumOfWeights(asked.terms.filter(({ term }) => held.has(term)));
      const isNew = (term: string) => !held.has(term) && !own.has(term);
      return held.size > 0 && ofQuestion >= leastPosed * total && ![...behind].some(isNew);
    });
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

/** What a question asks to have defined. */
interface AskedDefinition {
  /** Whether a unit defines just that. */
  isIn(unit: QuotableUnit): boolean;
}

/** Reads what a question asks to have defined; undefined where it asks for no definition. */
export function askedDefinition(
  { definition: asked, language }: Pick<QuestionPart, 'definition' | 'language'>,
  analyser: Analyser,
): AskedDefinition | undefined {
  if (asked === undefined) return undefined;
  const wanted = distinctTerms(analyser, asked, language);
  // "What does this mean?" names nothing.
  if (wanted.size === 0) return undefined;
  return {
    isIn({ kind, text, passage }) {
      if (kind === 'table-row') return false;
      const inLanguage = passage.chunk.language;
      return definedBy(text, inLanguage).some((name) =>
        isSame(distinctTerms(analyser, name, inLanguage), wanted),
      );
    },
  };
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
  if (kind === 'table' || list === 'comparison') return held >= leastFrame;
  return held >= leastFrame * share(question, question.covered([...frame, ...terms]));
}
