import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaUnderRiskCoverage,
  brierScore,
  containsAnswer,
  expectedCalibrationError,
  judgeAbstention,
  percentile,
  riskCoverageCurve,
  type ScoredAnswer,
} from './answer-metrics.ts';
import {
  averagePrecision,
  judgeRanking,
  meanFigures,
  ndcg,
  precision,
  type RankingFigures,
  rankingMetricNames,
  recall,
  reciprocalRank,
} from './ranking-metrics.ts';

const judgements = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 1],
  ['z', 0],
]);

describe('rankings', () => {
  const lines = readFileSync(new URL('./trec-figures.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const runs = lines.map(
    (line) =>
      JSON.parse(line) as { ranking: string[]; judgements: Record<string, number>; figures: RankingFigures },
  );
  test('every figure is that of trec_eval', () => {
    expect(runs).toHaveLength(40);
    for (const { ranking, judgements, figures } of runs) {
      const own = judgeRanking(ranking, new Map(Object.entries(judgements)));
      for (const name of rankingMetricNames)
        expect(Math.abs(own[name] - figures[name]), name).toBeLessThan(1e-6);
    }
  });
  test('a question without results counts 0 in the mean', () => {
    const found = judgeRanking(['a', 'b', 'c'], judgements);
    const notFound = judgeRanking([], judgements);
    expect(found['ndcg@10']).toBe(1);
    expect(meanFigures([found, notFound])['ndcg@10']).toBe(0.5);
    expect(meanFigures([])['ndcg@10']).toBe(0);
  });
});

describe('precision', () => {
  test('counts empty places as not relevant', () => {
    expect(precision(['a', 'z'], judgements, 5)).toBe(1 / 5);
  });
});

describe('averagePrecision', () => {
  test('is the mean of the precisions at relevant places', () => {
    expect(averagePrecision(['x', 'a', 'z', 'b'], judgements)).toBeCloseTo((1 / 2 + 2 / 4) / 3, 12);
    expect(averagePrecision(['a'], new Map())).toBe(0);
  });
});

describe('abstention', () => {
  test('tells right refusals from wrong ones', () => {
    const outcomes = [
      { isAnswerable: true, isRefused: false },
      { isAnswerable: true, isRefused: true },
      { isAnswerable: false, isRefused: true },
      { isAnswerable: false, isRefused: false },
      { isAnswerable: true, isRefused: false },
    ];
    expect(judgeAbstention(outcomes)).toEqual({
      precision: 1 / 2,
      recall: 1 / 2,
      answerableRefused: 1 / 3,
      coverage: 3 / 5,
    });
  });

  const answers = fc.array(
    fc.record<ScoredAnswer>({
      confidence: fc.integer({ min: 0, max: 20 }).map((twentieth) => twentieth / 20),
      isRight: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  );
  test('each point of the risk-coverage curve is what answering from its confidence comes to', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const curve = riskCoverageCurve(given);
        expect(curve.map(({ confidence }) => confidence)).toEqual(
          [...new Set(given.map(({ confidence }) => confidence))].toSorted((a, b) => b - a),
        );
        for (const { confidence, coverage, risk } of curve) {
          const answered = given.filter((answer) => answer.confidence >= confidence);
          expect(coverage).toBeCloseTo(answered.length / given.length, 12);
          expect(risk).toBeCloseTo(answered.filter(({ isRight }) => !isRight).length / answered.length, 12);
        }
      }),
    );
  });
  test('the area is least where all right answers come first, and the share of wrong ones where nothing is told apart', () => {
    const right = { confidence: 0.9, isRight: true };
    const wrong = { confidence: 0.1, isRight: false };
    expect(areaUnderRiskCoverage([right, wrong])).toBeCloseTo(0.25, 12);
    expect(areaUnderRiskCoverage([right, { ...wrong, confidence: 0.95 }])).toBeGreaterThan(0.25);
    expect(areaUnderRiskCoverage([right, { ...wrong, confidence: 0.9 }])).toBeCloseTo(0.5, 12);
  });
  test('the calibration error is the distance of confidence and share, bin by bin', () => {
    const bin = [
      { confidence: 0.82, isRight: true },
      { confidence: 0.88, isRight: false },
    ];
    expect(expectedCalibrationError(bin)).toBeCloseTo(0.35, 12);
    expect(expectedCalibrationError([...bin, { confidence: 1, isRight: true }])).toBeCloseTo(0.7 / 3, 12);
    expect(expectedCalibrationError([])).toBe(0);
  });
});

test('the Brier score is the mean squared distance from what came true', () => {
  const answers = [
    { confidence: 0.8, isRight: true },
    { confidence: 0.8, isRight: false },
    { confidence: 0, isRight: false },
  ];
  expect(brierScore(answers)).toBeCloseTo((0.04 + 0.64) / 3, 12);
  expect(brierScore([])).toBe(0);
});

describe('ndcg', () => {
  test('C9: is the hand-computed ratio of discounted gains', () => {
    // Found: c at 1 (1/1), a at 3 (3/2); ideal: 3/1 + 2/log2(3) + 1/2.
    expect(ndcg(['c', 'x', 'a'], judgements, 10)).toBeCloseTo(2.5 / (3 + 2 / Math.log2(3) + 0.5), 12);
  });
  test('cuts both the ranking and the ideal at k', () => {
    // Ideal at 1 is 3/1.
    expect(ndcg(['b', 'a'], judgements, 1)).toBeCloseTo(2 / 3, 12);
  });
  test('is 1 for the ideal order, 0 without results and 0 without relevant documents', () => {
    expect(ndcg(['a', 'b', 'c', 'z'], judgements, 10)).toBe(1);
    expect(ndcg([], judgements, 10)).toBe(0);
    expect(ndcg(['z'], new Map([['z', 0]]), 10)).toBe(0);
  });
  test('stays in [0, 1] and never falls when a better document moves up', () => {
    const ids = ['a', 'b', 'c', 'z', 'x', 'y'];
    fc.assert(
      fc.property(fc.shuffledSubarray(ids), fc.integer({ min: 1, max: 7 }), (ranking, k) => {
        const value = ndcg(ranking, judgements, k);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        const sorted = ranking.toSorted((a, b) => (judgements.get(b) ?? 0) - (judgements.get(a) ?? 0));
        expect(ndcg(sorted, judgements, k)).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });
});

describe('recall', () => {
  test('C9: counts relevant documents among the first k', () => {
    expect(recall(['x', 'a', 'z', 'b'], judgements, 2)).toBeCloseTo(1 / 3, 12);
    expect(recall(['x', 'a', 'z', 'b'], judgements, 4)).toBeCloseTo(2 / 3, 12);
  });
  test('is 0 without relevant documents', () => {
    expect(recall(['z'], new Map([['z', 0]]), 5)).toBe(0);
  });
});

describe('reciprocalRank', () => {
  test('is one over the first relevant place within k', () => {
    expect(reciprocalRank(['x', 'z', 'b', 'a'], judgements, 10)).toBeCloseTo(1 / 3, 12);
    expect(reciprocalRank(['x', 'z', 'b', 'a'], judgements, 2)).toBe(0);
  });
});

describe('containsAnswer', () => {
  test('ignores case, punctuation and articles', () => {
    expect(containsAnswer('It was the “Warsaw” Uprising.', ['a Warsaw uprising'])).toBe(true);
    expect(containsAnswer('It cost $1,234.', ['1234'])).toBe(true);
  });
  test('wants whole words, and an answer that is only punctuation is no answer', () => {
    expect(containsAnswer('It lasted 163 days.', ['63'])).toBe(false);
    expect(containsAnswer('Anything.', ['.'])).toBe(false);
    expect(containsAnswer('Un océan.', ['océ'])).toBe(false);
  });
  test('finds words where no spaces stand between them', () => {
    expect(containsAnswer('hive;eggs,keeper\nB,1500,Ben|x', ['Ben'])).toBe(true);
    expect(containsAnswer('hive;eggs,keeper\nB,1500,Ben|x', ['1500'])).toBe(true);
    expect(containsAnswer('法国的首都是巴黎。', ['巴黎'])).toBe(true);
    expect(containsAnswer('เมืองหลวงคือปารีส', ['ปารีส'])).toBe(true);
    expect(containsAnswer('長さは163メートル', ['63メートル'])).toBe(false);
  });
});

test('a percentile is the smallest value that its share does not exceed', () => {
  const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 });
  const hundredths = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(values, hundredths, (all, wanted) => {
      const isEnough = (value: number) =>
        all.filter((one) => one <= value).length * 100 >= wanted * all.length;
      expect(percentile(all, wanted / 100)).toBe(Math.min(...all.filter(isEnough)));
    }),
  );
  expect(percentile([], 0.5)).toBeNaN();
});
