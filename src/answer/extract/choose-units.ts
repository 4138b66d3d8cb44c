import type { WeightedTerm } from '../../contracts/generator.ts';
import { nameOfHeading, type QuotableUnit } from './quotable-units.ts';
import type { ScoredUnit } from './score-units.ts';

/**
 * What makes a further unit worth its place: settings chosen by article on the questions that the weights were fitted
 * to, see `training/README.md`. Scores are log-odds.
 */
const worthAdding = {
  /** How far below the first one its score may lie, what it repeats taken off. */
  distance: 3,
  /** What is taken off where it holds nothing of the question but what is quoted already. */
  repetition: 0.5,
  /** Share of how much of the question the first one bears; what goes on from a sentence quoted needs none. */
  bearing: 0.2,
};

/**
 * The sentence that a pronoun points to is worth this much less than the one that the pronoun begins: nothing in an
 * answer with room for three, else so much that it does not take the only other place.
 */
const worthOfReferent = (maxUnits: number) => (maxUnits >= 3 ? 0 : 1);

/**
 * Greedy choice, best first: each unit is judged by what it adds to those before it. Then comes what must be read
 * before them: the header of a table and what introduces a list do not count among the units, a sentence that a
 * pronoun points to does. Of units that overlap, as those of chunks do, the longest stays.
 */
export function chooseUnits(
  scored: readonly ScoredUnit[],
  terms: readonly WeightedTerm[],
  maxUnits: number,
): QuotableUnit[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const covered = new Set<string>();
  const gainOf = ({ covered: own, score }: ScoredUnit) => {
    let repeated = 0;
    for (const { term, weight } of terms) if (covered.has(term)) repeated += weight * (own.get(term) ?? 0);
    return score - (total === 0 ? 0 : worthAdding.repetition * (repeated / total));
  };

  const candidates = new Set(withoutOverlaps(scored));
  const said = new Set<string>();
  let chosen: readonly ChosenUnit[] = [];
  let first: ScoredUnit | undefined;
  while (chosen.length < maxUnits) {
    let best: { scored: ScoredUnit; gain: number } | undefined;
    for (const candidate of candidates) {
      const gain = gainOf(candidate);
      if (first && gain < first.score - worthAdding.distance && !isPartOfAnswer(candidate)) continue;
      const isBetter = gain > (best?.gain ?? Number.NEGATIVE_INFINITY);
      if (!isBetter || isAmong(candidate.unit, chosen) || repeats(candidate.unit, said)) continue;
      if (!first || adds(candidate, first, chosen)) best = { scored: candidate, gain };
    }
    if (!best) break;
    candidates.delete(best.scored);
    first ??= best.scored;
    const unit = quotedWhole(best.scored, chosen);
    chosen = [...chosen.filter(({ unit: other }) => !isWithin(other, unit)), { unit, gain: best.gain }];
    for (const term of best.scored.quoted.keys()) covered.add(term);
    for (const term of unit.terms) said.add(term);
  }
  return withLeads(chosen, said, maxUnits);
}

/**
 * What announces a list or code is quoted with it, and a list as a whole rather than by two of its items, or by one
 * that has no word of the question: then what announces it is what answers.
 */
function quotedWhole({ unit, covered }: ScoredUnit, chosen: readonly ChosenUnit[]): QuotableUnit {
  const { introduced, kind, lead } = unit;
  if (introduced) return introduced;
  if (kind !== 'list-item' || !lead) return unit;
  const isOfMany = chosen.some(({ unit: other }) => other.lead === lead);
  return ((isOfMany || covered.size === 0) && lead.introduced) || unit;
}

/** Whether it stands under the very question, or is of a definition: it need not name again what is asked for. */
function isPartOfAnswer({ features: { askedAbove, defines, definesFurther } }: ScoredUnit): boolean {
  return askedAbove === 1 || Boolean(defines) || Boolean(definesFurther);
}

interface ChosenUnit {
  readonly unit: QuotableUnit;
  readonly gain: number;
}

/** Whether a unit says more than that it stands in the same passages as the first one. */
function adds(further: ScoredUnit, first: ScoredUnit, chosen: readonly ChosenUnit[]): boolean {
  // Under another heading what has no word of the question tells of something else, but for a list that was asked for.
  const isElsewhere =
    further.unit.kind !== 'list' && !chosen.some(({ unit }) => isSameSection(unit, further.unit));
  if (isElsewhere && further.covered.size === 0 && first.bearing > 0) return false;
  const goesOn = chosen.some(({ unit }) => goesOnFrom(unit, further.unit));
  return goesOn || further.bearing >= worthAdding.bearing * first.bearing;
}

/** Whether another stands under the same heading, or under this one where it is a heading. */
function isSameSection(one: QuotableUnit, other: QuotableUnit): boolean {
  return isSameDocument(one, other) && sectionOf(one) === sectionOf(other);
}

function sectionOf({ kind, text, heading }: QuotableUnit): string {
  return kind === 'heading' ? nameOfHeading(text) : heading;
}

/** Whether a unit tells more of what another says, as what stands under a heading or in its item does. */
function goesOnFrom(one: QuotableUnit, further: QuotableUnit): boolean {
  const isInItem = [one, further].some(({ continuesItem }) => continuesItem);
  return (
    areNeighbours(one, further) ||
    (one.kind === 'heading' && isSameSection(one, further)) ||
    (isInItem && beginningOfItem(one) === beginningOfItem(further))
  );
}

function beginningOfItem(unit: QuotableUnit): QuotableUnit | undefined {
  return unit.continuesItem ? unit.lead : unit;
}

/** Characters between the sentences of a paragraph, fewer than these: a blank line takes two. */
const gapOfNeighbours = 2;

/** Whether one goes on from the other. Rows and items stand next to each other and say nothing of each other. */
export function areNeighbours(one: QuotableUnit, other: QuotableUnit): boolean {
  if (
    !isSameDocument(one, other) ||
    [one, other].some(({ kind }) => kind === 'table-row' || kind === 'list-item')
  )
    return false;
  const gap = Math.max(one.start, other.start) - Math.min(one.end, other.end);
  return gap < gapOfNeighbours;
}

/** A unit with this share of its terms in those chosen before says the same again. */
const repetition = 0.95;

function repeats({ terms }: QuotableUnit, said: ReadonlySet<string>): boolean {
  return said.size > 0 && terms.filter((term) => said.has(term)).length >= repetition * terms.length;
}

/** A sentence that a pronoun points to takes a free place, or that of the last unit where this adds less. */
function withLeads(
  chosen: readonly ChosenUnit[],
  said: ReadonlySet<string>,
  maxUnits: number,
): QuotableUnit[] {
  const counted = [...chosen];
  for (const { unit, gain } of chosen) {
    const { lead } = unit;
    if (!lead || !isReferent(unit) || isAmong(lead, counted) || repeats(lead, said)) continue;
    const referent = { unit: lead, gain: gain - worthOfReferent(maxUnits) };
    if (counted.length < maxUnits) counted.push(referent);
    else if ((counted.at(-1)?.gain ?? Number.POSITIVE_INFINITY) < referent.gain)
      counted[counted.length - 1] = referent;
  }
  const units = counted.map(({ unit }) => unit);
  const introductions = units.flatMap((unit) => (unit.lead && !isReferent(unit) ? [unit.lead] : []));
  return [...units, ...[...new Set(introductions)].filter((lead) => !isAmong(lead, counted))];
}

/** Whether what leads to a unit is a sentence like it, that its pronoun points to. */
export function isReferent({ kind, lead }: QuotableUnit): boolean {
  return kind === 'prose' && lead?.kind === 'prose';
}

/** Whether all of a unit is quoted already, by itself or within another. */
function isAmong(unit: QuotableUnit, quoted: readonly ChosenUnit[]): boolean {
  return quoted.some(({ unit: other }) => isWithin(unit, other));
}

function isWithin(inner: QuotableUnit, outer: QuotableUnit): boolean {
  return isSameDocument(inner, outer) && outer.start <= inner.start && inner.end <= outer.end;
}

/**
 * Overlapping chunks share sentences, one of them perhaps cut short: of those the longest stays, of equals the first.
 */
function withoutOverlaps(candidates: readonly ScoredUnit[]): ScoredUnit[] {
  const byLength = candidates.toSorted((a, b) => b.unit.end - b.unit.start - (a.unit.end - a.unit.start));
  const kept = new Set<ScoredUnit>();
  for (const candidate of byLength) {
    if (![...kept].some((other) => overlap(other.unit, candidate.unit))) kept.add(candidate);
  }
  return candidates.filter((candidate) => kept.has(candidate));
}

/** Whether two units share words of one document. */
export function overlap(one: QuotableUnit, other: QuotableUnit): boolean {
  return isSameDocument(one, other) && one.start < other.end && other.start < one.end;
}

function isSameDocument(one: QuotableUnit, other: QuotableUnit): boolean {
  return one.passage.chunk.documentId === other.passage.chunk.documentId;
}
