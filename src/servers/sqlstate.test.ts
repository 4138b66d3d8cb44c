import type { PGlite } from '@electric-sql/pglite';
import { beforeAll, expect, test } from 'vitest';
import { pglitePool, startPglite } from '../engines/postgresql/pglite-pool.test-support.ts';
import { type PostgresqlPool, PostgresqlServer } from '../engines/postgresql/postgresql-server.ts';
import { PostgresqlCalls } from '../postgresql/postgresql-calls.ts';

const url = 'postgresql://localhost/in-process';

let database: PGlite;
beforeAll(async () => {
  database = await startPglite();
  return () => database.close();
});

/** A pool whose connections lose this statement as often as said, in the server's own words. */
function losing(statement: string, times: number) {
  const pool = pglitePool(database);
  const released: boolean[] = [];
  let left = times;
  const forgetful: PostgresqlPool = {
    async connect() {
      const client = await pool.connect();
      return {
        query: (text, values) =>
          text === statement && left-- > 0 ? client.query('execute gone') : client.query(text, values),
        release(isBroken = false) {
          released.push(isBroken);
          client.release(isBroken);
        },
      };
    },
    end: () => pool.end(),
  };
  return { pool: forgetful, released };
}

test('a call to the engine whose statement was lost is made again, over another connection', async () => {
  const { pool, released } = losing('select 1 as one', 1);
  const server = new PostgresqlServer({ url, pool });
  expect(await server.query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(released).toEqual([true, false]);
});

/** Connections as the records have them. */
function recordsOver(statement: string, times: number) {
  const { pool } = losing(statement, times);
  const calls = new PostgresqlCalls('PostgreSQL', 5000);
  return calls.over({
    connect: async () => {
      const client = await pool.connect();
      return {
        query: async (text, values) => ({ command: '', rowCount: 0, ...(await client.query(text, values)) }),
        release: (isBroken) => client.release(isBroken),
      };
    },
    end: () => pool.end(),
  });
}

test('a statement of the records that was lost is run once more; one of a transaction is its caller’s', async () => {
  const once = await recordsOver('select 2 as two', 1).connect();
  expect((await once.query('select 2 as two', [])).rows).toEqual([{ two: 2 }]);
  once.release();

  const twice = await recordsOver('select 2 as two', 2).connect();
  await expect(twice.query('select 2 as two', [])).rejects.toMatchObject({ code: 'store_busy' });
  twice.release();

  const inTransaction = await recordsOver('select 2 as two', 1).connect();
  await inTransaction.query('begin', []);
  await expect(inTransaction.query('select 2 as two', [])).rejects.toMatchObject({ code: 'store_busy' });
  await inTransaction.query('rollback', []);
  expect((await inTransaction.query('select 2 as two', [])).rows).toEqual([{ two: 2 }]);
  inTransaction.release();
});
