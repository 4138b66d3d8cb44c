import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

const question = 'How long must a password be?';

/** A pipeline over a store with the handbook, whose folder can be taken away and brought back. */
async function openOverDisk(): Promise<{ footnote: Footnote; unmount: () => void; mount: () => void }> {
  const folder = temporaryFolder();
  const [store, away] = [join(folder, 'store'), join(folder, 'away')];
  const footnote = await openFootnote({ store }, await quickAdapters());
  onTestFinished(() => footnote.close());
  await footnote.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
  return { footnote, unmount: () => renameSync(store, away), mount: () => renameSync(away, store) };
}

test('C8: where the store goes away under a running pipeline, what answers quoted is shown until it is back', async () => {
  const { footnote, unmount, mount } = await openOverDisk();
  const { citations } = await footnote.ask(question);
  expect(citations.length).toBeGreaterThan(0);

  unmount();
  const shown = await footnote.ask('Who keeps the keys?');
  expect(shown).toMatchObject({ outcome: 'store-away', abstained: true, confidence: 0 });
  expect(shown.answer).toMatch(/^The documents cannot be reached right now/);
  expect(shown.citations.map(({ quote }) => quote)).toEqual(citations.map(({ quote }) => quote));

  mount();
  expect(await footnote.ask(question)).toMatchObject({ outcome: 'answered', citations });
});

test('C8: without anything to show, a store that went away is an error that may pass, and no unknown collection', async () => {
  const { footnote, unmount } = await openOverDisk();
  unmount();
  const away = { code: 'store_unavailable', retryable: true };
  await expect(footnote.ask(question)).rejects.toMatchObject(away);
  await expect(footnote.search(question)).rejects.toMatchObject(away);
  await expect(footnote.listDocuments()).rejects.toMatchObject(away);
});

test('a store that was never there has no collection', async () => {
  const footnote = await openFootnote({ store: join(temporaryFolder(), 'store') });
  onTestFinished(() => footnote.close());
  await expect(footnote.ask(question)).rejects.toMatchObject({ code: 'collection_unknown' });
});
