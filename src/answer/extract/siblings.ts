import type { Analyser } from '../../contracts/analyser.ts';
import { isOfPassage } from '../../contracts/chunk.ts';
import type { AskedName, Bearing } from '../../question/names.ts';
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
 * row's label, the headings above, the title, and what its document says of itself. It is a sibling
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
  const scoped = reader.withoutReplaced(scored.map((one) => reader.scopeOf(one)));
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

function isSibling(one: Scope, named: Scope, { weightOf, names, asksForAll }: ScopeReader): boolean {
  const lacked = names.flatMap((_, at) =>
    named.bearings[at] === 'borne' && one.bearings[at] !== 'borne' ? [at] : [],
  );
  const further = named.all & ~one.all;
  // What introduces a list is quoted with all of it; what a pronoun points to is the better answer.
  if (leadsOf(named.scored.unit).includes(one.scored.unit))
    return one.scored.unit.introduced !== undefined && !asksForAll && (lacked.length > 0 || further !== 0);
  if (weightOf(named.own) < enough * weightOf(one.own)) return false;
  if (named.scored.score < one.scored.score - likelierBy) return false;
  if (names.some((_, at) => one.bearings[at] === 'borne' && named.bearings[at] !== 'borne')) return false;
  if (lacked.some((at) => one.bearings[at] === 'another')) return true;
  if (lacked.some((at) => one.bearings[at] === 'alike' && !one.isInContext[at])) return true;
  if ((one.all & ~named.all) !== 0) return false;
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
  readonly #bits: ReadonlyMap<string, number>;
  readonly #weights: readonly number[];
  readonly #covered: ReturnType<typeof coveredBy>;
  readonly #analyser: Analyser;
  /** The bits of words of the message itself. */
  readonly #ownWords: number;
  readonly #metadata = new Map<QuotableUnit['passage'], { text: string; terms: readonly string[] }>();
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
    this.#ownWords = this.#bitsOf([...distinctTerms(analyser, question.text, language)]);
    this.asksForAll = question.list !== undefined;
  }

  readonly weightOf = (bits: number): number =>
    this.#weights.reduce((sum, weight, place) => (bits & (1 << place) ? sum + weight : sum), 0);

  /** In the order of the units. */
  scopeOf(scored: ScoredUnit): Scope {
    const { unit } = scored;
    const leads = leadsOf(unit);
    const own = this.#bitsOf(unit.terms) | this.#bitsOf(leads.flatMap(({ terms }) => terms));
    const metadata = this.#metadataOf(unit);
    const above = this.#bitsOf(unit.headingTerms) | this.#bitsOf(metadata.terms) | this.#bitsOf(unit.label);
    const { chunk } = unit.passage;
    const levels = [
      unit.text,
      ...leads.map(({ text }) => text),
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
    const holding = scopes.filter(({ all }) => (all & this.#ownWords) !== 0);
    const held = holding.reduce((sum, { all }) => sum | all, 0);
    const kept = holding.length === 0 ? ~0 : this.#ownWords | held;
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

  /** What a document says of itself, with the names of its fields. */
  #metadataOf({ passage }: QuotableUnit): { readonly text: string; readonly terms: readonly string[] } {
    const known = this.#metadata.get(passage);
    if (known) return known;
    const text = passage.chunk.metadata
      ? Object.entries(passage.chunk.metadata)
          .filter(([field]) => !isOfPassage(field))
          .map(([field, value]) => `${field} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
          .join('\n')
      : '';
    const terms = this.#analyser.terms(text, passage.chunk.language).map((term) => term.text);
    this.#metadata.set(passage, { text, terms });
    return { text, terms };
  }
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
