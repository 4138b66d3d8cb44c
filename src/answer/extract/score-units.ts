import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateRequest } from '../../contracts/generator.ts';
import { announcesText } from './announces-text.ts';
import { hasAnswerCue } from './answer-type.ts';
import type { DefinitionCue } from './asked-definition.ts';
import { characterOverlap } from './character-overlap.ts';
import { isAskedFor } from './is-asked-for.ts';
import { isNavigation } from './is-navigation.ts';
import { isOverview } from './is-overview.ts';
import { proximity } from './proximity.ts';
import {
  adjacentPairs,
  type CoveredTerms,
  inOneLine,
  type QuestionFeatures,
  questionFeatures,
  share,
} from './question-features.ts';
import { type QuotableUnit, quotableUnits } from './quotable-units.ts';
import {
  announcesOther,
  describesLink,
  isCode,
  isFragment,
  isLabel,
  isOffTopic,
  isPointer,
  isQuestion,
  isUnfinished,
} from './unit-form.ts';

/** A unit that may be quoted, with all that its choice depends on. */
export interface ScoredUnit {
  readonly unit: QuotableUnit;
  readonly covered: CoveredTerms;
  /** What it earns for the words it shares with the question; falls as other units cover them. */
  readonly coverage: number;
  /**
   * Its coverage with that of what must be read before it, be it the heading; a row's header tells nothing of one row.
   */
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
  definition: { defines: 0.8, opens: 0.8, shortens: 0.6 },
  /** A row tells something of what it is called, and of nothing else. */
  rowForDefinition: -0.5,
  /** By the logarithm of its length over the usual one: long sentences share words with many questions. */
  length: -0.04,
  characters: 0.5,
  /** What a row is called is what a question about it names. */
  rowLabel: 1,
  /** The headings over a unit say what it is about, also where the unit itself does not. */
  heading: 0.3,
  /** Asked for a list, one that is about the question is the answer. */
  list: 0.5,
  /** A line of code shares words with many questions and is a sentence that answers few of them. */
  code: -0.3,
  codeAskedFor: 0.5,
  /** It, or the code that it announces, uses what a definition or a comparison would tell of. */
  codeInsteadOfWords: -2,
  /** What a description begins with says what its subject is for. */
  overview: 0.25,
  /** Words without a stop name something more often than they say something of it. */
  fragment: -0.1,
  /** It says of its section what that is about. */
  headingItself: -0.4,
  /** A colon with nothing after it, code that is cut. */
  unfinished: -0.5,
  /** A link says where to look. */
  pointer: -1,
  /** What it says of the link is little, and may be what was asked for. */
  linkDescription: -0.5,
  /** What a text says of itself shares words with every question that the text answers. */
  announcement: -0.6,
  /** Under “See also” and “Learning objectives” subjects are named and nothing is said of them. */
  navigation: -0.6,
  /** Who asks for more has read it. */
  alreadySaid: -2,
  /** What was quoted before the last reply shares the subject with what is asked now, and seldom answers it. */
  saidEarlier: -0.5,
  /** A sentence that asks shares the most words with a question and answers none. */
  question: -2,
};

/** Terms of a sentence of middling length. */
const usualTerms = 15;

/**
 * Scores every unit of the passages by how well it answers: the question's terms in it weighed by rarity, the
 * passage's own score, its neighbours' terms, those of the sentence that it refers back to, adjacent pairs of terms,
 * the question's terms close together, a cue of the kind of thing asked for, the form of a definition where one is
 * asked for, brevity, the heading above, shared character 4-grams (other forms of the same word) and, for a table's
 * row, its label. Table headers, headings that only name their subject, captions, and items and rows without a word of
 * the question, are read but never offered. In order of passage, then of place.
 */
export function scoreUnits(request: GenerateRequest, analyser: Analyser): ScoredUnit[] {
  const question = questionFeatures(request, analyser);
  const scores = request.passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  const unitsByPassage = request.passages.map((passage) =>
    quotableUnits(passage, analyser, question.list && ((whole) => isAskedFor(whole, question))),
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
  const cues = units.map((unit) => {
    const cue = question.definition?.cueOf(unit);
    return cue === 'opens' && announces(unit) ? undefined : cue;
  });
  // What opens the section of a subject leaves its name unsaid.
  const unsaid = (position: number) => (cues[position] === 'opens' ? (question.definition?.terms ?? []) : []);
  const coveredTerms = units.map(({ terms }, position) => question.covered([...unsaid(position), ...terms]));
  return units.flatMap((unit, position) => {
    const covered = coveredTerms[position] as CoveredTerms;
    if (isOnlyRead(unit, question) || isLabel(unit, covered) || announcesOther(unit, units[position + 1]))
      return [];
    const around = [coveredTerms[position - 1], coveredTerms[position + 1]].flatMap((near) => [
      ...(near ?? []),
    ]);
    const lead = question.covered(unit.lead?.terms ?? []);
    // An item that has the words brings those within it along.
    const topic = unit.lead?.kind === 'list-item' ? covered : new Map([...lead, ...covered]);
    if (question.terms.length > 0 && isOffTopic(unit, topic)) return [];
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
      weights.rowLabel * (isRow ? labelShare(unit, question) : 0) +
      weights.heading * share(question, without(above, covered)) +
      weights.list * (isList ? share(question, new Map([...above, ...covered])) : 0) +
      codeWeight(unit, cues[position], question) +
      definitionWeight(unit, cues[position], question) +
      (opensOverview(unit) ? weights.overview : 0) +
      (isFragment(unit) ? weights.fragment : 0) +
      (unit.kind === 'heading' ? weights.headingItself : 0) +
      (isUnfinished(unit) ? weights.unfinished : 0) +
      (isPointer(unit) && cues[position] !== 'opens'
        ? weights.pointer
        : describesLink(unit)
          ? weights.linkDescription
          : 0) +
      (announces(unit) ? weights.announcement : 0) +
      (leadsElsewhere ? weights.navigation : 0) +
      (isSaidIn(question.alreadySaid, unit) ? weights.alreadySaid : 0) +
      (isSaidIn(question.saidEarlier, unit) ? weights.saidEarlier : 0) +
      (isQuestion(unit) ? weights.question : 0);
    const opened = unit.opensSection ? above : [];
    const bearing = share(question, isRow ? covered : new Map([...opened, ...lead, ...covered]));
    return [{ unit, covered, coverage: share(question, covered), bearing, bonus }];
  });
}

/**
 * Whether it only says what others are about. A heading may say something of its subject in brackets, or the date asked
 * for.
 */
function isOnlyRead(unit: QuotableUnit, question: QuestionFeatures): boolean {
  const { kind, text } = unit;
  if (kind !== 'heading') return kind === 'table-header';
  const isFactAsked = !question.list && !question.definition && !question.wantsCode;
  const isDated = question.type === 'time' && holdsAnswer(unit, question);
  return !isFactAsked || !(isDated || /[(（].*\p{L}/u.test(text));
}

/**
 * Whether one of the headings above it does not stand over what is said of a subject. A list of references is read for
 * them.
 */
function standsInNavigation({ heading, passage: { chunk } }: QuotableUnit): boolean {
  const { title, headingPath, language } = chunk;
  const above = [...headingPath.slice(0, -1), heading];
  return !isNavigation(title, language) && above.some((one) => isNavigation(one, language));
}

/** Whether it is the first sentence under “Description”, “Overview” and the like. */
function opensOverview({ opensSection, heading, passage: { chunk } }: QuotableUnit): boolean {
  return opensSection && isOverview(heading, chunk.language);
}

/** Whether it, or what it is an item of, tells what the text is about to say. */
function announces({ kind, text, lead, passage }: QuotableUnit): boolean {
  const { language } = passage.chunk;
  const isItem = kind === 'list-item' && lead !== undefined;
  return announcesText(text, language) || (isItem && announcesText(lead.text, language));
}

function isSaidIn(replies: string, { text }: QuotableUnit): boolean {
  return replies !== '' && replies.includes(inOneLine(text));
}

function definitionWeight(
  unit: QuotableUnit,
  cue: DefinitionCue | undefined,
  { definition, covered }: QuestionFeatures,
): number {
  if (cue) return weights.definition[cue];
  const isOther = unit.kind === 'table-row' && covered(unit.label).size === 0;
  return definition && isOther ? weights.rowForDefinition : 0;
}

function codeWeight(
  unit: QuotableUnit,
  cue: DefinitionCue | undefined,
  { wantsCode, list, definition }: QuestionFeatures,
): number {
  if (wantsCode) return isCode(unit) ? weights.codeAskedFor : 0;
  if (list === 'comparison' && isCode(unit)) return weights.codeInsteadOfWords;
  if (definition && isCode(unit)) return cue === 'defines' ? 0 : weights.codeInsteadOfWords;
  return unit.kind === 'code' && !list ? weights.code : 0;
}

function holdsAnswer({ text }: QuotableUnit, question: QuestionFeatures): boolean {
  return question.type !== undefined && hasAnswerCue(text, question.type, question.text);
}

function without(terms: CoveredTerms, others: CoveredTerms): CoveredTerms {
  return new Map([...terms].filter(([term]) => !others.has(term)));
}

/** How much of the question the label of a row is, where the question names all of the label. */
function labelShare({ label }: QuotableUnit, question: QuestionFeatures): number {
  const covered = question.covered(label);
  return label.every((term) => covered.has(term)) ? share(question, covered) : 0;
}

/** Share of `wanted` that `found` holds, in [0, 1]. */
function overlap(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const entry of wanted) if (found.has(entry)) common += 1;
  return common / wanted.size;
}
