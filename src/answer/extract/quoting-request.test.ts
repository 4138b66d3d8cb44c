import { expect, test } from 'vitest';
import { analyser } from '../../text/analyser/analyser.ts';
import { onlyCarried, weighCarried } from './quoting-request.ts';

const terms = [
  { term: 'ram', weight: 3 },
  { term: 'gpu', weight: 4 },
  { term: 'station', weight: 2 },
];

const weights = (carried: readonly string[]) =>
  weighCarried(terms, { carried }, analyser(), 'en').map(({ weight }) => weight);

test('however many words are taken over, they count no more together than the reader’s own', () => {
  expect(weights(['GPU', 'stations'])).toEqual([3, 2, 1]);
});

test('of words of a reader who only asks for more none are left', () => {
  expect(onlyCarried(terms, { carried: ['GPU', 'stations'] }, analyser(), 'en')).toEqual(terms.slice(1));
});

test.each([
  ['fewer', ['stations']],
  ['none', []],
  ['all there are', ['RAM', 'GPU', 'stations']],
])('%s count as they are', (_, carried) => {
  expect(weights(carried)).toEqual([3, 4, 2]);
});
