import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OwnAdapters } from '../src/app/adapters.ts';
import { manifestDifferences } from '../src/app/index-manifest.ts';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { Engine } from '../src/contracts/engine.ts';
import type { IndexManifest } from '../src/contracts/index-manifest.ts';
import { embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { alike } from './alike-embedder.test-support.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { footnoteSession } from './footnote-session.ts';
import { quickParsers } from './shared-embedder.ts';

/** A store of its own, with its documents in a folder of their own. */
function place(files = handbook) {
  const folder = temporaryFolder();
  return { folder, store: join(folder, 'store'), files: writeFiles(join(folder, 'files'), files) };
}

async function open(settings: PartialConfig, own: OwnAdapters = {}): Promise<Footnote> {
  const footnote = await openFootnote(settings, { embedder: alike(), parsers: quickParsers, ...own });
  onTestFinished(() => footnote.close());
  return footnote;
}

/** The manifest of a store under other settings than it was filled with. */
async function manifestUnder(settings: PartialConfig, own?: OwnAdapters): Promise<IndexManifest> {
  return (await open(settings, own)).manifest();
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('stores that were filled from other folders, in another order and into another engine have one hash', async () => {
  const one = place();
  const footnote = await open({ store: one.store }, { parsers: [] });
  await footnote.ingest([one.files]);

  const other = place();
  const embedded = embeddedEngine({ file: join(other.folder, 'passages.db'), analyser: analyser() });
  const engine: Engine = {
    name: 'elsewhere',
    open: (...spec) => embedded.open(...spec),
    drop: (id) => embedded.drop(id),
    close: () => embedded.close(),
  };
  const own = { engine, parsers: [] };
  const again = await open({ store: other.store, collection: 'copy', embedder: { threads: 1 } }, own);
  for (const name of Object.keys(handbook).toReversed()) await again.ingest([join(other.files, name)]);
  await again.removeDocument(join(other.files, 'leave.md'));
  await again.add({ name: 'elsewhere/days-off.md', text: handbook['leave.md'] ?? '' });

  const manifest = await footnote.manifest();
  expect(await again.manifest()).toEqual(manifest);
  expect(manifest.documents.map(({ contentHash }) => contentHash)).toEqual(
    Object.values(handbook).map(sha256).toSorted(),
  );
  const listed = await footnote.listDocuments();
  for (const { contentHash, parser, passages, embedded: withVectors } of manifest.documents) {
    const document = listed.find((found) => found.contentHash === contentHash);
    expect([passages, withVectors]).toEqual([document?.chunks, document?.embeddedChunks]);
    // Of a parser that reads pictures too, also what reads them.
    expect(parser).toMatch(/^(?:markdown@\d+\.\d+(?: ocr .*)?|text@\d+\.\d+)$/);
  }
});

/** JSON with sorted names, as another program would make it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, entry]) => [name, sorted(entry)]),
  );
}

test('the hash is that of all the rest in canonical JSON, and nothing in it names a place or a secret', async () => {
  const { store, files, folder } = place();
  const footnote = await open({
    store,
    engine: { password: 'opensesame' },
    generator: { kind: 'openai', baseUrl: 'http://models.example.org/v1', apiKey: 'opensesame' },
    metadata: { baseUrl: 'https://handbook.example.org' },
  });
  await footnote.ingest([files]);
  const { sha256: hash, ...rest } = await footnote.manifest();
  expect(hash).toBe(sha256(JSON.stringify(sorted(rest))));
  const text = JSON.stringify(rest);
  for (const told of [folder, 'leave.md', 'opensesame', 'example.org']) expect(text).not.toContain(told);
});

test('the weights of a model that runs here are known by their hash', async () => {
  const { store, files } = place({ 'a.txt': 'Bees fly far.' });
  const footnote = await openFootnote({ store, embedder: { threads: 1 } });
  onTestFinished(() => footnote.close());
  await footnote.ingest([files]);
  const { weights } = (await footnote.manifest()).versions.embedder;
  const file = join(import.meta.dirname, '../models/all-MiniLM-L6-v2/onnx/model_quantized.onnx');
  expect(weights).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'));
});

test('documents that were added, removed and changed are told apart', async () => {
  const { store, files } = place();
  const footnote = await open({ store });
  await footnote.ingest([files]);
  const before = await footnote.manifest();
  const changesSince = async () => manifestDifferences(before, await footnote.manifest());
  const none = { documents: { added: [], removed: [], changed: [] }, values: [] };
  expect(await changesSince()).toEqual(none);

  writeFileSync(join(files, 'copy.md'), handbook['travel.md'] ?? '');
  await footnote.ingest([files]);
  expect(await changesSince()).toEqual(none);

  appendFileSync(join(files, 'kitchen.txt'), 'Tea is free.\n');
  rmSync(join(files, 'leave.md'));
  writeFileSync(join(files, 'metadata.yaml'), '"travel.md": { team: finance }\n"security/*": { team: it }\n');
  await footnote.ingest([files]);
  expect(await changesSince()).toEqual({
    documents: {
      added: [sha256(`${handbook['kitchen.txt']}Tea is free.\n`)],
      removed: expect.toSatisfy((hashes: readonly string[]) => {
        const gone = [handbook['kitchen.txt'], handbook['leave.md']].map((text) => sha256(text ?? ''));
        return JSON.stringify(hashes) === JSON.stringify(gone.toSorted());
      }),
      changed: [
        // The copy has no team.
        { contentHash: sha256(handbook['travel.md'] ?? ''), what: ['copies'] },
        { contentHash: sha256(handbook['security/passwords.md'] ?? ''), what: ['metadata'] },
      ].toSorted((a, b) => (a.contentHash < b.contentHash ? -1 : 1)),
    },
    values: [],
  });
});

test('another cut of the same documents is told by the chunker and by their passages', async () => {
  const { store, files } = place();
  const footnote = await open({ store });
  await footnote.ingest([files]);
  const before = await footnote.manifest();
  const finer = await open({ store, chunker: { name: 'sentences', maxSentences: 1, overlapSentences: 0 } });
  // What the settings say is nothing to an index that was cut before.
  expect(await finer.manifest()).toEqual(before);
  await finer.reindex();
  const { documents, values } = manifestDifferences(before, await finer.manifest());
  expect(documents.changed.length).toBeGreaterThan(0);
  for (const { what } of documents.changed) expect(what).toEqual(['passages', 'embedded']);
  expect(values.map(({ name }) => name)).toEqual(['chunker']);
});

test('settings and models that decide what is found are told by name, others are not', async () => {
  const { store, files, folder } = place();
  const footnote = await open({ store });
  await footnote.ingest([files]);
  const before = await footnote.manifest();
  const synonyms = join(folder, 'synonyms.yaml');
  writeFileSync(synonyms, '- [holiday, leave]\n');
  const changed = async (settings: PartialConfig, own?: OwnAdapters) => {
    const after = await manifestUnder({ store, ...settings }, own);
    const { documents, values } = manifestDifferences(before, after);
    expect(documents).toEqual({ added: [], removed: [], changed: [] });
    expect(after.sha256 === before.sha256).toBe(values.length === 0);
    return values;
  };
  expect(await changed({ retrieval: { topK: 5 } })).toEqual([
    { name: 'retrieval.topK', before: 10, after: 5 },
  ]);
  expect(await changed({ question: { synonyms } })).toEqual([
    { name: 'question.synonyms', before: null, after: sha256('- [holiday, leave]\n') },
  ]);
  expect(await changed({ reranker: { kind: 'features' } })).toEqual([
    { name: 'reranker.kind', before: 'none', after: 'features' },
    { name: 'reranker.name', before: null, after: 'features' },
  ]);
  const trained: Embedder = { ...alike(), languages: ['fr', 'de'], weights: sha256('other') };
  expect((await changed({}, { embedder: trained })).map(({ name }) => name)).toEqual([
    'embedder.languages',
    'embedder.weights',
  ]);
  for (const settings of [
    { embedder: { threads: 2 } },
    { server: { port: 9000 } },
    { answer: { maxSentences: 1 } },
    { generator: { temperature: 0.9 } },
  ] satisfies PartialConfig[])
    expect(await changed(settings)).toEqual([]);

  await footnote.saveCalibration({
    minCosine: 0.3,
    minCoverage: 0.5,
    answerableQuestions: 1,
    answerableRefused: 0,
    offTopicQuestions: 1,
    offTopicRefused: 1,
    calibratedAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await changed({})).toContainEqual({ name: 'calibration.minCosine', before: null, after: 0.3 });
});

test('what cannot be described is refused', async () => {
  const { store, files } = place();
  const footnote = await open({ store });
  await expect(footnote.manifest()).rejects.toMatchObject({ code: 'collection_unknown' });
  await footnote.ingest([files]);
  const another = { ...alike(), id: 'another@1' };
  await expect(manifestUnder({ store }, { embedder: another })).rejects.toMatchObject({
    code: 'index_mismatch',
  });
});

const run = footnoteSession();

test('footnote manifest is compared with a file, and says what differs with exit code 1', async () => {
  const { folder, files } = place();
  const session = (...args: string[]) => run(args, { cwd: folder });
  await session('ingest', files);
  const { code, stdout } = await session('manifest', '--json');
  expect(code).toBe(0);
  const manifest = JSON.parse(stdout) as IndexManifest;
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  const plain = await session('manifest');
  expect(plain.stdout).toContain(`sha256 ${manifest.sha256}\n`);
  expect(plain.stdout).toContain('\nretrieval.topK 10\n');
  expect(plain.stdout).toMatch(/\n4 documents, \d+ passages\n/);
  expect(await session('manifest', '--check', file)).toMatchObject({
    code: 0,
    stdout: `The same: ${manifest.sha256}\n`,
  });

  appendFileSync(join(files, 'kitchen.txt'), 'Tea is free.\n');
  await session('ingest', files);
  const [was, is] = [handbook['kitchen.txt'], `${handbook['kitchen.txt']}Tea is free.\n`].map((text) =>
    sha256(text ?? ''),
  );
  const told = await run(['manifest', '--check', file], {
    cwd: folder,
    env: { FOOTNOTE_RETRIEVAL_TOP_K: '5' },
  });
  expect(told.code).toBe(1);
  expect(told.stdout.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^added ${is} .*kitchen\\.txt$`)),
    `removed ${was}`,
    'retrieval.topK: 10 → 5',
    '',
  ]);
  const json = await session('manifest', '--check', file, '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    same: false,
    expected: manifest.sha256,
    documents: { added: [is], removed: [was], changed: [] },
    values: [],
  });
});

test.each([
  ['is no manifest', () => ({ a: 1 }), /it is no manifest/],
  ['was altered', (manifest: IndexManifest) => ({ ...manifest, documents: [] }), /it was altered/],
  ['has another format', (manifest: IndexManifest) => ({ ...manifest, format: 2 }), /its format is 2/],
])('a file that %s is refused by name', async (_, alter, message) => {
  const { folder, files } = place({ 'a.txt': 'Bees fly far.' });
  await run(['ingest', files], { cwd: folder });
  const { stdout } = await run(['manifest', '--json'], { cwd: folder });
  const file = join(folder, 'wrong.json');
  writeFileSync(file, JSON.stringify(alter(JSON.parse(stdout) as IndexManifest)));
  const refused = await run(['manifest', '--check', file], { cwd: folder });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('wrong.json');
  expect(refused.stderr).toMatch(message);
});
