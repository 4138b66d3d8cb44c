import { expect, test } from 'vitest';
import { analyser } from '../text/analyser/analyser.ts';
import { Attributes } from './attributes.ts';

const of = (language: string) => new Attributes(language, analyser());

test.each([
  ['en', 'Unit price', ['price']],
  ['en', 'Date of birth', ['date', 'birth']],
  ['de', 'Einzelpreis', ['price']],
  ['de', 'Telefon', ['phone']],
  ['fr', 'Poids net', ['weight']],
  ['zh', '价格（元）', ['price']],
  ['en', 'Colour', []],
  ['et', 'Hind', []],
])('in %s “%s” names %j', (language, name, attributes) => {
  expect(of(language).namedIn(name)).toEqual(attributes);
});

test('what stands in for a word that asks is another name of the same attribute', () => {
  const standIns = of('en').standIns('How wide is the loom?', 'en');
  expect(standIns).toContainEqual({ term: 'width', standsFor: ['wide'], weight: 0.7 });
  const author = of('de').standIns('Wer hat den Bericht geschrieben?', 'de');
  expect(author.map(({ term }) => term)).toContain('author');
  expect(of('en').standIns('When was the loom built?', 'en')).toEqual([]);
  expect(of('zh').phrasesWith('号', '王晓梅的电话号码是多少')).toContain('电话号码');
});
