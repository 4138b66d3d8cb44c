import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { axis, randomVector, refusalOf, spec, write } from '../../../conformance/engine-fixtures.ts';
import type { Engine } from '../../contracts/engine.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { checkStore } from './check-store.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { naiveVectorSearch } from './naive-search.test-support.ts';
import { ResidentIndex } from './resident-index.ts';
import { storeFormat } from './schema.ts';
import { LostSegment } from './segment-body.ts';
import { Store } from './store.ts';
import { signsOf, type VectorSegment } from './vector-segment.ts';
import { wordAnalyser as analyser } from './word-analyser.test-support.ts';

const keyword = { language: 'en', limit: 100 };
const userScript = fileURLToPath(new URL('./store-user.test-support.ts', import.meta.url));

let directory: string;
let file: string;
const engines: Engine[] = [];
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faults-'));
  file = join(directory, 'footnote.db');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  chmodSync(directory, 0o700);
  rmSync(directory, { recursive: true, force: true });
});

function openEngine(options: { readOnly?: boolean; maxFileBytes?: number } = {}): Engine {
  const engine = embeddedEngine({ file, analyser, ...options });
  engines.push(engine);
  return engine;
}

const fruits = () =>
  Array.from({ length: 40 }, (_, ordinal) =>
    write({ ordinal, content: `apple w${ordinal}` }, [randomVector(ordinal)]),
  );

/** Writes forty chunks, closes, and lets `change` loose on the file. */
async function storeWith(change: (database: DatabaseSync) => void): Promise<void> {
  const engine = openEngine();
  await (await engine.open(spec)).write(fruits());
  await engine.close();
  using database = new DatabaseSync(file);
  change(database);
}

async function answers(engine: Engine): Promise<unknown> {
  const index = await engine.open(spec);
  return {
    counts: await index.count(),
    words: await index.searchKeyword({ ...keyword, text: 'apple w7' }),
    vectors: await index.searchVector({ vector: randomVector(7), limit: 10 }),
  };
}

test.each([
  [
    'text in the place of bytes',
    `update engine_segment_pieces set data = zeroblob(16) || substr(data, 17) where part = 0`,
  ],
  [
    'a byte that is another',
    `update engine_segment_pieces set data = cast(substr(data, 1, 40) || 'x' || substr(data, 42) as blob)`,
  ],
  ['a cut off body', `update engine_segment_pieces set data = substr(data, 1, 10) where part = 0`],
  ['an empty matrix', `update engine_segment_pieces set data = zeroblob(0) where part = 1`],
  ['a missing matrix', `delete from engine_segment_pieces where part = 1`],
  ['noise in every segment', `update engine_segment_pieces set data = randomblob(500)`],
  ['a body that is said to be empty', 'update engine_segments set body_bytes = 0'],
  ['a matrix that is longer', `update engine_segment_pieces set data = data || data where part = 1`],
])('%s is noticed, rebuilt from the rows, and searches as before', async (_, damage) => {
  await storeWith(() => undefined);
  const before = await answers(openEngine());
  await engines[1]?.close();
  using database = new DatabaseSync(file);
  database.exec(damage);
  expect((await checkStore(file)).problems).toContainEqual(expect.stringContaining('damaged'));
  expect(await answers(openEngine())).toEqual(before);
  expect((await checkStore(file)).problems).toEqual([]);
});

test.each([
  ['others', `update engine_segment_pieces set data = zeroblob(length(data)) where part = 2`],
  ['gone', `delete from engine_segment_pieces where part = 2`],
])('signs that are %s are noticed when they are read, and built anew', async (_, damage) => {
  await storeWith((database) => database.exec(damage));
  expect((await checkStore(file)).problems).toContainEqual(expect.stringContaining('damaged'));
  const store = new Store({ file, analyser });
  onTestFinished(() => store.close());
  await store.ready();
  const index = new ResidentIndex(store, spec.id, 1, spec.dimension);
  await index.refresh();
  const [segment] = index.vectors;
  expect(() => signsOf(segment as VectorSegment)).toThrow(LostSegment);
  index.doubt(segment?.id ?? 0);
  await index.refresh();
  expect(index.vectors).toHaveLength(1);
  expect(signsOf(index.vectors[0] as VectorSegment)).toBeGreaterThan(0);
  expect((await checkStore(file)).problems).toEqual([]);
});

test('a damaged matrix is noticed when a vector is removed from it', async () => {
  await storeWith(() => undefined);
  const engine = openEngine();
  const index = await engine.open(spec);
  await index.count();
  using database = new DatabaseSync(file);
  database.exec('delete from engine_segment_pieces where part = 1');
  await index.remove([{ documentId: 'document' }]);
  await index.write([write({ ordinal: 99, content: 'apple' }, [randomVector(7)])]);
  expect(await index.searchVector({ vector: randomVector(7), limit: 10 })).toHaveLength(1);
  expect(await index.count()).toEqual({ chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
});

test('damaged segments are rebuilt from the rows where they are written anew', async () => {
  await storeWith(() => undefined);
  const engine = openEngine();
  const index = await engine.open(spec);
  const later = ['gone', 'stays'].map((documentId, at) =>
    write({ documentId, content: 'apple pear' }, [randomVector(50 + at)]),
  );
  await index.write(later);
  await index.remove([{ documentId: 'gone' }]);
  const before = await answers(engine);
  await engine.close();
  using database = new DatabaseSync(file);
  database.exec('update engine_segment_pieces set checksum = checksum + 1');
  await (await openEngine().open(spec)).purge?.();
  expect(database.prepare('select count(*) as left from engine_tombstones').get()).toEqual({ left: 0 });
  expect(await answers(openEngine())).toEqual(before);
  expect((await checkStore(file)).problems).toEqual([]);
});

test('a damaged segment of a store that cannot be written is rebuilt in memory', async () => {
  await storeWith((database) => database.exec('update engine_segment_pieces set checksum = 0'));
  const found = await answers(openEngine({ readOnly: true }));
  expect(found).toMatchObject({ counts: { chunks: 40, keywordChunks: 40, vectors: 40 } });
});

test.each([
  ['metadata that are cut off', `metadata = '{'`],
  ['metadata that are a number', `metadata = '7'`],
  ['headings that are no list', `heading_path = '"a"'`],
  ['a text that is bytes', `title = zeroblob(3)`],
  ['a number that is text', `start = 'here'`],
])(
  'with a damaged segment and a row with %s the rest is found, and that row by its words',
  async (_, damage) => {
    await storeWith((database) => {
      database.exec('update engine_segment_pieces set checksum = 0 where part = 0');
      database.exec(`update engine_chunks set ${damage} where seq = 8`);
    });
    const index = await openEngine().open(spec);
    expect(await index.searchKeyword({ ...keyword, text: 'apple' })).toHaveLength(40);
    const [hit] = await index.searchKeyword({ ...keyword, text: 'w7' });
    expect(await index.get([hit?.chunkId ?? '', 'document.1.8'])).toEqual([fruits()[8]?.chunk]);
    expect(await index.neighbours('document.1.8', { before: 1, after: 1 })).toEqual([fruits()[9]?.chunk]);
  },
);

test.each([
  ['no number', `data = cast(substr(data, 1, 4) || x'0000c07f' || substr(data, 9) as blob)`],
  ['an infinite number', `data = cast(substr(data, 1, 4) || x'0000807f' || substr(data, 9) as blob)`],
  ['too few numbers', 'data = substr(data, 1, 32)'],
])(
  'a vector with %s is left out, from segments that are built anew too, and harms no other',
  async (_, damage) => {
    await storeWith((database) => {
      database.exec('pragma ignore_check_constraints = on');
      database.exec(`update or ignore engine_vectors set ${damage} where vector = 8`);
    });
    const question = randomVector(7);
    const whole = fruits().filter(({ chunk }) => chunk.ordinal !== 7);
    const expected = naiveVectorSearch(whole, question, 39).map(({ id }) => id);
    const found = async () => {
      const hits = await (await openEngine().open(spec)).searchVector({ vector: question, limit: 40 });
      return hits.map(({ chunkId }) => chunkId).filter((id) => id !== 'document.1.7');
    };
    expect(await found()).toEqual(expected);
    using database = new DatabaseSync(file);
    database.exec('update engine_segment_pieces set checksum = 0 where part = 1');
    expect(await found()).toEqual(expected);
  },
);

/** Writes over a page of a table. */
function spoilPage(table: string): void {
  const database = new DatabaseSync(file);
  const [page] = database
    .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf'`)
    .all(table);
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (Number(page?.['pageno']) - 1) * 8192, Number(page?.['pageno']) * 8192);
  writeFileSync(file, bytes);
}

test('a segment that cannot be built anew because its rows cannot be read is store_corrupt', async () => {
  await storeWith((database) => database.exec('update engine_segment_pieces set checksum = 0'));
  spoilPage('engine_chunks');
  const index = await openEngine().open(spec);
  expect(await refusalOf(index.searchKeyword({ ...keyword, text: 'apple' }))).toBe('store_corrupt');
});

test.each([true, false])(
  'a store of which the format cannot be read is store_corrupt; read only: %s',
  async (readOnly) => {
    await storeWith(() => undefined);
    spoilPage('engine_state');
    expect(await refusalOf(openEngine({ readOnly }).open(spec))).toBe('store_corrupt');
  },
);

test('rows that disagree with their segments are reported', async () => {
  await storeWith((database) =>
    database.exec('delete from engine_vectors where vector = 3; delete from engine_chunks where seq = 9'),
  );
  const { problems, indexes } = await checkStore(file);
  expect(problems).toEqual([
    'The keyword segments of index "conformance" hold 1 chunks that were removed.',
    'The vector segments of index "conformance" hold 1 vectors that were removed.',
    'Index "conformance" holds 1 vectors of chunks that are not there.',
  ]);
  expect(indexes).toMatchObject([
    { id: 'conformance', chunks: 39, vectors: 39, searchable: { keywordChunks: 40, vectors: 40 } },
  ]);
});

const toFormat2 = `
  alter table engine_segment_pieces drop column checksum;
  alter table engine_segments add column body_checksum integer not null default 0;
  alter table engine_segments add column matrix_checksum integer not null default 0;
  update engine_state set format = 2;
`;
const toFormat1 = `
  drop table engine_segment_pieces;
  alter table engine_segments drop column body_bytes;
  alter table engine_segments add column checksum integer not null default 0;
  alter table engine_segments add column body blob;
  alter table engine_segments add column matrix blob;
  update engine_state set format = 1;
`;

test.each([
  [1, toFormat1],
  [2, toFormat2],
])(
  'a store of format %i is brought up to date where it can be written, and refused elsewhere',
  async (_, toOlder) => {
    await storeWith(() => undefined);
    const before = await answers(openEngine());
    await engines[1]?.close();
    using database = new DatabaseSync(file);
    database.exec(toOlder);
    await expect(openEngine({ readOnly: true }).open(spec)).rejects.toMatchObject({
      code: 'store_older',
    });
    expect(await answers(openEngine())).toEqual(before);
    expect((await checkStore(file)).problems).toEqual([]);
  },
);

/** Chunks whose postings take several pieces, so that one search leaves most of them unread. */
function manyWords(): readonly ReturnType<typeof write>[] {
  return Array.from({ length: 3000 }, (_, ordinal) => {
    const words = Array.from({ length: 60 }, (_, at) => `w${(ordinal * 7 + at * at) % 5000}`);
    return write({ ordinal, content: words.join(' ') });
  });
}

test.each([
  ['gone', 'delete from engine_segment_pieces'],
  ['changed', 'update engine_segment_pieces set checksum = checksum + 1'],
])('a segment of which what is read later is %s is built anew while it is searched', async (_, damage) => {
  const writer = openEngine();
  await (await writer.open(spec)).write(manyWords());
  const searches = Array.from({ length: 50 }, (_, at) => ({ ...keyword, text: `w${at * 97} w${at}` }));
  const index = await writer.open(spec);
  const expected = await Promise.all(searches.map((query) => index.searchKeyword(query)));
  await writer.close();
  const reopened = await openEngine().open(spec);
  expect(await reopened.searchKeyword(searches[0] as (typeof searches)[0])).toEqual(expected[0]);
  using database = new DatabaseSync(file);
  database.exec(`${damage} where segment in (select id from engine_segments where kind = 0)`);
  expect(await Promise.all(searches.map((query) => reopened.searchKeyword(query)))).toEqual(expected);
  expect((await checkStore(file)).problems).toEqual([]);
});

test('a store of a later format is store_newer, and let go of', async () => {
  await storeWith((database) => database.exec(`update engine_state set format = ${storeFormat + 1}`));
  await expect(openEngine().open(spec)).rejects.toMatchObject({ code: 'store_newer' });
  // The last connection to close takes the log away.
  expect(readdirSync(directory)).toEqual(['footnote.db']);
  await expect(checkStore(file)).rejects.toMatchObject({ code: 'store_newer' });
});

test('a full disk is store_full, changes nothing, and reading goes on', async () => {
  const index = await openEngine({ maxFileBytes: 400_000 }).open(spec);
  await index.write([write({ content: 'kept apple' }, [axis(0)])]);
  const large = Array.from({ length: 500 }, (_, ordinal) =>
    write({ documentId: 'large', ordinal, content: `apple ${'x'.repeat(2000)}` }),
  );
  await expect(index.write(large)).rejects.toMatchObject({ code: 'store_full' });
  expect(await index.count()).toEqual({ chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
  expect(await index.searchKeyword({ ...keyword, text: 'apple' })).toHaveLength(1);
  await index.write([write({ ordinal: 1, content: 'one more apple' })]);
  expect((await index.count()).chunks).toBe(2);
});

test('a store opened for reading searches, and refuses to write with store_read_only', async () => {
  await storeWith(() => undefined);
  const engine = openEngine({ readOnly: true });
  expect(await answers(engine)).toMatchObject({ counts: { chunks: 40 } });
  const refusal = { code: 'store_read_only' };
  await expect((await engine.open(spec)).write([write()])).rejects.toMatchObject(refusal);
  await expect(engine.open({ ...spec, id: 'new' })).rejects.toMatchObject(refusal);
  await expect(engine.drop(spec.id)).rejects.toMatchObject(refusal);
});

test('a user who may not write the folder can still search', async () => {
  await storeWith(() => undefined);
  chmodSync(file, 0o444);
  chmodSync(directory, 0o555);
  const user = startUser('unprivileged');
  expect(await user.ask('search w7')).toBe('1');
  expect(await user.ask('write d 1')).toBe('store_read_only');
});

test('they can also where a log was left that nobody has open', async () => {
  await storeWith(() => undefined);
  // Whoever reads last leaves the log, as a process that was killed does.
  openDatabase(file, { readOnly: true }).close();
  expect(existsSync(`${file}-wal`)).toBe(true);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodSync(path, 0o444);
  chmodSync(directory, 0o555);
  expect(await startUser('unprivileged').ask('search w7')).toBe('1');
});

test('another process follows the commits of this one, and this one its', async () => {
  const index = await openEngine().open(spec);
  const user = startUser();
  expect(await user.ask('count')).toBe('0 0 0');
  await index.write(fruits());
  expect(await user.ask('count')).toBe('40 40 40');
  expect(await user.ask('search w7')).toBe('1');
  await index.write([write({ ordinal: 7, content: 'replaced' })]);
  expect(await user.ask('search w7')).toBe('0');
  expect(await user.ask('write theirs 3')).toBe('written');
  expect(await index.searchKeyword({ ...keyword, text: 'theirs' })).toHaveLength(3);
  await index.remove([{ documentId: 'document' }]);
  expect(await user.ask('count')).toBe('3 3 3');
});

test('two processes writing at once lose nothing', async () => {
  const index = await openEngine().open(spec);
  const user = startUser();
  const theirs = Array.from({ length: 30 }, (_, at) => user.ask(`write theirs${at} 4`));
  const ours = Array.from({ length: 30 }, (_, at) =>
    index.write(
      Array.from({ length: 4 }, (_, ordinal) => write({ documentId: `ours${at}`, ordinal, content: 'ours' })),
    ),
  );
  await Promise.all(ours);
  expect(new Set(await Promise.all(theirs))).toEqual(new Set(['written']));
  expect(await index.count()).toEqual({ chunks: 240, keywordChunks: 240, vectors: 240, vectorChunks: 240 });
  expect(await user.ask('count')).toBe('240 240 240');
  expect((await checkStore(file)).problems).toEqual([]);
});

test('a process killed while it writes leaves whole batches only', async () => {
  for (let round = 0; round < 6; round++) {
    const user = startUser();
    const acknowledged: number[] = [];
    void writeForever(user, round, acknowledged);
    while (acknowledged.length < 3 + round * 2) await new Promise(setImmediate);
    user.child.kill('SIGKILL');
    await once(user.child, 'exit');

    const { problems } = await checkStore(file);
    expect(problems).toEqual([]);
    const index = await openEngine().open(spec);
    const versions = new Set((await index.versions()).map((one) => one.documentId));
    for (const at of acknowledged) expect(versions).toContain(`r${round}n${at}`);
    const { chunks, keywordChunks, vectors } = await index.count();
    expect([chunks % 20, keywordChunks, vectors]).toEqual([0, chunks, chunks]);
    await engines.at(-1)?.close();
  }
});

async function writeForever(user: StoreUser, round: number, acknowledged: number[]): Promise<void> {
  for (let at = 0; user.child.exitCode === null && user.child.signalCode === null; at++) {
    if ((await user.ask(`write r${round}n${at} 20`)) !== 'written') return;
    acknowledged.push(at);
  }
}

interface StoreUser {
  readonly child: ChildProcess;
  /** Sends a command and resolves with its answer; `gone` where the process ended first. */
  ask(command: string): Promise<string>;
}

/** Another process with the store open, answering one line for each command. */
function startUser(mode = 'ordinary'): StoreUser {
  const child = spawn(process.execPath, [userScript, file, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  child.stdin.on('error', () => undefined);
  const waiting: ((answer: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  child.on('exit', () => waiting.splice(0).forEach((resolve) => resolve('gone')));
  return {
    child,
    ask: (command) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${command}\n`);
      }),
  };
}
