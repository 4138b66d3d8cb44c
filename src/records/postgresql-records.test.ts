import { createServer } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Records } from '../contracts/records.ts';
import { isFootnoteError } from '../errors.ts';
import { type PostgresqlPool, postgresqlPools } from '../postgresql/postgresql-pool.ts';
import { draft, publish } from './drafts.test-support.ts';
import { asked, converse } from './kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords, pglitePool, serverUrl } from './opened-records.test-support.ts';
import { postgresqlRecords } from './postgresql-records.ts';

const password = 'a-password-that-nobody-may-see';

/** What opening fails with, whose message has no credentials in it. */
async function failureOf(opening: Promise<Records>) {
  const error = await opening.then(
    (records) => records.close(),
    (failure: unknown) => failure,
  );
  if (!isFootnoteError(error)) throw new Error('it did not fail', { cause: error });
  expect(JSON.stringify([error.message, error.details])).not.toContain(password);
  return { code: error.code, message: error.message };
}

test('a server that is not there is told with its address and what to do, after three tries', async () => {
  let tries = 0;
  const gone = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void gone.close());
  await new Promise((resolve) => gone.once('listening', resolve));
  const { port } = gone.address() as { port: number };
  const url = `postgresql://127.0.0.1:${port}/library`;
  const failure = await failureOf(postgresqlRecords({ url, user: 'ada', password, schema: 'own' }));
  expect(failure).toEqual({
    code: 'engine_unavailable',
    message: `PostgreSQL at 127.0.0.1:${port}/library, schema own is not available: the connection broke off. Start it, or check records.url.`,
  });
  expect(tries).toBe(3);
});

test('a server that does not answer is given up within the time that is set', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const url = `postgresql://127.0.0.1:${port}/library`;
  const startedMs = performance.now();
  expect(await failureOf(postgresqlRecords({ url, timeoutMs: 200 }))).toMatchObject({
    code: 'engine_unavailable',
  });
  expect(performance.now() - startedMs).toBeLessThan(5000);
});

describe('what is migrated', () => {
  let opened: OpenedRecords;

  beforeEach(async () => {
    opened = await openedRecords('postgresql');
  });

  test('all texts in the tables can be looked through, and bytes too', async () => {
    await publish(opened.records, 'default', draft('/a.md', 'Behind the orchard stands a shed.'));
    await opened.query(`insert into ${opened.schema}.contents values ('c', 'default', null, 3, '')`);
    await opened.query(`insert into ${opened.schema}.content_parts values ('c', 0, 'abc'::bytea)`);
    const held = new Map<string, unknown[]>();
    await opened.records.readStored?.(({ place, value }) => {
      held.set(place, [...(held.get(place) ?? []), ...Object.values(value as object)]);
    });
    expect(held.get('document_versions')).toContain('Behind the orchard stands a shed.');
    const bytes = held.get('content_parts')?.find((value) => value instanceof Uint8Array);
    expect(Buffer.from(bytes ?? []).toString()).toBe('abc');
  });

  test('the tables have the same columns as those of a file', async () => {
    const onFile = await openedRecords('sqlite');
    const columnsOf = async (tables: readonly string[]) => {
      const columns = await Promise.all(
        tables.map((table) => onFile.query(`select name from pragma_table_xinfo('${table}') order by cid`)),
      );
      return tables.map((table, at) => [table, columns[at]?.map(({ name }) => name).toSorted()]);
    };
    const tables = (
      await onFile.query(`select name from sqlite_schema where type in ('table', 'view')
      and name not like 'sqlite_%' order by name`)
    ).map(({ name }) => String(name));
    const rows = await opened.query(`select table_name, column_name from information_schema.columns
      where table_schema = '${opened.schema}' and column_name <> 'rowid' and table_name <> 'records_version'`);
    const found = Map.groupBy(rows, (row) => String(row['table_name']));
    expect(
      [...found]
        .map(
          ([table, columns]) => [table, columns.map((row) => String(row['column_name'])).toSorted()] as const,
        )
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ).toEqual(await columnsOf(tables));
  });

  test('a newer format is refused, and so is a schema of another program, which is left as it is', async () => {
    await opened.query('update records_version set version = 999');
    await expect(opened.reopen()).rejects.toMatchObject({ code: 'store_newer', details: { stored: 999 } });
    await opened.query('drop table records_version');
    const before = await opened.query(
      `select count(*) as rows from pg_class where relnamespace = '${opened.schema}'::regnamespace`,
    );
    await expect(opened.reopen()).rejects.toMatchObject({
      code: 'engine_rejected',
      message: expect.stringContaining('Choose another records.schema'),
    });
    expect(
      await opened.query(
        `select count(*) as rows from pg_class where relnamespace = '${opened.schema}'::regnamespace`,
      ),
    ).toEqual(before);
  });

  test('many openers of a new schema make the tables once', async () => {
    await opened.query(`drop schema ${opened.schema} cascade; create schema ${opened.schema}`);
    const all = await Promise.all(Array.from({ length: 6 }, () => opened.reopen()));
    for (const one of all) expect(await one.listCollections()).toEqual([]);
    expect(await opened.query('select version from records_version')).toHaveLength(1);
  });

  test('there is no copying and no overwriting of pages, which are the matter of the server', () => {
    expect(Object.keys(opened.records)).not.toContain('backup');
    expect(Object.keys(opened.records)).not.toContain('erasePages');
  });
});

test('what PostgreSQL holds in no text is kept as what stands for it, where it stood', async () => {
  const { records } = await openedRecords('postgresql');
  const { versions } = await publish(records, 'default', draft('/a.md', 'one\0two'));
  const { documentId } = versions[0] as { documentId: string };
  expect((await records.library.text(documentId, 1))?.text).toBe('one\ufffdtwo');
  await converse(records, 'c', 'a', [documentId, documentId]);
  await records.interactions.log([asked('b', { question: 'Who\0?', keepsWords: true })], 0);
  expect(await records.liveDocuments.versions(['a\0b', documentId])).toEqual(new Map([[documentId, 1]]));
});

test('paths are ordered by their bytes, as in a file, whatever the language of the database', async () => {
  const names = ['/Z.md', '/a.md', '/_.md', '/ä.md', '/B.md'];
  const lists = await Promise.all(
    (['sqlite', 'postgresql'] as const).map(async (kind) => {
      const { records } = await openedRecords(kind);
      await publish(records, 'default', ...names.map((name) => draft(name, `text of ${name}`)));
      expect(await records.documents.sourcesBelow('default', '/')).toHaveLength(5);
      return (await records.library.page('default', { search: '', limit: 10, offset: 0 })).documents.map(
        ({ path }) => path,
      );
    }),
  );
  expect(lists[1]).toEqual(lists[0]);
});

test('a connection is given back after every call, whether it succeeds or not', async () => {
  const url = serverUrl();
  const make = url ? await postgresqlPools({ url }, 5000) : undefined;
  const inner = make?.(4) ?? (await pglitePool());
  let open = 0;
  const pool: PostgresqlPool = {
    async connect() {
      const client = await inner.connect();
      open += 1;
      return {
        query: (...statement) => client.query(...statement),
        release(isBroken) {
          open -= 1;
          client.release(isBroken);
        },
      };
    },
    end: () => inner.end(),
  };
  const { schema } = await openedRecords('postgresql');
  const records = await postgresqlRecords({ url: url ?? 'postgresql://in-process/test', schema, pool });
  await publish(records, 'default', draft('/a.md', 'one'));
  const lost = { documentId: 'none', version: 1, chunks: 1, tokens: 1 };
  await expect(records.documents.publish('default-1', 'none', [lost])).rejects.toThrow();
  await expect(records.documents.publish('none', 'none', [lost])).rejects.toMatchObject({
    code: 'index_replaced',
  });
  expect(await records.library.list('default')).toHaveLength(1);
  expect(open).toBe(0);
  await records.close();
  await expect(records.library.list('default')).rejects.toMatchObject({ code: 'engine_unavailable' });
});
