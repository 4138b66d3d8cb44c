import { expect, test } from 'vitest';
import type { FieldTypes } from '../contracts/engine.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import { stripQuestion, understandQuestion } from './question.ts';

const fields: FieldTypes = {
  year: 'number',
  published: 'date',
  chapter: 'string',
  has_code: 'boolean',
  tags: 'list',
};

const options = { maxLength: 1000, fields };

function understand(question: string, limits: Parameters<typeof stripQuestion>[1]) {
  const stripped = stripQuestion(question, limits);
  return understandQuestion(stripped, detectLanguage(stripped.text));
}

test('reads an English question without the words that ask', () => {
  expect(understand('  How does a lobster regrow its claw? ', options)).toMatchObject({
    text: 'How does a lobster regrow its claw?',
    language: 'en',
    documentLanguage: 'en',
    otherLanguages: [],
    keywords: 'a lobster regrow claw?',
    contents: ['  lobster regrow claw?'],
    phrases: [],
    isQuotation: false,
    filter: undefined,
    documents: [],
    mistaken: [],
    recognised: [],
  });
});

test.each([
  ['What did Theresa May say in May?', 'Theresa May in May?', 'names inside the question stay'],
  ['May 2024 revenue', 'May 2024 revenue', 'and a month at the beginning'],
  ['How many eggs does a bee lay?', 'eggs a bee lay?', 'so goes what asks for a number'],
  ['List all turbines', 'turbines', 'so goes what asks for a list'],
  ['Please show me the staff', 'the staff', 'in any words'],
  ["Why doesn't the tram run, and what’s a fare?", 'the tram run, and a fare?', 'drawn together or not'],
  ['whats a fare and why cant I pay', 'a fare and pay', 'also where the apostrophe is left out'],
  ["Let's Encrypt certificates", "Let's Encrypt certificates", 'but not in a name'],
  ['list comprehension in Python', 'list comprehension in Python', 'but not what is asked about'],
  ['List the list types', 'the list types', 'wherever it stands'],
  ['How do I list all pumps?', 'list pumps?', 'nor what is to be done'],
  ['Nenne mir die Turbinen', 'die Turbinen', 'so too in German'],
  ['Why? How?', 'Why? How?', 'all stays where nothing else would be left'],
  ['Welche Frist gilt bei einer Kündigung?', 'Frist gilt bei einer Kündigung?', 'German'],
  ["Quelle est la durée de la période d'essai ?", "la durée de la période d'essai ?", 'French'],
  ["Qu'est-ce que la photosynthèse ?", 'la photosynthèse ?', 'with what is drawn together'],
  ['Dov’è la stazione?', 'la stazione?', 'in Italian as well'],
  ['¿Cuánto dura la garantía del producto?', 'dura la garantía del producto?', 'Spanish'],
  ['Quanto dura la garanzia per il prodotto?', 'dura la garanzia per il prodotto?', 'Italian'],
  ['Qual é o prazo para devolução dos produtos?', 'o prazo para devolução dos produtos?', 'Portuguese'],
  ['Hoe lang is de garantie van het product?', 'lang de garantie van het product?', 'Dutch'],
  ['ما هو اسم مؤلف الكتاب؟', 'اسم مؤلف الكتاب؟', 'Arabic'],
  ['Hur lång är garantin för produkten?', 'lång garantin för produkten?', 'Swedish'],
  ['Сколько номеров в санатории?', 'номеров в санатории?', 'Russian'],
  ['मासिक शुल्क कितना है?', 'मासिक शुल्क', 'Hindi, whose words end in marks'],
  ['Ou\u0300 est le bureau ?', 'le bureau ?', 'accents as marks of their own'],
  ['水坝是谁建造的？', '水坝 建造？', 'Chinese, cut into words'],
  [
    '석회는 얼마나 자주 제거해야 하나요?',
    '석회 자주 제거',
    'Korean, whose verb had the ending of a question',
  ],
  ['손님은 얼마를 내야 하나요?', '손님 내야', 'and a word that asks with its particle'],
  ['¿cuanto cuesta la fianza?', 'cuesta la fianza?', 'Spanish without its accents'],
  ['How come the lamp blinks?', 'the lamp blinks?', 'English verbs that only ask'],
  ['연차는 며칠인가요?', '연차', 'Korean, whose only word left had its particle in the sentence'],
  ['食堂几点开门？', '食堂 开门？', 'with what is counted'],
  ['大人の料金はいくらですか？', '大人 料金？', 'Japanese, with its particles'],
  ['如何在 PostgreSQL 中创建索引', 'PostgreSQL 中创建索引', 'names in Latin letters among them'],
  ['谁？', '谁？', 'all stays where nothing else would be left here too'],
  ['Was macht die Sicherung?', 'die Sicherung?', 'what something does, in German'],
  ['Welche Macht hat der Rat?', 'Macht der Rat?', 'but not a noun written alike'],
  ['Wozu dient die Sicherung?', 'die Sicherung?', 'and what it is for'],
  ['Que fait le fusible ?', 'le fusible ?', 'in French'],
  ['Quel est le fait marquant ?', 'le fait marquant ?', 'but not elsewhere'],
  ['À quoi sert le minuteur ?', 'le minuteur ?', 'with a preposition'],
  ['¿Para qué sirve el fusible?', 'el fusible?', 'in Spanish'],
  ['Cosa fa il timer?', 'il timer?', 'in Italian'],
  ['O que faz o temporizador?', 'O o temporizador?', 'in Portuguese'],
  ['Wat doet de timer?', 'de timer?', 'in Dutch'],
  ['Для чего нужен таймер?', 'таймер?', 'in Russian'],
  ['定时器是做什么的？', '定时器？', 'in Chinese'],
  ['Wie viele Tage Urlaub habe ich?', 'Tage Urlaub', 'what asks in the first person'],
  ['Combien de jours de congé ai-je ?', 'de jours de congé ?', 'in French with a hyphen'],
  ['¿Cuántos días de vacaciones tengo?', 'días de vacaciones', 'in Spanish'],
  ['Quanti giorni di ferie ho?', 'giorni di ferie', 'in Italian'],
  ['Quantos dias de férias tenho?', 'dias de férias', 'in Portuguese'],
  ['Hoeveel dagen verlof heb ik?', 'dagen verlof', 'in Dutch'],
  ['Ile dni urlopu mam?', 'dni urlopu', 'in Polish'],
  ['Kuinka kauan takuu on voimassa?', 'kauan takuu voimassa?', 'Finnish'],
  ['Hány nap szabadság jár egy évben?', 'nap szabadság jár egy évben?', 'Hungarian'],
  ['Câte zile de concediu are un angajat?', 'zile de concediu un angajat?', 'Romanian'],
  ['Quants dies de vacances té cada treballador?', 'dies de vacances treballador?', 'Catalan'],
  ['Πόσοι χαρακτήρες πρέπει να είναι ο κωδικός;', 'χαρακτήρες να ο κωδικός;', 'Greek'],
  ['Ποσοι χαρακτηρες πρεπει να ειναι ο κωδικος;', 'χαρακτηρες να ο κωδικος;', 'and without its accents'],
  ['כמה תווים יש בסיסמה?', 'תווים בסיסמה?', 'Hebrew'],
  ['รหัสผ่านต้องมีกี่ตัวอักษร', 'รหัสผ่าน ตัวอักษร', 'Thai, cut into words'],
  ['Кога се връщат лаптопите?', 'се връщат лаптопите?', 'Bulgarian'],
  ['Када се враћа службени телефон?', 'се враћа службени телефон?', 'Serbian'],
  ['Što moram učiniti u slučaju bolesti?', 'učiniti u slučaju bolesti?', 'Croatian'],
  ['Колькі дзён доўжыцца адпачынак?', 'дзён доўжыцца адпачынак?', 'Belarusian'],
  ['Koliko dni traja garancija?', 'Koliko dni traja garancija?', 'languages without a list'],
])('%s → %s (%s)', (question, keywords) => {
  expect(understand(question, options).keywords).toBe(keywords);
});

test('takes filters out of the question, and shows all that it recognised', () => {
  const question =
    'What did revenue of "Northwind Traders" grow by in March 2024, see 10-K (12.5%)? path:reports/* year:2023 -tags:draft';
  expect(understand(question, options)).toMatchObject({
    text: 'What did revenue of "Northwind Traders" grow by in March 2024, see 10-K (12.5%)?',
    language: 'en',
    documentLanguage: 'en',
    otherLanguages: [],
    contents: ['revenue   "Northwind Traders" grow     March 2024, see 10-K (12.5%)?'],
    keywords: 'revenue of "Northwind Traders" grow by in March 2024, see 10-K (12.5%)?',
    phrases: ['Northwind Traders'],
    isQuotation: false,
    filter: {
      and: [{ field: 'year', op: 'eq', value: 2023 }, { not: { field: 'tags', op: 'eq', value: 'draft' } }],
    },
    documents: [{ field: 'path', pattern: 'reports/*', excluded: false }],
    mistaken: [],
    recognised: [
      { kind: 'filter', text: 'path:reports/*', field: 'path' },
      { kind: 'filter', text: 'year:2023', field: 'year' },
      { kind: 'filter', text: '-tags:draft', field: 'tags' },
      { kind: 'phrase', text: 'Northwind Traders' },
      { kind: 'date', text: 'March 2024', from: '2024-03-01', to: '2024-03-31' },
      { kind: 'identifier', text: '10-K' },
      { kind: 'number', text: '12.5%' },
    ],
  });
});

test.each([
  ['that of the documents where none is in its own', ['en', 'fr'], 'en'],
  ['its own where a document is', ['en', 'de'], 'de'],
  ['its own where there are no documents', [], 'de'],
])('the language in which the words of a question are looked for is %s', (_, languages, documentLanguage) => {
  const stripped = stripQuestion('Wie stelle ich nginx davor?', options);
  expect(understandQuestion(stripped, 'de', languages)).toMatchObject({ language: 'de', documentLanguage });
});

test.each([
  ['"a b" and “c d”', ['a b', 'c d']],
  ['„ä ö“ und „e f”', ['ä ö', 'e f']],
  ['« é è » ou »x y«', ['é è', 'x y']],
  ['「東京」と『京都』', ['東京', '京都']],
  ['"same" "same"', ['same']],
  ['an "unbalanced quote', []],
  ['nothing in "" or "?!"', []],
  ['not over "two\nlines"', []],
  [`"${'long '.repeat(50)}"`, []],
])('%s: phrases %j', (question, phrases) => {
  expect(understand(question, options).phrases).toEqual(phrases);
});

test.each(['', '   \n', '?!', '—', 'year:2023', 'path:a title:"b c"'])('refuses %j as empty', (question) => {
  expect(() => understand(question, options)).toThrow(expect.objectContaining({ code: 'question_empty' }));
});

test('refuses a text over the limit and names both lengths', () => {
  expect(understand('x'.repeat(1000), options).text).toHaveLength(1000);
  expect(() => understand('x'.repeat(1001), options)).toThrow(
    expect.objectContaining({ code: 'question_too_long', details: { length: 1001, limit: 1000 } }),
  );
});

/** The longest that the setting `question.maxLength` allows, and more. */
const patient = { maxLength: 2_000_000, fields };

test.each([
  ['words', 'lobster '],
  ['stop words', 'the of and what '],
  ['one word', 'a'],
  ['digits', '1'],
  ['groups of digits', '1,234.'],
  ['years', '2024-'],
  ['months', 'March 12, '],
  ['spaces', ' '],
  ['quotes', '"'],
  ['open quotes', '„a «b 「c '],
  ['colons', 'year:'],
  ['conditions that hold nothing', 'year:x '],
  ['question marks', 'path:?'],
  ['emoji', '👍🏽'],
  ['lone surrogates', '\ud800'],
  ['combining marks', '\u0301'],
  ['right to left', 'שלום '],
  ['direction marks', '\u202e\u2066'],
])('takes a hundred kilobytes of %s', (_, unit) => {
  const question = `x ${unit.repeat(100_000 / unit.length)} y`;
  const { text, recognised } = understand(question, patient);
  expect(text.startsWith('x')).toBe(true);
  expect(recognised.length).toBeLessThanOrEqual(question.length);
});

test.each([
  ['I am new here. How many days off do I get?', 'days off get', 'what is told besides need not be found'],
  ['Wie lange gilt die Garantie? Ich habe nichts dazu gefunden.', 'gilt Garantie', 'nor behind it'],
  ['i am new here. how many days off do i get', 'days off get', 'nor where no mark says what asks'],
  ['My pump broke. Can I return it?', 'pump broke return', 'unless the question says too little alone'],
  ['My pump broke. What should I do?', 'pump broke', 'or nothing'],
  ['My pump broke. Any ideas?', 'pump broke ideas', 'or only that it asks'],
  ['I moved here. What is a pump?', 'pump / moved pump', 'one word may be enough, and may not'],
  ['The pump broke. It is new.', 'pump broke new', 'all is looked for where nothing asks'],
  ['What is a pump? Who cleans the old fan?', 'pump / cleans old fan', 'each of several questions by itself'],
])('%s: %j, %s', (question, words) => {
  const { contents } = understand(question, options);
  expect(contents.map((content) => content.match(/\p{L}+/gu)?.join(' ')).join(' / ')).toBe(words);
});

test('takes only stop words, only emoji and right-to-left text as they are', () => {
  expect(understand('what is the', options).keywords).toBe('is the');
  expect(understand('👍🏽 🎉', options)).toMatchObject({ text: '👍🏽 🎉', keywords: '👍🏽 🎉' });
  expect(understand('מהי בירת ישראל?', options)).toMatchObject({ language: 'he' });
});

test('takes what looks like a regular expression as text', () => {
  const bomb = '(a+)+$|(?:(x*)*)*[[[';
  expect(understand(`find "${bomb}" now`, options).phrases).toEqual([bomb]);
});

test('takes ten thousand filters as alternatives of one field', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `year:${index}`);
  const { text, filter, recognised } = understand(`revenue ${values.join(' ')}`, patient);
  expect(text).toBe('revenue');
  expect(filter).toEqual({ field: 'year', op: 'in', value: values.map((_, index) => index) });
  expect(recognised).toHaveLength(10_000);
});
