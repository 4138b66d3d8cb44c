import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkRun, chunkBatches } from './write.ts';

const range = fc.tuple(fc.nat(6), fc.nat(9)).map(([from, more]) => ({ from, to: from + more }));

type Batch = readonly ChunkRun<{ readonly from: number; readonly to: number }>[];

test('batches hold every chunk once, in order, and all but the last are full', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(range), fc.integer({ min: 1, max: 7 }), async (documents, maxChunks) => {
      const batches: Batch[] = [];
      for await (const batch of chunkBatches(documents, (document) => document, maxChunks))
        batches.push(batch);
      const chunksOf = (runs: Batch) =>
        runs.flatMap(({ document, from, to }) =>
          Array.from({ length: to - from }, (_, offset) => [documents.indexOf(document), from + offset]),
        );
      const every = documents.map((document) => ({ document, ...document }));
      expect(batches.flatMap(chunksOf)).toEqual(chunksOf(every));
      expect(batches.slice(0, -1).every((runs) => chunksOf(runs).length === maxChunks)).toBe(true);
      expect(batches.every((runs) => runs.length > 0 && chunksOf(runs).length <= maxChunks)).toBe(true);
    }),
  );
});
