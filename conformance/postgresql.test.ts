import * as runner from 'vitest';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { pipelineConformance } from './pipeline.ts';

pipelineConformance({
  runner,
  name: 'PostgreSQL in this process',
  async create() {
    const database = await startPglite();
    const open = () =>
      postgresqlEngine({
        url: 'postgresql://127.0.0.1/pglite',
        pool: pglitePool(database),
        analyser: analyser(),
        // It has one thread with whoever asks it.
        timeoutMs: 60_000,
      });
    return { engine: open(), reopen: async () => open(), dispose: () => database.close() };
  },
});
