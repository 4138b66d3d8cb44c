import { expect, test } from 'vitest';
import { type SentenceName, type SpokenLanguage, spokenLanguages } from '../../language/language-pack.ts';
import { wording as english } from '../../language/packs/en.ts';
import { conversedLanguage } from '../../question/question-language.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { spokenLanguage } from './replies.ts';
import { Speaker, wordings } from './speaker.ts';

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

test.each([
  // The question shows its own.
  ['Wer hat die Brücke gebaut?', ['en'], 'de'],
  ['من بنى الجسر؟', ['de'], 'ar'],
  ['Who built the bridge over the river?', ['de'], 'en'],
  // It shows none: that of the documents, then English.
  ['GDPR?', ['de'], 'de'],
  ['2024', ['fr'], 'fr'],
  ['2024', [], 'en'],
  ['wifi password', ['ar'], 'ar'],
  // Of several that of the most documents, as far as its letters allow.
  ['wifi password', ['ar', 'en'], 'en'],
  ['wifi password', ['ar', 'nl', 'en'], 'nl'],
  ['다리는 누가 지었습니까?', ['de'], 'ko'],
  // One that nothing is said in: English, whatever the documents are in.
  ['Vem byggde bron och hur länge har den funnits?', ['de'], 'en'],
  ['Vem byggde bron och hur länge har den funnits?', ['sv', 'de'], 'en'],
])('%s over documents in %j is spoken to in %s', (question, languages, language) => {
  expect(spokenLanguage('question', conversedLanguage({ question, languages }))).toBe(language);
});

test('a question that shows no language is spoken to in that of the questions before it', () => {
  const history = [
    { role: 'user', content: 'Wer hat die Brücke gebaut?' },
    { role: 'assistant', content: 'The bridge was built by the city.' },
  ] as const;
  const asked = conversedLanguage({ question: '2024?', history, languages: ['en'] });
  expect(spokenLanguage('question', asked)).toBe('de');
});

test('a language that is set is spoken whatever is asked', () => {
  expect(spokenLanguage('nl', 'de')).toBe('nl');
});
