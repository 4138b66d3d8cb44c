import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chunk, chunkId, type Metadata } from '../../contracts/chunk.ts';
import type { IndexSpec, SoughtTerm } from '../../contracts/engine.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { chunkTerms, termFields } from '../chunk-terms.ts';
import { gramAnalyser } from '../embedded/word-analyser.test-support.ts';
import { migrationsSql } from './migrations.ts';
import { pglitePool, startPglite } from './pglite-pool.test-support.ts';
import { type PostgresqlEngineOptions, postgresqlEngine } from './postgresql-engine.ts';

let database: PGlite;
beforeAll(async () => {
  database = await startPglite();
});
afterAll(() => database.close());

const url = 'postgresql://localhost/test';

function engineOn(options: Partial<PostgresqlEngineOptions> = {}) {
  return postgresqlEngine({
    url,
    pool: pglitePool(database),
    analyser: gramAnalyser,
    timeoutMs: 60_000,
    ...options,
  });
}

const spec: IndexSpec = { id: 'one', collection: 'acme', dimension: 3, fields: { topic: 'string' } };

interface ChunkFixture {
  readonly documentId?: string;
  readonly version?: number;
  readonly title?: string;
  readonly metadata?: Metadata;
}

function chunk(content: string, ordinal = 0, fixture: ChunkFixture = {}): Chunk {
  const { documentId = 'document', version = 1, title = 'Report', metadata = {} } = fixture;
  const id = chunkId(documentId, version, ordinal);
  const span = { start: ordinal * 100, end: ordinal * 100 + content.length };
  return {
    id,
    documentId,
    version,
    ordinal,
    ...span,
    content,
    title,
    headingPath: [],
    tokens: 1,
    language: 'en',
    metadata,
  };
}

/** A unit vector at an angle to the first axis whose cosine is given. */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine), 0);

/** Tables, columns, indexes and functions of a schema, as PostgreSQL lists them. */
async function contents(schema: string) {
  const { rows } = await database.query<{ what: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as what from information_schema.columns
        where table_schema = $1
      union all select replace(indexdef, $1, 'SCHEMA') from pg_indexes where schemaname = $1
      union all select p.proname || pg_get_function_arguments(p.oid) from pg_proc p where p.pronamespace = $1::regnamespace
      union all select tablename || policyname || replace(qual, $1, 'SCHEMA') from pg_policies where schemaname = $1
      order by 1`,
    [schema],
  );
  return rows.map((row) => row.what);
}

describe('migrations', () => {
  test('what is printed makes the tables that the engine makes, and running it again changes nothing', async () => {
    const engine = engineOn({ schema: 'made_by_engine' });
    await engine.open(spec);
    const made = await contents('made_by_engine');
    expect(made.length).toBeGreaterThan(50);
    await database.exec(migrationsSql({ schema: 'made_by_script' }));
    expect(await contents('made_by_script')).toEqual(made);
    await database.exec(migrationsSql({ schema: 'made_by_script' }));
    expect(await contents('made_by_script')).toEqual(made);
  });

  test('tables of a newer release are left alone', async () => {
    await database.exec(migrationsSql({ schema: 'newer' }));
    await database.exec('insert into newer.footnote_migrations (version) values (99)');
    await expect(engineOn({ schema: 'newer' }).open(spec)).rejects.toMatchObject({
      code: 'engine_rejected',
      message: expect.stringContaining('version 99'),
    });
  });

  test('a schema that would have to be quoted is refused', () => {
    for (const schema of ['', '1st', 'a"b', 'a b', 'x'.repeat(64), `a'; drop table x; --`])
      expect(() => engineOn({ schema })).toThrow(expect.objectContaining({ code: 'request_invalid' }));
  });
});

/** What the function returns for the first axis. */
async function match(company: string, threshold: number, count: number) {
  const { rows } = await database.query('select * from matching.match_documents($1, $2, $3, $4)', [
    '[1,0,0]',
    company,
    threshold,
    count,
  ]);
  return rows;
}

test('B3: match_documents returns the chunks of a company above a threshold, nearest first', async () => {
  const engine = engineOn({ schema: 'matching' });
  const store = await engine.open(spec);
  const acme = [
    chunk('exactly at the threshold', 0),
    chunk('near', 1),
    chunk('nearest by its second window', 2),
    chunk('of another company by its metadata', 3, { metadata: { company_slug: 'globex' } }),
    chunk('far', 4),
    chunk('without a vector', 5),
  ];
  const vectors = [[at(0.5)], [at(0.8)], [at(0.1), at(0.96)], [at(0.99)], [at(0.2)], []];
  await store.write(acme.map((one, place) => ({ chunk: one, vectors: vectors[place] ?? [] })));
  // A second index of the collection, as while it is indexed anew, and one of other dimensions.
  const anew = await engine.open({ ...spec, id: 'anew' });
  await anew.write([{ chunk: chunk('not yet', 9), vectors: [at(1)] }]);
  const wide = await engine.open({ ...spec, id: 'wide', collection: 'wide', dimension: 4 });
  await wide.write([
    {
      chunk: chunk('wide', 9, { metadata: { company_slug: 'acme' } }),
      vectors: [Float32Array.of(1, 0, 0, 0)],
    },
  ]);

  const found = await match('acme', 0.5, 5);
  expect(found).toEqual([
    {
      id: 'document.1.2',
      doc_id: 'document',
      content: 'nearest by its second window',
      doc_title: 'Report',
      chunk_index: 2,
      similarity: expect.closeTo(0.96, 6),
    },
    expect.objectContaining({ id: 'document.1.1', similarity: expect.closeTo(0.8, 6) }),
  ]);
  expect(await match('acme', 0.1, 1)).toHaveLength(1);
  expect(await match('globex', 0.6, 5)).toEqual([expect.objectContaining({ id: 'document.1.3' })]);
  expect(await match('nobody', 0, 5)).toEqual([]);
});

test('a role sees and writes only the collections that are granted to it', async () => {
  const owner = engineOn({ schema: 'shared', rowLevelSecurity: true });
  const theirs = await owner.open({ ...spec, id: 'theirs', collection: 'globex' });
  await theirs.write([{ chunk: chunk('secret words'), vectors: [at(1), at(0.5)] }]);
  await owner.open(spec);
  await database.exec(`create role acme_reader;
    grant usage on schema shared to acme_reader;
    grant select, insert, update, delete on all tables in schema shared to acme_reader;
    insert into shared.footnote_roles (role, collection) values ('acme_reader', 'acme'), ('globex_reader', 'globex')`);
  const engine = engineOn({ schema: 'shared', pool: pglitePool(database, 'acme_reader') });

  const own = await engine.open(spec);
  await own.write([{ chunk: chunk('words of our own'), vectors: [at(1)] }]);
  expect((await own.vectors?.search({ vector: at(1), limit: 5 }))?.map((hit) => hit.chunkId)).toEqual([
    'document.1.0',
  ]);
  expect((await own.get(['document.1.0'])).map(({ content }) => content)).toEqual(['words of our own']);

  await expect(engine.open({ ...spec, id: 'theirs', collection: 'globex' })).rejects.toMatchObject({
    code: 'engine_rejected',
  });
  const asRole = (sql: string) => database.exec(`set role acme_reader; ${sql}; reset role`);
  for (const table of ['document_chunks', 'document_chunk_vectors', 'footnote_terms', 'footnote_chunk_terms'])
    expect(
      (await asRole(`select distinct index_number from shared.${table}`))[1]?.rows.length,
      table,
    ).toBeLessThan(2);
  const [, contents] = await asRole('select content from shared.document_chunks');
  expect(contents?.rows).toEqual([{ content: 'words of our own' }]);
  const [, matches] = await asRole(`select content from shared.match_documents('[1,0,0]', 'globex', 0, 5)`);
  expect(matches?.rows).toEqual([]);
  const [, roles] = await asRole('select role from shared.footnote_roles');
  expect(roles?.rows).toEqual([{ role: 'acme_reader' }]);
  await expect(
    asRole(`insert into shared.footnote_indexes (id, collection, dimension) values ('x', 'globex', 3)`),
  ).rejects.toThrow(/row-level security/);
  await database.exec('rollback; reset role');
  // The owner still sees both.
  expect(await theirs.count()).toBe(1);
});

describe('terms', () => {
  const words = Array.from({ length: 60 }, (_, place) => `w${place}`);
  const random = seededRandom(5);
  /** The lower its number, the more common a word is. */
  const word = () => words[Math.floor(words.length * random() ** 3)] as string;
  const text = (length: number) => Array.from({ length }, word).join(' ');
  const chunks = Array.from({ length: 300 }, (_, ordinal) =>
    chunk(text(20 + Math.floor(40 * random())), ordinal, {
      title: text(3),
      metadata: { topic: ordinal % 3 === 0 ? 'third' : 'other' },
    }),
  );

  async function filled(id: string) {
    const store = await engineOn({ schema: 'terms' }).open({ ...spec, id });
    // At once, so that all are weighed by the same average lengths.
    await store.write(chunks.map((one) => ({ chunk: one, vectors: [] })));
    if (!store.terms) throw new Error('there are no terms');
    return { store, terms: store.terms };
  }

  const analysed = new Map(chunks.map((one) => [one.id, chunkTerms(one, gramAnalyser)]));
  const holding = ({ field, term }: Pick<SoughtTerm, 'field' | 'term'>, among: readonly Chunk[] = chunks) =>
    among.filter(({ id }) => analysed.get(id)?.[field].frequencies.has(term)).length;

  const averages = new Map(
    termFields.map((field) => {
      const held = [...analysed.values()].filter((one) => one[field].frequencies.size > 0);
      return [field, held.reduce((total, one) => total + one[field].length, 0) / held.length];
    }),
  );
  const weightsOf = (terms: readonly SoughtTerm[]) =>
    terms.map((one) => {
      const holders = holding(one);
      return one.weight * Math.log(1 + (chunks.length - holders + 0.5) / (holders + 0.5));
    });

  /** BM25 as the contract spells it. */
  function scoreOf(id: string, terms: readonly SoughtTerm[], weights: readonly number[]): number {
    return terms.reduce((sum, { field, term }, place) => {
      const { frequencies, length } = (analysed.get(id) as NonNullable<ReturnType<typeof analysed.get>>)[
        field
      ];
      const frequency = frequencies.get(term) ?? 0;
      const share =
        frequency / (frequency + 1.2 * (0.25 + (0.75 * length) / (averages.get(field) as number)));
      return sum + (weights[place] as number) * share;
    }, 0);
  }

  const questions = Array.from({ length: 20 }, () =>
    [...new Set(Array.from({ length: 5 }, word))].flatMap((term): SoughtTerm[] => [
      { field: 'content', term, weight: 1 },
      { field: 'title', term, weight: 0.3 },
      { field: 'grams', term: `-${term.slice(-2)}`, weight: 0.1 },
    ]),
  ).map((terms) => [...new Map(terms.map((one) => [`${one.field} ${one.term}`, one])).values()]);

  test('search ranks as BM25 by itself does, however many are asked for', async () => {
    const { terms } = await filled('ranked');
    for (const question of questions) {
      const weights = weightsOf(question);
      const expected = chunks
        .map(({ id }) => scoreOf(id, question, weights))
        .filter((score) => score > 0)
        .toSorted((left, right) => right - left);
      for (const limit of [3, 2000]) {
        const hits = await terms.search({ terms: question, limit });
        expect(hits.length).toBe(Math.min(limit, expected.length));
        for (const [place, hit] of hits.entries()) {
          expect(hit.score).toBeCloseTo(expected[place] as number, 3);
          expect(hit.score).toBeCloseTo(scoreOf(hit.chunkId, question, weights), 3);
        }
      }
    }
  });

  test('a filtered search ranks what passes with the same scores', async () => {
    const { terms } = await filled('filtered');
    const [question = []] = questions;
    const all = await terms.search({ terms: question, limit: 2000 });
    const third = new Set(chunks.filter(({ metadata }) => metadata['topic'] === 'third').map(({ id }) => id));
    const filter = { field: 'topic', op: 'eq', value: 'third' } as const;
    const found = await terms.search({ terms: question, limit: 2000, filter });
    expect(found).toEqual(all.filter(({ chunkId: id }) => third.has(id)));
  });

  test('statistics are exact after writes, replacements and removals, and nothing of what is gone is left', async () => {
    const { store, terms } = await filled('counted');
    const sought = [...words, 'absent'].flatMap((term) =>
      termFields.map((field) => ({ field, term: field === 'grams' ? `-${term.slice(-2)}` : term })),
    );
    const expectExact = async (stored: readonly Chunk[]) => {
      const statistics = await terms.statistics(sought);
      expect(statistics.chunks).toBe(stored.length);
      expect(statistics.frequencies).toEqual(sought.map((one) => holding(one, stored)));
      for (const field of termFields) {
        const held = stored.map(({ id }) => analysed.get(id)?.[field]).filter((one) => one?.frequencies.size);
        expect(statistics.fields[field]).toEqual({
          chunks: held.length,
          length: held.reduce((total, one) => total + (one?.length ?? 0), 0),
        });
      }
      const known = new Map<string, number>();
      for (const term of words) {
        const most = Math.max(
          ...(['content', 'title', 'headingPath'] as const).map((field) => holding({ field, term }, stored)),
        );
        if (most > 0) known.set(term, most);
      }
      const listed = await terms.vocabulary?.();
      expect(new Map(listed?.map((one) => [one.term, one.chunks]))).toEqual(known);
    };
    await expectExact(chunks);
    const passing = chunks.filter(({ metadata }) => metadata['topic'] === 'third');
    const filtered = await terms.statistics(sought, { filter: { field: 'topic', op: 'eq', value: 'third' } });
    expect(filtered.chunks).toBe(passing.length);
    expect(filtered.frequencies).toEqual(sought.map((one) => holding(one, passing)));

    await store.write(
      chunks.slice(0, 50).map((one) => ({ chunk: { ...one, content: 'elsewhere' }, vectors: [] })),
    );
    await store.write(chunks.slice(0, 50).map((one) => ({ chunk: one, vectors: [] })));
    await expectExact(chunks);
    await store.remove([{ documentId: 'document', version: 1 }]);
    await expectExact([]);
    const { rows } = await database.query(
      `select (select count(*)::int from terms.footnote_terms t where t.index_number = i.number) as terms,
        (select count(*)::int from terms.footnote_chunk_terms t where t.index_number = i.number) as chunks
        from terms.footnote_indexes i where i.id = 'counted'`,
    );
    expect(rows).toEqual([{ terms: 0, chunks: 0 }]);
  });

  test('terms and chunks of any size are taken', async () => {
    const { store, terms } = await filled('large');
    const long = 'x'.repeat(5000);
    const many = Array.from({ length: 20_000 }, (_, place) => `many${place}`).join(' ');
    await store.write([
      { chunk: chunk(`${long} ${long}y`, 0, { documentId: 'long' }), vectors: [] },
      { chunk: chunk(many, 0, { documentId: 'many' }), vectors: [] },
    ]);
    const idsOf = async (term: string) =>
      (await terms.search({ terms: [{ field: 'content', term, weight: 1 }], limit: 5 })).map(
        (hit) => hit.documentId,
      );
    expect(await idsOf(long)).toEqual(['long']);
    expect(await idsOf(`${long}z`)).toEqual([]);
    expect(await terms.statistics([{ field: 'content', term: 'many19999' }])).toMatchObject({
      frequencies: [1],
    });
    await store.remove([{ documentId: 'long' }, { documentId: 'many' }]);
    expect(await terms.statistics([{ field: 'content', term: long }])).toMatchObject({ frequencies: [0] });
  });
});

test('ten thousand vectors and more are found by a graph, also under filters, as an exact search finds them', async () => {
  const random = seededRandom(11);
  const dimension = 24;
  const count = 12_000;
  const centres = Array.from({ length: 40 }, () =>
    Float32Array.from({ length: dimension }, () => random() - 0.5),
  );
  const vector = () => {
    const centre = centres[Math.floor(random() * centres.length)] as Float32Array;
    const moved = centre.map((value) => value + 0.4 * (random() - 0.5));
    const norm = Math.hypot(...moved);
    return moved.map((value) => value / norm);
  };
  const engine = engineOn({ schema: 'graph' });
  const store = await engine.open({
    ...spec,
    dimension,
    fields: { half: 'number', hundredth: 'number', few: 'number' },
  });
  const vectors = Array.from({ length: count }, vector);
  for (let from = 0; from < count; from += 1000) {
    const batch = vectors.slice(from, from + 1000).map((one, place) => {
      const ordinal = from + place;
      const metadata = { half: ordinal % 2, hundredth: ordinal % 100, few: ordinal % 6000 };
      // Every hundredth has a second window, which stands elsewhere.
      const windows = ordinal % 100 === 0 ? [one, vectors[(ordinal + 7) % count] as Float32Array] : [one];
      return { chunk: chunk('x', ordinal, { metadata }), vectors: windows };
    });
    await store.write(batch);
  }
  await engine.close();
  const { rows } = await database.query(
    `select indexdef from pg_indexes where schemaname = 'graph' and indexdef like '%hnsw%'`,
  );
  expect(rows).toHaveLength(2);

  const reopened = await engineOn({ schema: 'graph' }).open({
    ...spec,
    dimension,
    fields: { half: 'number', hundredth: 'number', few: 'number' },
  });
  const best = (ordinal: number, query: Float32Array) => {
    const dot = (one: Float32Array) =>
      one.reduce((sum, value, place) => sum + value * (query[place] as number), 0);
    const own = dot(vectors[ordinal] as Float32Array);
    return ordinal % 100 === 0 ? Math.max(own, dot(vectors[(ordinal + 7) % count] as Float32Array)) : own;
  };
  for (const [name, divisor] of [
    ['all', 1],
    ['half', 2],
    ['hundredth', 100],
    ['few', 6000],
  ] as const) {
    let found = 0;
    let wanted = 0;
    for (let run = 0; run < 15; run++) {
      const query = vector();
      const value = Math.floor(random() * divisor);
      const expected = vectors
        .map((_, ordinal) => ordinal)
        .filter((ordinal) => ordinal % divisor === value)
        .map((ordinal) => ({ ordinal, score: best(ordinal, query) }))
        .toSorted((left, right) => right.score - left.score)
        .slice(0, 10);
      const hits =
        (await reopened.vectors?.search({
          vector: query,
          limit: 10,
          ...(divisor > 1 && { filter: { field: name, op: 'eq', value } as const }),
        })) ?? [];
      expect(hits.length).toBe(expected.length);
      const least = (expected.at(-1) as { score: number }).score - 1e-5;
      wanted += expected.length;
      found += hits.filter((hit) => hit.score >= least).length;
      for (const hit of hits) {
        const ordinal = Number(hit.chunkId.split('.').at(-1));
        expect(hit.score).toBeCloseTo(best(ordinal, query), 4);
      }
    }
    expect(found / wanted, name).toBeGreaterThanOrEqual(0.99);
  }
});

test('whoever has an index open that others have dropped is told so, also where it was made again', async () => {
  const store = await engineOn({ schema: 'dropped' }).open(spec);
  await store.write([{ chunk: chunk('some words'), vectors: [at(1)] }]);
  const other = engineOn({ schema: 'dropped' });
  await other.drop(spec.id);
  const again = await other.open(spec);
  const some = [{ field: 'content', term: 'words', weight: 1 }] as const;
  const filter = { field: 'topic', op: 'eq', value: 'x' } as const;
  const calls: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
    write: () => store.write([{ chunk: chunk('more words', 1), vectors: [] }]),
    remove: () => store.remove([{ documentId: 'document' }]),
    get: () => store.get(['document.1.0']),
    neighbours: () => store.neighbours?.(['document.1.0'], { before: 1, after: 1 }),
    versions: () => store.versions(),
    count: () => store.count(),
    filteredCount: () => store.count({ filter }),
    add: () => store.vectors?.add?.([{ chunkId: 'document.1.0', vectors: [at(1)] }]),
    vectors: () => store.vectors?.search({ vector: at(1), limit: 5 }),
    vectorCount: () => store.vectors?.count(),
    terms: () => store.terms?.search({ terms: some, limit: 5 }),
    statistics: () => store.terms?.statistics(some),
    filteredStatistics: () => store.terms?.statistics(some, { filter }),
    vocabulary: () => store.terms?.vocabulary?.(),
  };
  for (const [name, call] of Object.entries(calls))
    await expect(call(), name).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('"one" was dropped'),
    });
  expect(await again.count()).toBe(0);
  expect(await again.vectors?.search({ vector: at(1), limit: 5 })).toEqual([]);
});

test('text that PostgreSQL cannot keep is refused by the name of its chunk, and nothing of the batch is written', async () => {
  const store = await engineOn({ schema: 'refused' }).open(spec);
  for (const wrong of [
    chunk('a\0b', 1),
    chunk('half \ud83d', 1),
    chunk('x', 1, { title: '\0' }),
    chunk('x', 1, { metadata: { topic: 'a\0' } }),
    chunk('x', 1, { metadata: { 'to\0pic': ['a'] } }),
    chunk('x', 1, { metadata: { tags: ['\udc00'] } }),
  ]) {
    const writing = store.write([chunk('fine'), wrong].map((one) => ({ chunk: one, vectors: [] })));
    await expect(writing).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining('document.1.1'),
    });
  }
  expect(await store.count()).toBe(0);
});

test('the address and the password are never part of a message', async () => {
  for (const broken of ['localhost:5432/secret', 'mysql://user:secret@host/x', '']) {
    expect(() => postgresqlEngine({ url: broken, analyser: gramAnalyser })).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.not.stringContaining('secret') }),
    );
  }
  // Port 1 takes no connections.
  const engine = postgresqlEngine({
    url: 'postgresql://me:secret@127.0.0.1:1/x',
    analyser: gramAnalyser,
    timeoutMs: 500,
  });
  const failure = await engine.open(spec).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringContaining('127.0.0.1:1'),
  });
  expect(JSON.stringify(failure)).not.toContain('secret');
  await engine.close();
});
