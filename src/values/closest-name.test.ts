import { expect, test } from 'vitest';
import { closestName, didYouMean } from './closest-name.ts';

const names = ['list', 'show', 'remove', 'retrieval.topK', 'server.port', 'log.id'];

test.each([
  ['lst', 'list'],
  ['shwo', 'show'],
  ['LIST', 'list'],
  ['retreival.topk', 'retrieval.topK'],
  ['server.prot', 'server.port'],
  ['log.od', 'log.id'],
  ['retrieval.foo', undefined],
  ['xy', undefined],
  ['documents', undefined],
  ['', undefined],
])('%s: probably %s', (given, meant) => {
  expect(closestName(given, names)).toBe(meant);
});

test('a message asks only where a name is near', () => {
  expect(didYouMean('lst', names)).toBe(' (did you mean "list"?)');
  expect(didYouMean('zebra', names)).toBe('');
});
