import { expect, onTestFinished, test } from 'vitest';
import { PostgresqlServer } from '../src/engines/postgresql/postgresql-server.ts';
import { startPglite } from './pglite-server.ts';
import { startTcpProxy } from './tcp-proxy.test-support.ts';

test('a call without a deadline is given up where the server answers nobody', async () => {
  const database = await startPglite();
  onTestFinished(() => database.close());
  const proxy = await startTcpProxy(database);
  onTestFinished(() => proxy.close());
  const url = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`;
  const server = new PostgresqlServer({ url, timeoutMs: 1000, maxConnections: 1 });
  onTestFinished(() => server.close());

  await server.query('select 1', [], { timeoutMs: 60_000 });
  proxy.strike({ fault: 'stall', atMessage: 1 });
  const late = server.query('select 2', [], { timeoutMs: Number.POSITIVE_INFINITY });
  await expect(late).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringMatching(
      new RegExp(`^PostgreSQL at 127.0.0.1:${proxy.port} .*did not answer within`),
    ),
  });

  await proxy.heal();
  const [row] = await server.query('select 3 as three', [], { timeoutMs: Number.POSITIVE_INFINITY });
  expect(row).toEqual({ three: 3 });
});
