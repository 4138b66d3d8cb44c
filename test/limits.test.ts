import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { entityBomb, entityBombText, nestedArchive, pdfOfPages, repeatedCells } from './hostile-files.ts';
import { startWordEmbedder } from './word-embedder.ts';

const deep = 100_000;
const fact = 'The kettle is descaled on the first Monday of the month.';

/** The folder with its files and one that is as it should be, ingested into a store of its own. */
async function ingest(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings?: Pick<PartialConfig, 'ingest'>,
) {
  const folder = writeFiles(temporaryFolder(), { ...files, 'zz-plain.md': `# Kettle\n\n${fact}\n` });
  return ingestFolder(folder, settings);
}

async function ingestFolder(folder: string, settings?: Pick<PartialConfig, 'ingest'>) {
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  const footnote = await openFootnote({
    store: join(temporaryFolder(), 'store'),
    ...words.settings,
    ...settings,
  });
  onTestFinished(() => footnote.close());
  const report = await footnote.ingest([folder]);
  expect(await isIndexed(footnote)).toBe(true);
  const failures = report.failures.map(({ path, code, message }) => {
    expect(message).toContain(path);
    return [path.slice(folder.length + 1), code];
  });
  return { footnote, report, failures: Object.fromEntries(failures) as Record<string, string> };
}

async function isIndexed(footnote: Footnote): Promise<boolean> {
  const { hits } = await footnote.search('When is the kettle descaled?');
  return hits.some((hit) => hit.content.includes(fact));
}

test('archives that unpack to too much, too many, too deep or elsewhere are refused', async () => {
  const { failures } = await ingest(
    {
      'ratio.zip': zipSync({ 'a.txt': new Uint8Array(5_000_000).fill(97) }, { level: 9 }),
      'total.zip': zipSync({
        'a.txt': new Uint8Array(900_000),
        'b.txt': new Uint8Array(900_000),
        'c.txt': new Uint8Array(900_000),
      }),
      'members.zip': zipSync(
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.txt`, strToU8('a')])),
      ),
      'depth.zip': nestedArchive(4),
      'climbing.zip': zipSync({ '../../outside.md': strToU8('# Outside\n\nText.\n') }),
      'absolute.zip': zipSync({ '/outside.md': strToU8('# Outside\n\nText.\n') }),
    },
    { ingest: { archiveMaxBytes: 2_000_000, archiveMaxMembers: 50 } },
  );
  const refused = ['ratio.zip', 'total.zip', 'members.zip', 'climbing.zip', 'absolute.zip', 'depth.zip'];
  expect(failures).toEqual(Object.fromEntries(refused.map((path) => [path, 'archive_refused'])));
});

test('entities of XML are not unfolded', async () => {
  const { failures } = await ingest({ 'entities.docx': entityBomb(), 'entities.odt': entityBombText() });
  expect(failures).toEqual({ 'entities.docx': 'file_malformed', 'entities.odt': 'file_malformed' });
});

test('a spreadsheet of a few kilobytes that repeats its cells without end is read within bounds', async () => {
  const { failures, report, footnote } = await ingest({ 'repeated.ods': repeatedCells() });
  expect(failures).toEqual({});
  expect(report.warnings.join('\n')).toContain('copies of repeated cells and rows were left out');
  const documents = await footnote.listDocuments();
  const sheet = documents.find(({ path }) => path.endsWith('repeated.ods'));
  const { text } = await footnote.getDocumentText(sheet?.documentId ?? '');
  expect(text.length).toBeLessThan(400_000);
});

test('what is nested too deep is read without its depth, or refused', async () => {
  const { failures, footnote } = await ingest({
    'deep.html': `${'<div>'.repeat(deep)}<p>words in a box</p>${'</div>'.repeat(deep)}`,
    'deep.json': `${'['.repeat(deep)}1${']'.repeat(deep)}`,
    'deep.jsonl': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}\n`,
    'deep.rtf': `{\\rtf1 ${'{\\b '.repeat(deep)}words${'}'.repeat(deep)}}`,
    'quotes.md': `${'> '.repeat(deep)}words in quotes\n`,
    'lists.md': `${'- '.repeat(deep)}words in lists\n`,
    'quotes.mdx': `${'> '.repeat(deep)}words in quotes\n`,
  });
  expect(failures).toEqual({ 'deep.json': 'file_malformed', 'deep.jsonl': 'file_malformed' });
  const documents = (await footnote.listDocuments()).map(({ path }) => path.split('/').at(-1));
  expect(new Set(documents)).toEqual(
    new Set(['deep.html', 'deep.rtf', 'lists.md', 'quotes.md', 'quotes.mdx', 'zz-plain.md']),
  );
}, 300_000);

test('a PDF of 10 000 pages is read to its last page', async () => {
  // Vectors from a server: those of a model here would take most of the time, and no page is read for them.
  const { failures, footnote } = await ingest(
    { 'pages.pdf': pdfOfPages(10_000) },
    // As long as a machine takes that does much else: how long it takes is not what this shows.
    { ingest: { parserTimeoutMs: 280_000 } },
  );
  expect(failures).toEqual({});
  const pdf = (await footnote.listDocuments()).find(({ path }) => path.endsWith('pages.pdf'));
  const { text } = await footnote.getDocumentText(pdf?.documentId ?? '');
  for (const page of [1, 5000, 10_000]) expect(text).toContain(`Room ${page}.`);
}, 300_000);

test('a parser that takes too long is ended', async () => {
  const slow = 'A paragraph with some words in it.\n\n# Title\n\n'.repeat(400_000);
  const { failures } = await ingest(
    { 'slow.md': slow, 'small.txt': 'Small and plain text.' },
    { ingest: { parserTimeoutMs: 3000 } },
  );
  expect(failures).toEqual({ 'slow.md': 'parser_stopped' });
});

test('a parser that needs too much memory is ended', async () => {
  const numbers = `[${'1.5,'.repeat(20_000_000)}1]`;
  const { failures, report } = await ingest(
    { 'numbers.json': numbers, 'small.txt': 'Small and plain text.' },
    { ingest: { parserMaxMemoryMb: 256 } },
  );
  expect(failures).toEqual({ 'numbers.json': 'parser_stopped' });
  expect(report.failures[0]?.message).toContain('needed more than 256 MB');
});

test.skipIf(process.platform === 'win32')('file names are names and nothing else', async () => {
  const folder = temporaryFolder();
  const names = [
    '$(touch executed).md',
    '; touch executed .md',
    '--flag.md',
    '%2e%2e%2fetc%2fpasswd.md',
    'a\\..\\windows.md',
    'a\nb.md',
    '\u202egpj.md',
    "'; DROP TABLE documents; --.md",
    `${'n'.repeat(250)}.md`,
    'zz-plain.md',
  ];
  for (const name of names)
    writeFileSync(join(folder, name), `# Kettle\n\n${fact} (${JSON.stringify(name)})\n`);
  const { failures, footnote } = await ingestFolder(folder);
  expect(failures).toEqual({});
  const paths = (await footnote.listDocuments()).map(({ path }) => path.slice(folder.length + 1));
  expect(paths.toSorted()).toEqual(names.toSorted());
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  expect(existsSync('executed')).toBe(false);
});
