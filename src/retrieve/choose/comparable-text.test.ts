import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ComparableText } from './comparable-text.ts';

const similarity = (a: string, b: string) => new ComparableText(a).similarity(new ComparableText(b));
const resembles = (a: string, b: string) => new ComparableText(a).resembles(new ComparableText(b));

/** Text in which every word is there once. */
const prose = (from: number, words: number) =>
  Array.from({ length: words }, (_, place) => `word${(from + place) * 7919}`).join(' ');

test('equal texts are equal however their white space is laid out', () => {
  expect(similarity('a short text', 'a  short\ntext ')).toBe(1);
  expect(similarity(prose(0, 300), prose(0, 300).replaceAll(' ', '\n'))).toBe(1);
});

test('a text with one word changed is nearly the same, another text is not', () => {
  const text = prose(0, 300);
  expect(similarity(text, text.replace('word7919 ', 'changed '))).toBeGreaterThan(0.9);
  expect(similarity(text, prose(1000, 300))).toBeLessThan(0.05);
  expect(similarity('a short text', 'a short test')).toBe(0);
});

test('what differs in a number is not the same', () => {
  const [seven, eight] = ['Room 7 has 40 seats.', 'Room 8 has 40 seats.'].map(
    (text) => new ComparableText(text),
  );
  expect(seven?.agreesInNumbers(eight as ComparableText)).toBe(false);
  expect(seven?.agreesInNumbers(new ComparableText('The 7th of 40.'))).toBe(true);
});

/** Every run of 24 characters, white space left out. */
function allShingles(text: string): Set<string> {
  const bare = text.replace(/\s+/g, '');
  return new Set(Array.from({ length: bare.length - 23 }, (_, at) => bare.slice(at, at + 24)));
}

test('estimates the Jaccard similarity of all shingles', () => {
  for (const shared of [30, 90, 150, 240, 285]) {
    const [a, b] = [allShingles(prose(0, 300)), allShingles(prose(300 - shared, 300))];
    const exact = a.intersection(b).size / a.union(b).size;
    expect(Math.abs(similarity(prose(0, 300), prose(300 - shared, 300)) - exact)).toBeLessThan(0.1);
  }
});

test('is symmetric, in [0, 1], and finds a text in its own signature', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const share = similarity(a, b);
      expect(share).toBe(similarity(b, a));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(similarity(a, a)).toBe(1);
    }),
  );
});

test('a text in front changes nothing about what is shared behind it', () => {
  const [shared, other] = [prose(0, 200), prose(500, 200)];
  const before = fc.string({ maxLength: 60 });
  fc.assert(
    fc.property(before, before, (a, b) => {
      expect(similarity(`${a} ${shared}`, `${b} ${shared}`)).toBeGreaterThan(0.7);
      expect(similarity(`${a} ${shared}`, `${b} ${other}`)).toBeLessThan(0.1);
    }),
  );
});

test('the quick look lets nothing pass by that is nearly the same', () => {
  const words = prose(0, 200).split(' ');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(199), { maxLength: 2 }),
      fc.constantFrom(' ', '\n', '  '),
      (places, space) => {
        const changed = words.map((word, place) => (places.includes(place) ? 'changed' : word)).join(space);
        expect(resembles(words.join(' '), changed)).toBe(true);
        expect(resembles(changed, words.join(' '))).toBe(true);
      },
    ),
  );
});

test('the quick look tells other texts apart', () => {
  expect(resembles(prose(0, 200), prose(1000, 200))).toBe(false);
  expect(resembles(prose(0, 200), prose(0, 50))).toBe(false);
});
