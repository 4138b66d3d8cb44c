import { expect, test } from 'vitest';
import { analyser } from '../text/analyser/analyser.ts';
import { weighCarried } from './weigh-carried.ts';

const terms = [
  { term: 'instal', weight: 2 },
  { term: 'pump', weight: 3 },
];

test('what is taken over counts half, in whatever form it is written', () => {
  expect(weighCarried(terms, ['Pumps', 'station'], analyser(), 'en')).toEqual([
    { term: 'instal', weight: 2 },
    { term: 'pump', weight: 1.5 },
  ]);
});

test('where nothing is taken over the terms are as they were', () => {
  expect(weighCarried(terms, [], analyser(), 'en')).toBe(terms);
});
