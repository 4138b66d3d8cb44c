import { expect, test } from 'vitest';
import { withoutAddresses } from './quotable-units.ts';

test.each([
  ['See [the pump](pump.md).', 'See [the pump].'],
  ['See [the pump](pump_(water).md "All of it").', 'See [the pump].'],
  ['See [the pump][pump].', 'See [the pump].'],
  ['See the pump (in the cellar).', 'See the pump (in the cellar).'],
])('%s', (written, text) => {
  expect(withoutAddresses(written)).toBe(text);
});
