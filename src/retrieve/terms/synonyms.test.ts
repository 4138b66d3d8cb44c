import { expect, test } from 'vitest';
import { analyser } from '../../text/analyser/analyser.ts';
import { parseSynonyms, Synonyms } from './synonyms.ts';

const lexical = analyser();
const synonyms = new Synonyms([
  ['car', 'automobile', 'motor vehicle'],
  ['PTO', 'paid time off'],
]);

const render = (text: string) =>
  synonyms
    .expansionsOf(text, 'en', lexical)
    .map(({ from, term, weight }) => `${from}→${term} ${Number(weight.toFixed(2))}`)
    .join(', ');

test.each([
  ['insure cars', 'car→automobil 0.7, car→motor 0.35, car→vehicl 0.35'],
  ['how much paid time off', 'paid time off→pto 0.7'],
  ['how much pto', 'PTO→paid 0.23, PTO→time 0.23, PTO→off 0.23'],
  ['a car is an automobile', 'car→motor 0.35, car→vehicl 0.35'],
  ['paid off in time', ''],
  ['', ''],
])('%s: %s', (text, expected) => {
  expect(render(text)).toBe(expected);
});

test('reads groups', () => {
  const source = 'synonyms:\n  - [car, automobile]\n  - - PTO\n    - paid time off\n';
  expect(parseSynonyms(source, 's.yaml')).toEqual([
    ['car', 'automobile'],
    ['PTO', 'paid time off'],
  ]);
});

test.each([
  ['', 1],
  ['- a\n- b\n', 1],
  ['words:\n  - [a, b]\n', 1],
  ['\nsynonyms: car\n', 2],
  ['synonyms:\n  - [a, b]\n  - [c]\n', 3],
  ['synonyms:\n  - [a, b]\n  - [c, 5]\n', 3],
  ['synonyms:\n  - [a, b]\n  - [c, [d]]\n', 3],
  ['synonyms:\n  - [a, b\n', 3],
])('names the line of what is wrong in %j: %i', (source, line) => {
  expect(() => parseSynonyms(source, 's.yaml')).toThrow(
    expect.objectContaining({
      code: 'file_malformed',
      details: expect.objectContaining({ path: 's.yaml', line }),
    }),
  );
});
