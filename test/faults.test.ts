import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/job.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { sharedFootnote } from './shared-footnote.ts';
import { startWordEmbedder } from './word-embedder.ts';

const root = resolve(import.meta.dirname, '..');
const isRoot = process.getuid?.() === 0;
const newCollection = sharedFootnote();

async function open(store: string): Promise<Footnote> {
  const footnote = await openFootnote({ store, embedder: { threads: 1 } });
  onTestFinished(() => footnote.close());
  return footnote;
}

async function ingestOne(name: string, content: string | Uint8Array) {
  const folder = temporaryFolder();
  const footnote = newCollection();
  writeFiles(join(folder, 'in'), { [name]: content });
  const report = await footnote.ingest([join(folder, 'in', name)]);
  return { footnote, report, path: join(folder, 'in', name) };
}

test('a path that does not exist fails by name, and the others are ingested', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const report = await footnote.ingest([join(folder, 'nowhere'), files]);
  expect(report).toMatchObject({ status: 'partial', documents: { added: 4, failed: 1 } });
  expect(report.failures[0]).toMatchObject({ path: join(folder, 'nowhere'), code: 'path_not_found' });
});

test('an empty folder is complete, with nothing in it', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'empty'));
  const footnote = newCollection();
  const report = await footnote.ingest([join(folder, 'empty')]);
  expect(report).toMatchObject({ status: 'complete', documents: { added: 0, failed: 0 }, chunks: 0 });
  expect(await footnote.ask('Is there anything?')).toMatchObject({ abstained: true, citations: [] });
});

test.each([
  [
    'a picture that is named .md',
    'picture.md',
    Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00'),
    'file_convertible',
  ],
  [
    'an archive that is named .txt',
    'archive.txt',
    Buffer.from('504b03041400000008000000', 'hex'),
    'file_damaged',
  ],
  ['an empty file', 'empty.md', '', 'file_empty'],
  ['white space alone', 'blank.txt', ' \n\t\n', 'file_empty'],
  ['a file without a byte in it', 'cloud.pdf', '', 'file_empty'],
  ['a kind that is not read', 'table.xyz', Buffer.from([1, 2, 3, 0]), 'file_unsupported'],
  ['a key of unknown ending', 'key.xyz', '-----BEGIN OPENSSH PRIVATE KEY-----\n', 'file_unsupported'],
] as const)('%s fails with a true reason and leaves no document', async (_, name, content, code) => {
  const { footnote, report } = await ingestOne(name, content);
  expect(report).toMatchObject({ status: 'failed', documents: { failed: 1 } });
  expect(report.failures[0]?.code).toBe(code);
  expect(report.failures[0]?.message).toContain(name);
  expect(await footnote.listDocuments()).toEqual([]);
});

test('a file of a folder that is gone before its turn is no failure, one that was named is', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  const files = writeFiles(join(folder, 'handbook'), { 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nTwo.\n' });
  const onProgress = ({ stage }: IngestProgress) => {
    // From then on files are known, and none is read yet.
    if (stage === 'embed') rmSync(join(files, 'b.md'), { force: true });
  };
  const ofFolder = await footnote.ingest([files], { onProgress });
  expect(ofFolder).toMatchObject({ status: 'complete', documents: { added: 1, failed: 0 } });
  writeFiles(files, { 'b.md': '# B\n\nTwo.\n' });
  const ofFile = await footnote.ingest([join(files, 'b.md')], { onProgress });
  expect(ofFile.failures).toMatchObject([{ code: 'path_not_found' }]);
});

test('a text whose ending nobody knows is read where it is named, and passed over in its folder', async () => {
  const { footnote, report, path } = await ingestOne('minutes.xyz', 'The archive is in the cellar.\n');
  expect(report).toMatchObject({ status: 'complete', documents: { added: 1 } });
  expect(await footnote.ingest([path], { dryRun: true })).toMatchObject({ documents: { unchanged: 1 } });
  expect((await footnote.ask('Where is the archive?')).citations).toMatchObject([{ path }]);
  const inFolder = await footnote.ingest([dirname(path)]);
  expect(inFolder.passedOver).toEqual({ '.xyz': 1 });
  expect(await footnote.listDocuments()).toHaveLength(1);
});

test.each([
  ['a byte order mark', Buffer.from('\ufeffThe archive is in the cellar.\n')],
  ['UTF-16', Buffer.from('\ufeffThe archive is in the cellar.\n', 'utf16le')],
  ['CRLF line ends', Buffer.from('The archive is\r\nin the cellar.\r\n')],
  ['NUL characters', Buffer.from('The archive\0 is in the cellar.\n')],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from('The archive is in the cellar. Caf'), Buffer.from([0xe9, 0x0a])]),
  ],
  ['soft hyphens and zero-width spaces', Buffer.from('The ar\u00adchive is in\u200b the cel\u00adlar.\n')],
])('%s: cleaned once, and the quote is exact', async (_, content) => {
  const { footnote, report, path } = await ingestOne('archive.txt', content);
  expect(report.failures).toEqual([]);
  const { citations } = await footnote.ask('Where is the archive?');
  const { text } = await footnote.getDocumentText(path);
  expect(citations[0]?.quote.replace(/\s+/g, ' ')).toMatch(/^The archive is in the cellar\./);
  expect(text.slice(citations[0]?.start, citations[0]?.end)).toBe(citations[0]?.quote);
  expect(text).not.toMatch(/[\0\r\u00ad\u200b\ufeff]/);
});

test.each([
  ['Markdown of 5 MB', 'long.md', 5_000_000],
  ['text of 50 MB', 'long.txt', 50_000_000],
])('%s in one line is cut without gaps', async (_, name, length) => {
  const { structureChunker } = await import('../src/ingest/chunk/structure-chunker.ts');
  const { parserFor } = await import('../src/formats/parsers.ts');
  const { onnxEmbedder } = await import('../src/models/local/onnx-embedder.ts');
  const embedder = await onnxEmbedder();
  onTestFinished(() => embedder.close());
  const bytes = Buffer.alloc(length, 'The quick brown fox jumps over the lazy dog and then goes home. ');
  const file = { path: name, bytes };
  const parsed = await parserFor(file).parse(file);
  const chunker = structureChunker({
    maxTokens: 512,
    minTokens: 100,
    overlapTokens: 50,
    tokenizer: embedder.tokenizer,
  });
  const spans = await chunker.chunk(parsed);
  expect(Math.max(...spans.map(({ tokens }) => tokens))).toBeLessThanOrEqual(512);
  const starts = [...spans.map(({ start }) => start), parsed.text.length];
  const gaps = starts.map((start, index) => parsed.text.slice(spans[index - 1]?.end ?? 0, start).trim());
  expect(gaps.filter((gap) => gap !== '')).toEqual([]);
});

test('a file over the limit is refused with both numbers, and not read', async () => {
  const folder = temporaryFolder();
  const footnote = await openFootnote({ store: join(folder, 'store'), ingest: { maxFileBytes: 1000 } });
  onTestFinished(() => footnote.close());
  writeFiles(folder, { 'big.txt': '' });
  truncateSync(join(folder, 'big.txt'), 2 ** 30);
  const report = await footnote.ingest([join(folder, 'big.txt')]);
  expect(report.failures[0]).toMatchObject({
    code: 'file_too_large',
    message: expect.stringMatching(/1073741824 bytes.*1000/),
  });
});

test('questions that are none are refused, odd ones answered or refused, and none is a crash', async () => {
  const footnote = newCollection();
  await footnote.ingest([writeFiles(join(temporaryFolder(), 'handbook'), handbook)]);
  for (const question of ['', '   ', '???']) {
    await expect(footnote.ask(question)).rejects.toMatchObject({ code: 'question_empty' });
  }
  await expect(footnote.ask('why '.repeat(25_000))).rejects.toMatchObject({
    code: 'question_too_long',
    details: { length: 100_000, limit: 4000 },
  });
  const odd = [
    'the of and',
    '🙂🙂🙂',
    'ما هي أيام الإجازة؟',
    '"((((a+)+)+)+$',
    'x'.repeat(4000),
    'NOT OR AND *',
    '\u202eright to left',
  ];
  for (const question of odd)
    expect(await footnote.ask(question), question).toMatchObject({ abstained: expect.any(Boolean) });
});

test('a store that nobody has written to: unknown collection, and nothing is created', async () => {
  const folder = temporaryFolder();
  const footnote = await open(join(folder, 'store'));
  await expect(footnote.ask('Who approves flights?')).rejects.toMatchObject({ code: 'collection_unknown' });
  await expect(footnote.listDocuments()).rejects.toMatchObject({ code: 'collection_unknown' });
  expect(await footnote.listCollections()).toEqual([]);
  expect(() => readFileSync(join(folder, 'store', 'footnote.db'))).toThrow(/ENOENT/);
});

test('a missing or altered model is named; what was written waits for the right one', async () => {
  const folder = temporaryFolder();
  const model = join(folder, 'model');
  cpSync(join(root, 'models/all-MiniLM-L6-v2'), model, { recursive: true });
  const weights = join(model, 'onnx/model_quantized.onnx');
  const bytes = readFileSync(weights);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  writeFileSync(weights, bytes);
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const settings = { store: join(folder, 'store'), embedder: { directory: model } };

  const altered = await openFootnote(settings);
  onTestFinished(() => altered.close());
  await expect(altered.ingest([files])).rejects.toMatchObject({ code: 'model_altered' });
  await expect(altered.ask('Who approves flights?')).rejects.toMatchObject({ code: 'model_altered' });

  rmSync(weights);
  await expect(openFootnote(settings).then((footnote) => footnote.ingest([files]))).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('.onnx'),
  });
});

const ingestScript = (settings: PartialConfig, path: string) => `
  process.getBuiltinModule('node:module').enableCompileCache();
  const { openFootnote } = await import(${JSON.stringify(join(root, 'src/pipeline.ts'))});
  const footnote = await openFootnote(${JSON.stringify(settings)});
  try {
    const report = await footnote.ingest([${JSON.stringify(path)}]);
    console.log(JSON.stringify(report));
  } catch (error) {
    console.log(JSON.stringify({ code: error.code, message: error.message }));
  } finally {
    await footnote.close();
  }`;

/** Sixty files that say one thing each. */
function notes(from: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `note-${from + i}.md`,
      `# Note ${from + i}\n\nRoom ${from + i} has ${i + 2} windows.\n`,
    ]),
  );
}

test('two processes ingest into one store at once: nothing is lost, nothing is doubled', async () => {
  const folder = temporaryFolder();
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  const settings = { ...words.settings, store: join(folder, 'store') };
  // Twenty of the files are ingested by both.
  const files = writeFiles(join(folder, 'notes'), { ...notes(0), ...notes(40) });
  const first = writeFiles(join(folder, 'first'), notes(0));
  const run = async (path: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', ingestScript(settings, path)]);
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    await once(child, 'close');
    return JSON.parse(output) as { status: string; documents: { added: number } };
  };
  const reports = await Promise.all([run(files), run(files), run(first)]);
  for (const report of reports) expect(report).toMatchObject({ status: 'complete' });
  // Those of one folder go one after the other.
  expect(reports[0].documents.added + reports[1].documents.added).toBe(100);
  const footnote = await openFootnote(settings);
  onTestFinished(() => footnote.close());
  await footnote.ingest([files]);
  // Files of equal content are one document, unless two processes wrote them in the same moment.
  const paths = (await footnote.listDocuments()).flatMap((document) => document.paths);
  expect(paths).toHaveLength(160);
  expect(new Set(paths).size).toBe(160);
  const { citations } = await footnote.ask('How many windows does room 37 have?');
  expect(citations[0]?.quote).toContain('Room 37 has 39 windows');
});

test.skipIf(!isRoot)(
  'removal on a full disk is a typed error and loses nothing; with room it is done',
  async () => {
    const folder = temporaryFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    if (mounted.status !== 0)
      return expect.soft(mounted.stderr.toString()).toMatch(/permission|denied|not permitted/i);
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const words = await startWordEmbedder();
    onTestFinished(() => words.peer.close());
    const open = () => openFootnote({ ...words.settings, store: join(disk, 'store') });
    const before = await open();
    await before.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
    const documents = await before.listDocuments();
    const travel = documents.find(({ path }) => path.endsWith('travel.md'))?.documentId ?? '';
    await before.close();
    const filler = join(disk, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']);

    const footnote = await open();
    onTestFinished(() => footnote.close());
    const removal = footnote.removeDocument(travel);
    await expect(removal).rejects.toMatchObject({
      code: 'store_full',
      message: expect.stringContaining('Free some disk space'),
    });
    rmSync(filler);
    expect(await footnote.listDocuments()).toHaveLength(4);
    expect((await footnote.ask('Who approves flights?')).answer).toContain('head of department');
    const { receipt } = await footnote.removeDocument(travel);
    expect(await footnote.listDocuments()).toHaveLength(3);
    if (!receipt) throw new Error('The removal has no receipt.');
    expect(await footnote.verifyReceipt(receipt)).toMatchObject({ isSigned: true, found: [], present: [] });
  },
);

test.skipIf(!isRoot)(
  'a full disk is a typed error; what was acknowledged stays, and room mends it',
  async () => {
    const folder = temporaryFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    if (mounted.status !== 0)
      return expect.soft(mounted.stderr.toString()).toMatch(/permission|denied|not permitted/i);
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const files = writeFiles(join(folder, 'handbook'), handbook);
    const notes = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [
        `note-${i}.md`,
        `# Note ${i}\n\nRoom ${i} has a view of garden ${i}.\n`,
      ]),
    );
    const many = writeFiles(join(folder, 'notes'), notes);
    const words = await startWordEmbedder();
    const footnote = await openFootnote({ ...words.settings, store: join(disk, 'store') });
    onTestFinished(async () => {
      await footnote.close();
      await words.peer.close();
    });
    await footnote.ingest([files]);
    await expect(footnote.ingest([many])).rejects.toMatchObject({ code: 'store_full' });
    expect((await footnote.ask('Who approves flights?')).answer).toContain('head of department');
    spawnSync('mount', ['-o', 'remount,size=200m', disk]);
    expect((await footnote.ingest([many])).status).toBe('complete');
    expect((await footnote.listDocuments()).length).toBe(504);
  },
);
