import { expect, test } from 'vitest';
import { stripQuestion, understandQuestion } from '../../question/question.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { otherWritings } from './other-writings.ts';
import { Vocabulary } from './vocabulary.ts';

const lexical = analyser();

/** What is looked for instead in an index of these texts, each with its language. */
async function render(
  asked: string,
  texts: readonly (readonly [text: string, language: string])[],
  language = 'en',
  languages = [language],
) {
  const held = new Set(texts.flatMap(([text, of]) => lexical.terms(text, of).map((term) => term.text)));
  const statistics = async (terms: readonly string[]) => {
    return { chunks: 9, frequencies: terms.map((term) => (held.has(term) ? 1 : 0)) };
  };
  const question = understandQuestion(stripQuestion(asked, { maxLength: 2000 }), language, languages);
  const vocabulary = new Vocabulary({
    statistics,
    similarTerms: async () => [],
    longerTerms: async () => [],
  });
  const writings = await otherWritings(question, { vocabulary, analyser: lexical });
  return writings.map(({ from, written }) => `${from} → ${written}`);
}

test.each([
  ['How do I log in?', 'the login page', ['log in → login'], 'together'],
  ['data-base', 'a database', ['data-base → database'], 'a hyphen parts as well'],
  ['5 kg', 'up to 5kg', ['5 kg → 5kg'], 'a number and its unit'],
  [
    'Kranken Versicherung',
    'Die Krankenversicherung',
    ['Kranken Versicherung → krankenversicherung'],
    'without a hump',
  ],
  ['database', 'the data base', ['database → data base'], 'apart'],
  ['email', 'by e-mail', ['email → e mail'], 'a letter from the word behind it'],
  ['Peru', 'per U.S. dollar', [], 'but not from the one before it'],
  ['5550104477', '+1 (555) 010-4477', ['5550104477 → 555 010 4477'], 'figures in groups'],
  ['database', 'a database of data in a base', [], 'a word that the index holds is not parted'],
  ['230C', 'to 230 °C', ['230C → 230 C'], 'a figure and its unit'],
  ['230C', '230C and 230 °C', [], 'which are not parted either'],
  ['max_connections', 'max connections', ['max_connections → max connections'], 'an identifier'],
  ['maxConnections', 'max connections', ['maxConnections → max Connections'], 'in either form'],
  ['maxConnections', 'max_connections', [], 'unless the index holds it in any'],
  ['a part', 'apart', [], 'an article is no part of a word'],
  ['cab in', 'a cabinet', [], 'a word that the index does not hold is none'],
  ['"set up"', 'setup', [], 'what is quoted is meant as it stands'],
  ['Mueller', 'Müller', ['Mueller → müller'], 'umlauts'],
  ['Doe', 'do', [], 'but not in short words'],
  ['2.1', 'v2.1', ['2.1 → v2.1'], 'a version'],
  ['3,5', '3.5', ['3,5 → 3.5'], 'a decimal comma'],
  ['12,500', '12.5', [], 'three figures behind a comma are thousands'],
  ['Annex 4', 'Annex IV', ['Annex 4 → Annex iv'], 'Roman figures'],
  ['World War II', 'World War 2', ['War II → War 2'], 'and from them'],
  ['$1,500,000', '$1.5M', ['1,500,000 → 1.5 m'], 'an amount in short'],
  ['1.5M', '$1,500,000', ['1.5M → 1500000'], 'and in full'],
  ['5 March 2024', '2024-03-05', ['5 March 2024 → 2024-03-05'], 'a day in figures'],
  ['03/05/2024', '2024-03-05', ['03/05/2024 → 2024-03-05'], 'whichever of them is the month'],
  ['2024-03-05', 'March 5th, 2024', ['2024-03-05 → March 5th 2024'], 'a day with the name of its month'],
  ['2024-02-03', 'apart', [], 'only what the index holds'],
])('%s where there is %j: %j, %s', async (asked, text, expected) => {
  const language = /[A-Z][a-z]+ver/.test(asked) ? 'de' : 'en';
  const found = await render(asked, [[text, /ü/.test(text) ? 'de' : language]], language);
  expect(found.map((one) => one.replace('march', 'March'))).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(found).toEqual([]);
});

test.each([
  ['es', 'el 5 de octubre de 2024', '5 de octubre de 2024'],
  ['pl', 'z dnia 5 października 2024 r.', '5 października 2024'],
  ['hu', '2024. október 5-én', '2024 október 5'],
  ['fi', '5. lokakuuta 2024', '5 lokakuuta 2024'],
  ['ko', '2024년 10월 5일', '2024년 10월 5일'],
])('a day is looked for as it is written in other languages: %s', async (language, text, written) => {
  expect(await render('2024-10-05', [[text, language]], language)).toContain(`2024-10-05 → ${written}`);
});

test('the name of a month is looked for in the languages of the question and of documents', async () => {
  const finnish = [['lasku 5. lokakuuta 2024', 'fi']] as const;
  const found = ['5 October 2024 → 5 lokakuuta 2024'];
  expect(await render('5 October 2024', finnish, 'en', ['en', 'fi'])).toEqual(found);
  expect(await render('5 October 2024', finnish, 'fi', ['en'])).toEqual(found);
  expect(await render('5 October 2024', finnish, 'en', ['en'])).toEqual([]);
});

test('a word that no document holds is looked for as documents in other languages have it', async () => {
  const texts = [
    ['Herr Müller hilft', 'de'],
    ['the leave', 'en'],
  ] as const;
  expect(await render('Who is Müller?', texts, 'en', ['en', 'de'])).toEqual(['Müller → Müller']);
  expect(await render('Who is Müller?', texts, 'en', ['en', 'fr'])).toEqual([]);
  expect(await render('Wer ist Müller?', texts, 'de', ['en', 'de'])).toEqual([]);
});

test('of a question that was pasted nothing is looked for in another writing', async () => {
  expect(await render('log in '.repeat(100), [['login', 'en']])).toEqual([]);
});

test('a few at most are looked for', async () => {
  const pairs = [
    'time out',
    'data base',
    'work shop',
    'book shelf',
    'air port',
    'sun light',
    'rain coat',
    'foot print',
  ];
  const held = pairs.map((pair): [string, string] => [pair.replace(' ', ''), 'en']);
  expect(await render(pairs.join(', '), held)).toHaveLength(6);
});
