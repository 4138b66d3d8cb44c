import type { PGlite } from '@electric-sql/pglite';
import * as runner from 'vitest';
import { afterAll, beforeAll, describe } from 'vitest';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { type EngineUnderTest, engineConformance } from './engine.ts';
import { pipelineConformance } from './pipeline.ts';

describe('PostgreSQL in this process', () => {
  let database: PGlite;
  let places = 0;
  beforeAll(async () => {
    database = await startPglite();
  });
  afterAll(() => database.close());

  async function create(): Promise<EngineUnderTest> {
    const schema = `place_${places++}`;
    const open = () =>
      postgresqlEngine({
        url: 'postgresql://localhost/in-process',
        pool: pglitePool(database),
        schema,
        analyser: analyser(),
        // It has one thread with whoever asks it.
        timeoutMs: 60_000,
      });
    return {
      engine: open(),
      reopen: async () => open(),
      dispose: async () => {
        await database.exec(`drop schema if exists ${schema} cascade`);
      },
    };
  }

  engineConformance({
    runner,
    create,
    skip: {
      'a batch of ten thousand is wholly there':
        'it takes as long here as all the others; `npm run engines` tries it on a server',
    },
  });
  pipelineConformance({ runner, name: 'PostgreSQL in this process', create });
});
