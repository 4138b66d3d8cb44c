import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { zipSync } from 'fflate';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../src/pipeline.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder } from './corpus.ts';

/** What is put there, by an independent client. */
let client: S3Client;
let server: S3rver;
const directory = mkdtempSync(join(tmpdir(), 'footnote-objects-'));
const before = { ...process.env };

beforeAll(async () => {
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'papers', configs: [] }],
  });
  const { port } = await server.run();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
  client = new S3Client({ forcePathStyle: true });
});
afterAll(async () => {
  client.destroy();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, before);
});

const put = (Key: string, Body: string | Uint8Array) =>
  client.send(new PutObjectCommand({ Bucket: 'papers', Key, Body }));

async function newFootnote() {
  const footnote = await openFootnote(
    { store: join(temporaryFolder(), 'store'), embedder: { threads: 1 } },
    { embedder: alike() },
  );
  onTestFinished(() => footnote.close());
  return footnote;
}

test('a folder of a bucket is kept in step: what is new, changed and gone', async () => {
  await put('2025/bees.md', '# Bees\n\nA queen bee lays up to 2000 eggs a day.\n');
  await put('2025/ants.md', '# Ants\n\nAnts carry fifty times their weight.\n');
  await put('2025/ants.md/below.md', '# Below\n\nAn object may lie below another.\n');
  await put('2025/box.zip', zipSync({ 'x.md': new TextEncoder().encode('Xylophones are loud.') }));
  await put('2025/picture.png', Uint8Array.from([1, 2, 3]));
  await put('2025/.hidden.md', 'Hidden.');
  await put('2024/old.md', 'Not asked for.');
  const footnote = await newFootnote();
  const paths = async () => (await footnote.listDocuments()).map(({ path }) => path).toSorted();
  const first = await footnote.ingest(['s3://papers/2025/']);
  expect(first).toMatchObject({ status: 'complete', documents: { added: 4 } });
  expect(await paths()).toEqual([
    's3://papers/2025/ants.md',
    's3://papers/2025/ants.md/below.md',
    's3://papers/2025/bees.md',
    's3://papers/2025/box.zip/x.md',
  ]);
  expect((await footnote.ask('How many eggs does a queen bee lay a day?')).answer).toContain('2000');
  expect(await footnote.ingest(['s3://papers/2025'])).toMatchObject({
    documents: { added: 0, updated: 0, unchanged: 4, removed: 0 },
  });

  // Of the same length, so that only the tag tells.
  await put('2025/bees.md', '# Bees\n\nA queen bee lays up to 3000 eggs a day.\n');
  await client.send(new DeleteObjectCommand({ Bucket: 'papers', Key: '2025/ants.md' }));
  await put('2025/crows.md', '# Crows\n\nCrows use tools.\n');
  expect(await footnote.ingest(['s3://papers/2025/'])).toMatchObject({
    documents: { added: 1, updated: 1, removed: 1, unchanged: 2 },
  });
  expect((await footnote.ask('How many eggs does a queen bee lay a day?')).answer).toContain('3000');
});

test('one object can be named; what is not there, or may not be read, is told', async () => {
  await put('one/bees.md', '# Bees\n\nBees make honey.\n');
  const footnote = await newFootnote();
  const report = await footnote.ingest([
    's3://papers/one/bees.md',
    's3://papers/none.md',
    's3://nowhere/',
    's3://',
  ]);
  expect(report.documents.added).toBe(1);
  expect(report.failures.map(({ path, code }) => `${path} ${code}`)).toEqual([
    's3://papers/none.md path_not_found',
    's3://nowhere/ path_not_found',
    's3:// address_refused',
  ]);
  process.env['AWS_ACCESS_KEY_ID'] = 'nobody';
  const { failures } = await footnote.ingest(['s3://papers/one/']);
  expect(failures).toEqual([expect.objectContaining({ path: 's3://papers/one/', code: 'address_refused' })]);
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  // A server that cannot be asked takes nothing away.
  expect((await footnote.listDocuments()).length).toBe(1);
});
