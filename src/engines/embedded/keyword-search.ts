import type { MatchedTerm } from '../../contracts/engine.ts';
import {
  inverseDocumentFrequency,
  type Leaf,
  leavesOf,
  liveChunks,
  type Normalisation,
  normalisationOf,
  scoreAt,
  totalFrequency,
} from './bm25.ts';
import type { KeywordQuestion } from './keyword-question.ts';
import { PairFeatures } from './pair-features.ts';
import { scoreSegment } from './score-segment.ts';
import { gramField, type TextSegment, textFields } from './text-segment.ts';
import { TopPlaces } from './top-places.ts';

/** The best chunks by BM25 whose pairs of terms are looked at. */
const pairCandidates = 50;

/** A chunk found by its words: which segment and place it is at. */
export interface KeywordMatch {
  readonly segment: TextSegment;
  readonly place: number;
  readonly chunkId: string;
  readonly score: number;
  /** Best first. A term's share is what its postings add, and half of what each pair adds that it is in. */
  readonly matchedTerms: readonly MatchedTerm[];
  /** The rest of the score: what pieces of words add. */
  readonly gramScore: number;
}

/** A term that is looked for, once. */
interface SoughtTerm {
  readonly term: string;
  readonly leaves: readonly Leaf[];
}

interface Candidate {
  readonly segment: TextSegment;
  readonly index: number;
  readonly place: number;
  readonly chunkId: string;
  readonly score: number;
  /** By number of the term: what its pairs add. */
  readonly pairShares?: Float64Array;
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
): readonly KeywordMatch[] {
  const { weights } = question;
  const normalisations = weights.map((_, field) => normalisationOf(segments, field));
  const terms = soughtTerms(segments, question);
  const gramLeaves = Array.from(timesOf(question.grams), ([gram, times]) =>
    leavesOf(segments, gram, [gramField], (field) => times * (weights[field] as number)),
  ).flat();
  const leaves = [...terms.flatMap((term) => term.leaves), ...gramLeaves];
  if (leaves.length === 0) return [];

  const top = new TopPlaces(Math.max(limit, pairCandidates));
  for (const [index, segment] of segments.entries())
    scoreSegment(segment, index, leaves, normalisations, allowed?.[index], top);
  const candidates = top.candidates().map(({ segment: index, place, score }): Candidate => {
    const segment = segments[index] as TextSegment;
    return { segment, index, place, score, chunkId: segment.chunkIds.at(place) };
  });
  candidates.sort(byScoreThenId);
  const best = withPairs(candidates, pairFeatures(segments, question));
  return best.slice(0, limit).map((candidate) => {
    const { segment, index, place, chunkId, score } = candidate;
    const matchedTerms = matched(terms, candidate, normalisations);
    const gramScore = scoreAt(segment, index, place, gramLeaves, normalisations);
    return { segment, place, chunkId, score, matchedTerms, gramScore };
  });
}

/** The terms of the question in order of first occurrence, then its expansions. */
function soughtTerms(
  segments: readonly TextSegment[],
  { terms, expansions, weights }: KeywordQuestion,
): readonly SoughtTerm[] {
  const fields = [...textFields.keys()];
  return Array.from([...timesOf(terms), ...expansions], ([term, factor]) => ({
    term,
    leaves: leavesOf(segments, term, fields, (field) => factor * (weights[field] as number)),
  }));
}

function pairFeatures(segments: readonly TextSegment[], { terms }: KeywordQuestion): PairFeatures {
  const distinct = [...new Set(terms)];
  const numberOf = new Map(distinct.map((term, number) => [term, number]));
  const chunks = liveChunks(segments);
  return new PairFeatures(
    distinct.map((term) => {
      const places = Int32Array.from(segments, ({ dictionary }) => dictionary.indexOf(term));
      return { term, places, idf: inverseDocumentFrequency(chunks, totalFrequency(segments, 0, places)) };
    }),
    terms.map((term) => numberOf.get(term) as number),
  );
}

/** Adds the features of the best candidates, which come best first, and sorts anew. */
function withPairs(candidates: readonly Candidate[], features: PairFeatures): readonly Candidate[] {
  const best = candidates.slice(0, pairCandidates).map((candidate) => {
    const pairShares = features.sharesAt(candidate.segment, candidate.index, candidate.place);
    if (pairShares === undefined) return candidate;
    const score = pairShares.reduce((sum, share) => sum + share, candidate.score);
    return { ...candidate, score, pairShares };
  });
  return [...best.toSorted(byScoreThenId), ...candidates.slice(pairCandidates)];
}

/** The terms that occur in a chunk with what each adds to its score, best first. */
function matched(
  terms: readonly SoughtTerm[],
  { segment, index, place, pairShares }: Candidate,
  normalisations: readonly Normalisation[],
): readonly MatchedTerm[] {
  const found: MatchedTerm[] = [];
  for (const [number, { term, leaves }] of terms.entries()) {
    const score = scoreAt(segment, index, place, leaves, normalisations);
    if (score > 0) found.push({ term, score: score + (pairShares?.[number] ?? 0) });
  }
  return found.length < 2 ? found : found.toSorted((left, right) => right.score - left.score);
}

function byScoreThenId(left: Candidate, right: Candidate): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}

/** Strings with how often each occurs, in order of first occurrence. */
function timesOf(strings: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const string of strings) times.set(string, (times.get(string) ?? 0) + 1);
  return times;
}
