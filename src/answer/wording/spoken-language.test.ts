import { expect, test } from 'vitest';
import { spokenLanguage } from './spoken-language.ts';

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
  expect(spokenLanguage('question', { question, languages })).toBe(language);
});

test('a question that shows no language is spoken to in that of the questions before it', () => {
  const history = [
    { role: 'user', content: 'Wer hat die Brücke gebaut?' },
    { role: 'assistant', content: 'The bridge was built by the city.' },
  ] as const;
  expect(spokenLanguage('question', { question: '2024?', history, languages: ['en'] })).toBe('de');
});

test('a language that is set is spoken whatever is asked', () => {
  expect(spokenLanguage('nl', { question: 'Wer hat die Brücke gebaut?', languages: ['fr'] })).toBe('nl');
});
