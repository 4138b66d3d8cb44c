import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Citation } from '../../contracts/citation.ts';
import { citationWith } from '../generate/quoting.test-support.ts';
import { PopularPassages } from './popular-passages.ts';

const citation = (start: number, documentId = 'd') =>
  citationWith({ number: 9, documentId, start, end: start + 4 });
const starts = (citations: readonly Citation[]) => citations.map(({ start }) => start);

test('C8: what is cited most comes first, and later answers weigh more', () => {
  const popular = new PopularPassages();
  popular.note('book', [citation(1), citation(2)]);
  popular.note('book', [citation(2), citation(3)]);
  expect(starts(popular.best('book', 5))).toEqual([2, 3, 1]);
  expect(popular.best('book', 2).map(({ number }) => number)).toEqual([1, 2]);
});

test('nothing crosses from one scope to another, and what is removed is shown to nobody', () => {
  const popular = new PopularPassages();
  popular.note('book', [citation(1, 'kept'), citation(2, 'removed')]);
  expect(popular.best('other', 5)).toEqual([]);
  popular.forgetDocument('removed');
  expect(starts(popular.best('book', 5))).toEqual([1]);
  popular.clear();
  expect(popular.best('book', 5)).toEqual([]);
});

test('it keeps 20 passages of a scope and 64 scopes, whatever is asked', () => {
  const asked = fc.array(fc.tuple(fc.nat(100), fc.array(fc.nat(200), { maxLength: 4 })), { minLength: 200 });
  fc.assert(
    fc.property(asked, (answers) => {
      const popular = new PopularPassages();
      for (const [scope, cited] of answers)
        popular.note(
          `${scope}`,
          cited.map((start) => citation(start)),
        );
      const kept = Array.from({ length: 101 }, (_, scope) => popular.best(`${scope}`, 100).length);
      expect(Math.max(...kept)).toBeLessThanOrEqual(20);
      expect(kept.filter((count) => count > 0).length).toBeLessThanOrEqual(64);
    }),
    { numRuns: 20 },
  );
});
