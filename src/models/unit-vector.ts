import { FootnoteError } from '../errors.ts';

/**
 * Scales a model's output to unit length, into a new array with a buffer of its own.
 * Errors: `vector_invalid` where it is not `dimension` numbers long, not finite, or zero; `subject` names it. Only for
 * the latter two can its text be to blame, whose place among others that were asked for with it is `position`.
 */
export function unitVector(
  values: ArrayLike<number>,
  dimension: number,
  subject: string,
  position?: number,
): Float32Array<ArrayBuffer> {
  if (values.length !== dimension) {
    const problem = `it has ${values.length} numbers instead of ${dimension}`;
    throw new FootnoteError('vector_invalid', { subject, problem });
  }
  const place = position === undefined ? {} : { position };
  const invalid = (problem: string) => new FootnoteError('vector_invalid', { subject, problem, ...place });
  let squares = 0;
  for (let index = 0; index < dimension; index++) squares += (values[index] as number) ** 2;
  if (!Number.isFinite(squares)) throw invalid('it has numbers that are not finite');
  if (squares === 0) throw invalid('all its numbers are zero');
  const scale = 1 / Math.sqrt(squares);
  const unit = new Float32Array(dimension);
  for (let index = 0; index < dimension; index++) unit[index] = (values[index] as number) * scale;
  return unit;
}

/** The mean of unit vectors, again of unit length: one vector for a question longer than its model reads. */
export function meanVector(vectors: readonly Float32Array[], subject: string): Float32Array {
  const first = vectors[0] as Float32Array;
  if (vectors.length === 1) return first;
  const sums = new Float64Array(first.length);
  for (const vector of vectors) {
    for (let index = 0; index < sums.length; index++)
      sums[index] = (sums[index] as number) + (vector[index] as number);
  }
  return unitVector(sums, first.length, subject);
}

/** The first words of a text in quotes, as messages name it. */
export function textExcerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
