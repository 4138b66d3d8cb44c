import assert from 'node:assert/strict';

/** Fails unless two values are the same data: of what class an object is, and what in it is undefined, says nothing. */
export function assertSame(actual: unknown, expected: unknown, message?: string): void {
  assert.deepEqual(dataOf(actual), dataOf(expected), message);
}

/** Fails unless a value holds this data, and whatever else. */
export function assertHolds(actual: unknown, expected: object): void {
  assert.partialDeepStrictEqual(dataOf(actual), dataOf(expected));
}

/** Fails unless a number is another one, rounded to so many decimals. */
export function assertNear(actual: number | undefined, expected: number, decimals: number): void {
  const isNear = Math.abs((actual ?? Number.NaN) - expected) < 10 ** -decimals / 2;
  assert.ok(isNear, `${actual} is not ${expected.toFixed(decimals)}.`);
}

function dataOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
