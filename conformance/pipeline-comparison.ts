import assert from 'node:assert/strict';
import type { Answer } from '../src/answer/answer.ts';
import type { Hit, LegTrace, SearchResult } from '../src/retrieve/hit.ts';
import { assertSame } from './assertions.ts';

/** How far two numbers may be apart, as a share of the greater one: sums of the same parts in another order. */
const rounding = 1e-6;

/** What one engine found, beside what the embedded engine found for the same question. */
export interface Compared<Result> {
  readonly actual: Result;
  readonly expected: Result;
}

/** How far the cosines of an engine may be from those computed at full precision. */
export interface ComparisonOptions {
  readonly cosineTolerance: number;
}

/** How far a fused score may be off where a cosine is: z-scores stretch it by what cosines differ among candidates. */
const fusedPerCosine = 25;

/**
 * Fails unless two searches found the same: the same passages, of each the same words with the same shares of the same
 * score, cosines within the tolerance, and the same order but where that tolerance may turn it.
 */
export function assertSameSearch(
  { actual, expected }: Compared<SearchResult>,
  options: ComparisonOptions,
  message?: string,
): void {
  assertSameQuestion({ actual: actual.question, expected: expected.question }, message);
  assertSameHits({ actual: actual.hits, expected: expected.hits }, options, message);
  assertSame(actual.dropped.map(placeOf).toSorted(), expected.dropped.map(placeOf).toSorted(), message);
  assertSame(actual.ranking.candidates, expected.ranking.candidates, message);
  assertSameRelevance({ actual, expected }, options, message);
  const missing = expected.warnings.filter((warning) => !actual.warnings.includes(warning));
  assertSame(missing, [], message);
}

/** Fails unless two answers say the same with the same citations. */
export function assertSameAnswer(
  { actual, expected }: Compared<Answer>,
  options: ComparisonOptions,
  message?: string,
): void {
  assertSame(said(actual), said(expected), message);
  assertSameQuestion({ actual: actual.question, expected: expected.question }, message);
  assertSameHits({ actual: actual.hits, expected: expected.hits }, options, message);
  assertSameRelevance({ actual, expected }, options, message);
}

/** What an answer says, but for ids, which every store gives its own. */
function said({ answer, outcome, abstained, citations, sentences, topics }: Answer) {
  return {
    answer,
    outcome,
    abstained,
    citations: citations.map((one) => without(one, 'documentId', 'chunkId')),
    verdicts: sentences.map(({ verdict }) => verdict),
    topics: topics.map((one) => without(one, 'documentId')),
  };
}

/** The rest of an object. */
export function without<Whole extends object, Key extends keyof Whole & string>(
  whole: Whole,
  ...keys: readonly Key[]
): Omit<Whole, Key> {
  const kept = Object.entries(whole).filter(([key]) => !keys.some((one) => one === key));
  return Object.fromEntries(kept) as Omit<Whole, Key>;
}

/** Where a passage stands, which is the same in every store; ids are not. */
export function placeOf({ collection, path, start, end, expansion, explain }: Hit): string {
  const dropped = explain.droppedBy ? ` dropped by ${explain.droppedBy}` : '';
  return `${collection}/${path}:${start}-${end}${expansion ? ' around' : ''}${dropped}`;
}

function assertSameQuestion(
  { actual, expected }: Compared<SearchResult['question']>,
  message?: string,
): void {
  const { terms, expansions, ...read } = actual;
  const { terms: expectedTerms, expansions: expectedExpansions, ...expectedRead } = expected;
  assertSame(read, expectedRead, message);
  assertSame(expansions, expectedExpansions, message);
  assertSame(
    terms.map((one) => without(one, 'weight')),
    expectedTerms.map((one) => without(one, 'weight')),
    message,
  );
  for (const [at, { term, weight }] of expectedTerms.entries())
    assertClose(terms[at]?.weight, weight, rounding, `${message}: rarity of "${term}"`);
}

function assertSameHits(
  { actual, expected }: Compared<readonly Hit[]>,
  { cosineTolerance }: ComparisonOptions,
  message = '',
): void {
  const found = new Map(actual.map((hit) => [placeOf(hit), hit]));
  assertSame([...found.keys()].toSorted(), expected.map(placeOf).toSorted(), message);
  for (const hit of expected) {
    const place = placeOf(hit);
    const other = found.get(place) as Hit;
    const about = `${message}: ${place}`;
    assert.equal(other.content, hit.content, about);
    assertSame(other.headingPath, hit.headingPath, about);
    assert.equal(other.merged.length, hit.merged.length, about);
    assertSameWords({ actual: other.explain, expected: hit.explain }, expected, about);
    assertApart(other.explain.vector?.score, hit.explain.vector?.score, cosineTolerance, `${about}: cosine`);
    assertApart(other.score, hit.score, fusedPerCosine * cosineTolerance, `${about}: score`);
  }
  // Expansions come after all hits, in an order of their own.
  const rank = new Map(expected.map((hit) => [placeOf(hit), hit]));
  const ranked = actual.map((hit) => rank.get(placeOf(hit)) as Hit);
  for (const [at, hit] of ranked.entries()) {
    const next = ranked[at + 1];
    if (next === undefined || next.expansion) continue;
    const turned = next.score - hit.score;
    assert.ok(turned <= 2 * fusedPerCosine * cosineTolerance, `${message}: ${placeOf(hit)} is too far ahead`);
  }
  const around = (hits: readonly Hit[]) => hits.filter(({ expansion }) => expansion).map(placeOf);
  assertSame(around(actual), around(expected), message);
}

/** The keyword leg is computed from the text alone, so that nothing in it may differ. */
function assertSameWords(
  { actual, expected }: Compared<Hit['explain']>,
  all: readonly Hit[],
  about: string,
): void {
  assert.equal(actual.keyword === undefined, expected.keyword === undefined, `${about}: found by words`);
  if (expected.keyword === undefined) return;
  const { rank, score } = expected.keyword;
  assertClose(actual.keyword?.score, score, rounding, `${about}: BM25`);
  const isTied = (leg: LegTrace | undefined) =>
    leg !== undefined && leg.rank !== rank && Math.abs(leg.score - score) <= rounding * score;
  if (!all.some(({ explain }) => isTied(explain.keyword)))
    assert.equal(actual.keyword?.rank, rank, `${about}: rank by words`);
  const shares = new Map(actual.matchedTerms.map((one) => [one.term, one.score]));
  assertSame([...shares.keys()].toSorted(), expected.matchedTerms.map(({ term }) => term).toSorted(), about);
  for (const matched of expected.matchedTerms)
    assertClose(shares.get(matched.term), matched.score, rounding, `${about}: share of "${matched.term}"`);
  assertClose(actual.gramScore ?? 0, expected.gramScore ?? 0, rounding, `${about}: share of grams`);
}

function assertSameRelevance(
  { actual, expected }: Compared<Pick<SearchResult, 'relevance'>>,
  { cosineTolerance }: ComparisonOptions,
  message?: string,
): void {
  const { bestCosine, coverage, relevant } = expected.relevance;
  assert.equal(actual.relevance.relevant, relevant, message);
  assertClose(actual.relevance.coverage, coverage, rounding, `${message}: coverage`);
  assertApart(
    actual.relevance.bestCosine ?? undefined,
    bestCosine ?? undefined,
    cosineTolerance,
    `${message}: best cosine`,
  );
}

function assertClose(actual: number | undefined, expected: number, share: number, about: string): void {
  assertApart(actual, expected, share * Math.max(Math.abs(expected), 1e-9), about);
}

function assertApart(
  actual: number | undefined,
  expected: number | undefined,
  atMost: number,
  about: string,
): void {
  if (expected === undefined) return assert.equal(actual, undefined, about);
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= atMost, `${about} is ${actual}, not ${expected}`);
}
