import { expect, test } from 'vitest';
import type { Calibration } from '../../contracts/index-manifest.ts';
import type { Hit } from '../../retrieve/hit.ts';
import {
  calibratedConfidence,
  confidenceWarnings,
  hitConfidence,
  levelConfidence,
  meanConfidence,
  reciprocalRankConfidence,
  relevanceConfidence,
} from '../confidence.ts';

test('by reciprocal rank (B5): Σ score/rank ÷ Σ 1/rank, with its bands', () => {
  const { value, level } = reciprocalRankConfidence([0.9, 0.6, 0.3]);
  expect(value).toBeCloseTo((0.9 + 0.3 + 0.1) / (1 + 1 / 2 + 1 / 3), 12);
  expect(level).toBe('good');
  expect(reciprocalRankConfidence([0.8]).level).toBe('high');
  expect(reciprocalRankConfidence([0.4, 0.4]).level).toBe('low');
  expect(reciprocalRankConfidence([0.39]).level).toBe('insufficient');
  expect(reciprocalRankConfidence([])).toMatchObject({ value: 0, level: 'insufficient' });
});

test.each([
  [[0.5, 0.5, 0.5], 'High', '3 relevant sources with 2 citations'],
  [[0.9, 0.4, 0.1], 'Medium', '3 sources found, average relevance 47%'],
  [[0.3, 0.3], 'Medium', '2 sources found, average relevance 30%'],
  [[0.95], 'Low', 'Only 1 source found'],
  [[0.2, 0.2], 'Low', 'Low relevance scores (avg 20%)'],
  [[0.2, 0.2, 0.26], 'Low', 'Low relevance scores (avg 22%)'],
  [[], 'Low', 'No relevant sources found'],
])('by levels (D7): %j is %s', (scores, level, reason) => {
  expect(levelConfidence(scores, 2)).toMatchObject({ level, reason });
});

test('by the mean of the best three (E10)', () => {
  expect(meanConfidence([0.92, 0.9, 0.85, 0.1]).value).toBeCloseTo(0.89, 12);
  expect(meanConfidence([]).value).toBe(0);
});

test('by relevance: the mean of cosine and coverage, coverage alone without a cosine', () => {
  expect(relevanceConfidence({ bestCosine: 0.6, coverage: 0.8 }).value).toBeCloseTo(0.7, 12);
  expect(relevanceConfidence({ bestCosine: null, coverage: 0.8 }).value).toBe(0.8);
});

test('by relevance: a probability that the passages answer stands for the coverage, and counts twice', () => {
  expect(relevanceConfidence({ bestCosine: 0.6, coverage: 0.8 }, 0.3).value).toBeCloseTo(0.4, 12);
  expect(relevanceConfidence({ bestCosine: null, coverage: 0.8 }, 0.3).value).toBe(0.3);
});

test('calibrated: relevance on the fitted curve, with the share that it stands for', () => {
  const relevance = { bestCosine: 0.6, passageCosine: 0.6, coverage: 0.8, relevant: true };
  const { value, level, reason } = calibratedConfidence(relevance, { slope: 10, intercept: -5 });
  expect(value).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
  expect(level).toBeNull();
  expect(reason).toBe('88 of 100 questions of relevance 0.70 are answerable, by calibration');
});

test.each([
  ['its score on the scale of the fusion', 0.7, 0.2, 0.7],
  ['its cosine where the fusion has no scale', null, 0.2, 0.2],
  ['nothing where that is below 0', null, -0.1, 0],
  ['1 where rounding made more of it', null, 1.0000001, 1],
  ['nothing where only its words were found', null, undefined, 0],
])('a hit fits by %s', (_, scaledScore, cosine, fits) => {
  const vector = cosine === undefined ? null : { rank: 1, score: cosine };
  expect(hitConfidence({ scaledScore, explain: { vector } } as Hit)).toBe(fits);
});

test('E10: a hit fits as the reranker says', () => {
  const explain = { vector: { rank: 1, score: 0.6 }, rerank: { score: 3, relevance: 0.8, from: 2, to: 1 } };
  expect(hitConfidence({ scaledScore: 0.7, explain } as unknown as Hit)).toBe(0.8);
});

test('a measure that needs calibration is warned of where there is none', () => {
  const calibration = { answerability: { slope: 10, intercept: -5 } } as Calibration;
  const warned = [{ sentence: 'notCalibrated' }];
  expect(confidenceWarnings('calibrated', undefined)).toEqual(warned);
  expect(confidenceWarnings('calibrated', { ...calibration, answerability: undefined })).toEqual(warned);
  expect(confidenceWarnings('calibrated', calibration)).toEqual([]);
  expect(confidenceWarnings('relevance', undefined)).toEqual([]);
});
