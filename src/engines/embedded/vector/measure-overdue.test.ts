import { expect, onTestFinished, test } from 'vitest';
import { axis, dimension, spec, write } from '../../../../conformance/engine-fixtures.ts';
import type { ChunkWrite } from '../../../contracts/engine.ts';
import { seededRandom } from '../../../values/seeded-random.ts';
import { embeddedEngine } from '../embedded-engine.ts';
import { mergeSegments } from '../merge/merge-in-background.ts';
import { openedStore, scatteredStore, temporaryFile } from '../scattered-store.test-support.ts';
import { ResidentIndex } from '../segments/resident-index.ts';
import { listSegments } from '../segments/segment-rows.ts';
import { wordAnalyser } from '../word-analyser.test-support.ts';
import { measureOverdue } from './measure-signs.ts';
import { minSignRows, readSignMeasurement } from './sign-measurement.ts';

const windows = 512;
/** Chunks that make an index large. */
const large = minSignRows / windows;

/** A chunk of as many vectors, each near one of 40 middles. */
function chunkOf(number: number): ChunkWrite {
  const random = seededRandom(number);
  const vectors = Array.from({ length: windows }, (_, window) => {
    const middle = seededRandom((number * windows + window) % 40);
    return Float32Array.from({ length: dimension }, () => middle() - 0.5 + 0.1 * random());
  });
  return write({ documentId: `d${number}`, content: 'apple' }, vectors);
}

function chunks(from: number, to: number): readonly ChunkWrite[] {
  return Array.from({ length: to - from }, (_, at) => chunkOf(from + at));
}

test('a write that makes an index large leaves it measured, and so does one that doubles it', async () => {
  const file = temporaryFile();
  const engine = embeddedEngine({ file, analyser: wordAnalyser });
  onTestFinished(() => engine.close());
  const index = await engine.open(spec);
  const store = await openedStore(file);
  const measured = () => readSignMeasurement(store.reader, 1);

  await index.write(chunks(0, large));
  await index.remove([{ documentId: 'd0' }]);
  await index.write(chunks(large, large + 1));
  await index.remove([{ documentId: 'd1' }]);
  expect(measured()?.rows).toBe(minSignRows);
  expect(measured()?.kept).toBeLessThan(minSignRows / 10);
  await index.write(chunks(large + 1, 2 * large + 1));
  expect(measured()?.rows).toBe(minSignRows);
  await index.write(chunks(2 * large + 1, 2 * large + 3));
  expect(measured()?.rows).toBe((2 * large + 1) * windows);
});

test('vectors that are merged while they are measured are looked at once, as they are behind a search', async () => {
  const written = chunks(0, large + 2);
  const store = await scatteredStore(written);
  const index = new ResidentIndex(store, spec.id, 1, dimension);
  expect(listSegments(store.reader, 1)).toHaveLength(2 * written.length);

  await Promise.all([measureOverdue(index), mergeSegments(index)]);
  expect(listSegments(store.reader, 1).length).toBeLessThan(written.length);
  expect(readSignMeasurement(store.reader, 1)?.rows).toBe(windows * written.length);

  await store.write(function* (writer) {
    yield;
    writer.database.exec('delete from engine_sign_measurements');
  });
  const searching = embeddedEngine({ file: store.options.file, analyser: wordAnalyser });
  onTestFinished(() => searching.close());
  await (await searching.open(spec)).vectors.search({ vector: axis(0), limit: 10 });
  await expect.poll(() => readSignMeasurement(store.reader, 1)?.rows).toBe(windows * written.length);
});
