import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateRequest, WeightedTerm } from '../../contracts/generator.ts';
import { type AnswerType, answerType, hasAnswerCue } from './answer-type.ts';
import { asksForList } from './asks-for-list.ts';
import { type QuotableUnit, quotableUnits } from './quotable-units.ts';

/** The question's terms that something holds, each with how far: 1 for the term itself, less for what stands for it. */
export type CoveredTerms = ReadonlyMap<string, number>;

/** A unit that may be quoted, with all that its choice depends on. */
export interface ScoredUnit {
  readonly unit: QuotableUnit;
  readonly covered: CoveredTerms;
  /** What it earns for the words it shares with the question; falls as other units cover them. */
  readonly coverage: number;
  /** What it earns for everything else. */
  readonly bonus: number;
}

/** Weights of the parts of a unit's score beside its own coverage of the question, which weighs 1. */
const weights = {
  passage: 0.5,
  neighbours: 0.3,
  /** What a pronoun stands for was said in the sentence before. */
  referent: 0.35,
  bigrams: 0.2,
  answerType: 0.15,
  characters: 0.5,
  tableHeader: 0.3,
  /** What a row is called is what a question about it names. */
  rowLabel: 1,
  /** The heading over a unit says what it is about, also where the unit itself does not. */
  heading: 0.3,
  /** Asked for a list, one that is about the question is the answer. */
  list: 0.5,
  /** A line of code shares words with many questions and is a sentence that answers few of them. */
  code: -0.3,
  /** Words without a stop name something more often than they say something of it. */
  fragment: -0.1,
  /** A sentence that asks shares the most words with a question and answers none. */
  question: -2,
};

/**
 * Scores every unit of the passages by how well it answers: the question's terms in it weighed by rarity, the
 * passage's own score, its neighbours' terms, those of the sentence that it refers back to, adjacent pairs of terms, a
 * cue of the kind of thing asked for, the heading above, shared character 4-grams (other forms of the same word) and, for a table's row,
 * the terms of its header and its label. Headings, table headers and captions are read but never offered. In order of
 * passage, then of place.
 */
export function scoreUnits(request: GenerateRequest, analyser: Analyser): ScoredUnit[] {
  const wantsList = asksForList(request.question, request.language);
  const question: QuestionFeatures = {
    terms: request.terms,
    totalWeight: request.terms.reduce((sum, { weight }) => sum + weight, 0),
    covered: coveredBy(request),
    pairs: adjacentPairs(analyser.terms(request.question, request.language).map(({ text }) => text)),
    grams: characterGrams(request.question),
    type: request.language === 'en' ? answerType(request.question) : undefined,
  };
  const scores = request.passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  return request.passages.flatMap((passage) => {
    const passageShare = spread === 0 ? 1 : 1 - (best - passage.score) / spread;
    return scorePassage(quotableUnits(passage, analyser, wantsList), passageShare, question);
  });
}

interface QuestionFeatures {
  readonly terms: readonly WeightedTerm[];
  readonly totalWeight: number;
  readonly covered: (terms: readonly string[]) => CoveredTerms;
  readonly pairs: ReadonlySet<string>;
  readonly grams: ReadonlySet<string>;
  readonly type: AnswerType | undefined;
}

function scorePassage(
  units: readonly QuotableUnit[],
  passageShare: number,
  question: QuestionFeatures,
): ScoredUnit[] {
  const coveredTerms = units.map(({ terms }) => question.covered(terms));
  return units.flatMap((unit, position) => {
    const covered = coveredTerms[position] as CoveredTerms;
    if (unit.kind === 'table-header' || unit.kind === 'heading' || isLabel(unit, covered)) return [];
    const around = [coveredTerms[position - 1], coveredTerms[position + 1]].flatMap((near) => [
      ...(near ?? []),
    ]);
    const lead = question.covered(unit.lead?.terms ?? []);
    const above = question.covered(unit.headingTerms);
    const isRow = unit.kind === 'table-row';
    const bonus =
      weights.passage * passageShare +
      weights.neighbours * share(question, new Map(around)) +
      weights.referent * (isRow ? 0 : share(question, without(lead, covered))) +
      weights.bigrams * overlap(question.pairs, adjacentPairs(unit.terms)) +
      weights.answerType * (question.type && hasAnswerCue(unit.text, question.type) ? 1 : 0) +
      weights.characters * overlap(question.grams, characterGrams(unit.text)) +
      weights.tableHeader * (isRow ? share(question, lead) : 0) +
      weights.rowLabel * (isRow ? labelShare(unit, question) : 0) +
      weights.heading * share(question, without(above, covered)) +
      weights.list * (unit.kind === 'list' ? share(question, new Map([...above, ...covered])) : 0) +
      (unit.kind === 'code' ? weights.code : 0) +
      (isFragment(unit) ? weights.fragment : 0) +
      (isQuestion(unit) ? weights.question : 0);
    return [{ unit, covered, coverage: share(question, covered), bonus }];
  });
}

/** Tells which of the question's terms a text holds, itself or in what was looked for in their stead. */
function coveredBy({ terms, expansions }: GenerateRequest): QuestionFeatures['covered'] {
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

function without(terms: CoveredTerms, others: CoveredTerms): CoveredTerms {
  return new Map([...terms].filter(([term]) => !others.has(term)));
}

/** Fewest terms of a sentence that can answer with nothing but the question's own words. */
const statementTerms = 3;

/** Whether it only names the subject: a caption, or a heading that carries no mark. "Prices." answers no question. */
function isLabel({ text, terms }: QuotableUnit, covered: CoveredTerms): boolean {
  if (terms.some((term) => !covered.has(term))) return false;
  return terms.length < statementTerms || !/[\p{Po}\p{Pe}\p{Pf}]$/u.test(text);
}

/** How much of the question the label of a row is, where the question names all of the label. */
function labelShare({ label }: QuotableUnit, question: QuestionFeatures): number {
  const covered = question.covered(label);
  return label.every((term) => covered.has(term)) ? share(question, covered) : 0;
}

/** Whether it is prose, or a list's item, that no stop ends; a colon announces what is not in the sentence. */
function isFragment({ kind, text }: QuotableUnit): boolean {
  return (kind === 'prose' || kind === 'list-item') && !/[.!?…。！？।؟]["'”’»)\]*_`]*$/u.test(text);
}

function isQuestion({ text }: QuotableUnit): boolean {
  return /[?？؟]["'”’»)\]*_`]*$/u.test(text);
}

/** Share of the question's weight that these terms hold, in [0, 1]. */
function share({ terms, totalWeight }: QuestionFeatures, contained: CoveredTerms): number {
  if (totalWeight === 0) return 0;
  let covered = 0;
  for (const { term, weight } of terms) covered += weight * (contained.get(term) ?? 0);
  return covered / totalWeight;
}
/** Share of `wanted` that `found` holds, in [0, 1]. */
function overlap(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const entry of wanted) if (found.has(entry)) common += 1;
  return common / wanted.size;
}

function adjacentPairs(terms: readonly string[]): Set<string> {
  const pairs = new Set<string>();
  for (let position = 1; position < terms.length; position += 1) {
    pairs.add(`${terms[position - 1]} ${terms[position]}`);
  }
  return pairs;
}

const gramLength = 4;

/** Runs of four characters within words, in lower case. */
function characterGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (let position = 0; position + gramLength <= word.length; position += 1) {
      grams.add(word.slice(position, position + gramLength));
    }
  }
  return grams;
}
