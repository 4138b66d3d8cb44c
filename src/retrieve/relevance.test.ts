import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hit } from './candidates.test-support.ts';
import type { Expansion } from './hit.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import {
  type AskedTerms,
  applyThreshold,
  coverageOf,
  isRelevant,
  measureRelevance,
  type RelevanceThreshold,
  togetherOf,
  weighTerms,
} from './relevance.ts';

function ranked(cosine: number | undefined, matched: readonly string[], share = 0): RankedCandidate {
  const { chunkId, documentId, version } = hit('d.1.0', 0);
  return {
    candidate: {
      collection: 'default',
      chunkId,
      documentId,
      version,
      vector: cosine === undefined ? null : { rank: 1, score: cosine },
      keyword: null,
      matchedTerms: termsOf(matched),
      gramScore: 0,
    },
    vectorShare: share,
    keywordShare: 0,
    documentSupport: 1,
    score: share + 1,
  };
}

const termsOf = (terms: readonly string[]) => terms.map((term) => ({ term, score: 1 }));
const threshold = { minCosine: 0.4, minCoverage: 0.5, minScore: 0, usesCosine: true };
const terms = [
  { term: 'lobster', weight: 1 },
  { term: 'claw', weight: 1 },
  { term: 'molt', weight: 2 },
];

const asked = { terms, contents: [terms], expansions: [] };

function judge(
  candidates: readonly RankedCandidate[],
  askedFor: AskedTerms,
  options: RelevanceThreshold & { readonly usesCosine: boolean },
) {
  const found = candidates.map(({ candidate }) => candidate);
  return applyThreshold(candidates, measureRelevance(found, askedFor, options), options);
}

test('a rare term weighs more than a common one, and a term in every chunk still weighs', () => {
  const [unknown, rare, common] = weighTerms(['a', 'b', 'c'], { chunks: 100, frequencies: [0, 3, 100] });
  expect(unknown?.weight).toBeGreaterThan(rare?.weight as number);
  expect(rare?.weight).toBeGreaterThan(common?.weight as number);
  expect(common?.weight).toBeGreaterThan(0);
});

test('in a collection of one chunk the terms it holds still count against one that it lacks', () => {
  const weighed = weighTerms(['held', 'also', 'lacking'], { chunks: 1, frequencies: [1, 1, 0] });
  expect(coverageOf(weighed)(termsOf(['held', 'also']))).toBeGreaterThan(0.5);
});

test('without statistics all terms weigh the same', () => {
  expect(weighTerms(['a', 'b'], undefined)).toEqual([
    { term: 'a', weight: 1 },
    { term: 'b', weight: 1 },
  ]);
});

test('coverage is the share of the weight, never outside [0, 1]', () => {
  expect(coverageOf(terms)(termsOf(['molt', 'other']))).toBe(0.5);
  expect(coverageOf([])(termsOf(['molt']))).toBe(0);
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(names, names, fc.nat(200), (asked, contained, chunks) => {
      const weighted = weighTerms(asked, { chunks, frequencies: asked.map((_, place) => place * 60) });
      const share = coverageOf(weighted)(termsOf(contained));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }),
  );
});

describe('an expansion stands in for the terms that did not match', () => {
  const standing = { from: 'molt', standsFor: ['molt'] } as const;
  const coverageBy = (kind: Expansion['kind'], from: string = standing.from) =>
    coverageOf(
      terms,
      ['moult', 'mold'].map((term) => ({ ...standing, kind, from, term, weight: 0.8 })),
    );

  test.each([
    ['what means the same', coverageBy('synonym')],
    ['the correction of a long word', coverageBy('spelling', 'moltings')],
  ])('by its weight: %s', (_, coverage) => {
    expect(coverage(termsOf(['moult']))).toBe(0.4);
    expect(coverage(termsOf(['moult', 'mold']))).toBe(0.5);
    expect(coverage(termsOf(['moult', 'molt']))).toBe(0.5);
    expect(coverage(termsOf(['moult', 'claw']))).toBe(0.65);
  });

  test('the correction of a short word by no more than what is held besides, as it may be another word', () => {
    const coverage = coverageBy('spelling');
    expect(coverage(termsOf(['moult']))).toBe(0);
    expect(coverage(termsOf(['moult', 'claw']))).toBe(0.5);
    expect(coverage(termsOf(['moult', 'claw', 'lobster']))).toBe(0.9);
  });

  test('a short word that is all of the question', () => {
    const [, , molt] = terms;
    const correction = { ...standing, kind: 'spelling', term: 'moult', weight: 0.8 } as const;
    expect(coverageOf(molt ? [molt] : [], [correction])(termsOf(['moult']))).toBe(0.8);
  });
});

test.each([
  ['a cosine at the threshold', [ranked(0.4, [])], true],
  ['a coverage at the threshold without any cosine', [ranked(undefined, ['lobster', 'claw'])], true],
  ['the same far from the question', [ranked(0.19, ['lobster', 'claw'])], false],
  ['the same near to it', [ranked(0.21, ['lobster', 'claw'])], true],
  ['its words in one candidate and nearness in another', [ranked(0.39, []), ranked(0.1, ['molt'])], false],
  ['its words in one that only they found', [ranked(0.39, []), ranked(undefined, ['molt'])], false],
  ['all of its words far from it', [ranked(0, ['lobster', 'claw', 'molt'])], true],
  ['two candidates that cover it only together', [ranked(0.28, ['lobster']), ranked(0.28, ['claw'])], false],
  ['both far below', [ranked(0.39, ['lobster'])], false],
  ['nothing at all', [], false],
] as const)('%s: relevant is %s', (_, candidates, relevant) => {
  const result = judge(candidates, asked, threshold);
  expect(result.relevance.relevant).toBe(relevant);
  expect(result.passed).toEqual(relevant ? candidates : []);
  expect(result.failed).toEqual(relevant ? [] : candidates);
});

test('whatever is relevant stays so where it is nearer, covers more, or less is asked of it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, share, share, share, share, (...shares) => {
      const [bestCosine, passageCosine, coverage, minCosine, minCoverage, more] = shares;
      const measured = { bestCosine, passageCosine, coverage };
      const least = { minCosine, minCoverage };
      if (!isRelevant(measured, least)) return;
      expect(isRelevant({ ...measured, bestCosine: bestCosine + more }, least)).toBe(true);
      expect(isRelevant({ ...measured, passageCosine: passageCosine + more }, least)).toBe(true);
      expect(isRelevant({ ...measured, coverage: coverage + more }, least)).toBe(true);
      expect(isRelevant(measured, { ...least, minCosine: minCosine * more })).toBe(true);
      expect(isRelevant(measured, { ...least, minCoverage: minCoverage * more })).toBe(true);
    }),
  );
});

const unknown = { ...threshold, usesCosine: false };

function scored(matched: readonly string[], score: number): RankedCandidate {
  const one = ranked(0.9, matched);
  return { ...one, candidate: { ...one.candidate, keyword: { rank: 1, score } } };
}

/** What is found relevant by one candidate of that keyword score, in a language that the embedder does not know. */
function relevanceOf(matched: readonly string[], score: number, chunks?: number) {
  return judge([scored(matched, score)], { ...asked, ...(chunks && { chunks }) }, unknown).relevance;
}

/** The most that one word of one chunk among so many earns. */
function rarest(chunks: number): number {
  return Math.log1p((chunks - 0.5) / 1.5);
}

/** What a candidate covers by its keyword score alone. */
function coverageIn(terms: AskedTerms): number {
  return judge([scored([], 6)], terms, unknown).relevance.coverage;
}

/** The same of a question of so many terms. */
function coverageOfOne(count: number): number {
  const many = Array.from({ length: count }, (_, place) => ({ term: `t${place}`, weight: 1 }));
  return judge([scored([], 6)], { terms: many, contents: [many], expansions: [] }, unknown).relevance
    .coverage;
}

describe('where the embedder does not know the language', () => {
  test('cosines are not looked at, and words without a score say half as much', () => {
    expect(relevanceOf(['molt'], 0)).toEqual({
      bestCosine: null,
      passageCosine: 0,
      coverage: 0.25,
      relevant: false,
    });
  });

  test('the score of the keyword leg makes up for terms that a passage lacks, and a weak one does not', () => {
    expect([2, 5, 5.1, 40].map((score) => relevanceOf(['molt'], score).relevant)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('the same score says less of more terms, and where more chunks may have it by chance', () => {
    const coverages = [1, 2, 6, 10, 22].map(coverageOfOne);
    expect(coverages).toEqual(coverages.toSorted((a, b) => b - a));
    expect(new Set(coverages).size).toBe(coverages.length);
    // A score of chance in each: what one word of one chunk earns.
    const ofRarest = [5, 30, 100].map((chunks) => relevanceOf([], rarest(chunks), chunks).coverage);
    expect(ofRarest).toEqual(ofRarest.toSorted((a, b) => b - a));
    expect(relevanceOf([], 6, 150).coverage).toBeCloseTo(relevanceOf([], 6, 1e6).coverage, 1);
  });

  test('terms that only ask and are nowhere make a question no longer', () => {
    const many = Array.from({ length: 6 }, (_, place) => ({ term: `t${place}`, weight: 1 }));
    const two = many.slice(0, 2);
    const needless = new Set(many.slice(2).map(({ term }) => term));
    const long = { terms: many, contents: [two], expansions: [] };
    expect(coverageIn({ ...long, needless })).toBe(coverageOfOne(2));
    expect(coverageIn(long)).toBe(coverageOfOne(6));
  });

  test('words of a language may count for less or more than of others', () => {
    const coverages = [undefined, 0.8, 8].map(
      (wordShare) => judge([scored(['molt'], 0)], { ...asked, wordShare }, unknown).relevance.coverage,
    );
    expect(coverages).toEqual([0.25, 0.2, 1]);
  });
});

test('where either threshold is 0, cosine and coverage count as they are', () => {
  expect(togetherOf({ passageCosine: 0.25, coverage: 0.5 }, { minCosine: 0, minCoverage: 0 })).toBe(0.75);
});

test('a threshold of 0 on coverage lets every candidate pass, but not the lack of any', () => {
  const open = { ...threshold, minCoverage: 0 };
  expect(judge([ranked(-0.2, [])], asked, open).relevance.relevant).toBe(true);
  expect(judge([], asked, open).relevance.relevant).toBe(false);
});

test('each candidate must reach the fused score, whatever its document adds', () => {
  const [good, just, weak] = [ranked(0.9, [], 0.4), ranked(0.9, [], 0.3), ranked(0.8, [], 0.2)];
  const { passed, failed } = judge([good, just, weak], asked, { ...threshold, minScore: 0.3 });
  expect([passed, failed]).toEqual([[good, just], [weak]]);
  expect(judge([weak], asked, { ...threshold, minScore: 0.3 }).relevance.relevant).toBe(false);
});
