import { randomUUID } from 'node:crypto';
import * as runner from 'vitest';
import { describe } from 'vitest';
import { chromaEngine } from '../src/engines/chroma/chroma-engine.ts';
import type { EngineUnderTest } from './engine.ts';
import { engineConformance } from './engine.ts';
import { pipelineConformance } from './pipeline.ts';

const { CHROMA_URL: url = '', CHROMA_API_KEY: apiKey } = process.env;

/** Collections under a prefix of their own, which are dropped afterwards. */
async function create(): Promise<EngineUnderTest> {
  const collection = `test-${randomUUID()}`;
  const indexes = new Set<string>();
  const open = () => {
    const engine = chromaEngine({ url, collection, timeoutMs: 20_000, ...(apiKey && { apiKey }) });
    return {
      name: engine.name,
      open: (...[spec, options]: Parameters<typeof engine.open>) => {
        indexes.add(spec.id);
        return engine.open(spec, options);
      },
      drop: (...asked: Parameters<typeof engine.drop>) => engine.drop(...asked),
      readStored: async (...asked: Parameters<NonNullable<typeof engine.readStored>>) =>
        engine.readStored?.(...asked),
      close: () => engine.close(),
    };
  };
  return {
    engine: open(),
    reopen: async () => open(),
    async dispose() {
      const engine = open();
      for (const id of indexes) await engine.drop(id);
      await engine.close();
    },
  };
}

describe.skipIf(url === '')(url === '' ? 'Chroma (CHROMA_URL names no server)' : 'Chroma', () => {
  engineConformance({ runner, create });
  pipelineConformance({ runner, name: 'chroma', create });
});
