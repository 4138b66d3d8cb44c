import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyser } from '../../text/analyser/analyser.ts';
import { bestLines } from './best-lines.ts';

const at = (lines: readonly string[], matched: { term: string; score: number }[], count = 2) =>
  bestLines(lines, { matched, analyser: analyser(), language: 'en', count });

test('the lines that hold the words asked for are taken, in whatever form, and not at the edge of what is shown', () => {
  const lines = ['the kitchen', 'a kettle', 'and cups', 'it is descaled', 'by Kettles', 'on Monday'];
  const kettle = { term: 'kettl', score: 2 };
  expect(at(lines, [kettle])).toBe(0);
  expect(at(lines, [kettle, { term: 'descal', score: 3 }])).toBe(3);
  expect(at(lines, [{ term: 'descal', score: 1 }], 3)).toBe(2);
  expect(at(lines, [])).toBe(0);
  expect(at(['kettle'], [kettle])).toBe(0);
});

test('no other lines in a row are worth more', () => {
  const word = fc.constantFrom('one', 'two', 'three', 'four');
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 12 }),
      fc.uniqueArray(word),
      fc.integer({ min: 1, max: 4 }),
      (words, asked, count) => {
        const matched = asked.map((term, place) => ({ term, score: place + 1 }));
        const plain = {
          terms: (text: string) => text.split(' ').map((one) => ({ text: one, isNumber: false })),
        };
        const lines = words.map((line) => line.join(' '));
        const worth = (from: number) => {
          const held = new Set(words.slice(from, from + count).flat());
          return matched.reduce((sum, { term, score }) => sum + (held.has(term) ? score : 0), 0);
        };
        const best = bestLines(lines, { matched, analyser: plain, language: 'en', count });
        for (let from = 0; from + count <= lines.length; from++) {
          expect(worth(from)).toBeLessThanOrEqual(worth(best));
        }
      },
    ),
  );
});
