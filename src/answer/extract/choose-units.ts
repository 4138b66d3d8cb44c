import type { Analyser } from '../../contracts/analyser.ts';
import { isOfPassage } from '../../contracts/chunk.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import type { AskedName, Bearing } from '../../question/names.ts';
import type { QuestionPart } from '../../question/question.ts';
import { holdsAmount } from '../../text/scale-words.ts';
import { namedCells } from '../../text/sentences/row-cells.ts';
import { distinctTerms } from '../../text/words.ts';
import { coveredBy } from './question-features.ts';
import type { QuotableUnit } from './quotable-units.ts';
import type { AskedToQuote } from './quoting-request.ts';
import type { ScoredUnit } from './score-units.ts';

/**
 * Leaves out units that say of another what one says of the name that the question holds: “Employees get 30 days” under
 * Germany, where Japan is asked for and “Employees get 15 days” stands under that.
 *
 * A unit's scope is its sentence with all that says what it is about: what introduces it, its table's header, its
 * row's label, the headings above, the title, the name of the file, and what its document says of itself. It is a
 * sibling
 * - where its scope bears another name of the kind that is asked for, and one that bears the name says as much;
 * - where another's scope holds all that its own holds of the question and besides that the name, or a word of the
 *   question that stands in what is above that unit, or in its place of the same table or list, or in a sentence like
 *   it.
 * Names are read from the question; which words of it are names as well, the scopes tell. Where none bears a name,
 * that name leaves nothing out. In the order in which they came.
 */
export function withoutSiblings(
  scored: readonly ScoredUnit[],
  asked: AskedToQuote,
  analyser: Analyser,
): ScoredUnit[] {
  const reader = new ScopeReader(asked, analyser);
  const all = reader.withoutReplaced(scored.map((one) => reader.scopeOf(one)));
  const bearing = all.filter(({ bearings }) => bearings.every((bearing) => bearing === 'borne'));
  // “180 degrees” asks for nothing else than what has them.
  const scoped = reader.asksForNamesAlone && bearing.length > 0 ? bearing : all;
  return scoped
    .filter((one) => !scoped.some((other) => other !== one && isSibling(one, other, reader)))
    .map(({ scored: kept }) => kept);
}

/** What a unit's scope holds of a question. Words are bits, one for each of its terms. */
interface Scope {
  readonly scored: ScoredUnit;
  /** Of its sentence with what introduces it, and of these and all that stands above. */
  readonly own: number;
  readonly all: number;
  /** Of what stands above alone, or labels its row. */
  readonly above: number;
  /** By the place of the group of names: what the scope says of it. */
  readonly bearings: readonly Bearing[];
  /** Whether what stands before it in its section bears the name, and it goes on from there. */
  readonly isInContext: readonly boolean[];
}

/** Terms of a question that count, most: each is a bit. */
const mostTerms = 30;

/** Share of what another says of the question, fewest that one that bears the name has. */
const enough = 0.5;

/** Log-odds by which the other may be likelier to answer, most. */
const likelierBy = 4;

function isSibling(
  one: Scope,
  named: Scope,
  { weightOf, names, asksForAll, ownWords }: ScopeReader,
): boolean {
  const lacked = names.flatMap((_, at) =>
    named.bearings[at] === 'borne' && one.bearings[at] !== 'borne' ? [at] : [],
  );
  const further = named.all & ~one.all;
  // What introduces a list is quoted with all of it; what a pronoun points to is the better answer.
  if (leadsOf(named.scored.unit).includes(one.scored.unit)) {
    if (lacked.some((at) => one.bearings[at] === 'another')) return true;
    return one.scored.unit.introduced !== undefined && !asksForAll && (lacked.length > 0 || further !== 0);
  }
  if (weightOf(named.own) < enough * weightOf(one.own)) return false;
  if (named.scored.score < one.scored.score - likelierBy) return false;
  // What bears a name that is asked for is the sibling of nothing that lacks it.
  if (names.some((_, at) => one.bearings[at] === 'borne' && named.bearings[at] !== 'borne')) return false;
  if (lacked.some((at) => one.bearings[at] === 'another')) return true;
  const lacking = one.all & ~named.all;
  // “Germany” of another question says nothing for what stands under it where this one asks of Japan.
  if (lacking !== 0 && ((lacking & ownWords) !== 0 || (further & named.above & ownWords) === 0)) return false;
  if (lacked.some((at) => one.bearings[at] === 'alike' || !one.isInContext[at])) return true;
  if (further === 0) return false;
  return (further & named.above) !== 0 || isParallel(one.scored.unit, named.scored.unit);
}

/** Share of the terms of two sentences that both have, fewest, where the one says of another what the other says. */
const likeSentences = 0.5;

/** Whether two units stand in the same place for different things: rows of a table, items of a list, like sentences. */
function isParallel(one: QuotableUnit, other: QuotableUnit): boolean {
  if (one.kind !== other.kind || one.kind === 'code') return false;
  const isSameDocument = one.passage.chunk.documentId === other.passage.chunk.documentId;
  const isListed =
    one.kind === 'table-row' || (one.kind === 'list-item' && isLabelled(one) && isLabelled(other));
  if (isListed && isSameDocument && one.lead === other.lead && one.heading === other.heading) return true;
  const [mine, others] = [wordsOf(one), wordsOf(other)];
  return mine.intersection(others).size >= likeSentences * Math.max(mine.size, others.size);
}

/** Its terms without numbers, which are what differs. */
function wordsOf({ terms }: QuotableUnit): ReadonlySet<string> {
  return new Set(terms.filter((term) => !/\p{Nd}/u.test(term)));
}

/** Characters of an item that says one thing of what it begins with, most, where no colon parts the two. */
const shortItem = 60;

function isLabelled({ text }: QuotableUnit): boolean {
  return text.length <= shortItem || /^[^\n:：]{1,60}[:：]\s?\S/u.test(text);
}

class ScopeReader {
  readonly names: readonly (readonly AskedName[])[];
  /** Whether all of a list may be asked for. */
  readonly asksForAll: boolean;
  /** Whether the question has no other words that state something. */
  readonly asksForNamesAlone: boolean;
  readonly #bits: ReadonlyMap<string, number>;
  readonly #weights: readonly number[];
  readonly #covered: ReturnType<typeof coveredBy>;
  readonly #analyser: Analyser;
  /** The bits of words of the question itself, without those of others in its message and of the conversation. */
  readonly ownWords: number;
  readonly #metadata = new Map<QuotableUnit['passage'], { text: string; terms: readonly string[] }>();
  /** Of each record once: each of its fields has it. */
  #record:
    | { readonly text: string; readonly language: string; readonly terms: readonly string[] }
    | undefined;
  /** The last unit of each section that bears a name, or another. */
  #section: QuotableUnit | undefined;
  #context: Bearing[] = [];

  constructor(asked: AskedToQuote, analyser: Analyser) {
    const { question, terms } = asked;
    const { language } = question;
    this.names = [...Map.groupBy(question.names, ({ shape }) => shape).values()];
    const named = new Set(
      this.names.flat().flatMap(({ text }) => analyser.terms(text, language).map((term) => term.text)),
    );
    const words = terms
      .filter(({ term }) => !named.has(term))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, mostTerms);
    this.#bits = new Map(words.map(({ term }, place) => [term, 1 << place]));
    this.#weights = words.map(({ weight }) => weight);
    this.#covered = coveredBy(asked);
    this.#analyser = analyser;
    this.ownWords = this.#bitsOf([...distinctTerms(analyser, question.text, language)]);
    this.asksForAll = question.list !== undefined;
    this.asksForNamesAlone = this.names.length > 0 && words.length === 0;
  }

  readonly weightOf = (bits: number): number =>
    this.#weights.reduce((sum, weight, place) => (bits & (1 << place) ? sum + weight : sum), 0);

  /** In the order of the units. */
  scopeOf(scored: ScoredUnit): Scope {
    const { unit } = scored;
    const leads = leadsOf(unit);
    // A field of a form is of what its other fields name.
    const own =
      this.#bitsOf([...unit.terms, ...this.#termsOfRecord(unit)]) |
      this.#bitsOf(leads.flatMap(({ terms }) => terms));
    const metadata = this.#metadataOf(unit);
    const above = this.#bitsOf(unit.headingTerms) | this.#bitsOf(metadata.terms) | this.#bitsOf(unit.label);
    const { chunk } = unit.passage;
    const levels = [
      this.names.length > 0 ? withColumns(unit) : unit.text,
      ...leads.map(({ text }) => text),
      unit.record,
      unit.heading,
      ...unit.headings.toReversed(),
      chunk.title,
      metadata.text,
    ];
    const bearings = this.names.map((alternatives) => bearingOf(alternatives, levels));
    if (this.#section?.passage !== unit.passage || this.#section.heading !== unit.heading) this.#context = [];
    const isInContext = this.names.map((_, at) => this.#context[at] === 'borne');
    this.#section = unit;
    this.#context = bearings.map((bearing, at) =>
      bearing === 'borne' || bearing === 'another' ? bearing : (this.#context[at] ?? 'unsaid'),
    );
    return { scored, own, all: own | above, above, bearings, isInContext };
  }

  /**
   * Scopes without words taken over from a conversation that the question's own take the place of: “Tesla” where “And
   * for the Zoe?” follows a question about it. Nothing that holds a word of its own holds them.
   */
  withoutReplaced(scopes: readonly Scope[]): readonly Scope[] {
    const holding = scopes.filter(({ all }) => (all & this.ownWords) !== 0);
    const held = holding.reduce((sum, { all }) => sum | all, 0);
    const kept = holding.length === 0 ? ~0 : this.ownWords | held;
    return scopes.map((one) => ({
      ...one,
      own: one.own & kept,
      all: one.all & kept,
      above: one.above & kept,
    }));
  }

  #bitsOf(terms: readonly string[]): number {
    let bits = 0;
    for (const term of this.#covered(terms).keys()) bits |= this.#bits.get(term) ?? 0;
    return bits;
  }

  #termsOfRecord({ record: text, passage }: QuotableUnit): readonly string[] {
    if (text === '') return [];
    const { language } = passage.chunk;
    if (this.#record?.text !== text || this.#record.language !== language) {
      const terms = this.#analyser.terms(text, language).map((term) => term.text);
      this.#record = { text, language, terms };
    }
    return this.#record.terms;
  }

  /** What a document says of itself, with the names of its fields and that of its file. */
  #metadataOf({ passage }: QuotableUnit): { readonly text: string; readonly terms: readonly string[] } {
    const known = this.#metadata.get(passage);
    if (known) return known;
    const fields = Object.entries(passage.chunk.metadata ?? {})
      .filter(([field]) => !isOfPassage(field))
      .map(([field, value]) => `${field} ${Array.isArray(value) ? value.join(' ') : String(value)}`);
    const text = [...fields, passage.fileName ?? ''].join('\n');
    const terms = this.#analyser.terms(text, passage.chunk.language).map((term) => term.text);
    this.#metadata.set(passage, { text, terms });
    return { text, terms };
  }
}

/** A unit's text, of a row with the name of its column before each cell: “room 12”. */
function withColumns({ kind, text, lead }: QuotableUnit): string {
  if (kind !== 'table-row' || !lead) return text;
  return namedCells(lead.text, text)
    .map(({ name, value }) => `${name} ${value}`)
    .join('\n');
}

function leadsOf(unit: QuotableUnit): readonly QuotableUnit[] {
  return unit.lead ? [unit.lead, ...leadsOf(unit.lead)] : [];
}

/** What a scope says of a group of names: what is nearest tells of another, unless any of it bears one of them. */
function bearingOf(alternatives: readonly AskedName[], levels: readonly string[]): Bearing {
  let nearest: Bearing = 'unsaid';
  for (const level of levels) {
    const said = new Set(alternatives.map(({ bearingOf: read }) => read(level)));
    if (said.has('borne')) return 'borne';
    if (nearest === 'another') continue;
    if (said.has('another')) nearest = nearest === 'unsaid' ? 'another' : nearest;
    else if (nearest === 'unsaid' && said.has('alike')) nearest = 'alike';
  }
  return nearest;
}

/**
 * What makes a further unit worth its place: settings chosen by article on the questions that the weights were fitted
 * to, see `training/README.md`. Scores are log-odds.
 */
const worthAdding = {
  /**
   * How far below the first one its score may lie, what it repeats taken off; so much further where it holds a word of
   * the question that nothing quoted holds.
   */
  distance: 2.25,
  distanceOfFurther: 0.5,
  /** What is taken off where it holds nothing of the question but what is quoted already. */
  repetition: 0.5,
  /** Share of how much of the question the first one bears. */
  bearing: 0.2,
  /** The same of what goes on from a sentence quoted, unless its score is this near. */
  bearingGoingOn: 0.1,
  distanceGoingOn: 0.75,
  /** Beside a first one that bears this share of the question, it bears that share of what the first one does. */
  saidByFirst: 0.9,
  bearingBesideAll: 0.5,
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
  { question, terms }: Pick<AskedToQuote, 'question' | 'terms'>,
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
  /** What is quoted, and the headings above it, hold. */
  const told = new Set<string>();
  const said = new Set<string>();
  let chosen: readonly ChosenUnit[] = [];
  let first: ScoredUnit | undefined;
  while (chosen.length < maxUnits) {
    let best: { scored: ScoredUnit; gain: number } | undefined;
    for (const candidate of candidates) {
      const gain = gainOf(candidate);
      const isFurther = candidate.covered.keys().some((term) => !told.has(term));
      const distance = worthAdding.distance + (isFurther ? worthAdding.distanceOfFurther : 0);
      if (first && gain < first.score - distance) continue;
      const isBetter = gain > (best?.gain ?? Number.NEGATIVE_INFINITY);
      if (!isBetter || isAmong(candidate.unit, chosen) || repeats(candidate.unit, said)) continue;
      if (
        first &&
        ((!isFurther && repeatsQuestion(candidate, first, question)) || saysLessThanCell(candidate, first))
      )
        continue;
      if (!first || adds(candidate, first, chosen)) best = { scored: candidate, gain };
    }
    if (!best) break;
    candidates.delete(best.scored);
    first ??= best.scored;
    const unit = quotedWhole(best.scored, chosen);
    chosen = [...chosen.filter(({ unit: other }) => !isWithin(other, unit)), { unit, gain: best.gain }];
    for (const term of best.scored.quoted.keys()) covered.add(term);
    for (const term of [...covered, ...unit.headingTerms]) told.add(term);
    for (const term of unit.terms) said.add(term);
  }
  return withLeads(chosen, said, terms, maxUnits);
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

interface ChosenUnit {
  readonly unit: QuotableUnit;
  readonly gain: number;
}

/**
 * Whether what is further adds nothing to a first unit with the value that is asked for, a number or a time: it holds
 * no more of the question than what is quoted. Under another heading the same may be said of another thing. A capital
 * is no such proof of a name.
 */
function repeatsQuestion(
  further: ScoredUnit,
  first: ScoredUnit,
  { list, type, measure: asked }: QuestionPart,
): boolean {
  const isValue = (type === 'quantity' || type === 'time') && first.features.answerType === true;
  const isOfKind = !asked || asked.measure === 'name' || holdsAmount(first.unit.text, asked.measure);
  if (list !== undefined || !isValue || !isOfKind) return false;
  const isOfOther = !isSameDocument(further.unit, first.unit) || further.unit.heading !== first.unit.heading;
  return !(isOfOther && isNear(further, first));
}

/**
 * Whether a sentence says less of what is asked than a cell of a table whose row and column the question names: “dried
 * at 60 degrees” beside the loss at 60.
 */
function saysLessThanCell(further: ScoredUnit, { unit, features, covered, quoted }: ScoredUnit): boolean {
  if (unit.kind !== 'table-row' || further.unit.kind === 'table-row') return false;
  const isNamed = Number(features.rowLabel) > 0 && quoted.size > covered.size;
  return isNamed && !quoted.keys().every((term) => further.quoted.has(term));
}

/** Whether it answers about as likely as the first one. */
function isNear(further: ScoredUnit, first: ScoredUnit): boolean {
  return further.score >= first.score - worthAdding.distanceGoingOn;
}

/** Whether a unit says more than that it stands in the same passages as the first one. */
function adds(further: ScoredUnit, first: ScoredUnit, chosen: readonly ChosenUnit[]): boolean {
  const goesOn = chosen.some(({ unit }) => areNeighbours(unit, further.unit));
  const isAsLikely = isNear(further, first);
  if (!isAsLikely && !saysBesideHeading(further, first)) return false;
  // A list that was asked for answers by itself.
  if (!isAsLikely && first.unit.kind === 'list' && further.unit.kind === 'prose') return false;
  const { bearing, bearingGoingOn, saidByFirst, bearingBesideAll } = worthAdding;
  if (first.bearing >= saidByFirst && further.bearing < bearingBesideAll * first.bearing) return false;
  if (!goesOn) return further.bearing >= bearing * first.bearing;
  return isAsLikely || further.bearing >= bearingGoingOn * first.bearing;
}

/**
 * Whether a unit holds a word of the question that the headings above the first one lack, as that does: what both stand
 * under is no reason to quote both.
 */
function saysBesideHeading(further: ScoredUnit, { unit, covered }: ScoredUnit): boolean {
  const above = new Set(unit.headingTerms);
  const isAbove = (term: string) => above.has(term);
  if (unit.kind === 'heading' || covered.keys().every(isAbove)) return true;
  return !further.covered.keys().every(isAbove);
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
  terms: readonly WeightedTerm[],
  maxUnits: number,
): QuotableUnit[] {
  const counted = [...chosen];
  for (const { unit, gain } of chosen) {
    const lead = referentOf(unit, terms);
    if (!lead || isAmong(lead, counted) || repeats(lead, said)) continue;
    const referent = { unit: lead, gain: gain - worthOfReferent(maxUnits) };
    if (counted.length < maxUnits) counted.push(referent);
    else if ((counted.at(-1)?.gain ?? Number.POSITIVE_INFINITY) < referent.gain)
      counted[counted.length - 1] = referent;
  }
  const units = counted.map(({ unit }) => unit);
  const introductions = units.flatMap((unit) => (unit.lead && !isReferent(unit) ? [unit.lead] : []));
  return [...units, ...[...new Set(introductions)].filter((lead) => !isAmong(lead, counted))];
}

/**
 * The sentence that a pronoun of a unit points to, as far as it tells what is asked about: undefined where it holds no
 * word of the question that the unit or what stands above it lacks. “The pool opens at 7:00. It closes at 21:00.” under
 * the heading “Pool” needs none.
 */
export function referentOf(unit: QuotableUnit, terms: readonly WeightedTerm[]): QuotableUnit | undefined {
  const { lead } = unit;
  if (!lead || !isReferent(unit)) return undefined;
  const known = new Set([...unit.terms, ...unit.headingTerms]);
  return terms.some(({ term }) => !known.has(term) && lead.terms.includes(term)) ? lead : undefined;
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
