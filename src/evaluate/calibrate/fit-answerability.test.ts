import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerableProbability } from '../../answer/confidence.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { brierScore, type ScoredAnswer } from '../metrics/answer-metrics.ts';
import { fitAnswerability } from './fit-answerability.ts';

const question = (confidence: number, isRight: boolean): ScoredAnswer => ({ confidence, isRight });

/** Questions of which those of a relevance are answerable with the probability of this curve. */
function drawn(count: number, slope: number, intercept: number): ScoredAnswer[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const relevance = random();
    return question(relevance, random() < answerableProbability(relevance, { slope, intercept }));
  });
}

const shares = fc.integer({ min: 0, max: 100 }).map((hundredth) => hundredth / 100);
const asked = fc.array(
  fc.tuple(shares, fc.boolean()).map(([relevance, isRight]) => question(relevance, isRight)),
  { minLength: 2, maxLength: 40 },
);

describe('the probability that a question is answerable', () => {
  test('is found again where questions were drawn from a curve', () => {
    const curve = fitAnswerability(drawn(20_000, 8, -4));
    expect(curve?.slope).toBeGreaterThan(7.5);
    expect(curve?.slope).toBeLessThan(8.5);
    expect(curve?.intercept).toBeGreaterThan(-4.3);
    expect(curve?.intercept).toBeLessThan(-3.7);
  });

  test('never falls with relevance, is never certain, and its mean is nearly their share', () => {
    fc.assert(
      fc.property(asked, (questions) => {
        const curve = fitAnswerability(questions);
        const right = questions.filter(({ isRight }) => isRight).length;
        if (!curve) {
          expect([0, questions.length]).toContain(right);
          return;
        }
        expect(curve.slope).toBeGreaterThanOrEqual(0);
        const probabilities = questions.map(({ confidence }) => answerableProbability(confidence, curve));
        for (const probability of probabilities) {
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThan(1);
        }
        const mean = probabilities.reduce((sum, probability) => sum + probability, 0) / questions.length;
        // What drawing the targets in may move: one question of each kind.
        expect(Math.abs(mean - right / questions.length)).toBeLessThanOrEqual(1 / questions.length + 1e-3);
      }),
    );
  });

  test('is no further from what came true than the share of answerable questions, on either side of a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 60 }), (answerable, others) => {
        const questions = [
          ...Array.from({ length: answerable }, (_, place) => question(0.7 + place / 1000, true)),
          ...Array.from({ length: others }, (_, place) => question(0.2 + place / 1000, false)),
        ];
        const curve = fitAnswerability(questions) ?? { slope: 0, intercept: 0 };
        const share = answerable / questions.length;
        const fitted = questions.map(({ confidence, isRight }) =>
          question(answerableProbability(confidence, curve), isRight),
        );
        expect(brierScore(fitted)).toBeLessThan(
          brierScore(questions.map((one) => question(share, one.isRight))),
        );
      }),
    );
  });

  test.each([
    ['all relevance is the same', [question(0.5, true), question(0.5, false)]],
    [
      'relevance misleads',
      [question(0.1, true), question(0.2, true), question(0.9, false), question(0.8, false)],
    ],
  ])('is their share where %s', (_, questions) => {
    const curve = fitAnswerability(questions);
    if (!curve) throw new Error('there is no curve');
    for (const relevance of [0, 0.5, 1]) expect(answerableProbability(relevance, curve)).toBeCloseTo(0.5, 2);
  });
});
