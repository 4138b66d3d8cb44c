import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import { type ChunkMetadataClient, chunkMetadataTable } from './chunk-metadata.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());
beforeEach(() => database.query('DROP TABLE IF EXISTS chunk_metadata'));

interface Row {
  readonly chunk_id: string;
  readonly [column: string]: unknown;
}

/** A pool over the one connection, which counts statements and says how its connections were given back. */
function poolOf({
  failures = [] as readonly Error[],
  refuse = (_sql: string): Error | undefined => undefined,
} = {}) {
  const left = [...failures];
  const statements: string[] = [];
  const released: (Error | boolean | undefined)[] = [];
  const client: ChunkMetadataClient = {
    query: async (sql, values) => {
      statements.push(sql.trim().split(/\s+/, 2).join(' '));
      const error = refuse(sql);
      if (error) throw error;
      return database.query(sql, values);
    },
    release: (error) => released.push(error),
  };
  return {
    statements,
    released,
    connect: async () => {
      const error = left.shift();
      if (error) throw error;
      return client;
    },
  };
}

const rows = async () => (await database.query<Row>('SELECT * FROM chunk_metadata ORDER BY chunk_id')).rows;
const networkError = (code: string) => Object.assign(new Error(code), { code });

function chunk(documentId: string, ordinal = 0, more: Partial<Chunk> = {}): Chunk {
  return {
    id: chunkId(documentId, more.version ?? 1, ordinal),
    documentId,
    version: 1,
    ordinal,
    start: 0,
    end: 4,
    content: 'text',
    title: 'A book',
    headingPath: ['Chapter 3: Motion', 'Speed & time'],
    tokens: 12,
    language: 'en',
    metadata: {},
    ...more,
  };
}

test('E5: a chunk is a row, and keeps its time of creation when it is written again', async () => {
  const table = chunkMetadataTable({ pool: poolOf() });
  await table.upsert('index', [chunk('chapter-3.md')]);
  const [first] = await rows();
  expect(first).toEqual({
    chunk_id: 'chapter-3.md.1.0',
    chapter_id: '3',
    section_id: 'speed-time',
    source_file: 'chapter-3.md',
    token_count: 12,
    created_at: expect.any(Date),
    updated_at: expect.any(Date),
    index_id: 'index',
  });
  await table.upsert('index', [
    chunk('chapter-3.md', 0, { tokens: 13, metadata: { chapter_id: 7, source_file: 'a\0b' } }),
  ]);
  const [second] = await rows();
  expect(second).toMatchObject({
    chapter_id: '7',
    source_file: 'ab',
    token_count: 13,
    created_at: first?.created_at,
  });
  expect((second?.updated_at as Date) > (first?.updated_at as Date)).toBe(true);
});

test('the file of a document is asked for once', async () => {
  const asked: string[] = [];
  const sourceFile = async ({ documentId }: { readonly documentId: string }) => {
    asked.push(documentId);
    return documentId === 'c' ? undefined : `book/${documentId}.md`;
  };
  await chunkMetadataTable({ pool: poolOf(), sourceFile }).upsert('index', [
    chunk('a'),
    chunk('a', 1),
    chunk('b'),
    chunk('c'),
  ]);
  expect(asked).toEqual(['a', 'b', 'c']);
  expect((await rows()).map((row) => row.source_file)).toEqual(['book/a.md', 'book/a.md', 'book/b.md', 'c']);
});

test('E5: rows are written by the hundred, in one transaction', async () => {
  const pool = poolOf();
  const many = Array.from({ length: 250 }, (_, ordinal) => chunk('doc', ordinal));
  await chunkMetadataTable({ pool }).upsert('index', [...many, ...many.slice(0, 5)]);
  expect(await rows()).toHaveLength(250);
  expect(pool.statements).toEqual([
    'BEGIN',
    'SELECT pg_advisory_xact_lock(hashtext($1))',
    'CREATE TABLE',
    'ALTER TABLE',
    ...Array.from({ length: 3 }, () => 'INSERT INTO'),
    'COMMIT',
  ]);
  expect(pool.released).toEqual([undefined]);
});

test('E5: what fails on its way leaves nothing behind', async () => {
  await chunkMetadataTable({ pool: poolOf() }).upsert('index', [chunk('before')]);
  let inserts = 0;
  const refuse = (sql: string) =>
    sql.startsWith('INSERT') && ++inserts === 2 ? new Error('value too long') : undefined;
  const pool = poolOf({ refuse });
  const many = Array.from({ length: 150 }, (_, ordinal) => chunk('doc', ordinal));
  await expect(chunkMetadataTable({ pool }).upsert('index', many)).rejects.toMatchObject({
    code: 'engine_rejected',
    message: expect.stringContaining('value too long'),
  });
  expect((await rows()).map((row) => row.chunk_id)).toEqual(['before.1.0']);
  expect(pool.statements.at(-1)).toBe('ROLLBACK');
  expect(pool.released).toEqual([false]);
});

test('a connection is tried three times', async () => {
  await chunkMetadataTable({
    pool: poolOf({ failures: [networkError('ECONNREFUSED'), networkError('ECONNREFUSED')] }),
  }).upsert('index', [chunk('doc')]);
  expect(await rows()).toHaveLength(1);
  const pool = poolOf({
    failures: [networkError('ECONNREFUSED'), networkError('ECONNREFUSED'), networkError('ECONNREFUSED')],
  });
  await expect(
    chunkMetadataTable({ pool, server: 'PostgreSQL at db:5432' }).upsert('index', [chunk('other')]),
  ).rejects.toMatchObject({ code: 'engine_unavailable', message: expect.stringContaining('db:5432') });
  expect(await rows()).toHaveLength(1);
});

test('removal takes a document or one version of it, whatever its name', async () => {
  const table = chunkMetadataTable({ pool: poolOf() });
  const ids = ['a', 'a.1', 'a.1.2', 'a%', 'a_', `a'`, 'A'];
  await table.upsert(
    'index',
    ids.flatMap((id) => [chunk(id), chunk(id, 1, { version: 2 })]),
  );
  await table.remove([{ documentId: 'a' }, { documentId: 'a%', version: 2 }, { documentId: 'missing' }]);
  expect((await rows()).map((row) => row.chunk_id).toSorted()).toEqual(
    ids
      .flatMap((id) => [`${id}.1.0`, `${id}.2.1`])
      .filter((id) => !['a.1.0', 'a.2.1', 'a%.2.1'].includes(id))
      .toSorted(),
  );
  await table.remove([]);
  expect(await rows()).toHaveLength(11);
});

test('an index that is dropped leaves no row, but those that another has written since stay', async () => {
  const table = chunkMetadataTable({ pool: poolOf() });
  await table.upsert('old', [chunk('a'), chunk('a', 1), chunk('b')]);
  await table.upsert('new', [chunk('a')]);
  await table.upsert('other', [chunk('c')]);
  await table.drop('old');
  expect((await rows()).map((row) => [row.chunk_id, row.index_id])).toEqual([
    ['a.1.0', 'new'],
    ['c.1.0', 'other'],
  ]);
});

test('a table that another program has made is written to', async () => {
  await database.exec(`CREATE TABLE chunk_metadata (chunk_id text PRIMARY KEY, chapter_id text, section_id text,
    source_file text, token_count integer, created_at timestamptz DEFAULT now(), updated_at timestamptz)`);
  await database.exec("INSERT INTO chunk_metadata VALUES ('theirs', '1', 's', 'f.md', 3)");
  const table = chunkMetadataTable({ pool: poolOf() });
  await table.upsert('index', [chunk('a')]);
  await table.drop('index');
  expect((await rows()).map((row) => row.chunk_id)).toEqual(['theirs']);
});

test('nothing is done for nothing, and what is stopped is not begun', async () => {
  const pool = poolOf();
  const table = chunkMetadataTable({ pool });
  await table.upsert('index', []);
  await expect(table.upsert('index', [chunk('doc')], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(pool.statements).toEqual([]);
});
