import { expect, test } from 'vitest';
import type { FieldTypes } from '../contracts/engine.ts';
import { checkFilter } from '../engines/check-input.ts';
import { stripQuestion, understandQuestion } from '../question/question.ts';
import { commonFields, searchScope } from './search-scope.ts';

/** More than a filter takes values; every tenth thousand is a draft. */
const documents = Array.from({ length: 120_000 }, (_, place) => ({
  documentId: String(place),
  path: place % 10_000 === 0 ? `drafts/${place}.md` : `handbook/${place}.md`,
  title: '',
}));

const drafts = documents.filter(({ path }) => path.startsWith('drafts')).map(({ documentId }) => documentId);

type Collection = Parameters<typeof commonFields>[0][number];

/** A collection that declares these fields. */
const declaring = (fields: FieldTypes) => ({ index: { spec: { fields } } }) as Collection;

async function scopeOf(asked: string, allowed?: readonly string[]) {
  const question = understandQuestion(stripQuestion(asked, { maxLength: 100 }), 'en');
  const context = {
    collections: [{ name: 'default' } as Collection],
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

test('of several collections a question can name the fields that all of them have, of the same type', () => {
  const [one, two, three] = [
    declaring({ team: 'string', year: 'number', since: 'date' }),
    declaring({ team: 'string', year: 'string', since: 'date' }),
    declaring({ team: 'string', draft: 'boolean' }),
  ];
  expect(commonFields([one])).toEqual({ team: 'string', year: 'number', since: 'date' });
  expect(commonFields([one, two])).toEqual({ team: 'string', since: 'date' });
  expect(commonFields([one, two, three])).toEqual({ team: 'string' });
  expect(commonFields([])).toEqual({});
});

test('an id that no document can have does not make a filter that engines cannot apply to what a caller may see', async () => {
  const { allowed, wanted } = await scopeOf('leave', ['1', '\ud83e', '\udd84']);
  expect(allowed).toEqual({ field: 'documentId', op: 'in', value: ['1'] });
  expect(wanted).toEqual(allowed);
});
