import { expect, test } from 'vitest';
import { matchTitle } from './markers.ts';

const titles = [
  'Classics of Engineering',
  'Annual Report 2022',
  'Annual Report 2023',
  '员工手册',
  'Passwortregeln',
];

test.each([
  ['the same but for case', 'annual report 2023', 'Annual Report 2023'],
  ['whole words of one', 'Annual Report', 'Annual Report 2022'],
  ['one with more around it', 'The Annual Report 2023 of Acme', 'Annual Report 2023'],
  ['no part of a word', 'sic', undefined],
  ['no letter of one', 'a', undefined],
  ['a part where words are not parted', '手册', '员工手册'],
  ['a good part of a compound, being similar', 'Passwort', 'Passwortregeln'],
  ['the most similar', 'Anual Reprt 2023', 'Annual Report 2023'],
  ['nothing', '', undefined],
  ['nothing like any', 'Weather', undefined],
])('D5: %s: %s', (_, written, meant) => {
  const place = matchTitle(written, titles);
  expect(place === undefined ? undefined : titles[place]).toBe(meant);
});
