import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { writeFiles } from './corpus.ts';
import { changesOf, foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

/** A file of more passages than are written at once, so that files behind it are placed between its parts. */
const long = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 300 }, (_, n) => `${title} ${n}.`).join(' ')}\n`;

test('a file is no source of a document that is being made anew from another', async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note-${n}.md`, page(`Note ${n}`)]));
  const { folder, footnote } = await startInFolder(
    { 'log.md': long('Stone') },
    { chunker: { name: 'sentences', maxSentences: 1, overlapSentences: 0 } },
  );
  await footnote.ingest([folder]);
  renameSync(join(folder, 'log.md'), join(folder, 'older-log.md'));
  writeFiles(folder, { 'log.md': long('Iron'), ...notes });
  await footnote.ingest([folder]);
  for (const name of ['log.md', 'older-log.md']) {
    const { text } = await footnote.getDocumentText(join(folder, name));
    expect(text).toBe(readFileSync(join(folder, name), 'utf8'));
  }
});

test('a file counts alike whether the one that had its content is written by then or not', async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note-${n}.md`, page(`Note ${n}`)]));
  const { folder, footnote } = await startInFolder(
    { 'a.md': page('Stone'), 'x.md': page('Stone') },
    { chunker: { name: 'sentences', maxSentences: 1, overlapSentences: 0 } },
  );
  for (const others of [{}, { 'b.md': long('Brass'), ...notes }]) {
    const collection = `with-${Object.keys(others).length}`;
    writeFiles(folder, { 'a.md': page('Stone') });
    rmSync(join(folder, 'z.md'), { force: true });
    await footnote.ingest([folder], { collection });
    writeFiles(folder, { 'a.md': long('Iron'), 'z.md': page('Stone'), ...others });
    const plan = await footnote.ingest([folder], { collection, dryRun: true });
    expect(changesOf(plan, folder)).toEqual([
      'updated a.md',
      ...Object.keys(others)
        .toSorted()
        .map((name) => `added ${name}`),
      'added z.md',
    ]);
    expect((await footnote.ingest([folder], { collection })).documents).toEqual(plan.documents);
  }
});

/** Renames files all at once: `[from, to]`. */
function rename(folder: string, ...names: readonly (readonly [string, string])[]): void {
  for (const [from] of names) renameSync(join(folder, from), join(folder, `${from}.moving`));
  for (const [from, to] of names) renameSync(join(folder, `${from}.moving`), join(folder, to));
}

async function documentByFile(footnote: Footnote): Promise<Readonly<Record<string, string>>> {
  const documents = await footnote.listDocuments();
  return Object.fromEntries(
    documents.flatMap(({ documentId, paths }) => paths.map((path) => [basename(path), documentId])),
  );
}

const files = { 'a.md': page('A'), 'b.md': page('B'), 'c.md': page('C'), 'd.md': page('D') };

test.each([
  [
    'in a chain',
    [
      ['b.md', 'c1.md'],
      ['a.md', 'b.md'],
    ],
    ['moved b.md', 'moved c1.md'],
  ],
  [
    'in a long chain',
    [
      ['d.md', 'e.md'],
      ['c.md', 'd.md'],
      ['b.md', 'c.md'],
      ['a.md', 'b.md'],
    ],
    ['moved b.md', 'moved c.md', 'moved d.md', 'moved e.md'],
  ],
  [
    'in a chain against the order of names',
    [
      ['b.md', 'a1.md'],
      ['c.md', 'b.md'],
    ],
    ['moved a1.md', 'moved b.md'],
  ],
  [
    'by exchanging two',
    [
      ['a.md', 'b.md'],
      ['b.md', 'a.md'],
    ],
    ['moved a.md', 'moved b.md'],
  ],
  [
    'in a circle of three',
    [
      ['a.md', 'b.md'],
      ['b.md', 'c.md'],
      ['c.md', 'a.md'],
    ],
    ['moved a.md', 'moved b.md', 'moved c.md'],
  ],
] as const)('files that are renamed %s keep their documents', async (_, names, changes) => {
  const { folder, footnote } = start(files);
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  rename(folder, ...names);
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(changes);
  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual({ added: 0, updated: 0, unchanged: 4, removed: 0, failed: 0 });
  expect(report.documents).toEqual(plan.documents);
  expect([report.moved, report.chunks]).toEqual([changes.length, 0]);
  const expected = Object.fromEntries(
    Object.entries(before).map(([name, id]) => [names.find(([from]) => from === name)?.[1] ?? name, id]),
  );
  expect(await documentByFile(footnote)).toEqual(expected);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
});

test('a file that makes room for another keeps its document, and the other is new', async () => {
  const { folder, footnote } = start(files);
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  rename(folder, ['a.md', 'old-a.md']);
  writeFiles(folder, { 'a.md': page('A, anew') });
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['added a.md', 'moved old-a.md']);
  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual(plan.documents);
  const after = await documentByFile(footnote);
  expect(after).toMatchObject({ 'old-a.md': before['a.md'] });
  expect(after['a.md']).not.toBe(before['a.md']);
});

test.each([
  ['a file', [['a.md', 'b.md']], ['removed a.md', 'updated b.md'], ['A', 'C', 'D']],
  [
    'a chain of files',
    [
      ['b.md', 'c.md'],
      ['a.md', 'b.md'],
    ],
    ['removed a.md', 'updated b.md', 'updated c.md'],
    ['A', 'B', 'D'],
  ],
] as const)('what %s was moved over is told', async (_, names, changes, expected) => {
  const { folder, footnote } = start(files);
  await footnote.ingest([folder]);
  rename(folder, ...names);
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(changes);
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(expected);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
});

test('documents without a title are called after the files that they are now, under their ids', async () => {
  const { folder, footnote } = start({
    'bow.txt': 'The bow is of oak.\n',
    'keel.txt': 'The keel is of elm.\n',
    'mast.txt': 'The mast is of pine.\n',
    'spare.txt': 'The mast is of pine.\n',
  });
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  rename(folder, ['bow.txt', 'keel.txt'], ['keel.txt', 'bow.txt']);
  rmSync(join(folder, 'mast.txt'));
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(plan.documents).toMatchObject({ updated: 2, unchanged: 1, removed: 1 });
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
  expect((await footnote.ingest([folder])).documents).toMatchObject({ updated: 1, unchanged: 2 });
  const documents = await footnote.listDocuments();
  expect(documents.map(({ title, path }) => `${title}.txt` === basename(path))).toEqual([true, true, true]);
  expect(await documentByFile(footnote)).toEqual({
    'bow.txt': before['keel.txt'],
    'keel.txt': before['bow.txt'],
    'spare.txt': before['spare.txt'],
  });
  expect((await footnote.ingest([folder], { dryRun: true })).documents).toMatchObject({ unchanged: 3 });
});

test('files keep one document while its title is the name of any of them', async () => {
  const stone = 'The bridge was built of stone.\n';
  const { folder, footnote } = start({ 'old/quay.txt': stone, 'rope.txt': stone });
  await footnote.ingest([folder]);
  renameSync(join(folder, 'old'), join(folder, 'new'));
  expect(await footnote.ingest([folder])).toMatchObject({ documents: { unchanged: 2 }, moved: 1 });
  expect((await footnote.listDocuments()).map(({ title, paths }) => [title, paths])).toEqual([
    ['quay', [join(folder, 'new/quay.txt'), join(folder, 'rope.txt')]],
  ]);
  expect((await footnote.ingest([folder], { dryRun: true })).documents).toMatchObject({ unchanged: 2 });
});

test.each([
  ['are as they were', 'md', { unchanged: 4, updated: 0 }],
  ['have other titles', 'txt', { unchanged: 2, updated: 2 }],
])('copies that moved with their folder are moved, and %s', async (_, ending, documents) => {
  const { home, folder, footnote } = start({
    [`1.${ending}`]: page('A'),
    [`2.${ending}`]: page('A'),
    [`3.${ending}`]: page('B'),
    [`4.${ending}`]: page('B'),
  });
  await footnote.ingest([folder]);
  const elsewhere = join(home, 'elsewhere');
  renameSync(folder, elsewhere);
  for (const [name, to] of [
    ['1', '5'],
    ['2', '6'],
    ['3', '7'],
    ['4', '8'],
  ])
    renameSync(join(elsewhere, `${name}.${ending}`), join(elsewhere, `${to}.${ending}`));
  const plan = await footnote.ingest([elsewhere], { dryRun: true });
  expect(changesOf(plan, elsewhere)).toEqual(['5', '6', '7', '8'].map((name) => `moved ${name}.${ending}`));
  const expected = { documents: { ...documents, added: 0, removed: 0 }, moved: 4 };
  expect(plan).toMatchObject(expected);
  expect(await footnote.ingest([elsewhere])).toMatchObject(expected);
});

test('copies of a file that is gone are told: one has its document, the others join', async () => {
  const { folder, footnote } = start(files);
  await footnote.ingest([folder]);
  for (const name of ['x.md', 'y.md']) copyFileSync(join(folder, 'a.md'), join(folder, name));
  rmSync(join(folder, 'a.md'));
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['moved x.md', 'added y.md']);
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D']);
});

test('names that are exchanged where one has a copy are told as they are done', async () => {
  const { folder, footnote } = start(files);
  copyFileSync(join(folder, 'a.md'), join(folder, 'x.md'));
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  rename(folder, ['a.md', 'b.md'], ['b.md', 'a.md']);
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['updated a.md', 'updated b.md']);
  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual(plan.documents);
  expect(report.chunks).toBe(0);
  expect(await documentByFile(footnote)).toEqual({
    ...before,
    'a.md': before['b.md'],
    'b.md': before['a.md'],
  });
});

test('a folder that is renamed is followed with all in it: what was changed, emptied or removed since keeps or leaves its document', async () => {
  const zip = zipSync({ 'm.md': strToU8(page('M')), 'n.mdx': strToU8('<') });
  const { home, folder, footnote } = start({ ...files, 'deep/e.txt': 'The bridge was built of ice.\n' });
  writeFiles(folder, { 'z.zip': zip });
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  writeFiles(folder, { 'b.md': page('B, anew'), 'c.md': '', 'f.md': page('F') });
  rmSync(join(folder, 'd.md'));
  const elsewhere = join(home, 'elsewhere', 'docs');
  mkdirSync(join(home, 'elsewhere'));
  renameSync(folder, elsewhere);
  const plan = await footnote.ingest([elsewhere], { dryRun: true });
  expect(changesOf(plan, elsewhere)).toEqual([
    'moved a.md',
    'moved b.md',
    'moved c.md',
    'removed d.md',
    'moved deep/e.txt',
    'added f.md',
    'moved z.zip/m.md',
    'added z.zip/n.mdx',
  ]);
  // A dry run parses nothing: what is empty counts as updated, and what its parser will refuse as added.
  expect(plan.documents).toEqual({ added: 2, updated: 2, unchanged: 3, removed: 1, failed: 0 });
  const report = await footnote.ingest([elsewhere]);
  expect(report).toMatchObject({
    documents: { added: 1, updated: 1, unchanged: 3, removed: 1, failed: 2 },
    moved: 5,
  });
  expect(report.failures.map(({ message }) => message)).toEqual([
    expect.stringMatching(/c\.md contains no text.* Its previous version can still be found\.$/),
    expect.stringMatching(/n\.mdx, line 1/),
  ]);
  const { 'd.md': _, ...kept } = before;
  expect(await documentByFile(footnote)).toMatchObject(kept);
  expect((await footnote.ingest([elsewhere], { dryRun: true })).changes).toEqual([]);
});

test('a folder that is renamed stays where it was known while rules in it cannot be read, and is followed then', async () => {
  const { home, folder, footnote } = start(files);
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  const elsewhere = join(home, 'elsewhere');
  renameSync(folder, elsewhere);
  writeFiles(elsewhere, { 'metadata.yaml': 'no mapping' });
  await expect(footnote.ingest([elsewhere])).rejects.toMatchObject({ code: 'file_malformed' });
  const { documentId } = await footnote.getDocument(join(folder, 'a.md'));
  expect(documentId).toBe(before['a.md']);
  rmSync(join(elsewhere, 'metadata.yaml'));
  expect(await footnote.ingest([elsewhere])).toMatchObject({ moved: Object.keys(before).length });
  expect(await documentByFile(footnote)).toEqual(before);
});

test('a folder that was taken out of another is followed by itself, in whatever order they are given', async () => {
  const { home, folder, footnote } = start({ ...files, 'deep/e.md': page('E'), 'deep/f.md': page('F') });
  await footnote.ingest([folder]);
  const before = await documentByFile(footnote);
  const [outer, inner] = [join(home, 'outer'), join(home, 'inner')];
  renameSync(join(folder, 'deep'), inner);
  renameSync(folder, outer);
  writeFiles(outer, { 'a.md': page('A, anew') });
  writeFiles(inner, { 'e.md': page('E, anew') });
  const expected = { documents: { added: 0, updated: 2, unchanged: 4, removed: 0, failed: 0 }, moved: 6 };
  for (const paths of [
    [outer, inner],
    [inner, outer],
  ])
    expect(await footnote.ingest(paths, { dryRun: true })).toMatchObject(expected);
  expect(await footnote.ingest([outer, inner])).toMatchObject(expected);
  expect(await documentByFile(footnote)).toEqual(before);
});
