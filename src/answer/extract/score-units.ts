import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateRequest, Passage } from '../../contracts/generator.ts';
import { characterOverlap } from './character-overlap.ts';
import { type Feature, featureWeights } from './feature-weights.ts';
import { isAskedFor } from './is-asked-for.ts';
import { type CoveredTerms, type QuestionFeatures, questionFeatures, share } from './question-features.ts';
import { type QuotableUnit, quotableUnits } from './quotable-units.ts';
import { askedAbove, holdsAnswer, isAboutText, type ReadUnit, unitFeatures } from './unit-features.ts';
import { announcesOther, isBibliographyEntry, isLabel, isOffTopic } from './unit-form.ts';

/** A unit that may be quoted, with all that its choice depends on. */
export interface ScoredUnit {
  readonly unit: QuotableUnit;
  readonly covered: CoveredTerms;
  /** The same with what introduces it, which is quoted too. */
  readonly quoted: CoveredTerms;
  /** What it earns for the words it shares with the question; falls as other units cover them. */
  readonly coverage: number;
  /**
   * Its coverage with that of what must be read before it, be it the heading; a row's header tells nothing of one row.
   */
  readonly bearing: number;
  /** What it earns for everything else. */
  readonly bonus: number;
}

/** How well a unit answers by itself. */
export function scoreOf({ coverage, bonus }: ScoredUnit): number {
  return coverage + bonus;
}

const weighed = Object.entries(featureWeights) as readonly (readonly [Feature, number])[];

/**
 * Scores every unit of the passages by how well it answers: its coverage of the question's terms, weighed by rarity,
 * and the weighed sum of its features. Table headers, headings that only name their subject, captions, and items and
 * rows without a word of the question, are read but never offered. In order of passage, then of place.
 */
export function scoreUnits(request: GenerateRequest, analyser: Analyser): ScoredUnit[] {
  const question = questionFeatures(request, analyser);
  const shares = passageShares(request.passages);
  const unitsByPassage = request.passages.map((passage) =>
    quotableUnits(passage, analyser, question.list && ((whole) => isAskedFor(whole, question))),
  );
  const texts = unitsByPassage.flat().map(({ text }) => text);
  const overlaps = characterOverlap(request.question, texts).values();
  return unitsByPassage.flatMap((units, place) => {
    const read = units.map((unit) => readUnit(unit, overlaps.next().value ?? 0, question));
    return scorePassage(read, shares[place] ?? 0, question);
  });
}

/** Where each passage's score lies between those of the last and the best: 1 for the best, 0 for the last. */
function passageShares(passages: readonly Passage[]): readonly number[] {
  const scores = passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  return scores.map((score) => (spread === 0 ? 1 : 1 - (best - score) / spread));
}

function scorePassage(
  read: readonly ReadUnit[],
  passageShare: number,
  question: QuestionFeatures,
): ScoredUnit[] {
  return read.flatMap((one, position) => {
    const [behind, farther] = [read[position + 1], read[position + 2]];
    if (!isOffered(one, [behind?.unit, farther?.unit], question)) return [];
    const { unit, covered, lead, above } = one;
    const features = unitFeatures(one, { passageShare, before: read[position - 1], behind }, question);
    const isBearing = features.besideSaid || features.answerType || covered.size + lead.size + above.size > 0;
    // Who asks for more, or for the reason, asks for it of what was spoken of.
    if (question.alreadySaid !== '' && question.terms.length > 0 && !isBearing) return [];
    const bonus = weighed.reduce((sum, [name, weight]) => sum + weight * Number(features[name]), 0);
    const opened = unit.opensSection ? above : [];
    const isRow = unit.kind === 'table-row';
    const bearing = share(question, isRow ? covered : new Map([...opened, ...lead, ...covered]));
    const quoted = unit.kind === 'prose' ? covered : new Map([...lead, ...covered]);
    return [{ unit, covered, quoted, coverage: share(question, covered), bearing, bonus }];
  });
}

function readUnit(
  unit: QuotableUnit,
  characters: number,
  { definition, covered }: QuestionFeatures,
): ReadUnit {
  const found = definition?.cueOf(unit);
  const cue = found === 'opens' && (isAboutText(unit) || isBibliographyEntry(unit)) ? undefined : found;
  // What opens the section of a subject leaves its name unsaid.
  const unsaid = cue === 'opens' ? (definition?.terms ?? []) : [];
  return {
    unit,
    cue,
    characters,
    covered: covered([...unsaid, ...unit.terms]),
    lead: covered(unit.lead?.terms ?? []),
    above: covered(unit.headingTerms),
  };
}

/** Under a question so much like the one asked, an answer may be a word. */
const enoughAskedAbove = 0.3;

/** Whether a unit may be quoted for itself. */
function isOffered(
  { unit, cue, covered, lead }: ReadUnit,
  following: readonly (QuotableUnit | undefined)[],
  question: QuestionFeatures,
): boolean {
  if (isOnlyRead(unit, question) || isLabel(unit, covered)) return false;
  if (cue !== 'defines' && announcesOther(unit, following)) return false;
  // An item that has the words brings those within it along.
  const topic = unit.lead?.kind === 'list-item' ? covered : new Map([...lead, ...covered]);
  return (
    question.terms.length === 0 || askedAbove(unit, question) >= enoughAskedAbove || !isOffTopic(unit, topic)
  );
}

/**
 * Whether it only says what others are about. A heading may say something of its subject in brackets, or the date asked
 * for.
 */
function isOnlyRead(unit: QuotableUnit, question: QuestionFeatures): boolean {
  const { kind, text } = unit;
  if (kind !== 'heading') return kind === 'table-header';
  const isFactAsked =
    !question.list && !question.definition && !question.wantsCode && question.type !== 'reason';
  const isDated = question.type === 'time' && holdsAnswer(unit, question);
  return !isFactAsked || !(isDated || /[(（].*\p{L}/u.test(text));
}
