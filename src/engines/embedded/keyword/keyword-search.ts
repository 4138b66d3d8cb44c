import type { EngineHit, MatchedTerm } from '../../../contracts/engine.ts';
import { inverseDocumentFrequency, pairCandidates } from '../../bm25.ts';
import { type KeywordQuestion, timesOf } from '../../keyword-question.ts';
import type { ChunkIdentity } from '../text/chunk-names.ts';
import { chunkAt, gramField, type TextSegment, textFields } from '../text/text-segment.ts';
import { withFirstTies } from './first-ties.ts';
import {
  type Leaf,
  leavesOf,
  liveChunks,
  normalisationOf,
  placesOf,
  readPostings,
  totalFrequency,
} from './leaves.ts';
import { PairFeatures } from './pair-features.ts';
import { scoreSegment } from './score-segment.ts';
import { addShares, type Shared } from './share-scores.ts';
import { type ScoredPlace, TopPlaces } from './top-places.ts';

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
