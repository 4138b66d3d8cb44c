import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordTable } from './word-table.ts';

/** The code units of a text. */
function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function add(table: WordTable, word: string, ...terms: readonly number[]): void {
  table.add(unitsOf(word), 0, word.length, Uint32Array.from(terms));
}

const word = fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 41 }));

test('finds what a map finds, wherever the word stands in a text', () => {
  const words = fc.array(fc.record({ word, terms: fc.array(fc.nat(), { maxLength: 4 }) }), { maxLength: 60 });
  fc.assert(
    fc.property(words, fc.array(word, { maxLength: 10 }), (added, asked) => {
      const table = new WordTable();
      const model = new Map<string, readonly number[]>();
      for (const { word, terms } of added) {
        if (model.has(word) || word.length > 40) continue;
        add(table, word, ...terms);
        model.set(word, terms);
      }
      expect(table.size).toBe(model.size);
      for (const word of [...asked, ...added.map((entry) => entry.word)]) {
        const target = new Uint32Array(8);
        const count = table.read(unitsOf(`<${word}>`), 1, 1 + word.length, target, 2);
        expect(count).toBe(model.get(word)?.length ?? -1);
        expect([...target.subarray(2, 2 + Math.max(0, count))]).toEqual(model.get(word) ?? []);
      }
    }),
  );
});

test('grows to any number of words, and remembers no long ones', () => {
  const table = new WordTable();
  for (let index = 0; index < 20_000; index++) add(table, `w${index}`, index, index + 1);
  add(table, 'x'.repeat(41), 1);
  const target = new Uint32Array(2);
  const wrong = Array.from({ length: 20_000 }, (_, index) => index).filter(
    (index) =>
      table.read(unitsOf(`w${index}`), 0, `w${index}`.length, target, 0) !== 2 || target[1] !== index + 1,
  );
  expect(wrong).toEqual([]);
  expect(table.size).toBe(20_000);
});
