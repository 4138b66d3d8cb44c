import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiSentenceStarts } from './prose-sentences.ts';

const signs = 'Dr it U b 3 . . . ? ! " \' ( ) [ ] { } , : ; - * _ # \t \v \f \0 \u007f'.split(' ');
const piece = fc.constantFrom(' ', ' ', ...signs);

test.each(['en', 'de', 'fr', 'ru', 'zh', 'und'])(
  'they begin where the segmenter has them, %s',
  (language) => {
    const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (parts) => {
        const text = parts.join('');
        const expected = Array.from(segmenter.segment(text), ({ index }) => index);
        expect(asciiSentenceStarts(text)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  },
);
