import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';
import { sharedFootnote } from './shared-footnote.ts';

const collection = sharedFootnote();

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return writeFiles(folder, files);
}

const staffOnly = '"staff/**": { groups: [staff] }\n"staff/open/**": { groups: [] }\n';
const salary = '# Salary\n\nThe director earns ninety coins.\n';

test('a folder keeps its documents to its groups, whatever they say of themselves', async () => {
  const footnote = collection();
  const folder = folderOf({
    'metadata.yaml': staffOnly,
    'staff/salary.md': `---\ngroups: []\n---\n${salary}`,
    'staff/other.md': `---\ngroups: ['*']\n---\n# Other\n\nThe deputy earns eighty coins.\n`,
    'staff/open/hours.md': '# Hours\n\nThe shop opens at ten.\n',
    'mine.md': '---\ngroups: board\n---\n# Mine\n\nThe board meets on Mondays.\n',
  });
  await footnote.ingest([folder]);
  const names = async (groups: readonly string[]) =>
    (await footnote.listDocuments({ groups })).map(({ path }) => path.slice(folder.length + 1));
  expect(await names([])).toEqual(['staff/open/hours.md']);
  expect(await names(['board'])).toEqual(['mine.md', 'staff/open/hours.md']);
  expect(await names(['staff'])).toEqual(['staff/open/hours.md', 'staff/other.md', 'staff/salary.md']);
  const found = await footnote.search('How much does the director earn?', { groups: [], topK: 50 });
  expect(JSON.stringify(found)).not.toContain('salary');
  const staff = await footnote.search('How much does the director earn?', { groups: ['staff'] });
  expect(staff.hits[0]?.path).toContain('salary.md');
});

test('a copy in an open folder does not open the one that is kept to some, nor the other way round', async () => {
  const footnote = collection();
  const folder = folderOf({ 'metadata.yaml': staffOnly, 'staff/salary.md': salary });
  await footnote.ingest([folder]);
  expect(await footnote.listDocuments({ groups: [] })).toEqual([]);
  writeFiles(folder, { 'public/salary.md': salary });
  await footnote.ingest([folder]);
  const [open, ...others] = await footnote.listDocuments({ groups: [] });
  expect(others).toEqual([]);
  expect(open?.paths).toEqual([join(folder, 'public/salary.md')]);
  const both = await footnote.listDocuments();
  expect(both.flatMap(({ paths }) => paths)).toHaveLength(2);
  rmSync(join(folder, 'public'), { recursive: true });
  await footnote.ingest([folder]);
  expect(await footnote.listDocuments({ groups: [] })).toEqual([]);
  expect(await footnote.listDocuments({ groups: ['staff'] })).toHaveLength(1);
});

test('groups that a folder gets later hold for what was ingested before, for questions, lists and old answers', async () => {
  const footnote = collection();
  const folder = folderOf({ 'staff/salary.md': salary, 'hours.md': '# Hours\n\nThe shop opens at ten.\n' });
  await footnote.ingest([folder]);
  const question = 'How much does the director earn?';
  const ann = { owner: 'ann', groups: ['crew'] };
  const asked = await footnote.ask(question, { ...ann, conversationId: null });
  expect(asked.answer).toContain('ninety');
  const conversationId = asked.conversationId ?? '';
  writeFiles(folder, { 'metadata.yaml': staffOnly });
  await footnote.ingest([folder]);
  expect(JSON.stringify(await footnote.getConversation(conversationId, ann))).not.toContain('ninety');
  const staff = await footnote.getConversation(conversationId, { ...ann, groups: ['staff'] });
  expect(JSON.stringify(staff)).toContain('ninety');
  const again = await footnote.ask('And how much exactly?', { ...ann, conversationId });
  expect(JSON.stringify(again)).not.toContain('ninety');
  const about = await footnote.ask('What are the documents about?', { groups: ['crew'] });
  expect(about.answer).toContain('Hours');
  expect(about.answer).not.toContain('Salary');
  await expect(footnote.getDocument(join(folder, 'staff/salary.md'), ann)).rejects.toThrow();
  for (const call of ['getDocument', 'getDocumentText', 'removeDocument'] as const)
    await expect(footnote[call](join(folder, 'staff/salary.md'), { groups: ['crew'] })).rejects.toMatchObject(
      { code: 'document_unknown' },
    );
  await footnote.removeDocument(join(folder, 'staff/salary.md'), { groups: ['staff'] });
});

test('a declared field of that name makes no document a group’s of its own', async () => {
  const { openFootnote } = await import('../src/pipeline.ts');
  const store = folderOf({ 'files/a.md': '# Hours\n\nThe shop opens at ten.\n' });
  const footnote = await openFootnote(
    {
      store: join(store, 'store'),
      metadata: { fields: { groups: 'list' } },
    },
    await quickAdapters(),
  );
  onTestFinished(() => footnote.close());
  await footnote.ingest([join(store, 'files')]);
  expect(await footnote.listDocuments({ groups: [] })).toHaveLength(1);
});
