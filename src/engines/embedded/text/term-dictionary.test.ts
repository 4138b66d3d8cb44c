import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBits, termHash } from '../fnv1a.ts';
import { StringTable } from './string-table.ts';
import { TermDictionary } from './term-dictionary.ts';

function dictionaryOf(terms: readonly { readonly term: string; readonly hash: number }[]): TermDictionary {
  const ordered = terms.toSorted(
    (left, right) => left.hash - right.hash || (left.term < right.term ? -1 : 1),
  );
  const hashes = Uint32Array.from(ordered, ({ hash }) => hash);
  return new TermDictionary(hashes, StringTable.of(ordered.map(({ term }) => term)));
}

test('each term of a dictionary is found at its place, and no other term', () => {
  const words = Array.from({ length: 3000 }, (_, at) => ({ term: `w${at}`, hash: termHash(`w${at}`) }));
  const dictionary = dictionaryOf(words);
  for (const { term } of words) expect(dictionary.terms.at(dictionary.indexOf(term))).toBe(term);
  for (let at = 3000; at < 6000; at++) expect(dictionary.indexOf(`w${at}`)).toBe(-1);
});

test('terms are found also where their hashes lie as unevenly as can be', () => {
  const hash = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 2 ** hashBits - 4, max: 2 ** hashBits - 1 }),
    fc.integer({ min: 0, max: 2 ** hashBits - 1 }),
  );
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 300 }), hash, (hashes, other) => {
      const terms = hashes.map((value, at) => ({ term: `t${at}`, hash: value }));
      const dictionary = dictionaryOf(terms);
      for (const { term, hash: own } of terms)
        expect(dictionary.terms.at(dictionary.indexOf(term, own))).toBe(term);
      expect(dictionary.indexOf('another', other)).toBe(-1);
    }),
  );
});
