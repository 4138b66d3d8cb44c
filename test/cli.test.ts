import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createProgram } from '../src/cli/main.ts';
import { manifest, packageRoot } from '../src/files/package-root.ts';
import { openFootnote } from '../src/pipeline.ts';
import { expectFailure } from './expect-failure.ts';
import { footnoteSession } from './footnote-session.ts';
import { type Finished, startFootnote, temporaryFolder } from './run-footnote.ts';

const folder = temporaryFolder();
const session = footnoteSession({ FOOTNOTE_ANSWER_READER: 'model' });
const run = (args: readonly string[], env?: Record<string, string>) =>
  session(args, { cwd: folder.path, env });

const lease = `# Lease

## Rent

The monthly rent is 840 euros and is due on the third day of each month. It is paid by bank transfer.

## Deposit

The tenant pays a deposit of three monthly rents. The landlord returns the deposit within six months.

| item | share |
|---|---|
| heating | 70 % |
`;

beforeAll(async () => {
  mkdirSync(join(folder.path, 'papers'));
  writeFileSync(join(folder.path, 'papers', 'lease.md'), lease);
  writeFileSync(join(folder.path, 'papers', 'bees.txt'), 'A queen bee lays up to two thousand eggs a day.\n');
  const { code, stderr } = await run(['ingest', 'papers', '--quiet']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});
afterAll(() => folder[Symbol.dispose]());

/** The one object on standard output, checked to have this shape and no other key. */
function parseOne<Shape extends z.ZodRawShape>({ stdout }: Finished, shape: Shape) {
  expect(stdout.trimEnd()).not.toContain('\n');
  return z.strictObject(shape).parse(JSON.parse(stdout));
}

const span = { start: z.int(), end: z.int() };
const place = {
  collection: z.string(),
  documentId: z.string(),
  path: z.string(),
  title: z.string(),
  headingPath: z.array(z.string()),
  page: z.int().nullable(),
  ...span,
};
const hit = z.strictObject({
  ...place,
  chunkId: z.string(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  score: z.number(),
  expansion: z.boolean(),
  merged: z.array(z.string()),
  explain: z.looseObject({ fusion: z.looseObject({}) }),
});
const quoted = { ...place, version: z.int(), chunkId: z.string(), quote: z.string(), kind: z.string() };
const citation = z.strictObject({ ...quoted, number: z.int(), verdict: z.literal('verbatim') });
const sentence = z.strictObject({
  ...span,
  verdict: z.literal('verbatim'),
  citations: z.array(z.int()),
  missing: z.array(z.string()),
});
const timings = z.record(z.string(), z.number());
const warnings = z.array(z.string());
const searchShape = { hits: z.array(hit), timings, warnings };
const answerShape = {
  ...searchShape,
  answer: z.string(),
  abstained: z.boolean(),
  outcome: z.string(),
  citations: z.array(citation),
  sentences: z.array(sentence),
  sources: z.array(z.looseObject({ chunkId: z.string(), confidence: z.number() })),
  further: z.array(z.strictObject({ ...quoted, repeats: z.int().nullable() })),
  topics: z.array(z.strictObject({ documentId: z.string(), ...span })),
  unmatched: z.array(z.string()),
  confidence: z.number().min(0).max(1),
  confidenceLevel: z.string().nullable(),
  confidenceReason: z.string(),
  model: z.null(),
  complete: z.boolean(),
  searchedFor: z.string(),
  conversationId: z.string().nullable(),
  messageId: z.string().nullable(),
};
const reportShape = {
  status: z.enum(['complete', 'partial', 'failed']),
  documents: z.strictObject({
    added: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    failed: z.int(),
  }),
  moved: z.int(),
  kept: z.int(),
  chunks: z.int(),
  tokens: z.int(),
  vectors: z.int(),
  billedTokens: z.int(),
  durationMs: z.number(),
  passedOver: z.record(z.string(), z.int()),
  failures: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })),
  warnings,
};
const summaryShape = {
  documentId: z.string(),
  path: z.string(),
  paths: z.array(z.string()),
  title: z.string(),
  language: z.string(),
  contentHash: z.string().length(64),
  bytes: z.int(),
  chunks: z.int(),
  tokens: z.int(),
  embeddedChunks: z.int(),
  version: z.int(),
  ingestedAt: z.iso.datetime(),
  jobId: z.string(),
  metadata: z.record(z.string(), z.unknown()),
};

/** Every command as it is typed, those of groups included. */
const commandNames = createProgram().commands.flatMap((command) =>
  command.name() === 'help'
    ? []
    : [command.name(), ...command.commands.map((inner) => `${command.name()} ${inner.name()}`)],
);

test('the main help names every command and every exit code', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  for (const name of commandNames.filter((one) => !one.includes(' ')))
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  for (const exit of [0, 1, 2, 3, 130]) expect(stdout).toMatch(new RegExp(`^  ${exit} `, 'm'));
});

test.each(commandNames)('the help of "%s" has an example, and fits a terminal', async (command) => {
  const { code, stdout } = await run([...command.split(' '), '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain(`Examples:\n  `);
  expect(stdout).toContain(`footnote ${command}`);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(82);
});

test.each([
  ['ask', () => answerShape],
  ['search', () => searchShape],
  ['ingest', () => reportShape],
])('the help of "%s" and docs/command-line.md name every part of its JSON', async (command, shape) => {
  const { stdout } = await run([command, '--help']);
  const line = new RegExp(`^- \`${command}\` → .*$`, 'm');
  const [documented = ''] =
    line.exec(readFileSync(join(packageRoot, 'docs', 'command-line.md'), 'utf8')) ?? [];
  const [, helped = ''] = stdout.split('With --json:');
  for (const text of [helped, documented]) {
    const named = new Set(text.match(/\w+/g));
    expect(Object.keys(shape()).filter((key) => !named.has(key))).toEqual([]);
  }
});

test('without a command it prints the help, and with --version its version', async () => {
  expect((await run([])).stdout).toContain('Usage: footnote');
  expect((await run(['help', 'ask'])).stdout).toBe((await run(['ask', '-h'])).stdout);
  expect((await run(['help', 'jobs', 'show'])).stdout).toContain('Usage: footnote jobs show');
  expect((await run(['--version'])).stdout).toBe(`${manifest.version}\n`);
});

test('ingesting again reads nothing again, and a changed file once', async () => {
  const again = parseOne(await run(['ingest', 'papers', '--json']), reportShape);
  expect(again).toMatchObject({
    status: 'complete',
    documents: { added: 0, unchanged: 2 },
    chunks: 0,
    failures: [],
  });

  mkdirSync(join(folder.path, 'changing'));
  const file = join(folder.path, 'changing', 'tea.txt');
  writeFileSync(file, 'Green tea is steeped at eighty degrees.');
  const first = await run(['ingest', 'changing', '--collection', 'kitchen', '--json']);
  expect(parseOne(first, reportShape)).toMatchObject({ documents: { added: 1 }, chunks: 1, vectors: 1 });
  writeFileSync(file, 'Black tea is steeped at ninety-five degrees.');
  const second = await run(['ingest', 'changing', '--collection', 'kitchen', '--json']);
  expect(parseOne(second, reportShape)).toMatchObject({ documents: { added: 0, updated: 1 } });
  rmSync(join(folder.path, 'changing'), { recursive: true });
});

test('what is ingested after a reindex is cut as the index is', async () => {
  await run(['ingest', 'papers/bees.txt', '--collection', 'hives']);
  const { stdout, stderr } = await run(['reindex', '--collection', 'hives', '--chunker', 'sentences']);
  expect(stdout).toMatch(/^Rebuilt the index: 1 document; 1 passage embedded in /);
  expect(stderr).not.toContain('footnote.config.json');
  const later = await run(['ingest', 'papers/bees.txt', '--collection', 'hives', '--json']);
  expect(parseOne(later, reportShape)).toMatchObject({ documents: { added: 0, unchanged: 1 } });
});

test('an answer is quoted from the documents, and its text stands where the citation says', async () => {
  const finished = await run(['ask', 'When is the rent due?', '--json']);
  expect([finished.code, finished.stderr]).toEqual([0, '']);
  const { answer, abstained, citations } = parseOne(finished, answerShape);
  expect(abstained).toBe(false);
  expect(answer).toContain('third day of each month');
  expect(citations[0]).toMatchObject({ path: 'papers/lease.md', page: null });
  const shown = await run(['documents', 'show', 'papers/lease.md', '--text', '--json']);
  const { text } = parseOne(shown, { ...summaryShape, text: z.string(), outline: z.array(z.unknown()) });
  for (const { start, end, quote } of citations) expect(text.slice(start, end)).toBe(quote);
});

test('a person reads the sentences and then their footnotes', async () => {
  const { code, stdout, stderr } = await run(['ask', 'When', 'is', 'the', 'rent', 'due?']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/third day of each month\. \[1\]/);
  expect(stdout).toMatch(/^\[1\] papers\/lease\.md › Lease.*\n {4}“The monthly rent is/m);
});

test('nothing relevant is said plainly, cites nothing and exits with 3', async () => {
  const question = 'Which enzyme does the mitochondrial ribosome of yeast lack?';
  const json = await run(['ask', question, '--json']);
  expect(json.code).toBe(3);
  expect(parseOne(json, answerShape)).toMatchObject({ abstained: true, citations: [], confidence: 0 });
  const human = await run(['ask', question]);
  expect(human.code).toBe(3);
  expect(human.stdout).toMatch(/^I found nothing about this in the documents\./);
  const search = await run(['search', question, '--json']);
  expect(search.code).toBe(3);
  expect(parseOne(search, searchShape).hits).toEqual([]);
});

test('a search lists passages, best first and no more than asked for', async () => {
  const finished = await run(['search', 'rent and deposit', '--top-k', '1', '--json']);
  expect([finished.code, finished.stderr]).toEqual([0, '']);
  const { hits } = parseOne(finished, searchShape);
  expect(hits).toHaveLength(1);
  expect(lease.slice(hits[0]?.start, hits[0]?.end)).toBe(hits[0]?.content);
});

test('an explained search shows both legs, the matched terms and what was left out', async () => {
  const human = await run(['search', 'How large is the deposit?', '--explain', '--top-k', '1']);
  expect(human.code).toBe(0);
  expect(human.stdout).toMatch(/vector +[█░]{12} +[+−][\d.]+ +rank 1/);
  expect(human.stdout).toMatch(/keyword +[█░]{12} +[+−][\d.]+ +rank 1, BM25 [\d.]+: .*deposit/);
  expect(human.stdout).toMatch(/found +\d+ by vector, \d+ by keyword/);
  expect(human.stdout).toMatch(/Left out\n.*beyond --top-k.*bees\.txt/);
  const json = await run(['search', 'How large is the deposit?', '--explain', '--json']);
  parseOne(json, {
    ...searchShape,
    dropped: z.array(hit),
    question: z.looseObject({}),
    relevance: z.looseObject({ relevant: z.literal(true) }),
    ranking: z.looseObject({ fusion: z.looseObject({ method: z.literal('convex') }) }),
  });
});

test('a search keeps to its filter, and says what the filter left out', async () => {
  const filter = '{"not": {"field": "language", "op": "eq", "value": "en"}}';
  const found = await run(['search', 'How large is the deposit?', '--filter', filter, '--explain']);
  expect(found.code).toBe(3);
  expect(found.stdout).toMatch(/Left out\n.*excluded by the filter/);
  const broken = await run(['search', 'deposit', '--filter', '{"field": "language"}', '--json']);
  expect(broken.code).toBe(2);
  expect(broken.stdout).toMatch(/"request_invalid".*--filter/);
});

test('documents are listed, shown with their outline, and removed without a trace', async () => {
  writeFileSync(join(folder.path, 'visitor.md'), '# Visitor\n\nThe zeppelin lands at noon.\n');
  await run(['ingest', 'visitor.md']);
  const list = parseOne(await run(['documents', 'list', '--json']), {
    documents: z.array(z.strictObject(summaryShape)),
  });
  expect(list.documents.map(({ path }) => path)).toEqual([
    'papers/bees.txt',
    'papers/lease.md',
    'visitor.md',
  ]);
  expect((await run(['documents'])).stdout).toMatch(/^papers\/lease\.md .* Lease$/m);
  expect((await run(['documents', 'show', 'papers/lease.md'])).stdout).toMatch(
    /^ {2}Lease\n {4}Rent\n {4}Deposit$/m,
  );

  expect((await run(['documents', 'show', 'lease.md'])).stdout).toMatch(/^path +papers\/lease\.md$/m);
  for (const place of ['in', 'out']) mkdirSync(join(folder.path, place));
  writeFileSync(join(folder.path, 'in/note.md'), 'Ferries go out at nine.\n');
  writeFileSync(join(folder.path, 'out/note.md'), 'Ferries come in at ten.\n');
  await run(['ingest', 'in', 'out', '--collection', 'ferries']);
  const several = await run(['documents', 'show', 'note.md', '--collection', 'ferries', '--json']);
  expect(expectFailure(several, 2, 'request_invalid').message).toMatch(
    /2 documents end in note\.md: in\/note\.md, out\/note\.md\. Give more of the path/,
  );
  for (const command of ['show', 'remove'])
    expectFailure(await run(['documents', command, 'ease.md', '--json']), 1, 'document_unknown');
  const ambiguous = await run(['documents', 'remove', 'note.md', '--collection', 'ferries', '--json']);
  expectFailure(ambiguous, 2, 'request_invalid');
  const byEnding = await run(['documents', 'remove', 'in/note.md', '--collection', 'ferries', '--json']);
  expect(JSON.parse(byEnding.stdout).removed.path).toBe('in/note.md');
  const nowClear = await run(['documents', 'remove', 'note.md', '--collection', 'ferries', '--json']);
  expect(JSON.parse(nowClear.stdout).removed.path).toBe('out/note.md');

  const removed = await run(['documents', 'remove', './visitor.md', '--json']);
  const receipt = z.looseObject({ format: z.literal(1), signature: z.string().min(80) });
  const shape = { removed: z.strictObject({ ...summaryShape, receipt }) };
  expect(parseOne(removed, shape).removed.path).toBe('visitor.md');
  expect((await run(['ask', 'When does the zeppelin land?'])).code).toBe(3);
  const again = await run(['documents', 'remove', 'visitor.md', '--json']);
  expect([again.code, JSON.parse(again.stdout).error.code]).toEqual([1, 'document_unknown']);
});

test('who removes a document is told what is left of it', async () => {
  const own = { store: join(folder.path, 'told') };
  const footnote = await openFootnote({ ...own, embedder: { threads: 1 } });
  try {
    await footnote.add({ name: 'ferries.md', text: 'The ferry leaves at noon.' });
    await footnote.ingest([join(folder.path, 'papers', 'bees.txt')]);
  } finally {
    await footnote.close();
  }
  const remove = async (path: string) =>
    (await run(['documents', 'remove', path, '--store', own.store])).stdout;
  const putIn = await remove('ferries.md');
  expect(putIn).toContain('Removed ferries.md. It was put in without a folder, and the bytes');
  expect(putIn).not.toContain('is kept');
  expect(await remove('bees.txt')).toMatch(/^Removed .*bees\.txt\. A file of it in a folder is kept/);
});

test('a backup is a store of its own, and is never written over a file', async () => {
  mkdirSync(join(folder.path, 'restored'));
  const file = join('restored', 'footnote.db');
  const made = parseOne(await run(['backup', file, '--json']), {
    file: z.string(),
    bytes: z.int().positive(),
  });
  expect(made.file).toContain(file);
  const answer = await run(['ask', 'When is the rent due?', '--store', 'restored', '--json']);
  expect(parseOne(answer, answerShape).citations[0]?.path).toBe('papers/lease.md');
  const twice = await run(['backup', file]);
  expect(twice.code).toBe(2);
  expect(twice.stderr).toContain(file);
});

test('config shows each value and where it came from', async () => {
  const shape = {
    settings: z.array(z.strictObject({ name: z.string(), value: z.unknown(), origin: z.string() })),
  };
  writeFileSync(join(folder.path, 'footnote.config.json'), '{"answer": {"maxSentences": 2}}');
  const finished = await run(['config', '--port', '9000', '--json'], { FOOTNOTE_RETRIEVAL_TOP_K: '5' });
  rmSync(join(folder.path, 'footnote.config.json'));
  const { settings } = parseOne(finished, shape);
  expect(settings).toContainEqual({ name: 'server.port', value: 9000, origin: 'flag' });
  expect(settings).toContainEqual({ name: 'retrieval.topK', value: 5, origin: 'environment' });
  expect(settings).toContainEqual({ name: 'answer.maxSentences', value: 2, origin: 'file' });
  expect(settings).toContainEqual({ name: 'collection', value: 'default', origin: 'default' });
  expect((await run(['config'])).stdout).toMatch(/^server\.port +8787 +default$/m);
});

test('serve reads its paths, answers over HTTP and ends well when it is told to; --quiet keeps it silent', async () => {
  const server = startFootnote(['serve', 'papers', '--port', '0', '--quiet'], { cwd: folder.path });
  const [, address] = await server.waitFor(/^Open (http:\S+)\n$/);
  const response = await fetch(`${address}/api/v1/collections/default/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'When is the rent due?' }),
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ abstained: false });
  server.child.kill('SIGTERM');
  expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['none in a pipe', {}, false],
  ['some where they are asked for', { FORCE_COLOR: '1' }, true],
  ['none where they are not wanted', { NO_COLOR: '1' }, false],
] as const)('colours are for terminals: %s', async (_, env, areShown) => {
  expect((await run(['documents'], env)).stdout.includes('\x1b[')).toBe(areShown);
});

test('add puts in a file, or standard input under a name, with what is said of it', async () => {
  using other = temporaryFolder();
  writeFileSync(join(other.path, 'key.md'), '# Cellar\n\nThe key of the cellar hangs behind the clock.\n');
  const added = (args: readonly string[], input?: string) =>
    startFootnote(['add', ...args, '--json'], { cwd: other.path, ...(input !== undefined && { input }) })
      .finished;
  const file = await added([
    'key.md',
    '--field',
    'floor=-1',
    '--field',
    'team=house',
    '--url',
    'https://example.org/key',
  ]);
  expect(JSON.parse(file.stdout)).toMatchObject({ status: 'complete', documents: { added: 1 } });
  const piped = await added(
    ['--name', 'notes/boiler', '--media-type', 'text/markdown'],
    '# Boiler\n\nMs Hahn repaired it.',
  );
  expect(JSON.parse(piped.stdout)).toMatchObject({ documents: { added: 1 } });
  // The content is kept: the file is not needed any more.
  rmSync(join(other.path, 'key.md'));
  const footnote = await openFootnote({ store: join(other.path, '.footnote') });
  try {
    const documents = await footnote.listDocuments();
    expect(documents.map(({ path, title }) => [path, title])).toEqual([
      ['key.md', 'Cellar'],
      ['notes/boiler.md', 'Boiler'],
    ]);
    const { answer, hits } = await footnote.ask('Where does the key of the cellar hang?');
    expect(answer).toContain('behind the clock');
    expect(hits[0]?.metadata).toMatchObject({
      floor: -1,
      team: 'house',
      url: 'https://example.org/key#cellar',
    });
  } finally {
    await footnote.close();
  }
  expectFailure(await added(['gone.md']), 1, 'path_not_found');
  const nameless = expectFailure(await added([], 'words'), 2, 'request_invalid');
  expect(nameless.message).toContain("give the document one with '--name'");
});

test('a worker without a queue is refused before it says that it waits', async () => {
  const { code, stderr } = await run(['worker']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*records\.kind: a queue of work needs records on a server/);
});
