import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('properties are tried with the same values each time, and how often is counted', ({ task }) => {
  expect(tried()).toEqual(tried());
  expect(task.meta.propertyRuns).toBe(14);
});

function tried(): readonly number[] {
  const values: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (value) => void values.push(value)),
    { numRuns: 7 },
  );
  return values;
}
