import * as fc from 'fast-check';
import snowball from 'snowball-stemmers';
import { expect, test } from 'vitest';
import { stemPorter } from './stemmer.ts';

const suffixes =
  `s ss sses ies eed ed ing at bl iz tt ll y e tional enci anci abli entli eli izer ization ational ation ator alli
   alism aliti fulness ousli ousness iveness iviti biliti alize icate iciti ical ative ful ness al ance ence er ic
   able ible ant ement ment ent sion tion ou ism ate iti ous ive ize`.split(/\s+/);

const letters = fc.string({
  unit: fc.constantFrom(..."a e i o u y y b c d l s t w x z ' é".split(' ')),
  maxLength: 5,
});
const endings = fc.array(fc.constantFrom(...suffixes), { maxLength: 3 });

test('stems as the published algorithm does', () => {
  const published = snowball.newStemmer('porter');
  fc.assert(
    fc.property(letters, endings, (stem, suffixes) => {
      const word = stem + suffixes.join('');
      expect(stemPorter(word)).toBe(published.stem(word) || word);
    }),
    { numRuns: 5000 },
  );
});
