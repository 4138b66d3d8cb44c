import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateRequest, WeightedTerm } from '../../contracts/generator.ts';
import { announcesText } from './announces-text.ts';
import { type AnswerType, answerType, hasAnswerCue } from './answer-type.ts';
import { asksForCode } from './asks-for-code.ts';
import { type AskedList, asksForList } from './asks-for-list.ts';
import { characterOverlap } from './character-overlap.ts';
import { type DefinitionCue, definitionCue } from './definition-cue.ts';
import { isNavigation } from './is-navigation.ts';
import { proximity } from './proximity.ts';
import { type QuotableUnit, quotableUnits, type Whole } from './quotable-units.ts';
import {
  announcesOther,
  describesLink,
  isCode,
  isFragment,
  isLabel,
  isOffTopic,
  isPointer,
  isQuestion,
  isTitle,
  isUnfinished,
} from './unit-form.ts';

/** The question's terms that something holds, each with how far: 1 for the term itself, less for what stands for it. */
export type CoveredTerms = ReadonlyMap<string, number>;

/** A unit that may be quoted, with all that its choice depends on. */
export interface ScoredUnit {
  readonly unit: QuotableUnit;
  readonly covered: CoveredTerms;
  /** What it earns for the words it shares with the question; falls as other units cover them. */
  readonly coverage: number;
  /** Its coverage with that of what must be read before it, be it the heading; a row's header tells nothing of one row. */
  readonly bearing: number;
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
  /** The question's terms close together are more often about each other. */
  proximity: 0.2,
  answerType: 0.3,
  /** Asked what something is. */
  definition: { defines: 0.8, opens: 0.6, mentions: 0.3 },
  /** A row tells something of what it is called, and of nothing else. */
  rowForDefinition: -0.5,
  /** By the logarithm of its length over the usual one: long sentences share words with many questions. */
  length: -0.04,
  characters: 0.5,
  tableHeader: 0.3,
  /** What a row is called is what a question about it names. */
  rowLabel: 1,
  /** The headings over a unit say what it is about, also where the unit itself does not. */
  heading: 0.3,
  /** Asked for a list, one that is about the question is the answer. */
  list: 0.5,
  /** A line of code shares words with many questions and is a sentence that answers few of them. */
  code: -0.3,
  codeAskedFor: 0.5,
  /** It, or the code that it announces, uses what a definition would tell of. */
  codeForDefinition: -2,
  /** Words without a stop name something more often than they say something of it. */
  fragment: -0.1,
  /** A colon with nothing after it, code that is cut. */
  unfinished: -0.5,
  /** A link says where to look. */
  pointer: -1,
  /** What it says of the link is little, and may be what was asked for. */
  linkDescription: -0.5,
  /** A title between quotation marks names a work. */
  title: -0.6,
  /** What a text says of itself shares words with every question that the text answers. */
  announcement: -0.6,
  /** Under “See also” and “Learning objectives” subjects are named and nothing is said of them. */
  navigation: -0.6,
  /** Who asks for more has read it. */
  alreadySaid: -2,
  /** A sentence that asks shares the most words with a question and answers none. */
  question: -2,
};

/** Terms of a sentence of middling length. */
const usualTerms = 15;

/**
 * Scores every unit of the passages by how well it answers: the question's terms in it weighed by rarity, the
 * passage's own score, its neighbours' terms, those of the sentence that it refers back to, adjacent pairs of terms,
 * the question's terms close together, a cue of the kind of thing asked for, brevity, the heading above, shared character 4-grams (other forms of the same word) and, for a table's row,
 * the terms of its header and its label. Headings, table headers, captions, and items and rows without a word of the question, are read but never offered. In order of
 * passage, then of place.
 */
export function scoreUnits(request: GenerateRequest, analyser: Analyser): ScoredUnit[] {
  const type = request.language === 'en' ? answerType(request.question) : undefined;
  const question: QuestionFeatures = {
    list: asksForList(request.question, request.language),
    wantsCode: asksForCode(request.question, request.language),
    terms: request.terms,
    totalWeight: request.terms.reduce((sum, { weight }) => sum + weight, 0),
    covered: coveredBy(request),
    pairs: adjacentPairs(analyser.terms(request.question, request.language).map(({ text }) => text)),
    text: request.question,
    alreadySaid: inOneLine(request.alreadySaid ?? ''),
    type,
    definition: type === undefined ? definitionCue(request.question, request.language, analyser) : undefined,
  };
  const scores = request.passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  const unitsByPassage = request.passages.map((passage) =>
    quotableUnits(passage, analyser, (whole) => isAskedFor(whole, question)),
  );
  const units = unitsByPassage.flat();
  const overlaps = characterOverlap(
    request.question,
    units.map(({ text }) => text),
  );
  const characters = new Map(units.map((unit, place) => [unit, overlaps[place] ?? 0]));
  return request.passages.flatMap((passage, place) => {
    const passageShare = spread === 0 ? 1 : 1 - (best - passage.score) / spread;
    return scorePassage(unitsByPassage[place] ?? [], { passageShare, characters }, question);
  });
}

interface QuestionFeatures {
  /** Steps, or several things; code may hold the steps. */
  readonly list: AskedList | undefined;
  readonly wantsCode: boolean;
  readonly terms: readonly WeightedTerm[];
  readonly totalWeight: number;
  readonly covered: (terms: readonly string[]) => CoveredTerms;
  readonly pairs: ReadonlySet<string>;
  readonly text: string;
  /** What was replied so far, on one line; empty where it may be said again. */
  readonly alreadySaid: string;
  readonly type: AnswerType | undefined;
  /** How far a unit defines what is asked for; undefined where no definition is. */
  readonly definition: ((unit: QuotableUnit) => DefinitionCue | undefined) | undefined;
}

interface PassageFeatures {
  /** 1 for the best passage, 0 for the last. */
  readonly passageShare: number;
  /** What each unit shares with the question below the level of words. */
  readonly characters: ReadonlyMap<QuotableUnit, number>;
}

function scorePassage(
  units: readonly QuotableUnit[],
  { passageShare, characters }: PassageFeatures,
  question: QuestionFeatures,
): ScoredUnit[] {
  const coveredTerms = units.map(({ terms }) => question.covered(terms));
  return units.flatMap((unit, position) => {
    const covered = coveredTerms[position] as CoveredTerms;
    const isRead = unit.kind === 'table-header' || unit.kind === 'heading';
    if (isRead || isLabel(unit, covered) || announcesOther(unit, units[position + 1])) return [];
    const around = [coveredTerms[position - 1], coveredTerms[position + 1]].flatMap((near) => [
      ...(near ?? []),
    ]);
    const lead = question.covered(unit.lead?.terms ?? []);
    if (question.terms.length > 0 && isOffTopic(unit, new Map([...lead, ...covered]))) return [];
    const above = question.covered(unit.headingTerms);
    const isRow = unit.kind === 'table-row';
    const leadsElsewhere = standsInNavigation(unit);
    const isList = (unit.kind === 'list' || unit.kind === 'table') && !leadsElsewhere && !isPointer(unit);
    const bonus =
      weights.passage * passageShare +
      weights.neighbours * share(question, new Map(around)) +
      weights.referent * (isRow ? 0 : share(question, without(lead, covered))) +
      weights.bigrams * overlap(question.pairs, adjacentPairs(unit.terms)) +
      weights.proximity * share(question, covered) * proximity(unit.terms, covered) +
      weights.answerType * (holdsAnswer(unit, question) ? 1 : 0) +
      weights.length * Math.log(Math.max(1, unit.terms.length) / usualTerms) +
      weights.characters * (characters.get(unit) ?? 0) +
      weights.tableHeader * (isRow ? share(question, lead) : 0) +
      weights.rowLabel * (isRow ? labelShare(unit, question) : 0) +
      weights.heading * share(question, without(above, covered)) +
      weights.list * (isList ? share(question, new Map([...above, ...covered])) : 0) +
      codeWeight(unit, question) +
      definitionWeight(unit, question) +
      (isFragment(unit) ? weights.fragment : 0) +
      (isUnfinished(unit) ? weights.unfinished : 0) +
      (isPointer(unit) ? weights.pointer : describesLink(unit) ? weights.linkDescription : 0) +
      (isTitle(unit) ? weights.title : 0) +
      (announces(unit) ? weights.announcement : 0) +
      (leadsElsewhere ? weights.navigation : 0) +
      (isAlreadySaid(unit, question) ? weights.alreadySaid : 0) +
      (isQuestion(unit) ? weights.question : 0);
    const opened = unit.opensSection ? above : [];
    const bearing = share(question, isRow ? covered : new Map([...opened, ...lead, ...covered]));
    return [{ unit, covered, coverage: share(question, covered), bearing, bonus }];
  });
}

/**
 * What says what a list or a table lists must hold this share of the question, or of what the whole list holds of it.
 */
const leastFrame = 0.5;

/** What is longer, in characters, and no steps, is quoted by its items and rows. */
const longestWhole = 1500;

/** Whether a list or a table answers as a whole: by what it lists, not by a word in one of its items. */
function isAskedFor({ kind, frame, terms, length }: Whole, question: QuestionFeatures): boolean {
  const { list } = question;
  if (!list || (list === 'steps' ? kind === 'table' : length > longestWhole)) return false;
  const held = share(question, question.covered(frame));
  if (kind === 'table' || list === 'comparison') return held >= leastFrame;
  return held >= leastFrame * share(question, question.covered([...frame, ...terms]));
}

/** Whether one of the headings above it does not stand over what is said of a subject. */
function standsInNavigation({ heading, passage: { chunk } }: QuotableUnit): boolean {
  return [...chunk.headingPath.slice(0, -1), heading].some((above) => isNavigation(above, chunk.language));
}

/** Whether it, or what it is an item of, tells what the text is about to say. */
function announces({ kind, text, lead, passage }: QuotableUnit): boolean {
  const { language } = passage.chunk;
  const isItem = kind === 'list-item' && lead !== undefined;
  return announcesText(text, language) || (isItem && announcesText(lead.text, language));
}

function isAlreadySaid({ text }: QuotableUnit, { alreadySaid }: QuestionFeatures): boolean {
  return alreadySaid !== '' && alreadySaid.includes(inOneLine(text));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function definitionWeight(unit: QuotableUnit, { definition, covered }: QuestionFeatures): number {
  const cue = definition?.(unit);
  if (cue) return weights.definition[cue];
  const isOther = unit.kind === 'table-row' && covered(unit.label).size === 0;
  return definition && isOther ? weights.rowForDefinition : 0;
}

function codeWeight(unit: QuotableUnit, { wantsCode, list, definition }: QuestionFeatures): number {
  if (wantsCode) return isCode(unit) ? weights.codeAskedFor : 0;
  if (definition && isCode(unit)) return weights.codeForDefinition;
  return unit.kind === 'code' && !list ? weights.code : 0;
}

function holdsAnswer({ text }: QuotableUnit, question: QuestionFeatures): boolean {
  return question.type !== undefined && hasAnswerCue(text, question.type, question.text);
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

/** How much of the question the label of a row is, where the question names all of the label. */
function labelShare({ label }: QuotableUnit, question: QuestionFeatures): number {
  const covered = question.covered(label);
  return label.every((term) => covered.has(term)) ? share(question, covered) : 0;
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
