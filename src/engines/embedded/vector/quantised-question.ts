import { laneCount } from './int8-kernel.ts';
import { largest } from './quantise.ts';

/** Largest of the quantised numbers of a question, which the kernel takes in 0–127 with this in the middle. */
export const questionOffset = 63;

/**
 * A question as the kernel takes it: numbers in 0–126, quantised to −63…63 and moved by {@link questionOffset};
 * a quantised number divided by `scale` is the number.
 */
export interface QuantisedQuestion {
  readonly numbers: Int8Array;
  readonly scale: number;
}

export function quantiseQuestion(vector: Float32Array): QuantisedQuestion {
  const scale = questionOffset / largest(vector);
  const numbers = new Int8Array(Math.ceil(vector.length / laneCount) * laneCount);
  for (let at = 0; at < vector.length; at++) {
    numbers[at] = Math.round((vector[at] as number) * scale) + questionOffset;
  }
  return { numbers, scale };
}

/** What a row's product with a {@link QuantisedQuestion} is without the offset; `sum` is of the row's numbers. */
export function withoutOffset(product: number, sum: number): number {
  return product - Math.imul(questionOffset, sum);
}
