import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Alteration, alterSentence } from '../bench/quality/alter-sentence.ts';
import { seededRandom } from '../src/seeded-random.ts';

const sentence = 'On 14 May 1931 the dam at Hoover was 221 metres high and cost 49,000,000 dollars.';

function altered(alteration: Alteration, { text = sentence, seed = 1 } = {}): string | undefined {
  const context = { random: seededRandom(seed), strangers: ['Ada'], elsewhere: 'It rained.' };
  return alterSentence(text, alteration, context);
}

/** The places at which two texts of one length differ. */
function differences(text = ''): number[] {
  expect(text).toHaveLength(sentence.length);
  return Array.from(sentence).flatMap((character, place) => (text[place] === character ? [] : [place]));
}

test.each([
  ['date', /14 May 1931/],
  ['number', /221|49,000,000/],
] as const)('of a %s one digit becomes another, and nothing else', (alteration, where) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const text = altered(alteration, { seed });
      const [place = -1, ...others] = differences(text);
      expect(others).toEqual([]);
      expect(text?.charAt(place)).toMatch(/[1-9]/);
      const parts = [...sentence.matchAll(new RegExp(where, 'g'))];
      expect(parts.some(({ index, 0: part }) => index <= place && place < index + part.length)).toBe(true);
    }),
  );
});

test('a name becomes one of another sentence', () => {
  expect(altered('name')).toBe(sentence.replace('Hoover', 'Ada'));
});

test('what is said is denied, and what is denied is said', () => {
  const denied = sentence.replace('was', 'was not');
  expect(altered('negation')).toBe(denied);
  expect(altered('negation', { text: denied })).toBe(sentence);
});

test('a sentence from elsewhere takes its place', () => {
  expect(altered('elsewhere')).toBe('It rained.');
});

test.each([
  ['number', 'Add ½ cup of milk on 3 May 2020.'],
  ['date', 'It was 221 metres high.'],
  ['name', 'it was high.'],
  ['name', 'They met Ada.'],
  ['negation', 'It rained.'],
] as const)('there is no other %s for “%s”', (alteration, text) => {
  expect(altered(alteration, { text })).toBeUndefined();
});
