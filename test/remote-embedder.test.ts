import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/job.ts';
import type { Footnote } from '../src/footnote.ts';
import { embeddingCacheFileName } from '../src/models/create-models.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { respond } from './json-peer.ts';
import { type OpenAiPeer, refuse, startOpenAiPeer, unreadableWord } from './openai-peer.ts';
import { runFootnote, startFootnote } from './run-footnote.ts';

const apiKey = 'sk-a-key-that-nobody-may-see';

let peer: OpenAiPeer;
let folder: string;
let files: string;

beforeEach(async () => {
  peer = await startOpenAiPeer({ dimension: 128 });
  folder = temporaryFolder();
  files = writeFiles(join(folder, 'handbook'), handbook);
});

afterEach(() => peer.close());

async function open(embedder: PartialConfig['embedder'] = {}): Promise<Footnote> {
  const remote = {
    kind: 'openai',
    baseUrl: peer.baseUrl,
    model: 'test-model',
    dimension: 128,
    apiKey,
  } as const;
  const footnote = await openFootnote({
    store: join(folder, 'store'),
    embedder: { ...remote, ...embedder },
    // Hashes of words are farther apart than what a model makes of them.
    retrieval: { minCosine: 0.1 },
  });
  onTestFinished(() => footnote.close());
  return footnote;
}

const passages = () => peer.requests.flatMap(({ body }) => body.input);

test('documents are embedded at the endpoint, questions too, and what it counts is told', async () => {
  const footnote = await open();
  const report = await footnote.ingest([files]);
  const billedTokens = peer.answers.reduce((sum, { usage }) => sum + usage.total_tokens, 0);
  expect(report).toMatchObject({ status: 'complete', failures: [], billedTokens });
  const [job] = await footnote.listJobs();
  expect(job).toMatchObject({ report: { billedTokens }, progress: { billedTokens } });
  expect(passages().some((text) => text.includes('fourteen characters'))).toBe(true);

  const answer = await footnote.ask('How long must a password be?');
  expect(answer.answer).toContain('fourteen characters');
  expect(peer.requests.at(-1)?.body.input).toEqual(['How long must a password be?']);
  expect(peer.requests.every(({ headers }) => headers.authorization === `Bearer ${apiKey}`)).toBe(true);
  expect((await footnote.reindex()).billedTokens).toBe(0);
});

test('what is known is not sent again, into whatever collection it goes', async () => {
  const first = await open();
  await first.ingest([files]);
  await first.close();
  const sent = passages().length;
  const second = await open();
  await second.ingest([files], { collection: 'copy' });
  expect(passages()).toHaveLength(sent);
});

test('progress goes with every answer, and counts no passage twice where one is refused', async () => {
  writeFiles(files, { 'odd.md': `# Odd\n\nThe word ${unreadableWord} is in nobody's vocabulary.\n` });
  for (const settings of [{}, { cacheMaxBytes: 0 }]) {
    const footnote = await open({ batchSize: 1, concurrency: 1, ...settings });
    const seen: number[] = [];
    const collection = `of-${Object.keys(settings).length}`;
    const onProgress = ({ chunksDone }: IngestProgress) => seen.push(chunksDone);
    const { chunks } = await footnote.ingest([files], { collection, onProgress });
    expect(seen).toContain(1);
    expect(seen.at(-1)).toBe(chunks);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  }
});

test('a passage that the model makes no vector of is named and left to its words, and the rest goes on', async () => {
  writeFiles(files, { 'odd.md': `# Odd\n\nThe word ${unreadableWord} is in nobody's vocabulary.\n` });
  const footnote = await open();
  const report = await footnote.ingest([files]);
  expect(report).toMatchObject({ status: 'complete', documents: { added: 5 } });
  expect(report.warnings).toEqual([
    expect.stringMatching(/odd\.md: passage 1 can be found only by its words\. The vector of .* is invalid/),
  ]);
  const { hits } = await footnote.search("Which word is in nobody's vocabulary?");
  expect(hits.map(({ path }) => path)).toContainEqual(expect.stringContaining('odd.md'));
  expect((await footnote.ask('How long must a password be?')).answer).toContain('fourteen characters');
  expect((await footnote.reindex()).warnings).toEqual([expect.stringContaining('odd.md: passage 1')]);
});

test('a model that comes to give vectors of another length ends the ingest; the next one goes on', async () => {
  const other = await startOpenAiPeer({ dimension: 129 });
  onTestFinished(() => other.close());
  const mistaken = await open({ baseUrl: other.baseUrl });
  await expect(mistaken.ingest([files])).rejects.toMatchObject({ code: 'vector_invalid' });
  expect(other.requests).toHaveLength(1);
  const footnote = await open();
  expect(await footnote.ingest([files])).toMatchObject({ documents: { unchanged: 4 }, warnings: [] });
  const documents = await footnote.listDocuments();
  expect(documents.filter(({ chunks, embeddedChunks }) => embeddedChunks < chunks)).toEqual([]);
});

test('without a cache everything is sent again, and no file is made', async () => {
  const footnote = await open({ cacheMaxBytes: 0 });
  await footnote.ingest([files]);
  const sent = passages().length;
  await footnote.ingest([files], { collection: 'copy' });
  expect(passages()).toHaveLength(2 * sent);
  expect(() => readFileSync(join(folder, 'store', embeddingCacheFileName))).toThrow('ENOENT');
});

test.each([1, 3])(
  'after a kill, of %i requests at a time, no more than was under way is embedded again',
  async (concurrency) => {
    const batchSize = 4;
    const notes = Array.from({ length: 48 }, (_, i) => [`${i}.md`, `# Room ${i}\n\nIt has ${i} windows.\n`]);
    const many = writeFiles(join(folder, 'notes'), Object.fromEntries(notes));
    const env = {
      FOOTNOTE_EMBEDDER_KIND: 'openai',
      FOOTNOTE_EMBEDDER_BASE_URL: peer.baseUrl,
      FOOTNOTE_EMBEDDER_MODEL: 'test-model',
      FOOTNOTE_EMBEDDER_DIMENSION: '128',
      FOOTNOTE_EMBEDDER_BATCH_SIZE: String(batchSize),
      FOOTNOTE_EMBEDDER_CONCURRENCY: String(concurrency),
    };
    const { child, finished } = startFootnote(['ingest', many, '--store', 'store'], { cwd: folder, env });
    const answered = 9;
    peer.meet(...Array.from({ length: answered }, () => respond), () => child.kill('SIGKILL'));
    expect(await finished).toMatchObject({ signal: 'SIGKILL' });
    expect(peer.requests.length).toBeGreaterThan(answered);

    const footnote = await open({ batchSize });
    expect(await footnote.ingest([many])).toMatchObject({ status: 'complete', failures: [] });
    const embedded = passages();
    expect(new Set(embedded).size).toBe(notes.length);
    // One answer may have come in the moment of the kill.
    expect(embedded.length - notes.length).toBeLessThanOrEqual((concurrency + 1) * batchSize);
    const documents = await footnote.listDocuments();
    expect(documents.filter(({ chunks, embeddedChunks }) => embeddedChunks < chunks)).toEqual([]);
  },
);

test('a refusal ends the ingest with what the provider says', async () => {
  peer.meet(refuse(401, `Incorrect API key provided: ${apiKey}.`));
  const footnote = await open();
  await expect(footnote.ingest([files])).rejects.toMatchObject({
    code: 'model_rejected',
    message:
      'The model test-model refused the request: HTTP 401, Incorrect API key provided: ***. Check embedder.apiKey.',
  });
  const [job] = await footnote.listJobs();
  expect(job).toMatchObject({
    state: 'failed',
    error: { code: 'model_rejected', message: expect.stringContaining('HTTP 401') },
    cancelledBy: null,
  });
  expect(job?.report?.documents.added).toBeGreaterThan(0);
});

test('the command line shows no key, and doctor says whether the endpoint answers', async () => {
  const env = {
    FOOTNOTE_EMBEDDER_KIND: 'openai',
    FOOTNOTE_EMBEDDER_BASE_URL: peer.baseUrl,
    FOOTNOTE_EMBEDDER_MODEL: 'test-model',
    FOOTNOTE_EMBEDDER_DIMENSION: '128',
    FOOTNOTE_EMBEDDER_API_KEY: apiKey,
  };
  const config = await runFootnote(['config'], { cwd: folder, env });
  expect(config.stdout).toMatch(/^embedder\.apiKey +"\*\*\*" +environment$/m);
  expect(config.stdout + config.stderr).not.toContain(apiKey);

  const model = async () => {
    const { stdout } = await runFootnote(['doctor', '--json'], { cwd: folder, env });
    expect(stdout).not.toContain(apiKey);
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    return checks.find(({ name }) => name === 'model');
  };
  expect(await model()).toMatchObject({
    ok: true,
    finding: `test-model at ${peer.baseUrl} answers, 128 dimensions`,
  });
  peer.meet(refuse(404, 'No such model.'));
  expect(await model()).toMatchObject({
    ok: false,
    finding: 'The model test-model refused the request: HTTP 404, No such model.',
    remedy: 'Check embedder.baseUrl and embedder.model.',
  });
});
