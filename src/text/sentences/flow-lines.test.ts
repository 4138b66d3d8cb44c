import { expect, test } from 'vitest';
import { flowLines } from './flow-lines.ts';

test.each([
  ['Rain\n  fell  here.', 'Rain fell here.'],
  ['Rain\n> fell\n>here,\n > > and there.', 'Rain fell here, and there.'],
  ['Rain > snow\n> 3 mm', 'Rain > snow 3 mm'],
  ['a >\nb', 'a > b'],
])('%j flows to %s', (text, expected) => {
  expect(flowLines(text)).toBe(expected);
});

test('many marks are read in linear time', () => {
  expect(flowLines(`\n${'>'.repeat(1_000_000)}a`)).toBe(' a');
});
