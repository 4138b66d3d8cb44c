import { join } from 'node:path';
import type { Filter, IndexSpec, SearchIndex } from '../../src/contracts/engine.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { dimension, sampleSize } from './engine-corpus.ts';
import type { EngineSystem, Legs, Ranked } from './engine-system.ts';

const spec: IndexSpec = {
  id: 'bench',
  collection: 'bench',
  dimension,
  fields: { path: 'string', year: 'number', sample: 'number' },
};

const open = async (directory: string) => {
  const engine = embeddedEngine({ file: join(directory, 'footnote.db'), analyser: analyser() });
  return { engine, index: await engine.open(spec) };
};

const ranked = (hits: readonly { chunkId: string; score: number }[]): readonly Ranked[] =>
  hits.map(({ chunkId, score }) => ({ id: chunkId, score }));

const legs = (index: SearchIndex, filter?: Filter): Legs => ({
  keyword: async (text, limit) =>
    ranked(await index.keywords.search({ text, language: 'en', limit, filter })),
  vector: async (vector, limit) => ranked(await index.vectors.search({ vector, limit, filter })),
});

/** The embedded engine with the analyser that the product uses: text analysis is part of every figure. */
export const footnoteSystem: EngineSystem = {
  name: 'footnote',
  async create(directory) {
    const { engine, index } = await open(directory);
    return {
      write: (batch) => index.write(batch.map(({ chunk, vector }) => ({ chunk, vectors: [vector] }))),
      finish: () => engine.close(),
    };
  },
  async open(directory) {
    const { engine, index } = await open(directory);
    return {
      ...legs(index),
      filtered: (share) => legs(index, { field: 'sample', op: 'lte', value: share * sampleSize - 1 }),
      texts: async (ids) => (await index.get(ids)).map((chunk) => chunk.content),
      close: () => engine.close(),
    };
  },
};
