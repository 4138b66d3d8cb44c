import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopedFootnote } from '../src/app/scoped-footnote.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

const tides = (hours: string) => `---\nteam: red\n---\n# Tides\n\nThe tide turns every ${hours} hours.\n`;
let folder: string;
let files: string;
let footnote: Footnote;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-edits-'));
  files = writeFiles(join(folder, 'files'), {
    'tides.md': tides('six'),
    'bees.txt': 'Bees are fed in autumn.\n',
  });
  footnote = await openFootnote(
    {
      store: join(folder, 'store'),
      metadata: { fields: { team: 'string', tags: 'list' } },
    },
    await quickAdapters(),
  );
  await footnote.ingest([files]);
});

afterAll(async () => {
  await footnote.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(files, name);

const ofTeam = async (team: string) =>
  (await footnote.search('When does the tide turn?', { filter: { field: 'team', op: 'eq', value: team } }))
    .hits;

test('what is written over a document reaches lists, filters and passages, and outlives changes of its file', async () => {
  const before = await footnote.getDocument(at('tides.md'));
  const change = { title: 'Ebb and flow', metadata: { team: 'blue', tags: ['sea', 'moon'], depth: 4 } };
  const edited = await footnote.editDocument(at('tides.md'), change);
  expect(edited).toMatchObject({
    documentId: before.documentId,
    title: 'Ebb and flow',
    metadata: change.metadata,
  });
  expect(edited.edits).toEqual({ title: 'Ebb and flow', metadata: change.metadata });
  expect(edited.embeddedChunks).toBe(edited.chunks);
  const [hit] = await ofTeam('blue');
  expect(hit).toMatchObject({ documentId: before.documentId, title: 'Ebb and flow' });
  expect(await ofTeam('red')).toEqual([]);
  const named = async (options: object) =>
    (await footnote.findDocuments(options)).documents.map(({ path }) => basename(path));
  expect(await named({ field: 'tags', value: 'MOON' })).toEqual(['tides.md']);
  expect(await named({ field: 'depth' })).toEqual(['tides.md']);
  expect(await named({ search: 'flow', kind: 'md', language: 'en', state: 'ready' })).toEqual(['tides.md']);
  expect(await named({ kind: 'txt' })).toEqual(['bees.txt']);
  expect((await footnote.findDocuments({ kind: 'txt', facets: true })).facets).toMatchObject({
    kinds: { md: 1, txt: 1 },
    states: { ready: 2 },
    fields: { team: 2, tags: 2, depth: 1 },
  });

  expect((await footnote.ingest([files])).documents).toMatchObject({ unchanged: 2, updated: 0 });
  writeFileSync(join(files, 'tides.md'), tides('twelve'));
  expect((await footnote.ingest([files])).documents).toMatchObject({ unchanged: 1, updated: 1 });
  const [anew] = await ofTeam('blue');
  expect(anew?.content).toContain('twelve');
  expect(anew?.title).toBe('Ebb and flow');
  renameSync(join(files, 'tides.md'), join(files, 'sea.md'));
  await footnote.ingest([files]);
  expect(await footnote.getDocument(at('sea.md'))).toMatchObject({
    documentId: before.documentId,
    title: 'Ebb and flow',
    edits: edited.edits,
  });

  const back = await footnote.editDocument(at('sea.md'), {
    title: null,
    metadata: { team: null, depth: null },
  });
  expect(back).toMatchObject({ title: 'Tides', metadata: { team: 'red', tags: ['sea', 'moon'] } });
  expect(back.metadata).not.toHaveProperty('depth');
  const own = await footnote.editDocument(at('sea.md'), { metadata: { tags: null } });
  expect(own).not.toHaveProperty('edits');
  expect(own.metadata).toEqual({ ...before.metadata });
  expect((await ofTeam('red'))[0]?.title).toBe('Tides');
});

test('an edit is refused that no document can have, that is late, and that would say who may see it', async () => {
  const { version } = await footnote.getDocument(at('bees.txt'));
  const refused = async (change: object, code: string, field?: string) =>
    expect(footnote.editDocument(at('bees.txt'), change)).rejects.toMatchObject({
      code,
      details: field === undefined ? {} : { field },
    });
  await refused({}, 'request_invalid', 'change');
  await refused({ title: '  ' }, 'request_invalid', 'title');
  await refused({ metadata: { tags: 4 } }, 'request_invalid', 'metadata.tags');
  await refused({ metadata: { word_count: 4 } }, 'request_invalid', 'metadata.word_count');
  await refused({ metadata: { note: 'a\u0000b' } }, 'request_invalid', 'metadata.note');
  await refused({ metadata: { 'no\u0000te': 'ab' } }, 'request_invalid', 'metadata');
  await refused({ metadata: JSON.parse('{ "__proto__": "ab" }') }, 'request_invalid', 'metadata');
  const long = Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`f${place}`, 'x'.repeat(9000)]));
  await refused({ metadata: long }, 'request_invalid', 'metadata');
  await refused({ title: 'Late', version: version + 1 }, 'document_changed');
  const writer = { id: 'w', role: 'write', collections: 'all', groups: 'all' } as const;
  const scoped = scopedFootnote(footnote, writer, { collection: 'default', store: 'store' });
  await expect(scoped.editDocument(at('bees.txt'), { metadata: { groups: [] } })).rejects.toMatchObject({
    code: 'access_denied',
  });
  const [one, other] = await Promise.allSettled([
    footnote.editDocument(at('bees.txt'), { title: 'One' }),
    footnote.editDocument(at('bees.txt'), { title: 'Other' }),
  ]);
  const outcomes = [one, other].map(({ status }) => status).toSorted();
  expect(outcomes).toEqual(['fulfilled', 'rejected']);
  expect((await footnote.getDocument(at('bees.txt'))).version).toBe(version + 1);
});
