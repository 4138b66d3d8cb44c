import { expect, test } from 'vitest';
import { storedTerm, textsOf } from './chunk-properties.ts';
import { luceneQuery } from './neo4j-terms.ts';

test.each([
  ['dose', 1, 'title_terms:"dose"'],
  ['dose', 0.3, 'title_terms:"dose"^0.3'],
  ['dose', 20, 'title_terms:"dose"^20'],
  ['dose', 1e-12, 'title_terms:"dose"^0.000000001'],
  ['AND', 1, 'title_terms:"AND"'],
  ['a:b*', 1, 'title_terms:"a:b*"'],
  ['say"no"\\', 1, 'title_terms:"say\\"no\\"\\\\"'],
])('A3: the term %j of weight %d is %s', (term, weight, query) => {
  expect(luceneQuery([{ field: 'title', term, weight }])).toBe(query);
});

test('terms are alternatives', () => {
  expect(
    luceneQuery([
      { field: 'content', term: 'a' },
      { field: 'headingPath', term: 'b' },
      { field: 'grams', term: 'c' },
    ]),
  ).toBe('content_terms:"a" heading_terms:"b" gram_terms:"c"');
});

test('what the server would cut or could not keep is stored as a digest', () => {
  const digest = /^\p{Cc}[0-9a-f]{64}$/u;
  for (const term of ['', 'two words', 'tab\t', 'x'.repeat(201), '\ud800', '\u0001'])
    expect(storedTerm(term)).toMatch(digest);
  for (const term of ['dose', 'x'.repeat(200), '"', '👍', 'ÄÖ']) expect(storedTerm(term)).toBe(term);
  expect(storedTerm('x'.repeat(201))).not.toBe(storedTerm('x'.repeat(202)));
});

test('a hit is scored by its stored terms unless one of them is a digest', () => {
  expect(textsOf(['a b a', '', 'c', ''], [3, 0, 1, 0])).toEqual({
    content: { terms: ['a', 'b', 'a'], length: 3 },
    title: { terms: [], length: 0 },
    headingPath: { terms: ['c'], length: 1 },
    grams: { terms: [], length: 0 },
  });
  expect(textsOf([`a ${storedTerm('x'.repeat(201))}`, '', '', ''], [2, 0, 0, 0])).toBeUndefined();
});
