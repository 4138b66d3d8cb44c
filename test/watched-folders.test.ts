import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../src/pipeline.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { expectError, startTestServer } from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

let folder: string;
let root: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'footnote-folders-')));
  root = join(folder, 'root');
  mkdirSync(join(root, 'notes'), { recursive: true });
  mkdirSync(join(folder, 'secret'));
  writeFileSync(join(root, 'notes', 'tides.md'), '# Tides\n\nThe tide turns every six hours.\n');
  symlinkSync(join(folder, 'secret'), join(root, 'way-out'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A server over the same store, as after a restart, that may read these folders. */
async function serve(folders: readonly string[]) {
  const flags = { store: join(folder, 'store'), embedder: { threads: 1 }, server: { folders: [...folders] } };
  const { config } = resolveConfig({ flags, environment: {}, directory: folder });
  const footnote = await openFootnote(config, await quickAdapters());
  const server = await startTestServer({ config, footnote });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await server.server.close();
    await footnote.close();
  };
  onTestFinished(close);
  return { ...server, footnote, close };
}

const path = '/api/v1/collections/default/folders';

test('a folder is followed, also after a restart, until it is stopped or forgotten', async () => {
  const first = await serve([root]);
  const added = await first.send(path, { body: { path: 'notes' } });
  expect(added.status).toBe(200);
  const { folderId } = added.json() as { folderId: string };
  const state = async (server: typeof first) => {
    const { folders } = (await server.send(path)).json() as {
      folders: { lastRun: { documents: object } | null }[];
    };
    return folders[0];
  };
  await expect
    .poll(() => state(first))
    .toMatchObject({
      path: join(root, 'notes'),
      isActive: true,
      error: null,
      lastRun: { status: 'complete', documents: { added: 1 }, failures: [] },
    });
  writeFileSync(join(root, 'notes', 'bees.md'), '# Bees\n\nBees are fed in autumn.\n');
  writeFileSync(join(root, 'notes', 'broken.pdf'), '%PDF-1.4 nothing');
  await expect
    .poll(() => state(first))
    .toMatchObject({
      lastRun: {
        status: 'partial',
        failed: 1,
        failures: [{ path: expect.stringContaining('broken.pdf') }],
      },
    });
  await first.close();

  writeFileSync(join(root, 'notes', 'dunes.md'), '# Dunes\n\nDunes move by a metre a year.\n');
  const again = await serve([root]);
  const listed = async () => (await again.footnote.listDocuments()).map(({ title }) => title).toSorted();
  await expect.poll(listed).toEqual(['Bees', 'Dunes', 'Tides']);
  const stopped = await again.send(`${path}/${folderId}`, { method: 'PATCH', body: { isActive: false } });
  expect(stopped.json()).toMatchObject({ folderId, isActive: false });
  expect((await again.send(`${path}/${folderId}`, { method: 'DELETE' })).json()).toEqual({ removed: true });
  expect(await again.footnote.listWatchedFolders()).toEqual([]);
  expect(await listed()).toEqual(['Bees', 'Dunes', 'Tides']);
  expectError(await again.send(`${path}/${folderId}`, { method: 'DELETE' }), 404, 'folder_unknown');
});

test('only what the settings allow is followed, also once they allow less', async () => {
  const open = await serve([root]);
  for (const outside of ['way-out', '..', folder, join(folder, 'secret'), 'nowhere'])
    expectError(await open.send(path, { body: { path: outside } }), 403, 'folder_forbidden');
  await open.footnote.watchFolder(join(folder, 'secret'));
  const error = { code: 'folder_forbidden', message: expect.stringContaining('server.folders') };
  await expect.poll(() => open.footnote.listWatchedFolders()).toMatchObject([{ lastRun: null, error }]);
  await open.close();
  const none = await serve([]);
  expectError(await none.send(path, { body: { path: root } }), 403, 'folder_forbidden');
  expect((await none.send(path)).json()).toMatchObject({ roots: [] });
});

test('what is looked into again is what was allowed, and a removed collection stays away', async () => {
  const inside = join(root, 'swapped');
  mkdirSync(inside);
  writeFileSync(join(inside, 'dunes.md'), '# Dunes\n\nDunes move by a metre a year.\n');
  writeFileSync(join(folder, 'secret', 'vault.md'), '# Vault\n\nThe code is nine.\n');
  const server = await serve([root]);
  const collection = 'swapped';
  const titles = async () => (await server.footnote.listDocuments({ collection })).map(({ title }) => title);
  const look = async () => (await server.footnote.listWatchedFolders({ collection }))[0];
  await server.footnote.watchFolder(inside, { collection, within: [root] });
  await expect.poll(look).toMatchObject({ lastRun: { documents: { added: 1 } } });
  rmSync(inside, { recursive: true });
  symlinkSync(join(folder, 'secret'), inside);
  await expect.poll(look).toMatchObject({ error: { code: 'folder_forbidden' } });
  expect(await titles()).toEqual(['Dunes']);

  const gone = 'gone';
  const found = async () => (await server.footnote.listWatchedFolders({ collection: gone }))[0];
  await server.footnote.watchFolder(join(root, 'notes'), { collection: gone, within: [root] });
  await expect.poll(found).toMatchObject({ lastRun: { status: expect.any(String) } });
  await server.footnote.deleteCollection(gone);
  writeFileSync(join(root, 'notes', 'wasps.md'), '# Wasps\n\nWasps build with paper.\n');
  await server.footnote.watchFolder(join(root, 'notes'), { collection: 'after', within: [root] });
  const after = async () => (await server.footnote.listWatchedFolders({ collection: 'after' }))[0];
  await expect.poll(after).toMatchObject({ error: null, lastRun: { status: expect.any(String) } });
  expect(await server.footnote.listCollections()).not.toContain(gone);
});
