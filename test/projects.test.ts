import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { storeFile } from '../src/app/store.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { presets } from '../src/presets/presets.ts';
import { writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

/*
 * A7, A10, B3: a question of a project sees documents of that project alone.
 */

const folder = mkdtempSync(join(tmpdir(), 'footnote-projects-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pump = (name: string, pressure: number) => `# ${name}

## Pressure

The pump of the ${name} works at a pressure of ${pressure} bar, and the valve opens at twice that.

## Care

The seal of the pump is changed every ${pressure} weeks by the crew of the ${name}.
`;

const ofProject = (field: string, project: string, text: string) => `---\n${field}: ${project}\n---\n${text}`;

describe.each([
  ['A7, A10', 'graph', 'project'],
  ['B3', 'disclosures', 'company_slug'],
] as const)('%s: under %s', (_, preset, field) => {
  let footnote: Footnote;
  const question = 'At what pressure does the pump work?';

  beforeAll(async () => {
    const files = writeFiles(join(folder, preset, 'files'), {
      'harbour.md': ofProject(field, 'harbour', pump('Harbour', 11)),
      'mill.md': ofProject(field, 'mill', pump('Mill', 23)),
      'tower.md': pump('Tower', 37),
    });
    const settings = { preset, store: join(folder, preset, 'store'), retrieval: { minScore: 0.004 } };
    footnote = await openFootnote({ ...settings, collection: 'works' }, await quickAdapters());
    await footnote.ingest([files]);
  });
  afterAll(() => footnote.close());

  const titles = async (project?: string) => {
    const { hits } = await footnote.search(question, { project, explain: true });
    return new Set(hits.map(({ title }) => title));
  };

  test('a search finds its documents, and those without a project where the collection has its name', async () => {
    expect(await titles('harbour')).toEqual(new Set(['Harbour']));
    expect(await titles('mill')).toEqual(new Set(['Mill']));
    expect(await titles('works')).toEqual(new Set(['Tower']));
    expect(await titles()).toEqual(new Set(['Harbour', 'Mill', 'Tower']));
  });

  test('what was left out is not shown either', async () => {
    const { hits, dropped } = await footnote.search(question, { project: 'mill', explain: true });
    expect([...hits, ...dropped].filter(({ title }) => title !== 'Mill')).toEqual([]);
  });

  test('an answer cites its documents alone, and can be narrowed further but not widened', async () => {
    const answer = await footnote.ask(question, { project: 'harbour' });
    expect(answer.answer).toContain('11 bar');
    expect(new Set(answer.citations.map(({ title }) => title))).toEqual(new Set(['Harbour']));
    const all = await footnote.listDocuments();
    const mill = all.filter(({ title }) => title === 'Mill').map(({ documentId }) => documentId);
    const { hits } = await footnote.search(question, { project: 'harbour', documents: mill });
    expect(hits).toEqual([]);
  });

  test('one that there is not is answered as what nothing is found of', async () => {
    const { answer, citations, confidence } = await footnote.ask(question, { project: 'quarry' });
    expect({ answer, citations, confidence }).toEqual({
      answer: presets[preset].settings.answer?.fallback,
      citations: [],
      confidence: 0,
    });
  });

  test('whoever asks what there is hears of its documents alone', async () => {
    const { topics, answer } = await footnote.ask('What can I ask you?', { project: 'mill' });
    expect(answer).toContain('Mill');
    expect(answer).not.toMatch(/Harbour|Tower/);
    expect(topics.length).toBeGreaterThan(0);
  });

  test('documents that change project, or come, are seen at the next question', async () => {
    const files = writeFiles(join(folder, preset, 'files'), {
      'barge.md': ofProject(field, 'quarry', pump('Barge', 41)),
    });
    await footnote.ingest([files]);
    expect(await titles('quarry')).toEqual(new Set(['Barge']));
    writeFiles(files, { 'barge.md': ofProject(field, 'canal', pump('Barge', 41)) });
    await footnote.ingest([files]);
    expect(await titles('quarry')).toEqual(new Set());
    expect(await titles('canal')).toEqual(new Set(['Barge']));
  });

  test('a name that is none is refused', async () => {
    const wrong = footnote.search(question, { project: '' });
    await expect(wrong).rejects.toMatchObject({ code: 'request_invalid', details: { field: 'project' } });
  });
});

test('a project may have more documents than a filter lists', async () => {
  const store = join(folder, 'large', 'store');
  const files = writeFiles(join(folder, 'large', 'files'), {
    'harbour.md': ofProject('project', 'harbour', pump('Harbour', 11)),
    'mill.md': ofProject('project', 'mill', pump('Mill', 23)),
  });
  const footnote = await openFootnote({ store }, await quickAdapters());
  onTestFinished(() => footnote.close());
  await footnote.ingest([files]);
  const one = (await footnote.listDocuments()).find(({ title }) => title === 'Harbour');
  using database = new DatabaseSync(storeFile(store));
  const columns = (table: string) =>
    database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
  for (const [table, key] of [
    ['documents', 'id'],
    ['document_versions', 'document_id'],
    ['index_documents', 'document_id'],
  ] as const) {
    const copied = columns(table).map((name) => (name === key ? `'copy ' || number` : `"${name}"`));
    database.exec(`with recursive numbers(number) as (select 1 union all select number + 1 from numbers limit 100100)
      insert into ${table} (${columns(table)
        .map((name) => `"${name}"`)
        .join()}) select ${copied.join()}
      from numbers cross join ${table} where ${key} = '${one?.documentId}'`);
  }
  const { hits } = await footnote.search('At what pressure does the pump work?', { project: 'harbour' });
  expect(new Set(hits.map(({ title }) => title))).toEqual(new Set(['Harbour']));
  const answer = await footnote.ask('At what pressure does the pump of the Harbour work?', {
    project: 'harbour',
    groups: [],
  });
  expect(answer.answer).toContain('11 bar');
});
