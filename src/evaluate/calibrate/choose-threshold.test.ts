import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRelevant } from '../../retrieve/relevance.ts';
import { defaults } from '../../settings/default-config.ts';
import { chooseThreshold, type MeasuredQuestion, reportOf } from './calibrate.ts';
import { offTopicQuestions } from './off-topic-questions.ts';

const goal = { offTopicRefused: 0.95, answerableRefused: 0.05 };

const question = (isAnswerable: boolean, bestCosine: number | null, coverage: number): MeasuredQuestion => ({
  isAnswerable,
  relevance: { bestCosine, passageCosine: bestCosine ?? 0, coverage },
});

const share = fc.integer({ min: 0, max: 100 }).map((hundredth) => hundredth / 100);
const questions = (isAnswerable: boolean) =>
  fc.array(
    fc.tuple(fc.option(share), share).map(([cosine, coverage]) => question(isAnswerable, cosine, coverage)),
    { minLength: 1, maxLength: 12 },
  );

const refusedShare = (
  some: readonly MeasuredQuestion[],
  threshold: { minCosine: number; minCoverage: number },
) => some.filter(({ relevance }) => !isRelevant(relevance, threshold)).length / some.length;

describe('chooseThreshold', () => {
  test('never refuses more answerable questions than allowed, and no pair of thresholds refuses more others', () => {
    fc.assert(
      fc.property(questions(true), questions(false), (answerable, offTopic) => {
        const chosen = chooseThreshold([...answerable, ...offTopic], goal);
        expect(refusedShare(answerable, chosen)).toBeLessThanOrEqual(goal.answerableRefused);
        const grid = Array.from({ length: 102 }, (_, step) =>
          Math.min(1, Math.max(0, (step - 1) / 100 + 0.005)),
        );
        let best = 0;
        for (const minCosine of grid)
          for (const minCoverage of grid) {
            const threshold = { minCosine, minCoverage };
            if (refusedShare(answerable, threshold) <= goal.answerableRefused)
              best = Math.max(best, refusedShare(offTopic, threshold));
          }
        const wanted = Math.min(best, goal.offTopicRefused);
        expect(refusedShare(offTopic, chosen)).toBeGreaterThanOrEqual(wanted - 1e-9);
      }),
      { numRuns: 30 },
    );
  });
  test('lies just above the off-topic questions, not halfway to the answerable ones', () => {
    const { minCosine, minCoverage } = chooseThreshold(
      [question(true, 0.8, 0.9), question(false, 0.5, 0.5), question(false, 0.45, 0.6)],
      goal,
    );
    expect(minCosine).toBeCloseTo(0.605, 3);
    expect(minCoverage).toBeCloseTo(0.795, 3);
  });
  test('is no lower than the default where that refuses no answerable question more', () => {
    const { minCosine, minCoverage } = defaults.retrieval;
    const offTopic = [question(false, 0.2, 0.3), question(false, 0.25, 0.1)];
    expect(chooseThreshold([question(true, 0.8, 0.9), ...offTopic], goal)).toEqual({
      minCosine,
      minCoverage,
    });
    const faint = question(true, 0.33, 0.25);
    expect(chooseThreshold([faint, ...offTopic], goal)).toEqual({ minCosine, minCoverage: 0.365 });
  });
  test('leaves the cosine alone where no off-topic question has one: 0 would have other languages answered', () => {
    const chosen = chooseThreshold([question(true, null, 0.9), question(false, null, 0.1)], goal);
    expect(chosen.minCosine).toBe(defaults.retrieval.minCosine);
    expect(chosen.minCoverage).toBe(defaults.retrieval.minCoverage);
    expect(chooseThreshold([question(true, 0.2, 0.05), question(false, null, 0.1)], goal).minCosine).toBe(
      0.2,
    );
  });
  test('refuses nothing where there is nothing to refuse', () => {
    expect(chooseThreshold([question(true, 0.1, 0.1)], goal)).toEqual({ minCosine: 0, minCoverage: 0 });
  });
});

test('thresholds are chosen on odd places and judged on even ones', () => {
  const answerable = [question(true, 0.8, 0.9), question(true, 0.1, 0.1)];
  const offTopic = [question(false, 0.2, 0.3), question(false, 0.9, 0.9)];
  const { calibration, abstention } = reportOf(answerable, offTopic);
  expect(calibration).toMatchObject({ answerableQuestions: 2, offTopicQuestions: 2 });
  expect(abstention).toEqual({ precision: 0, recall: 0, answerableRefused: 1, coverage: 0.5 });
});

test('the probability is fitted on odd places and judged on even ones, beside relevance read as one', () => {
  const answerable = Array.from({ length: 40 }, (_, place) => question(true, 0.5 + place / 200, 0.6));
  const offTopic = Array.from({ length: 40 }, (_, place) => question(false, 0.1 + place / 200, 0.2));
  const { calibration, probability } = reportOf(answerable, offTopic);
  expect(calibration.answerability?.slope).toBeGreaterThan(0);
  expect(probability?.fitted.brier).toBeLessThan(probability?.relevance.brier ?? 0);
  expect(probability?.fitted.ece).toBeLessThan(probability?.relevance.ece ?? 0);
  const unseen = [...answerable];
  unseen[1] = question(true, 0, 0);
  const other = reportOf(unseen, offTopic);
  expect(other.calibration.answerability).toEqual(calibration.answerability);
  expect(other.probability?.fitted.brier).toBeGreaterThan(probability?.fitted.brier ?? 1);
  expect(reportOf(answerable, [])).toMatchObject({
    calibration: { answerability: undefined },
    probability: null,
  });
});

test('there are at least 25 different off-topic questions in each of eight languages', () => {
  const languages = Object.entries(offTopicQuestions);
  expect(languages).toHaveLength(8);
  for (const [language, texts] of languages) {
    expect(new Set(texts).size, language).toBe(texts.length);
    expect(texts.length, language).toBeGreaterThanOrEqual(25);
    for (const text of texts) expect(text).toMatch(/[?？؟]$/);
  }
});
