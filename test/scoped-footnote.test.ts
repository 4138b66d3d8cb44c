import { describe, expect, test } from 'vitest';
import { callSchemas } from '../src/app/checked-calls.ts';
import { scopedFootnote } from '../src/app/scoped-footnote.ts';
import { localAdmin, type Principal, roles } from '../src/contracts/principal.ts';
import { isFootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { handbook } from './corpus.ts';
import { footnoteOver } from './shared-footnote.ts';

const footnote = footnoteOver(handbook);
const scope = { collection: 'default', store: 'store' };
const methods = Object.keys(callSchemas) as (keyof Footnote)[];

/** What a call of any method fails with; undefined where it succeeds. */
async function failureOf(scoped: Footnote, method: keyof Footnote, options: object = {}): Promise<unknown> {
  const args = callSchemas[method].map(({ name }) =>
    name === 'options' ? options : name === 'paths' ? [] : 'x',
  );
  try {
    const called: unknown = Reflect.apply(scoped[method], scoped, args);
    if (method === 'watch') for await (const _ of called as AsyncIterable<unknown>) break;
    await called;
    return undefined;
  } catch (error) {
    return isFootnoteError(error) ? error.code : error;
  }
}

/** The whole failure of a call that has to fail. */
async function scopedFailure(scoped: Footnote, method: keyof Footnote, options: object) {
  const args = callSchemas[method].map(({ name }) =>
    name === 'options' ? options : name === 'paths' ? [] : 'x',
  );
  try {
    const called: unknown = Reflect.apply(scoped[method], scoped, args);
    if (method === 'watch') for await (const _ of called as AsyncIterable<unknown>) break;
    await called;
  } catch (error) {
    if (isFootnoteError(error)) return { code: error.code, message: error.message, details: error.details };
    throw error;
  }
  throw new Error(`${method} was not refused`);
}

test('has every method of Footnote, each of which is refused to nobody in particular but close', async () => {
  const nobodys = scopedFootnote(footnote(), undefined, scope);
  expect(Object.keys(nobodys).toSorted()).toEqual(methods.toSorted());
  for (const method of methods)
    expect(await failureOf(nobodys, method), method).toBe(
      method === 'close' ? undefined : 'credentials_missing',
    );
});

test('close leaves the store open to others', async () => {
  await scopedFootnote(footnote(), localAdmin, scope).close();
  expect(await footnote().listCollections()).toEqual(['default']);
});

describe('a collection of others', () => {
  const inCollection = methods.filter((method) =>
    // A receipt and an act name their collection as a fact, not as a place to look in.
    callSchemas[method].some(({ name, fields }) => name === 'options' && fields.includes('collection')),
  );

  test.each(inCollection)('%s tells it like one that is not there', async (method) => {
    const scoped = scopedFootnote(
      footnote(),
      // An admin is limited here by hand, so that its role does not hide what is limited.
      { id: 'a', role: 'admin', collections: ['mine'], groups: 'all' },
      scope,
    );
    const failures = [];
    for (const collection of ['default', 'nowhere']) {
      const error = await scopedFailure(scoped, method, { collection });
      failures.push(JSON.stringify(error).replaceAll(collection, 'NAME'));
    }
    expect(failures[0]).toContain('collection_unknown');
    expect(failures[0]).toContain('"known":"none"');
    expect(failures[1]).toBe(failures[0]);
    // The configured one is meant where none is named.
    expect(await failureOf(scoped, method), method).toBe('collection_unknown');
  });

  test('is not there beside others either', async () => {
    const reader: Principal = { id: 'a', role: 'read', collections: ['mine'], groups: [] };
    const scoped = scopedFootnote(footnote(), reader, scope);
    expect(await scoped.listCollections()).toEqual([]);
    for (const options of [
      { collections: ['mine', 'default'] },
      { collection: 'mine', collections: ['default'] },
    ])
      for (const method of ['ask', 'search'] as const)
        expect(await failureOf(scoped, method, options)).toBe('collection_unknown');
  });
});

test('a collection of one’s own that is not there names no other', async () => {
  const reader: Principal = { id: 'a', role: 'read', collections: ['mine'], groups: [] };
  const scoped = scopedFootnote(footnote(), reader, scope);
  for (const call of [
    scoped.search('leave?', { collection: 'mine' }),
    scoped.ask('leave?', { collection: 'mine' }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'collection_unknown', details: { known: 'none' } });
});

test('each role may do what those before it may, and something more', async () => {
  const allowed = [];
  for (const role of roles) {
    const scoped = scopedFootnote(footnote(), { id: role, role, collections: 'all', groups: 'all' }, scope);
    const may = new Set<string>();
    // In a collection that is not there, so that nothing is done.
    for (const method of methods)
      if ((await failureOf(scoped, method, { collection: 'nowhere', name: '' })) !== 'access_denied')
        may.add(method);
    allowed.push(may);
  }
  const [read, write, admin] = allowed as [Set<string>, Set<string>, Set<string>];
  expect(read.isSubsetOf(write) && write.isSubsetOf(admin)).toBe(true);
  expect(admin).toEqual(new Set(methods));
  const changing = [
    'ingest',
    'watch',
    'reindex',
    'removeDocument',
    'saveCalibration',
    'backup',
    'createKey',
    'readLog',
  ];
  expect(changing.filter((method) => read.has(method))).toEqual([]);
  expect([...admin.difference(write)]).toEqual(
    expect.arrayContaining(['createKey', 'listKeys', 'revokeKey', 'readLog', 'backup', 'ingest']),
  );
});
