import { expect, test } from 'vitest';
import { numbersAndIdentifiers } from './numbers-and-identifiers.ts';

test.each([
  ['1,234.50 and 1.234,50', '1,234.50 1.234,50', ''],
  ['3% of 12', '3% 12', ''],
  ['the 10-K of user_id', '', '10-K user_id'],
  ['getResponse in v1.2.3, or 1.2.3', '', 'getResponse v1.2.3 1.2.3'],
  ['c++, c# and INV-2024-001', '', 'c++ c# INV-2024-001'],
  ['state-of-the-art and/or plain words', '', ''],
  ['x'.repeat(200) + '1', '', ''],
])('%s: numbers %s, identifiers %s', (text, numbers, identifiers) => {
  const found = numbersAndIdentifiers(text);
  const of = (kind: string) =>
    found
      .filter((token) => token.kind === kind)
      .map((token) => token.text)
      .join(' ');
  expect([of('number'), of('identifier')]).toEqual([numbers, identifiers]);
  for (const token of found) expect(text.slice(token.start, token.end)).toBe(token.text);
});
