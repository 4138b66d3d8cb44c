import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { spec } from '../../../conformance/engine-fixtures.ts';
import type { ChunkWrite } from '../../contracts/engine.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { Store } from './store.ts';
import { wordAnalyser } from './word-analyser.test-support.ts';
import { bumpGeneration, prepareBatch, writeBatch } from './write-batch.ts';

/** Where a store of one test can be. */
export function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'engine-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'footnote.db');
}

export async function openedStore(file: string): Promise<Store> {
  const store = new Store({ file, analyser: wordAnalyser });
  onTestFinished(() => store.close());
  await store.ready();
  return store;
}

/** A store with segments of one chunk each, as programs leave that end before any are merged. */
export async function scatteredStore(chunks: readonly ChunkWrite[]): Promise<Store> {
  const file = temporaryFile();
  const engine = embeddedEngine({ file, analyser: wordAnalyser });
  await engine.open(spec);
  await engine.close();
  const store = await openedStore(file);
  const batches = await Promise.all(chunks.map((chunk) => runSteps(prepareBatch([chunk], wordAnalyser))));
  await store.write(function* (writer) {
    for (const batch of batches) yield* writeBatch(writer, 1, batch);
    bumpGeneration(writer, 1, spec.id);
  });
  return store;
}
