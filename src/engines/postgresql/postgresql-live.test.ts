import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { IndexSpec } from '../../contracts/engine.ts';
import { gramAnalyser } from '../embedded/word-analyser.test-support.ts';
import { type PostgresqlEngineOptions, postgresqlEngine } from './postgresql-engine.ts';
import type { PostgresqlStore } from './postgresql-store.ts';

const url = process.env['POSTGRESQL_URL'] ?? '';
const schema = `footnote_test_${process.pid}`;
const spec: IndexSpec = { id: 'one', collection: 'acme', dimension: 3, fields: {} };

/** The server under a name that only these tests' engines go by. */
function named(): string {
  const address = new URL(url);
  address.searchParams.set('application_name', schema);
  return address.href;
}

function engineOn(options: Partial<PostgresqlEngineOptions> = {}) {
  return postgresqlEngine({ url: named(), schema, analyser: gramAnalyser, timeoutMs: 30_000, ...options });
}

/** What only a server of its own process shows: several connections, roles that log in, connections that break. */
describe.skipIf(url === '')('on a PostgreSQL server (skipped where POSTGRESQL_URL names none)', () => {
  let admin: Pool;
  beforeAll(() => {
    admin = new Pool({ connectionString: url });
  });
  afterAll(async () => {
    await admin.query(`drop schema if exists ${schema} cascade`);
    await admin.query(`drop role if exists ${schema}_reader`);
    await admin.end();
  });

  /** Ends all connections of these engines, as a restart of the server does. Returns how many there were. */
  async function endConnections(): Promise<number> {
    const { rows } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`,
      [schema],
    );
    return rows.length;
  }

  test('engines that open an empty database at once all find their tables', async () => {
    const engines = Array.from({ length: 5 }, () => engineOn());
    const stores = await Promise.all(engines.map((engine) => engine.open(spec)));
    expect(await Promise.all(stores.map((store) => store.count()))).toEqual([0, 0, 0, 0, 0]);
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('after its connections broke an engine goes on by itself, and nothing that it wrote is lost', async () => {
    const engine = engineOn();
    const store = await engine.open({ ...spec, id: 'broken' });
    const written = new Set<string>();
    let ended = 0;
    for (let run = 0; run < 12; run++) {
      const batch = Array.from({ length: 20 }, (_, place) =>
        chunk(`run ${run} word${place}`, run * 20 + place),
      );
      const writing = store.write(batch.map((one) => ({ chunk: one, vectors: [Float32Array.of(1, 0, 0)] })));
      // Some break in the middle of a write, the others between two.
      if (run % 2 === 0) ended += await endConnections();
      await writing;
      for (const { id } of batch) written.add(id);
      if (run % 2 === 1) ended += await endConnections();
      expect((await store.get([...written])).length).toBe(written.size);
    }
    expect(ended).toBeGreaterThan(5);
    expect(await store.count()).toBe(written.size);
    const statistics = await store.terms?.statistics([
      { field: 'content', term: 'run' },
      { field: 'content', term: 'word7' },
    ]);
    expect(statistics).toMatchObject({ chunks: written.size, frequencies: [written.size, 12] });
    await engine.close();
  });

  test('writers, removers and late vectors that overlap all take effect', async () => {
    const engines = [engineOn(), engineOn()];
    const stores = await Promise.all(engines.map((engine) => engine.open({ ...spec, id: 'busy' })));
    const documents = Array.from({ length: 24 }, (_, at) => `document ${at}`);
    await Promise.all(
      documents.map(async (documentId, at) => {
        const store = stores[at % 2] as (typeof stores)[number];
        const chunks = Array.from({ length: 10 }, (_, place) =>
          chunk(`shared ${documentId}`, place, documentId),
        );
        const writes = chunks.map((one) => ({ chunk: one, vectors: [] }));
        await Promise.all([store.write(writes), store.write(writes)]);
        await Promise.all([
          store.vectors?.add?.(
            chunks.map(({ id }) => ({ chunkId: id, vectors: [Float32Array.of(0, 1, 0)] })),
          ),
          at % 3 === 0 ? store.remove([{ documentId }]) : undefined,
        ]);
      }),
    );
    const [store] = stores;
    expect(await store?.count()).toBe(160);
    expect(await store?.vectors?.count()).toEqual({ vectors: 160, chunks: 160 });
    const statistics = await store?.terms?.statistics([{ field: 'content', term: 'shared' }]);
    expect(statistics).toMatchObject({ chunks: 160, frequencies: [160] });
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('a call that is given up frees its connection', async () => {
    const engine = engineOn({ maxConnections: 1, timeoutMs: 1000 });
    const store = await engine.open({ ...spec, id: 'locked' });
    const holder = await admin.connect();
    await holder.query('begin');
    await holder.query(`select from ${schema}.footnote_indexes for update`);
    await expect(store.write([{ chunk: chunk('waits'), vectors: [] }])).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining('1000 ms'),
    });
    expect(await store.count()).toBe(0);
    await holder.query('rollback');
    holder.release();
    await store.write([{ chunk: chunk('written'), vectors: [] }]);
    expect(await store.count()).toBe(1);
    await engine.close();
  });

  test('a role that logs in sees only the collections that are granted to it', async () => {
    const owner = engineOn({ rowLevelSecurity: true });
    const theirs = await owner.open({ ...spec, id: 'theirs', collection: 'globex' });
    await theirs.write([{ chunk: chunk('secret words'), vectors: [Float32Array.of(1, 0, 0)] }]);
    const role = `${schema}_reader`;
    await admin.query(`create role ${role} login password 'p@ss/word'`);
    await admin.query(`grant usage on schema ${schema} to ${role}`);
    await admin.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
    await admin.query(`insert into ${schema}.footnote_roles values ('${role}', 'acme')`);

    const engine = engineOn({ user: role, password: 'p@ss/word' });
    const own = await engine.open({ ...spec, id: 'own' });
    await own.write([{ chunk: chunk('our words'), vectors: [Float32Array.of(1, 0, 0)] }]);
    expect((await own.get(['document.1.0'])).map(({ content }) => content)).toEqual(['our words']);
    await expect(engine.open({ ...spec, id: 'theirs', collection: 'globex' })).rejects.toMatchObject({
      code: 'engine_rejected',
    });
    const login = new URL(url);
    login.username = role;
    login.password = encodeURIComponent('p@ss/word');
    const client = new Client({ connectionString: login.href });
    await client.connect();
    const { rows } = await client.query(
      `select content from ${schema}.document_chunks where content like '%words'`,
    );
    expect(rows).toEqual([{ content: 'our words' }]);
    expect(
      (await client.query(`select term from ${schema}.footnote_terms where term = 'secret'`)).rows,
    ).toEqual([]);
    await client.end();
    // As many as there should be a graph of, which only the owner may build.
    await admin.query(
      `insert into ${schema}.document_chunks overriding system value
        select (jsonb_populate_record(null::${schema}.document_chunks,
          to_jsonb(c) || jsonb_build_object('id', 'copy ' || n, 'number', 1000000 + n))).*
        from ${schema}.document_chunks c, generate_series(1, 10000) n where c.content = 'our words'`,
    );
    const { nearest } = own as PostgresqlStore;
    expect(own.warnings).toEqual([]);
    nearest.noteWrite();
    await nearest.settled();
    expect(own.warnings).toEqual([
      expect.stringMatching(
        /^The vectors of collection "acme" have no index, .* lacks a permission .* as the owner/,
      ),
    ]);
    await engine.drop('own');
    expect(await theirs.count()).toBe(1);
    await Promise.all([engine.close(), owner.close()]);
    await admin.query(`drop owned by ${role}`);
  });
});

function chunk(content: string, ordinal = 0, documentId = 'document'): Chunk {
  const id = chunkId(documentId, 1, ordinal);
  return {
    id,
    documentId,
    version: 1,
    ordinal,
    start: 0,
    end: content.length,
    content,
    title: '',
    headingPath: [],
    tokens: 1,
    language: 'en',
    metadata: {},
  };
}
