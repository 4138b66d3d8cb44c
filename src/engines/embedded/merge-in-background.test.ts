import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spec, write } from '../../../conformance/engine-fixtures.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import { checkStore } from './check-store.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { Store } from './store.ts';
import { wordAnalyser } from './word-analyser.test-support.ts';
import { bumpGeneration, prepareBatch, writeBatch } from './write-batch.ts';

/** Leaves segments of one chunk each, as programs do that end before any are merged. */
async function scatter(file: string, segments: number): Promise<void> {
  const store = new Store({ file, analyser: wordAnalyser });
  await store.ready();
  const batches = await Promise.all(
    Array.from({ length: segments }, (_, at) =>
      runSteps(prepareBatch([write({ documentId: `d${at}`, content: 'apple' })], wordAnalyser)),
    ),
  );
  await store.write(function* (writer) {
    for (const batch of batches) yield* writeBatch(writer, 1, batch);
    bumpGeneration(writer, 1, spec.id);
  });
  await store.close();
}

test.each([
  { left: 30, segments: 2 * 31 },
  { left: 32, segments: 2 * (33 - 7) },
  { left: 99, segments: 2 * (100 - 7) },
])(
  'a write for which $left small segments of each kind were left ends with $segments, and all is found',
  async ({ left, segments }) => {
    const directory = mkdtempSync(join(tmpdir(), 'merge-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'footnote.db');
    const engine = embeddedEngine({ file, analyser: wordAnalyser });
    await engine.open(spec);
    await engine.close();
    await scatter(file, left);
    const writer = embeddedEngine({ file, analyser: wordAnalyser });
    await (await writer.open(spec)).write([write({ documentId: 'last', content: 'apple' })]);
    await writer.close();

    const store = new Store({ file, analyser: wordAnalyser });
    onTestFinished(() => store.close());
    await store.ready();
    expect(store.reader.rows('select count(*) from engine_segments')).toEqual([[segments]]);
    const reader = embeddedEngine({ file, analyser: wordAnalyser, readOnly: true });
    onTestFinished(() => reader.close());
    const query = { text: 'apple', language: 'en', limit: 1000 };
    expect(await (await reader.open(spec)).searchKeyword(query)).toHaveLength(left + 1);
    expect((await checkStore(file)).problems).toEqual([]);
  },
);
