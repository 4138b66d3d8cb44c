import { expect, test } from 'vitest';
import { linkedShare, withoutAddresses } from './quotable-units.ts';

test.each([
  ['See [the pump](pump.md).', 'See [the pump].', 10 / 15],
  ['See [the pump](pump_(water).md "All of it").', 'See [the pump].', 10 / 15],
  ['See [the pump][pump].', 'See [the pump].', 10 / 15],
  ['See the pump (in the cellar).', 'See the pump (in the cellar).', 0],
])('%s', (written, text, share) => {
  expect(withoutAddresses(written)).toBe(text);
  expect(linkedShare(written, text)).toBeCloseTo(share);
});
