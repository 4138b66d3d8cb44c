import { expect, test } from 'vitest';
import { checkFilter } from '../engines/check-filter.ts';
import { searchScope } from './search-scope.ts';
import { stripQuestion } from './understand/strip-question.ts';
import { understandQuestion } from './understand/understand-question.ts';

/** More than a filter takes values; every tenth thousand is a draft. */
const documents = Array.from({ length: 120_000 }, (_, place) => ({
  documentId: String(place),
  path: place % 10_000 === 0 ? `drafts/${place}.md` : `handbook/${place}.md`,
  title: '',
}));

const drafts = documents.filter(({ path }) => path.startsWith('drafts')).map(({ documentId }) => documentId);

async function scopeOf(asked: string, allowed?: readonly string[]) {
  const question = understandQuestion(stripQuestion(asked, { maxLength: 100 }), 'en');
  const context = {
    collections: [{ name: 'default' } as Parameters<typeof searchScope>[2]['collections'][number]],
    documentList: async () => documents,
  };
  return searchScope(question, allowed ? { documents: allowed } : {}, context, {});
}

test('a question that names nearly all of very many documents is a filter that an engine takes', async () => {
  const { wanted, warnings } = await scopeOf('leave -path:drafts');
  expect(wanted).toEqual({ not: { field: 'documentId', op: 'in', value: drafts } });
  expect(wanted && checkFilter(wanted, {})).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('one that names a few lists them, and one that names none finds nothing and says why', async () => {
  const { wanted } = await scopeOf('leave path:drafts');
  expect(wanted).toEqual({ field: 'documentId', op: 'in', value: drafts });
  const nothing = await scopeOf('leave path:nowhere');
  expect(nothing.wanted).toEqual({ field: 'documentId', op: 'in', value: [] });
  expect(nothing.warnings).toEqual([expect.stringContaining('path:nowhere')]);
});

test('what a caller may not see is not there for a question', async () => {
  const { wanted, allowed, warnings } = await scopeOf('leave -path:drafts', ['0']);
  expect(allowed).toEqual({ field: 'documentId', op: 'in', value: ['0'] });
  expect(wanted).toEqual({ and: [allowed, { not: { field: 'documentId', op: 'in', value: drafts } }] });
  expect(warnings).toEqual([expect.stringContaining('-path:drafts')]);
});
