import { expect, test } from 'vitest';
import type { FieldTypes, Filter } from '../contracts/engine.ts';
import { blank } from '../text/sentences/note-marks.ts';
import { askedPlace, documentMatcher, fieldConditions, filterOf } from './conditions.ts';

const document = { path: '/home/ana/Handbook/leave/annual-leave.md', title: 'Annual leave and holidays' };

test.each([
  ['path', 'handbook', true],
  ['path', 'handbook/', true],
  ['path', 'leave/annual-leave.md', true],
  ['path', '/home/ana/handbook', true],
  ['path', 'hand', false],
  ['path', 'annual-leave', false],
  ['path', 'handbook/*', true],
  ['path', 'handbook/*.md', true],
  ['path', '*.md', true],
  ['path', 'handbook/*.pdf', false],
  ['path', 'book/*', false],
  ['path', 'leave/*/annual*', false],
  ['path', 'a*nn*al-leave.md', true],
  ['path', './leave', true],
  ['path', 'Handbook\\leave', true],
  ['title', 'annual leave', true],
  ['title', 'leave*holidays', true],
  ['title', 'holidays*leave', false],
  ['title', '(a+)+$', false],
] as const)('%s:%s is met: %s', (field, pattern, isMet) => {
  expect(documentMatcher([{ field, pattern, excluded: false }])(document)).toBe(isMet);
  expect(documentMatcher([{ field, pattern, excluded: true }])(document)).toBe(!isMet);
});

test('accents match however they are written', () => {
  const decomposed = { path: 'U\u0308bersicht/a.md', title: 'Re\u0301sume\u0301' };
  expect(documentMatcher([path('übersicht'), title('Résumé')])(decomposed)).toBe(true);
});

const path = (pattern: string) => ({ field: 'path' as const, pattern, excluded: false });
const title = (pattern: string) => ({ field: 'title' as const, pattern, excluded: false });

test('patterns of one field are alternatives, fields must all be met', () => {
  expect(documentMatcher([path('other'), path('handbook')])(document)).toBe(true);
  expect(documentMatcher([path('handbook'), title('invoice')])(document)).toBe(false);
  expect(documentMatcher([])(document)).toBe(true);
});

test('many stars are matched without going back', () => {
  const title = 'a'.repeat(10_000);
  const pattern = `${'a*'.repeat(2000)}b`;
  expect(documentMatcher([{ field: 'title', pattern, excluded: false }])({ path: '', title })).toBe(false);
});

const fields: FieldTypes = {
  year: 'number',
  published: 'date',
  chapter: 'string',
  has_code: 'boolean',
  tags: 'list',
};

const read = (text: string) => filterOf(fieldConditions(text, fields).conditions);

const range = (field: string, from: string | number, to: string | number): Filter => ({
  and: [
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ],
});

test.each<[string, Filter]>([
  ['year:2023', { field: 'year', op: 'eq', value: 2023 }],
  ['sales in year:2023.', { field: 'year', op: 'eq', value: 2023 }],
  ['sales (year:2023)?', { field: 'year', op: 'eq', value: 2023 }],
  ['year:2019..2023', range('year', 2019, 2023)],
  ['year:2019..', { field: 'year', op: 'gte', value: 2019 }],
  ['year:..2023', { field: 'year', op: 'lte', value: 2023 }],
  ['published:2023', { field: 'published', op: 'eq', value: '2023' }],
  ['published:2023-01..2023-06', range('published', '2023-01', '2023-06')],
  ['published:2023-05-17..2023-05-17', { field: 'published', op: 'eq', value: '2023-05-17' }],
  ['published:2023-05..', { field: 'published', op: 'gte', value: '2023-05' }],
  ['chapter:2', { field: 'chapter', op: 'eq', value: '2' }],
  ['chapter:"Getting started"', { field: 'chapter', op: 'eq', value: 'Getting started' }],
  ['chapter:Get*', range('chapter', 'Get', 'Get\uffff')],
  ['has_code:True', { field: 'has_code', op: 'eq', value: true }],
  ['has_code:true', { field: 'has_code', op: 'eq', value: true }],
  ['tags:legal', { field: 'tags', op: 'eq', value: 'legal' }],
  ['-tags:draft', { not: { field: 'tags', op: 'eq', value: 'draft' } }],
  ['tags:a tags:b', { field: 'tags', op: 'in', value: ['a', 'b'] }],
  [
    'year:2020 year:2022..2023',
    { or: [{ field: 'year', op: 'eq', value: 2020 }, range('year', 2022, 2023)] },
  ],
])('%s', (text, filter) => {
  expect(read(text)).toEqual(filter);
});

test.each([
  'note: this',
  'note:this',
  'year: 2023',
  'year:soon',
  'year:..',
  'year:1..x',
  'published:5/2023',
  'has_code:maybe',
  'https://example.com/year:2023',
  'ayear:2023',
  'year:',
  'year:""',
  'constructor:1',
  '__proto__:1',
])('%s is ordinary text', (text) => {
  expect(fieldConditions(text, fields).conditions).toEqual([]);
});

test.each([
  ['title:"Annual report"', 'Annual report'],
  ["title:'Annual report'", 'Annual report'],
  ['title:“Annual report”', 'Annual report'],
  ['title:„Annual report“', 'Annual report'],
  ['title:»Annual report«', 'Annual report'],
  ['title:「Annual report」', 'Annual report'],
  ["title:O'Brien's", "O'Brien's"],
  ["title:'tis", "'tis"],
  ['Title:annual', 'annual'],
  ['TITLE:annual', 'annual'],
])('%s asks for the title %s', (text, pattern) => {
  const [found] = fieldConditions(`${text}, please`, {}).conditions;
  expect(found).toMatchObject({ document: { field: 'title', pattern }, start: 0, end: text.length });
});

test('a field whose name is written as it is declared goes before one in small letters', () => {
  expect(read('Year:2023')).toEqual({ field: 'year', op: 'eq', value: 2023 });
  expect(filterOf(fieldConditions('Year:2023', { ...fields, Year: 'number' }).conditions)).toMatchObject({
    field: 'Year',
  });
});

test('path and title are known without being declared, and stand apart', () => {
  const { conditions } = fieldConditions('x path:handbook/* title:"Annual report" -path:drafts', {});
  expect(filterOf(conditions)).toBeUndefined();
  expect(conditions.map(({ document }) => document)).toEqual([
    { field: 'path', pattern: 'handbook/*', excluded: false },
    { field: 'title', pattern: 'Annual report', excluded: false },
    { field: 'path', pattern: 'drafts', excluded: true },
  ]);
});

test.each([
  ['team:red', 'team', undefined],
  ['Who leads -team:"red ones"?', 'team', undefined],
  ['Page:1, please', 'Page', undefined],
  ['year:soon', 'year', 'number'],
  ['Published:May..June', 'published', 'date'],
  ['published:2024-31-01', 'published', 'date'],
  ['has_code:maybe', 'has_code', 'boolean'],
])('%s reads like a condition on %s', (text, field, type) => {
  const { mistaken } = fieldConditions(text, fields);
  expect(mistaken).toEqual([{ text: expect.stringContaining(':'), field, type }]);
  expect(text).toContain(mistaken[0]?.text);
});

test.each([
  'note: this',
  '电话:010-1234',
  'https://example.com',
  'C:\\temp',
  'std::move',
  'localhost:3000',
  'db:5432/main',
  'at 12:30',
  'a:b',
  'smile:)',
  'year:',
])('%s does not', (text) => {
  expect(fieldConditions(text, fields).mistaken).toEqual([]);
});

test.each([
  ['en', 'What does page 3 say about dogs?', 'page', '3', 'What does dogs?'],
  ['en', 'How often does it sail, according to page 12?', 'page', '12', 'How often does it sail, ?'],
  ['en', 'What does section 4.2 say about lime?', 'section', '4.2', 'What does 4.2 lime?'],
  ['en', 'What is covered in § 7?', 'section', '7', 'What is covered 7?'],
  ['en', 'Summarize chapter 3', 'section', '3', '3'],
  ['en', 'Which text is on slide 2?', 'page', '2', 'Which text is ?'],
  ['de', 'Was steht auf Seite 3 über Hunde?', 'page', '3', 'Was über Hunde?'],
  ['de', 'Worum geht es in Kapitel 5?', 'section', '5', 'Worum es 5?'],
  ['fr', 'Que dit la page 4 sur les chiens ?', 'page', '4', 'Que la sur les chiens ?'],
  ['fr', "Que faut-il faire d'après la section 2.1 ?", 'section', '2.1', 'Que faut-il faire 2.1 ?'],
  ['es', '¿Qué dice la página 3?', 'page', '3', '¿Qué la ?'],
  ['it', 'Cosa dice il capitolo 2?', 'section', '2', 'Cosa il 2?'],
  ['pt', 'O que está na página 8?', 'page', '8', 'O que está ?'],
  ['nl', 'Wat staat er op pagina 3?', 'page', '3', 'Wat er ?'],
  ['ru', 'Что написано на странице 3?', 'page', '3', 'Что ?'],
  ['zh', '第3页讲了什么？', 'page', '3', '什么？'],
  ['zh', '第2章的内容', 'section', '2', '2 的内容'],
  ['ja', '3ページには何がありますか', 'page', '3', 'は何がありますか'],
])('%s: %s names %s %s', (language, question, kind, number, rest) => {
  const place = askedPlace(question, language);
  expect(place).toMatchObject({ kind, number });
  expect(
    blank(question, place?.frame ?? [])
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(rest);
});

test.each([
  ['en', 'What is section 230?'],
  ['en', 'How do I mend the error page 404?'],
  ['en', 'How many pages has the report?'],
  ['en', 'What is on the front page?'],
  ['en', 'Is it on page 3.5?'],
  ['pt', 'O que aconteceu no dia 3?'],
  ['eo', 'Kio estas sur paĝo 3?'],
])('%s: %s names no place', (language, question) => {
  expect(askedPlace(question, language)).toBeUndefined();
});
