import type { PGlite } from '@electric-sql/pglite';
import * as runner from 'vitest';
import { afterAll, beforeAll, describe } from 'vitest';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { engineConformance } from './engine.ts';

describe('PostgreSQL in this process', () => {
  let database: PGlite;
  let places = 0;
  beforeAll(async () => {
    database = await startPglite();
  });
  afterAll(() => database.close());

  engineConformance({
    runner,
    async create() {
      const schema = `place_${places++}`;
      const open = () =>
        postgresqlEngine({
          url: 'postgresql://localhost/in-process',
          pool: pglitePool(database),
          schema,
          analyser: analyser(),
        });
      return {
        engine: open(),
        reopen: async () => open(),
        dispose: async () => {
          await database.exec(`drop schema if exists ${schema} cascade`);
        },
      };
    },
  });
});
