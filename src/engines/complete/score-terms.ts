import type {
  EngineHit,
  FieldStatistics,
  MatchedTerm,
  SoughtTerm,
  TermField,
  TextTerms,
} from '../../contracts/engine.ts';
import {
  inverseDocumentFrequency,
  isPair,
  type Normalisation,
  normalisation,
  pairCandidates,
  pairScore,
  pairWeight,
  pairWindow,
  saturation,
} from '../bm25.ts';
import { type KeywordQuestion, termFields, timesOf } from '../chunk-terms.ts';

const textFields = ['content', 'title', 'headingPath'] as const satisfies readonly TermField[];

/** A term of the question with what it is worth in each field. */
interface WeighedTerm {
  readonly term: string;
  /** In the order of {@link termFields}: IDF times weight, 0 where it is not looked for. */
  readonly weights: readonly number[];
}

/** A question whose terms are weighed by how common they are: what chunks are scored with. */
export interface WeighedQuestion {
  /** The distinct terms in reading order, then the expansions. */
  readonly terms: readonly WeighedTerm[];
  readonly grams: readonly WeighedTerm[];
  readonly normalisations: readonly Normalisation[];
  /** By number in `terms`: neighbours in the question with what they weigh. */
  readonly pairs: readonly { readonly first: number; readonly second: number; readonly weight: number }[];
  readonly phrases: readonly (readonly string[])[];
}

/** Every term of a question in every field that has a weight: what a term index is asked for. */
export function soughtTerms({ terms, expansions, grams, weights }: KeywordQuestion): readonly SoughtTerm[] {
  const inFields = (fields: readonly TermField[], [term, factor]: readonly [string, number]) =>
    fields.flatMap((field) => {
      const weight = factor * (weights[termFields.indexOf(field)] as number);
      return weight > 0 ? [{ field, term, weight }] : [];
    });
  return [
    ...[...timesOf(terms), ...expansions].flatMap((one) => inFields(textFields, one)),
    ...[...timesOf(grams)].flatMap((one) => inFields(['grams'], one)),
  ];
}

/**
 * Weighs the terms of a question.
 * @param sought as {@link soughtTerms} lists them
 * @param statistics of `sought`, in its order
 */
export function weighQuestion(
  question: KeywordQuestion,
  sought: readonly SoughtTerm[],
  statistics: FieldStatistics,
): WeighedQuestion {
  const { chunks, fields, frequencies } = statistics;
  const terms = new Map<string, number[]>();
  const grams = new Map<string, number[]>();
  const contentIdf = new Map<string, number>();
  for (const [at, { field, term, weight }] of sought.entries()) {
    const group = field === 'grams' ? grams : terms;
    const weights = group.get(term) ?? termFields.map(() => 0);
    group.set(term, weights);
    // Statistics may lag behind writes: what a chunk turns out to hold is in one at least.
    const frequency = Math.max(1, frequencies[at] ?? 0);
    const idf = inverseDocumentFrequency(Math.max(chunks, frequency), frequency);
    if (field === 'content') contentIdf.set(term, idf);
    weights[termFields.indexOf(field)] = weight * idf;
  }
  return {
    terms: weighedTerms(terms),
    grams: weighedTerms(grams),
    normalisations: termFields.map((field) => normalisation(fields[field])),
    pairs: pairsOf(question.terms, [...terms.keys()], contentIdf),
    phrases: question.phrases,
  };
}

function weighedTerms(weights: ReadonlyMap<string, readonly number[]>): WeighedTerm[] {
  return Array.from(weights, ([term, ofFields]) => ({ term, weights: ofFields }));
}

/** Neighbouring terms of the question, each pair once. */
function pairsOf(
  order: readonly string[],
  terms: readonly string[],
  idf: ReadonlyMap<string, number>,
): WeighedQuestion['pairs'] {
  const pairs = new Map<string, WeighedQuestion['pairs'][number]>();
  for (let at = 1; at < order.length; at++) {
    const [first, second] = [order[at - 1] as string, order[at] as string];
    if (!isPair(first, second)) continue;
    const weight = pairWeight(idf.get(first) ?? 0, idf.get(second) ?? 0);
    const pair = { first: terms.indexOf(first), second: terms.indexOf(second), weight };
    pairs.set(`${pair.first} ${pair.second}`, pair);
  }
  return [...pairs.values()];
}

/** A chunk with what it is scored by. */
export interface ReadChunk {
  readonly chunkId: string;
  readonly documentId: string;
  readonly version: number;
  readonly texts: Readonly<Record<TermField, TextTerms>>;
}

interface ScoredChunk {
  readonly chunk: ReadChunk;
  readonly shares: number[];
  gramScore: number;
  score: number;
}

/** A question's terms, each with its number. */
interface NumberedTerms {
  readonly terms: ReadonlyMap<string, number>;
  readonly grams: ReadonlyMap<string, number>;
}

/**
 * Scores chunks by the terms in their texts, exactly as the embedded engine scores its own: BM25 summed over content,
 * title, headings and grams, and the pairs of the best. Those without any term, or without one of the phrases, are left
 * out. Best first, equal scores in order of chunk id.
 * @example scoreTerms(chunks, weighQuestion(question, sought, statistics))[0]?.matchedTerms
 */
export function scoreTerms(chunks: readonly ReadChunk[], question: WeighedQuestion): readonly EngineHit[] {
  const numbered: NumberedTerms = {
    terms: new Map(question.terms.map(({ term }, number) => [term, number])),
    grams: new Map(question.grams.map(({ term }, number) => [term, number])),
  };
  const scored = chunks.flatMap((chunk) => scoreChunk(chunk, question, numbered) ?? []).toSorted(bestFirst);
  for (const one of scored.slice(0, pairCandidates)) addPairs(one, question, numbered);
  return scored.toSorted(bestFirst).map((one) => hitOf(one, question));
}

function scoreChunk(
  chunk: ReadChunk,
  question: WeighedQuestion,
  { terms, grams }: NumberedTerms,
): ScoredChunk | undefined {
  const { texts } = chunk;
  const holds = (phrase: readonly string[]) =>
    textFields.some((field) => holdsPhrase(texts[field].terms, phrase));
  if (!question.phrases.every(holds)) return undefined;
  const shares = question.terms.map(() => 0);
  for (const field of textFields) addShares(shares, terms, question.terms, texts, field, question);
  const gramShares = question.grams.map(() => 0);
  if (question.grams.length > 0) addShares(gramShares, grams, question.grams, texts, 'grams', question);
  const gramScore = sum(gramShares);
  const score = sum(shares) + gramScore;
  return score === 0 ? undefined : { chunk, shares, gramScore, score };
}

/** Adds to the share of each term what it adds to the score in one field. */
function addShares(
  shares: number[],
  numbers: ReadonlyMap<string, number>,
  sought: readonly WeighedTerm[],
  texts: ReadChunk['texts'],
  field: TermField,
  { normalisations }: WeighedQuestion,
): void {
  const { terms, length } = texts[field];
  const at = termFields.indexOf(field);
  const frequencies = new Map<number, number>();
  for (const term of terms) {
    const number = numbers.get(term);
    if (number !== undefined) frequencies.set(number, (frequencies.get(number) ?? 0) + 1);
  }
  for (const [number, frequency] of frequencies) {
    const weight = sought[number]?.weights[at] ?? 0;
    if (weight === 0) continue;
    const share = saturation(frequency, length, normalisations[at] as Normalisation);
    shares[number] = (shares[number] as number) + weight * share;
  }
}

/** Whether the terms of a phrase stand next to each other. */
function holdsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, from) => phrase.every((term, at) => terms[from + at] === term));
}

/** Adds what the pairs add to the score, half of it to the share of each of their terms. */
function addPairs(scored: ScoredChunk, { pairs }: WeighedQuestion, { terms }: NumberedTerms): void {
  const { chunk, shares } = scored;
  const held = pairs.filter(({ first, second }) => shares[first] !== 0 && shares[second] !== 0);
  if (held.length === 0) return;
  const positions = chunk.texts.content.terms.flatMap((term, position) => {
    const number = terms.get(term);
    return number === undefined ? [] : [{ number, position }];
  });
  for (const { first, second, weight } of held) {
    const distances = distancesWithin(positions, first, second);
    const near = distances.length;
    const ordered = distances.filter((distance) => distance === 1).length;
    const half = pairScore(weight, ordered, near) / 2;
    shares[first] = (shares[first] as number) + half;
    shares[second] = (shares[second] as number) + half;
    scored.score += 2 * half;
  }
}

/** How far the second term stands behind the first, wherever they stand within {@link pairWindow}. */
function distancesWithin(
  positions: readonly { readonly number: number; readonly position: number }[],
  first: number,
  second: number,
): number[] {
  const distances: number[] = [];
  for (let left = 0; left < positions.length; left++) {
    for (let right = left + 1; right < positions.length; right++) {
      const [before, after] = [positions[left], positions[right]];
      if (before === undefined || after === undefined) break;
      const distance = after.position - before.position;
      if (distance >= pairWindow) break;
      if (before.number === first && after.number === second) distances.push(distance);
      else if (before.number === second && after.number === first) distances.push(-distance);
    }
  }
  return distances;
}

function hitOf({ chunk, score, shares, gramScore }: ScoredChunk, { terms }: WeighedQuestion): EngineHit {
  const matchedTerms = terms
    .flatMap(({ term }, at): MatchedTerm[] => {
      const share = shares[at] as number;
      return share > 0 ? [{ term, score: share }] : [];
    })
    .toSorted((left, right) => right.score - left.score);
  const { chunkId, documentId, version } = chunk;
  return { chunkId, documentId, version, score, matchedTerms, ...(gramScore > 0 && { gramScore }) };
}

function bestFirst(left: ScoredChunk, right: ScoredChunk): number {
  return right.score - left.score || (left.chunk.chunkId < right.chunk.chunkId ? -1 : 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
