import { seededRandom } from '../../values/seeded-random.ts';

/** Between which values something lies with 95 % confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const samples = 10_000;

/**
 * 95 % interval of the mean by the percentile bootstrap: means of samples of the same size, drawn with replacement.
 * Too narrow where few values differ from the others. Both ends are 0 where there are no values.
 * Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13.
 */
export function bootstrapInterval(values: readonly number[], seed = 1): Interval {
  if (values.length === 0) return { low: 0, high: 0 };
  const random = seededRandom(seed);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) {
      sum += values[Math.floor(random() * values.length)] as number;
    }
    means[sample] = sum / values.length;
  }
  means.sort();
  const at = (share: number) => means[Math.min(samples - 1, Math.floor(share * samples))] as number;
  return { low: at(0.025), high: at(0.975) };
}
