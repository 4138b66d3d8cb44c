import { join } from 'node:path';
import type { IndexSpec } from '../../src/contracts/engine.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { dimension } from './engine-corpus.ts';
import type { EngineSystem, Ranked } from './engine-system.ts';

const spec: IndexSpec = { id: 'bench', dimension, fields: { path: 'string', year: 'number' } };

const open = async (directory: string) => {
  const engine = embeddedEngine({ file: join(directory, 'footnote.db'), analyser: analyser() });
  return { engine, index: await engine.open(spec) };
};

const ranked = (hits: readonly { chunkId: string; score: number }[]): readonly Ranked[] =>
  hits.map(({ chunkId, score }) => ({ id: chunkId, score }));

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
      keyword: async (text, limit) => ranked(await index.searchKeyword({ text, language: 'en', limit })),
      vector: async (vector, limit) => ranked(await index.searchVector({ vector, limit })),
      texts: async (ids) => (await index.get(ids)).map((chunk) => chunk.content),
      close: () => engine.close(),
    };
  },
};
