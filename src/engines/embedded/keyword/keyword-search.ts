import type { EngineHit, MatchedTerm } from '../../../contracts/engine.ts';
import {
  inverseDocumentFrequency,
  type Normalisation,
  normalisation,
  pairCandidates,
  saturation,
} from '../../bm25.ts';
import { type KeywordQuestion, timesOf } from '../../chunk-terms.ts';
import { termHash } from '../fnv1a.ts';
import { type FieldPostings, frequencyAt, postingList, postingsOf } from '../text/field-postings.ts';
import type { TermDictionary } from '../text/term-dictionary.ts';
import {
  type ChunkIdentity,
  chunkAt,
  gramField,
  type TextSegment,
  textFields,
} from '../text/text-segment.ts';
import { PairFeatures } from './pair-features.ts';

/** A scored place in a segment. */
export interface ScoredPlace {
  readonly segment: number;
  readonly place: number;
  readonly score: number;
}

/**
 * Collects the places that can be among the best `limit` by score. Ties are not broken here, since that takes ids:
 * all places that score as the last one are kept. The `limit` best scores form a binary heap, the least on top.
 */
export class TopPlaces {
  readonly #scores: Float64Array;
  #filled = 0;
  #collected: ScoredPlace[] = [];
  /** Places below this score are out. */
  threshold: number;

  /** `threshold` is what a place must score from the beginning on; by default anything. */
  constructor(limit: number, threshold = Number.NEGATIVE_INFINITY) {
    this.#scores = new Float64Array(limit);
    this.threshold = threshold;
  }

  /** Takes a place whose score is at least the threshold. */
  offer(segment: number, place: number, score: number): void {
    this.#collected.push({ segment, place, score });
    const scores = this.#scores;
    if (this.#filled < scores.length) {
      this.#rise(this.#filled++, score);
      if (this.#filled < scores.length) return;
    } else if (score > this.threshold) {
      this.#sink(score);
    }
    this.threshold = scores[0] as number;
  }

  /** Every place offered that scores at least as the last of the best `limit`, in no order. */
  candidates(): readonly ScoredPlace[] {
    this.#collected = this.#collected.filter(({ score }) => score >= this.threshold);
    return this.#collected;
  }

  #rise(from: number, score: number): void {
    const scores = this.#scores;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if ((scores[parent] as number) <= score) break;
      scores[at] = scores[parent] as number;
      at = parent;
    }
    scores[at] = score;
  }

  /** Replaces the least score. */
  #sink(score: number): void {
    const scores = this.#scores;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= scores.length) break;
      if (child + 1 < scores.length && (scores[child + 1] as number) < (scores[child] as number)) child++;
      if ((scores[child] as number) >= score) break;
      scores[at] = scores[child] as number;
      at = child;
    }
    scores[at] = score;
  }
}

/** How many postings are walked through in the time that one is searched for. */
const walkedPerSearch = 16;

/** A chunk with what each group of leaves adds to its score, by number of the group. */
interface Shared {
  /** Number of its segment. */
  readonly index: number;
  readonly place: number;
  readonly shares: number[];
}

/** By place in the segment that is looked at: the number of the chunk there plus one, 0 for all others. */
const slots = new Uint32Array(0x1_0000);

/**
 * Adds to the shares of chunks what each group of leaves adds to their scores. Lists that are not much longer than the
 * chunks are many are walked through; in others each chunk is searched for.
 */
function addShares(
  segments: readonly TextSegment[],
  chunks: readonly Shared[],
  groups: readonly (readonly Leaf[])[],
  normalisations: readonly Normalisation[],
): void {
  const bySegment = segments.map((): Shared[] => []);
  for (const chunk of chunks) (bySegment[chunk.index] as Shared[]).push(chunk);
  for (const [index, held] of bySegment.entries()) {
    if (held.length === 0) continue;
    for (let at = 0; at < held.length; at++) slots[(held[at] as Shared).place] = at + 1;
    for (let group = 0; group < groups.length; group++) {
      for (const leaf of groups[group] as readonly Leaf[])
        addLeaf(segments[index] as TextSegment, index, held, leaf, group, normalisations);
    }
    for (const { place } of held) slots[place] = 0;
  }
}

function addLeaf(
  segment: TextSegment,
  index: number,
  held: readonly Shared[],
  { field, weight, terms }: Leaf,
  group: number,
  normalisations: readonly Normalisation[],
): void {
  const term = terms[index] as number;
  if (term < 0) return;
  const postings = segment.fields[field] as FieldPostings;
  const { lengths } = postings;
  const normalisation = normalisations[field] as Normalisation;
  const add = ({ place, shares }: Shared, frequency: number): void => {
    const share = weight * saturation(frequency, lengths[place] as number, normalisation);
    shares[group] = (shares[group] as number) + share;
  };
  const list = postingList(postings, term);
  const { lists, once, often, frequencies } = list;
  if (frequencies - once > walkedPerSearch * held.length) {
    for (const chunk of held) {
      const frequency = frequencyAt(list, chunk.place);
      if (frequency > 0) add(chunk, frequency);
    }
    return;
  }
  for (let at = once; at < frequencies; at++) {
    const slot = slots[lists[at] as number] as number;
    if (slot === 0) continue;
    add(held[slot - 1] as Shared, at < often ? 1 : (lists[at + frequencies - often] as number));
  }
}

const accumulators = new Float64Array(0x1_0000);
const touched = new Uint16Array(0x1_0000);

/** Adds up the scores of one segment's chunks, term after term, and offers them to `top`. */
function scoreSegment(
  segment: TextSegment,
  index: number,
  leaves: readonly Leaf[],
  normalisations: readonly Normalisation[],
  allowed: Uint8Array | undefined,
  top: TopPlaces,
): void {
  let count = 0;
  for (const { field, weight, terms } of leaves) {
    const term = terms[index] as number;
    if (term < 0) continue;
    const postings = segment.fields[field] as FieldPostings;
    const { lengths } = postings;
    const { base, slope } = normalisations[field] as Normalisation;
    const { lists, once, often, frequencies } = postingList(postings, term);
    for (let at = once; at < often; at++) {
      const place = lists[at] as number;
      const before = accumulators[place] as number;
      // Written always and kept where it is new: without a branch that no processor could foresee.
      touched[count] = place;
      count += Number(before === 0);
      accumulators[place] = before + weight / (1 + base + slope * (lengths[place] as number));
    }
    for (let at = often; at < frequencies; at++) {
      const place = lists[at] as number;
      const frequency = lists[at + frequencies - often] as number;
      const before = accumulators[place] as number;
      // Written always and kept where it is new: without a branch that no processor could foresee.
      touched[count] = place;
      count += Number(before === 0);
      accumulators[place] =
        before + (weight * frequency) / (frequency + base + slope * (lengths[place] as number));
    }
  }
  const { dead } = segment;
  let { threshold } = top;
  for (let at = 0; at < count; at++) {
    const place = touched[at] as number;
    const score = accumulators[place] as number;
    accumulators[place] = 0;
    if (score < threshold || dead[place] === 1 || (allowed !== undefined && allowed[place] === 0)) continue;
    top.offer(index, place, score);
    threshold = top.threshold;
  }
}

/** A term that is looked for, once. */
interface SoughtTerm {
  readonly term: string;
  /** For each segment its place in the dictionary, -1 where it is absent. */
  readonly places: Int32Array;
  readonly leaves: readonly Leaf[];
}

/** Its shares are those of each sought term, by number, and behind them that of the grams. */
interface Candidate extends Shared {
  readonly segment: TextSegment;
  readonly chunk: ChunkIdentity;
  score: number;
}

/**
 * The best chunks for a question by BM25, summed over the fields, with {@link PairFeatures} of the best
 * {@link pairCandidates} added. Best first, equal scores in order of chunk id. `allowed[segment][place]` is 1 for
 * chunks that may be returned; statistics do not depend on it.
 */
export function searchKeyword(
  segments: readonly TextSegment[],
  question: KeywordQuestion,
  limit: number,
  allowed?: readonly Uint8Array[],
): readonly EngineHit[] {
  const { weights } = question;
  const normalisations = weights.map((_, field) => normalisationOf(segments, field));
  const terms = soughtTerms(segments, question);
  const gramLeaves = leavesOfGrams(segments, question);
  const leaves = [...terms.flatMap((term) => term.leaves), ...gramLeaves];
  if (leaves.length === 0) return [];
  readPostings(segments, leaves);

  const wanted = Math.max(limit, pairCandidates);
  const top = new TopPlaces(wanted);
  for (const [index, segment] of segments.entries())
    scoreSegment(segment, index, leaves, normalisations, allowed?.[index], top);
  const noShares = Array.from({ length: terms.length + 1 }, () => 0);
  const idOf = ({ segment, place }: ScoredPlace) => chunkAt(segments[segment] as TextSegment, place).chunkId;
  const candidates = withFirstTies(top.candidates(), wanted, idOf)
    .map(({ segment: index, place, score }): Candidate => {
      const segment = segments[index] as TextSegment;
      const shares = noShares.slice();
      return { segment, index, place, score, chunk: chunkAt(segment, place), shares };
    })
    .toSorted(byScoreThenId);
  addShares(segments, candidates, [...terms.map((term) => term.leaves), gramLeaves], normalisations);
  const paired = candidates.slice(0, pairCandidates);
  addPairs(paired, pairFeatures(segments, question, terms));
  // Pairs only add: none of the others comes before one of these.
  return [...paired.toSorted(byScoreThenId), ...candidates.slice(pairCandidates)]
    .slice(0, limit)
    .map((candidate) => hitOf(candidate, terms));
}

function hitOf({ chunk, score, shares }: Candidate, terms: readonly SoughtTerm[]): EngineHit {
  const { chunkId, documentId, version } = chunk;
  const matchedTerms = matched(terms, shares);
  const gramScore = shares[terms.length] as number;
  if (gramScore > 0) return { chunkId, documentId, version, score, matchedTerms, gramScore };
  return { chunkId, documentId, version, score, matchedTerms };
}

/** The terms of the question in order of first occurrence, then its expansions. */
function soughtTerms(
  segments: readonly TextSegment[],
  { terms, expansions, weights }: KeywordQuestion,
): readonly SoughtTerm[] {
  const fields = [...textFields.keys()];
  const dictionaries = segments.map((segment) => segment.dictionary);
  return Array.from([...timesOf(terms), ...expansions], ([term, factor]) => {
    const places = placesOf(dictionaries, term);
    const weightOf = (field: number) => factor * (weights[field] as number);
    return { term, places, leaves: leavesOf(segments, places, fields, weightOf) };
  });
}

function leavesOfGrams(
  segments: readonly TextSegment[],
  { grams, weights }: KeywordQuestion,
): readonly Leaf[] {
  const dictionaries = segments.map((segment) => segment.gramDictionary);
  return Array.from(timesOf(grams), ([gram, times]) =>
    leavesOf(
      segments,
      placesOf(dictionaries, gram),
      [gramField],
      (field) => times * (weights[field] as number),
    ),
  ).flat();
}

/** `sought` begins with the distinct terms of the question. */
function pairFeatures(
  segments: readonly TextSegment[],
  { terms }: KeywordQuestion,
  sought: readonly SoughtTerm[],
): PairFeatures {
  const numberOf = new Map([...new Set(terms)].map((term, number) => [term, number]));
  const chunks = liveChunks(segments);
  return new PairFeatures(
    sought.slice(0, numberOf.size).map(({ term, places }) => {
      return { term, places, idf: inverseDocumentFrequency(chunks, totalFrequency(segments, 0, places)) };
    }),
    terms.map((term) => numberOf.get(term) as number),
  );
}

function addPairs(candidates: readonly Candidate[], features: PairFeatures): void {
  for (const candidate of candidates) {
    const { segment, index, place, shares } = candidate;
    candidate.score += features.addTo(shares, segment, index, place);
  }
}

/** The terms that add to a score, best first. A term's share is what its postings add, and half of its pairs'. */
function matched(terms: readonly SoughtTerm[], shares: readonly number[]): readonly MatchedTerm[] {
  const found: MatchedTerm[] = [];
  for (let number = 0; number < terms.length; number++) {
    const score = shares[number] as number;
    if (score > 0) found.push({ term: (terms[number] as SoughtTerm).term, score });
  }
  return found.length < 2 ? found : found.toSorted((left, right) => right.score - left.score);
}

function byScoreThenId(left: Candidate, right: Candidate): number {
  return right.score - left.score || (left.chunk.chunkId < right.chunk.chunkId ? -1 : 1);
}

/** A term of the question in one field, over all segments. */
interface Leaf {
  readonly field: number;
  /** IDF times the weight of the field and of the term. */
  readonly weight: number;
  /** For each segment the term's place in the dictionary of the field, -1 where it is absent. */
  readonly terms: Int32Array;
}

/** For each segment the place of a term in its dictionary, -1 where it is absent. */
export function placesOf(dictionaries: readonly TermDictionary[], term: string): Int32Array {
  const hash = termHash(term);
  return Int32Array.from(dictionaries, (dictionary) => dictionary.indexOf(term, hash));
}

/** The leaves of a term in these fields, whose weights come by field. Those that no live chunk holds are left out. */
function leavesOf(
  segments: readonly TextSegment[],
  terms: Int32Array,
  fields: readonly number[],
  weightOf: (field: number) => number,
): readonly Leaf[] {
  const chunks = liveChunks(segments);
  return fields.flatMap((field) => {
    const frequency = totalFrequency(segments, field, terms);
    const weight = weightOf(field) * inverseDocumentFrequency(chunks, frequency);
    return frequency === 0 || weight === 0 ? [] : [{ field, weight, terms }];
  });
}

/**
 * Reads the postings of leaves where they have not been. Scoring uses memory that all searches share, so nothing may
 * stop it half-way. Errors: `LostSegment`.
 */
function readPostings(segments: readonly TextSegment[], leaves: readonly Leaf[]): void {
  for (const { field, terms } of leaves) {
    for (let index = 0; index < segments.length; index++) {
      const term = terms[index] as number;
      if (term < 0) continue;
      postingList((segments[index] as TextSegment).fields[field] as FieldPostings, term);
    }
  }
}

/** Chunks that are not dead, over all segments. */
export function liveChunks(segments: readonly TextSegment[]): number {
  return segments.reduce((sum, { seqs, deadCount }) => sum + seqs.length - deadCount, 0);
}

/** Live chunks whose field holds a term, given by its place in the dictionary of each segment. */
export function totalFrequency(
  segments: readonly TextSegment[],
  field: number,
  terms: ArrayLike<number>,
): number {
  return segments.reduce(
    (sum, segment, index) => sum + liveFrequency(segment, field, terms[index] as number),
    0,
  );
}

function liveFrequency(segment: TextSegment, field: number, term: number): number {
  if (term < 0) return 0;
  const postings = segment.fields[field] as FieldPostings;
  let frequency = postingsOf(postings, term);
  if (segment.deadCount === 0) return frequency;
  const { lists, once, frequencies } = postingList(postings, term);
  for (let at = once; at < frequencies; at++) frequency -= segment.dead[lists[at] as number] as number;
  return frequency;
}

/** The normalisation of one field over the live chunks of all segments. */
function normalisationOf(segments: readonly TextSegment[], field: number): Normalisation {
  let chunks = 0;
  let length = 0;
  for (const { totals } of segments) {
    chunks += totals[field]?.chunks ?? 0;
    length += totals[field]?.length ?? 0;
  }
  return normalisation({ chunks, length });
}

/**
 * Places of which the best `count`, equal scores in order of id, are among `places`: those that score least are
 * reduced to as many as can be among them. Where a title holds the word that was asked for, all chunks of a collection
 * may score alike, and sorting them takes longer than finding them. `idOf` is asked for once for each.
 */
export function withFirstTies(
  places: readonly ScoredPlace[],
  count: number,
  idOf: (place: ScoredPlace) => string,
): readonly ScoredPlace[] {
  if (places.length <= count) return places;
  let least = Number.POSITIVE_INFINITY;
  for (const { score } of places) least = Math.min(least, score);
  const better = places.filter(({ score }) => score > least);
  const room = count - better.length;
  const first: { readonly id: string; readonly place: ScoredPlace }[] = [];
  for (const place of places) {
    if (place.score > least) continue;
    const id = idOf(place);
    if (first.length === room && id >= (first.at(-1)?.id ?? '')) continue;
    first.splice(placeFor(id, first), 0, { id, place });
    if (first.length > room) first.pop();
  }
  return [...better, ...first.map(({ place }) => place)];
}

function placeFor(id: string, ascending: readonly { readonly id: string }[]): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle]?.id ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
