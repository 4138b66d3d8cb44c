/**
 * The loops below take four numbers a turn. That makes the functions long enough for V8 to optimise each by itself:
 * shorter ones become part of their callers, which run too seldom to be optimised well.
 */
const step = 4;

/** Largest value of a quantised number. */
const maxInt8 = 127;

/** Scales are powers of the root of two, so that most segments share one and merge by copying alone. */
const scaleSteps = 2;

/** The largest absolute value of a vector, 0 for an empty one. */
export function largest(vector: Float32Array): number {
  const inSteps = vector.length - (vector.length % step);
  let most = 0;
  for (let at = 0; at < inSteps; at += step) {
    const first = Math.max(Math.abs(vector[at] as number), Math.abs(vector[at + 1] as number));
    const second = Math.max(Math.abs(vector[at + 2] as number), Math.abs(vector[at + 3] as number));
    most = Math.max(most, first, second);
  }
  for (let at = inSteps; at < vector.length; at++) most = Math.max(most, Math.abs(vector[at] as number));
  return most;
}

/** Writes the numbers of a vector, times `scale` and rounded, to `target` from `start` on. They fit int8. */
export function quantise(vector: Float32Array, scale: number, target: Int8Array, start: number): void {
  const inSteps = vector.length - (vector.length % step);
  for (let at = 0; at < inSteps; at += step) {
    const to = start + at;
    target[to] = rounded((vector[at] as number) * scale);
    target[to + 1] = rounded((vector[at + 1] as number) * scale);
    target[to + 2] = rounded((vector[at + 2] as number) * scale);
    target[to + 3] = rounded((vector[at + 3] as number) * scale);
  }
  for (let at = inSteps; at < vector.length; at++)
    target[start + at] = rounded((vector[at] as number) * scale);
}

/**
 * The nearest integer of a number above −128. Made positive, cutting off its fraction rounds it: cheaper than
 * Math.round.
 */
export function rounded(number: number): number {
  return ((number + 128.5) | 0) - 128;
}

/** The largest scale of the ladder that keeps `largest` within int8. */
export function scaleFor(largest: number): number {
  return 2 ** (Math.floor(Math.log2(maxInt8 / largest) * scaleSteps) / scaleSteps);
}
