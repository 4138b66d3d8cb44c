import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { presets } from '../src/presets/presets.ts';
import { writeFiles } from './corpus.ts';
import { sharedEmbedder } from './shared-embedder.ts';

/*
 * A7, A10, B3: a question of a project sees documents of that project alone.
 */

const embedder = sharedEmbedder();
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
    footnote = await openFootnote({ ...settings, collection: 'works' }, { embedder: await embedder() });
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
