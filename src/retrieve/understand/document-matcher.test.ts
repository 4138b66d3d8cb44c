import { expect, test } from 'vitest';
import { documentMatcher } from './document-matcher.ts';

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
