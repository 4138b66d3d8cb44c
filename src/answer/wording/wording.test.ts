import { expect, test } from 'vitest';
import { type SentenceName, type SpokenLanguage, spokenLanguages } from '../../language/language-pack.ts';
import { wording as english } from '../../language/packs/en.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { Speaker } from './speaker.ts';
import { wordings } from './wording.ts';

const languages = Object.keys(wordings) as SpokenLanguage[];
const names = Object.keys(english) as SentenceName[];
const others = languages.filter((language) => language !== 'en');

const placesOf = (sentence: string) => [...sentence.matchAll(/\{[^}]*\}?/g)].map(String).toSorted();

test('the languages that are spoken are those of the setting', () => {
  expect(languages.toSorted()).toEqual([...spokenLanguages].toSorted());
});

test.each(languages)('%s has every sentence, with the places of the English one', (language) => {
  for (const name of names) {
    expect(wordings[language][name].trim(), name).not.toBe('');
    expect(placesOf(wordings[language][name]), name).toEqual(placesOf(english[name]));
  }
  expect(Object.keys(wordings[language])).toEqual(names);
});

test.each(others)('%s is that language throughout', (language) => {
  const prose = names.filter((name) => english[name].length > 30);
  for (const name of prose) {
    const sentence = wordings[language][name];
    expect(sentence, name).not.toBe(english[name]);
    // Of what is between the places only: what is filled in may be of another language.
    expect(detectLanguage(sentence.replace(/\{\w+\}|footnote \w+/g, ''), language), name).toBe(language);
  }
  const all = prose.map((name) => wordings[language][name]).join(' ');
  expect(detectLanguage(all.replace(/\{\w+\}|footnote \w+/g, ''))).toBe(language);
});

test('values are filled in once, whatever they hold', () => {
  const title = '{headings} $& {title}';
  const sentence = { sentence: 'titleWithHeadings', title, headings: '“Ebb”' } as const;
  const { text, starts } = new Speaker('en').place(sentence);
  expect(text).toBe('{headings} $& {title} (“Ebb”)');
  expect(text.slice(starts.get('headings'))).toBe('“Ebb”)');
});

test.each([
  ['en', '1 second', '12 seconds'],
  ['de', '1 Sekunde', '12 Sekunden'],
  ['ru', '1 секунда', '12 секунд'],
] as const)('seconds in %s', (language, one, many) => {
  const speaker = new Speaker(language);
  expect([speaker.seconds(1), speaker.seconds(12)]).toEqual([one, many]);
});

test('digits are the same in every language', () => {
  for (const language of languages) expect(new Speaker(language).seconds(12), language).toContain('12');
});
