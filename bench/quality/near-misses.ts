import { join } from 'node:path';
import type { Answer } from '../../src/answer/answer.ts';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import { isAnswerable } from '../../src/evaluate/evaluation-question.ts';
import { riskCoverageCurve } from '../../src/evaluate/metrics/answer-metrics.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { halved } from './halves.ts';
import { type QualityRow, qualityRow, type SuiteContext } from './measure-suite.ts';

/** More than half of its questions are answered nowhere in its paragraphs, though each is about one of them. */
const set = 'squad2-500';

/** What a question may be refused by, and what an answer without a model is trusted by. */
const measures = {
  cosine: ({ relevance }) => relevance.bestCosine ?? -1,
  coverage: ({ relevance }) => relevance.coverage,
  confidence: ({ confidence }) => confidence,
} satisfies Readonly<Record<string, (answer: Pick<Answer, 'relevance' | 'confidence'>) => number>>;

/** Shares of the questions answered at which the curve is shown. */
const shown = [0.1, 0.25, 0.5, 0.75, 1];

interface Measured extends Pick<Answer, 'relevance' | 'confidence'> {
  /** 1-based line of the question. */
  readonly place: number;
  readonly isAnswerable: boolean;
}

/** How well answerable questions are told from near misses, without a language model. */
export async function measureNearMisses({ data, cache, log }: SuiteContext): Promise<QualityRow[]> {
  const read = await readBeir(join(data, set));
  const { config } = await prepareBeir(read, defaults, cache);
  log(`${set}: asking ${read.questions.length} questions, near misses among them`);
  const measured: Measured[] = [];
  await withFootnote(config, async (footnote) => {
    for (const [position, question] of read.questions.entries()) {
      const { relevance, confidence } = await footnote.ask(question.text);
      measured.push({ place: position + 1, isAnswerable: isAnswerable(question), relevance, confidence });
    }
  });
  const rows = Object.entries(measures).map(([name, scoreOf]) => {
    const area = (some: readonly Measured[]) =>
      areaUnderCurve(
        some.filter((one) => one.isAnswerable).map(scoreOf),
        some.filter((one) => !one.isAnswerable).map(scoreOf),
      );
    return qualityRow({
      set,
      measure: `near misses, area under the curve by ${name}`,
      ...halved(measured, area),
    });
  });
  const curve = riskCoverageCurve(
    measured.map(({ confidence, isAnswerable: isRight }) => ({ confidence, isRight })),
  );
  const points = shown.map((share) =>
    qualityRow({
      set,
      measure: `near misses, wrong among the ${share * 100} % of highest confidence`,
      all: curve.find(({ coverage }) => coverage >= share)?.risk ?? 0,
    }),
  );
  return [...rows, ...points];
}

/**
 * Probability that a positive scores above a negative, ties half: the area under the receiver operating
 * characteristic. Source: Hanley, McNeil, "The Meaning and Use of the Area under a ROC Curve", Radiology 143, 1982.
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  let above = 0;
  // A sign of 1, 0 or −1 becomes 1, a half or 0.
  for (const positive of positives)
    for (const negative of negatives) above += (1 + Math.sign(positive - negative)) / 2;
  return above / (positives.length * negatives.length);
}
