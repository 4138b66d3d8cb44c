import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyser } from './analyser.ts';

const lexical = analyser();

function render(text: string, language: string): string {
  return (lexical.grams?.(text, language) ?? []).map((gram) => gram.text).join(' ');
}

test.each([
  ['de', 'Die Häuser', '~die ~haus ~ause ~user', 'folded before they are cut; short words whole'],
  ['de', 'Straße', '~stra ~tras ~rass ~asse', 'ß counts as two letters'],
  ['fr', "l'été", '~l ~ete', 'an apostrophe parts words'],
  ['vi', 'đường', '~đườn ~ường', 'Vietnamese keeps its accents'],
  ['tr', 'IŞIK', '~isik', 'Turkish has its own lower case'],
  ['hi', 'हिन्दी', '~हिन् ~िन्द ~न्दी', 'vowel signs are letters'],
  ['und', 'running', '~runn ~unni ~nnin ~ning', 'an unknown language may be inflected'],
  ['de', 'GitHub-Konto', '~git ~hub ~kont ~onto', 'no gram goes over the border of a part'],
  ['de', '1.234,50 im 10-K', '~im ~k', 'digits have none'],
  ['de', '東京 Turm', '~turm', 'nor have scripts without spaces'],
  ['en', 'running', '', 'English needs none'],
  ['zh', '向量 vector', '', 'nor do languages without spaces'],
])('%s: %s → %s (%s)', (language, text, expected) => {
  expect(render(text, language)).toBe(expected);
});

const word = fc.string({
  unit: fc.constantFrom(...'a|ä|b|ß|c|d|é|ю|я|क|्|ि'.split('|')),
  minLength: 1,
  maxLength: 12,
});

test('gives each word the grams that it has alone, with the same numbers each time', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      const known = analyser().vocabulary?.();
      const numbers = known?.gramNumbers?.(text, 'de').slice() ?? new Uint32Array();
      const alone = words.flatMap((single) => lexical.grams?.(single, 'de') ?? []);
      expect(Array.from(numbers, (number) => known?.terms[number])).toEqual(alone);
      expect(known?.gramNumbers?.(text, 'de')).toEqual(numbers);
    }),
  );
});

test('no gram is a term, and terms stay what they are beside grams', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      const beside = analyser();
      const grams = beside.grams?.(text, 'de') ?? [];
      const terms = beside.terms(text, 'de');
      expect(terms).toEqual(lexical.terms(text, 'de'));
      const termTexts = new Set(terms.map((term) => term.text));
      expect(grams.filter((gram) => termTexts.has(gram.text) || gram.isNumber)).toEqual([]);
    }),
  );
});
