import type { Term } from '../../contracts/analyser.ts';
import type { MatchedTerm } from '../../contracts/engine.ts';
import { type FieldPostings, type TextField, type TextSegment, textFields } from './text-segment.ts';
import { TopPlaces } from './top-places.ts';

/** BM25's saturation of term frequency and its share of length normalisation: Lucene's defaults. */
const k1 = 1.2;
const b = 0.75;

/** What a field's BM25 counts for in the sum. */
export const fieldWeights: Readonly<Record<TextField, number>> = { content: 1, title: 0.3, headingPath: 0.3 };

/** A chunk found by its words: which segment and place it is at. */
export interface KeywordMatch {
  readonly segment: TextSegment;
  readonly place: number;
  readonly chunkId: string;
  readonly score: number;
  /** Best first. Scores sum to the match's score. */
  readonly matchedTerms: readonly MatchedTerm[];
}

/** A distinct term of the question in one field over all segments. */
interface Leaf {
  readonly field: number;
  /** IDF times the field's weight times how often the question says it. */
  readonly weight: number;
  /** For each segment the term's place in the dictionary, -1 where it is absent. */
  readonly terms: Int32Array;
}

interface QuestionTerm {
  readonly term: string;
  readonly leaves: readonly Leaf[];
}

/** The length normalisation of one field: `base + slope × length`, over the live chunks of all segments. */
interface Normalisation {
  readonly base: number;
  readonly slope: number;
}

/**
 * The best chunks for the terms by BM25, the sum over {@link fieldWeights}:
 * `idf = ln(1 + (N − df + .5) / (df + .5))`, `tf / (tf + k1 · (1 − b + b · length / average))`, as Lucene has it
 * (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009). N counts all live chunks,
 * the average only those whose field is not empty. Best first, equal scores in order of chunk id.
 * `allowed[segment][place]` is 1 for chunks that may be returned; statistics do not depend on it.
 */
export function searchKeyword(
  segments: readonly TextSegment[],
  terms: readonly Term[],
  limit: number,
  allowed?: readonly Uint8Array[],
): readonly KeywordMatch[] {
  const normalisations = textFields.map((_, field) => normalisationOf(segments, field));
  const questions = distinct(terms).map(([term, times]) => ({
    term,
    leaves: leavesOf(segments, term, times),
  }));
  const leaves = questions.flatMap((question) => question.leaves);
  if (leaves.length === 0) return [];

  const top = new TopPlaces(limit);
  for (const [index, segment] of segments.entries()) {
    scoreSegment(segment, index, leaves, normalisations, allowed?.[index], top);
  }
  const best = top.candidates().map(({ segment: index, place, score }) => {
    const segment = segments[index] as TextSegment;
    return { index, segment, place, score, chunkId: segment.chunkIds.at(place) };
  });
  best.sort((left, right) => right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1));
  return best.slice(0, limit).map(({ index, segment, place, score, chunkId }) => {
    const matchedTerms = matched(questions, segment, index, place, normalisations);
    return { segment, place, chunkId, score, matchedTerms };
  });
}

/** The question's terms that occur in a chunk with what each adds to its score, best first. */
function matched(
  questions: readonly QuestionTerm[],
  segment: TextSegment,
  index: number,
  place: number,
  normalisations: readonly Normalisation[],
): readonly MatchedTerm[] {
  const terms: MatchedTerm[] = [];
  for (const { term, leaves } of questions) {
    const score = shareOf(segment, index, place, leaves, normalisations);
    if (score > 0) terms.push({ term, score });
  }
  return terms.length < 2 ? terms : terms.toSorted((left, right) => right.score - left.score);
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
    const { starts, postings, lengths } = segment.fields[field] as FieldPostings;
    const { base, slope } = normalisations[field] as Normalisation;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const posting = postings[at] as number;
      const place = posting & 0xffff;
      const frequency = posting >>> 16;
      const before = accumulators[place] as number;
      if (before === 0) touched[count++] = place;
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

function leavesOf(segments: readonly TextSegment[], term: string, times: number): readonly Leaf[] {
  const terms = Int32Array.from(segments, (segment) => segment.dictionary.indexOf(term));
  const chunks = segments.reduce((sum, segment) => sum + segment.seqs.length - segment.deadCount, 0);
  return textFields.flatMap((name, field) => {
    const frequency = segments.reduce(
      (sum, segment, index) => sum + liveFrequency(segment, field, terms[index] as number),
      0,
    );
    if (frequency === 0) return [];
    const idf = Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
    return [{ field, weight: times * fieldWeights[name] * idf, terms }];
  });
}

/** Live chunks of a segment whose field holds the term at this place of its dictionary; -1 is an absent term. */
export function liveFrequency(segment: TextSegment, field: number, term: number): number {
  if (term < 0) return 0;
  const { starts, postings } = segment.fields[field] as FieldPostings;
  const start = starts[term] as number;
  const end = starts[term + 1] as number;
  let frequency = end - start;
  if (segment.deadCount === 0) return frequency;
  for (let at = start; at < end; at++) frequency -= segment.dead[(postings[at] as number) & 0xffff] as number;
  return frequency;
}

function normalisationOf(segments: readonly TextSegment[], field: number): Normalisation {
  let chunks = 0;
  let length = 0;
  for (const { totals } of segments) {
    chunks += totals[field]?.chunks ?? 0;
    length += totals[field]?.length ?? 0;
  }
  return { base: k1 * (1 - b), slope: chunks === 0 ? 0 : (k1 * b * chunks) / length };
}

/** What a question's term adds to the score of one chunk. */
function shareOf(
  segment: TextSegment,
  index: number,
  place: number,
  leaves: readonly Leaf[],
  normalisations: readonly Normalisation[],
): number {
  let share = 0;
  for (const { field, weight, terms } of leaves) {
    const postings = segment.fields[field] as FieldPostings;
    const frequency = frequencyAt(postings, terms[index] as number, place);
    if (frequency === 0) continue;
    const { base, slope } = normalisations[field] as Normalisation;
    share += (weight * frequency) / (frequency + base + slope * (postings.lengths[place] as number));
  }
  return share;
}

/** How often a term occurs in a chunk's field, by binary search in its postings. */
function frequencyAt({ starts, postings }: FieldPostings, term: number, place: number): number {
  if (term < 0) return 0;
  let low = starts[term] as number;
  const end = starts[term + 1] as number;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((postings[middle] as number) & 0xffff) < place) low = middle + 1;
    else high = middle;
  }
  const posting = low < end ? (postings[low] as number) : 0;
  return low < end && (posting & 0xffff) === place ? posting >>> 16 : 0;
}

/** The question's terms with how often each occurs, in order of first occurrence. */
function distinct(terms: readonly Term[]): readonly (readonly [string, number])[] {
  const times = new Map<string, number>();
  for (const { text } of terms) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times];
}
