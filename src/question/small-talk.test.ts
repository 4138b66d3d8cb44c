import { expect, test } from 'vitest';
import { byLanguage } from '../language/language-packs.ts';
import { smallTalkOf } from './small-talk.ts';

test.each([
  ['Hello!', 'greeting', 'en'],
  ['  good   MORNING ', 'greeting', 'en'],
  ['¡Hola!', 'greeting', 'es'],
  ['Bonjour 👋', 'greeting', 'fr'],
  ['Obrigada!!', 'thanks', 'pt'],
  ['你好！', 'greeting', 'zh'],
  ['thanks, bye', 'farewell', 'en'],
  ['Thx 👍', 'thanks', 'en'],
  ['Alles klar, danke!', 'thanks', 'de'],
  ['Hallo! Guten Morgen 👋', 'greeting', 'de'],
  ['Hallo, wer bist du?', 'introduction', 'de'],
  ["Hallo, wie geht's?", 'greeting', 'de'],
  ["What's up? How's it going?", 'greeting', 'en'],
  ['Thanks, that helped', 'acknowledgement', 'en'],
  ['buenos dias', 'greeting', 'es'],
  ['Ola!', 'greeting', 'pt'],
  ['اهلا', 'greeting', 'ar'],
  ['Hallo zusammen!', 'greeting', 'de'],
  ['안녕하세요', 'greeting', 'ko'],
  ['¿Quién eres?', 'introduction', 'es'],
])('%s is a %s in %s', (message, kind, language) => {
  expect(smallTalkOf(message)).toEqual({ kind, languages: [language] });
});

test('what is said in several languages is known in all of them', () => {
  expect(smallTalkOf('Hallo')).toEqual({ kind: 'greeting', languages: ['de', 'nl'] });
  expect(smallTalkOf('Help!')).toEqual({ kind: 'introduction', languages: ['en', 'nl'] });
});

test('every phrase of the table is told as what it is', () => {
  for (const [language, kinds] of Object.entries(byLanguage(({ talking }) => talking?.smallTalk))) {
    for (const [kind, phrases] of Object.entries(kinds).filter(([name]) => name !== 'greeted')) {
      for (const phrase of phrases.split(',')) {
        const told = smallTalkOf(phrase.trim());
        expect(told?.languages, phrase).toContain(language);
        expect(told?.kind, phrase).toBe(kind);
      }
    }
  }
});

test.each([
  'Hello, when is the rent due?',
  'hello world program in Java',
  'Thanks. And the rent?',
  'Who wrote the thank you letter?',
  'Danke für nichts, wann ist die Miete fällig?',
  '42',
  '?',
  'hi'.repeat(10_000),
  'What can you do with a leg of lamb?',
  'Who are you allowed to invite?',
  'What topics are covered in week 3?',
  'How do I ask for help with a claim?',
  'Can you help me with a claim?',
  'What can I ask about claims?',
  `help ${'x'.repeat(200)}`,
])('%s is a question', (message) => {
  expect(smallTalkOf(message)).toBeUndefined();
});
