import { expect, test } from 'vitest';
import { analyser } from '../../text/analyser/analyser.ts';
import { chunkOf, passageOf } from '../passages.test-support.ts';
import { diversify } from './diversify.ts';

const passages = [
  'Lobsters regrow a lost claw.',
  'A lost claw regrows in lobsters.',
  'Bridges hang from cables.',
  'Lobsters walk on the sea floor.',
].map((content, place) => passageOf(chunkOf(`d${place}`, 0, { content })));

const order = (diversity: number) =>
  diversify(passages, diversity, analyser()).map(({ chunk }) => chunk.documentId);

test('a passage that says the same again waits for others', () => {
  // At .5 the second passage has gain .5 × .75 − .5 × 1, the third .5 × .5 − 0.
  expect(order(0.5)).toEqual(['d0', 'd2', 'd3', 'd1']);
});

test('a little diversity changes nothing where the better ones are much better', () => {
  expect(order(0.05)).toEqual(['d0', 'd1', 'd2', 'd3']);
});

test('keeps every passage, and needs none', () => {
  expect(order(1).toSorted()).toEqual(['d0', 'd1', 'd2', 'd3']);
  expect(diversify([], 0.5, analyser())).toEqual([]);
});
