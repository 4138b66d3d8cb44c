import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import type { KeptLimit } from '../../contracts/uploads.ts';
import { draft, publish, stamp } from '../drafts.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

async function* inPieces(bytes: Uint8Array, size = 300_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Keeps texts under names, and returns the job that they came with. */
async function put(
  records: Records,
  collection: string,
  texts: Readonly<Record<string, string>>,
  limit: KeptLimit = {},
) {
  const contents = [];
  for (const [name, text] of Object.entries(texts))
    contents.push({
      name,
      metadata: { from: text },
      content: await records.uploads.store(collection, inPieces(bytesOf(text))),
    });
  const paths = Object.keys(texts).map((name) => `upload:/${name}`);
  return records.uploads.put(contents, { collection, paths, ...limit }, async () => {});
}

/** A refusal of what goes beyond a limit of 100 bytes. */
const beyond = (kept: number, added: number) => ({
  code: 'originals_full',
  details: { collection: 'default', limit: 100, kept, added },
});

/** Makes a document of what was put in last under a name. */
async function becomeDocument(records: Records, collection: string, name: string) {
  const [upload] = await records.uploads.find(collection, [name]);
  const { modifiedMs = 0, bytes = 0 } = upload ?? {};
  const text = new TextDecoder().decode(await records.uploads.read(collection, name));
  const made = { ...draft(`upload:/${name}`, text), path: name, modifiedMs, bytes };
  return publish(records, collection, made);
}

async function textOf(records: Records, collection: string, name: string) {
  const bytes = await records.uploads.read(collection, name);
  return bytes && new TextDecoder().decode(bytes);
}

describe.each(recordKinds)('records on %s', (on) => {
  test('bytes come back as they were put in, whatever their number', async () => {
    const { records, reopen, query } = await openedRecords(on);
    for (const length of [0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 2_500_000]) {
      const bytes = new Uint8Array(length).map((_, at) => (at * 31 + (at >> 8)) % 251);
      const content = await records.uploads.store('default', inPieces(bytes));
      expect(content).toMatchObject({ bytes: length, contentHash: hashOf(bytes) });
      const named = [{ name: `${length}.bin`, content, metadata: {} }];
      await records.uploads.put(named, { collection: 'default', paths: [] }, async () => {});
      const read = await (await reopen()).uploads.read('default', `${length}.bin`);
      expect(Buffer.from(read ?? []).equals(bytes)).toBe(true);
      expect(read?.length).toBe(length);
    }
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 6 }]);
    expect(await records.uploads.read('other', '1.bin')).toBeUndefined();
    expect(await records.uploads.find('other')).toEqual([]);
  });

  test('what breaks off, or gets no name, leaves nothing', async () => {
    const { records, query } = await openedRecords(on);
    const broken = (async function* () {
      yield new Uint8Array(1_500_000);
      throw new Error('the client has gone');
    })();
    await expect(records.uploads.store('default', broken)).rejects.toThrow('the client has gone');
    expect(await query('select count(*) as n from content_parts')).toEqual([{ n: 0 }]);

    const content = await records.uploads.store('default', inPieces(new Uint8Array(1_500_000)));
    expect(await query('select count(*) as n from content_parts')).toEqual([{ n: 2 }]);
    await records.uploads.discard([content]);
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 0 }]);
    expect(await query('select count(*) as n from content_parts')).toEqual([{ n: 0 }]);

    // Of a process that was killed: the next who stores something an hour later takes it away.
    await records.uploads.store('default', inPieces(new Uint8Array(5)));
    await query(`update contents set written_at = '2020-01-01T00:00:00.000Z'`);
    await records.uploads.store('default', inPieces(new Uint8Array(5)));
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 1 }]);
  });

  test('the same bytes are kept once in a collection, and are unknown to the others', async () => {
    const { records, query } = await openedRecords(on);
    await put(records, 'default', { 'a.md': 'one', 'b.md': 'one' });
    await put(records, 'default', { 'c.md': 'one', 'd.md': 'two' });
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 2 }]);
    await put(records, 'other', { 'a.md': 'one' });
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 3 }]);
    const asked = [
      { name: 'a.md', sha256: hashOf(bytesOf('one')) },
      { name: 'd.md', sha256: hashOf(bytesOf('one')) },
      { name: 'e.md', sha256: hashOf(bytesOf('one')) },
    ];
    expect([...(await records.uploads.holding('default', asked))]).toEqual(['a.md']);
    expect([...(await records.uploads.holding('third', asked))]).toEqual([]);
  });

  test('what has become a document takes the place of what was there, and what has not is forgotten', async () => {
    const { records, query } = await openedRecords(on);
    const first = await put(records, 'default', { 'a.md': 'one', 'b.md': 'broken' });
    await becomeDocument(records, 'default', 'a.md');
    await records.uploads.settle('default', first);
    expect((await records.uploads.find('default')).map(({ name }) => name)).toEqual(['a.md']);
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 1 }]);

    // What fails leaves what was there, with what was said of it.
    const second = await put(records, 'default', { 'a.md': 'two' });
    expect(await textOf(records, 'default', 'a.md')).toBe('two');
    await records.uploads.settle('default', second);
    expect(await textOf(records, 'default', 'a.md')).toBe('one');
    expect(await records.uploads.find('default')).toMatchObject([{ metadata: { from: 'one' } }]);

    const third = await put(records, 'default', { 'a.md': 'three' });
    const fourth = await put(records, 'default', { 'a.md': 'four' });
    await becomeDocument(records, 'default', 'a.md');
    // Its own was replaced while it waited.
    await records.uploads.settle('default', third);
    expect(await textOf(records, 'default', 'a.md')).toBe('four');
    await records.uploads.settle('default', fourth);
    expect(await textOf(records, 'default', 'a.md')).toBe('four');
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 1 }]);
    expect(await query('select pending, job_id from uploads')).toEqual([{ pending: 0, job_id: null }]);
  });

  test('a removed document takes its bytes along, and those of the archive that it was in', async () => {
    const { records, query } = await openedRecords(on);
    const job = await put(records, 'default', { 'a.md': 'one', 'b.zip': 'packed', 'c.zip': 'also packed' });
    const of = async (name: string) =>
      (await becomeDocument(records, 'default', name)).versions[0]?.documentId;
    const id = await of('a.md');
    const dates = new Map((await records.uploads.find('default')).map((one) => [one.name, one.modifiedMs]));
    const member = (name: string, text: string) => ({
      ...draft(`upload:/${name}`, text),
      modifiedMs: dates.get(name.split('/')[0] ?? '') ?? 0,
    });
    const inB = await publish(records, 'default', member('b.zip/in/x.md', 'x'), member('b.zip/y.md', 'y'));
    const inC = await publish(records, 'default', member('c.zip/z.md', 'z'));
    await records.uploads.settle('default', job);
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 3 }]);

    await records.documents.retire(id ?? '');
    expect((await records.uploads.find('default')).map(({ name }) => name)).toEqual(['b.zip', 'c.zip']);
    await records.documents.retire(inB.versions[0]?.documentId ?? '');
    expect((await records.uploads.find('default')).map(({ name }) => name)).toEqual(['c.zip']);
    await records.documents.moveSources('default', [], ['upload:/c.zip/z.md']);
    expect(await records.uploads.find('default')).toEqual([]);
    expect(await query('select count(*) as n from content_parts')).toEqual([{ n: 0 }]);
    expect(inC.versions).toHaveLength(1);
  });

  test('what no process is at work on is known by its job, until it is settled', async () => {
    const { records, query } = await openedRecords(on);
    const job = await put(records, 'default', { 'b.md': 'two', 'a.md': 'one' });
    // Registered a moment ago: whoever did it is about to begin.
    expect(await records.uploads.abandoned()).toEqual([]);
    await query(`update jobs set heartbeat_at = '2020-01-01T00:00:00.000Z'`);
    const left = [{ collection: 'default', jobId: job, names: ['a.md', 'b.md'] }];
    expect(await records.uploads.abandoned()).toEqual(left);

    const running = await records.jobs.start({ id: job, collection: 'default', kind: 'ingest', paths: [] });
    expect(await records.uploads.abandoned()).toEqual([]);
    await running.finish({ state: 'queued' });
    expect(await records.uploads.abandoned()).toEqual(left);
    await records.uploads.settle('default', job);
    expect(await records.uploads.abandoned()).toEqual([]);
    expect(await query('select count(*) as n from contents')).toEqual([{ n: 0 }]);
  });

  test('no more bytes are put in than a collection may keep, the same ones counted once', async () => {
    const { records, query } = await openedRecords(on);
    const limit = { maxKeptBytes: 100 };
    const kept = async () =>
      (await records.usage.held()).find(({ collection }) => collection === 'default')?.keptBytes;
    await put(records, 'default', { 'a.md': 'a'.repeat(40), 'b.md': 'a'.repeat(40) }, limit);
    await records.indexes.findOrCreate('default', stamp);
    expect(await kept()).toBe(40);

    // All of a request or nothing, its job included.
    const both = { 'c.md': 'c'.repeat(50), 'd.md': 'd'.repeat(11) };
    await expect(put(records, 'default', both, limit)).rejects.toMatchObject(beyond(40, 61));
    expect(await records.uploads.find('default', ['c.md', 'd.md'])).toEqual([]);
    expect(await query('select count(*) as n from jobs')).toEqual([{ n: 1 }]);
    await put(records, 'other', both, limit);

    // What waits counts too; what takes its place does so instead of it.
    await put(records, 'default', { 'c.md': 'c'.repeat(60) }, limit);
    await expect(put(records, 'default', { 'e.md': 'e' }, limit)).rejects.toMatchObject(beyond(100, 1));
    await put(records, 'default', { 'c.md': 'e'.repeat(60), 'e.md': 'a'.repeat(40) }, limit);
    expect(await kept()).toBe(100);
    // The same as before can be put in under any limit.
    await put(records, 'default', { 'f.md': 'a'.repeat(40) }, { maxKeptBytes: 1 });

    const wide = await put(records, 'default', { 'g.md': 'g'.repeat(1000) });
    expect(await kept()).toBe(1100);
    await records.uploads.settle('default', wide);
    expect(await kept()).toBe(100);
    const { versions } = await becomeDocument(records, 'default', 'c.md');
    await records.documents.retire(versions[0]?.documentId ?? '');
    expect(await kept()).toBe(40);
    await put(records, 'default', { 'h.md': 'h'.repeat(60) }, limit);

    await records.collections.rename('default', 'renamed');
    await put(records, 'default', { 'i.md': 'i'.repeat(100) }, limit);
    await expect(put(records, 'renamed', { 'i.md': 'i' }, limit)).rejects.toThrow('"renamed"');
    await records.collections.remove('renamed');
    const sums =
      'collection, cast(sum(bytes) as integer) as bytes from contents where hash is not null group by collection';
    expect(await query('select collection, bytes from kept_bytes order by collection')).toEqual(
      await query(`select ${sums} order by collection`),
    );
  });

  test('of what comes at the same time as much is put in as fits', async () => {
    const { records, reopen } = await openedRecords(on);
    const others = await reopen();
    const settled = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((letter, place) =>
        put(
          place % 2 === 0 ? records : others,
          'default',
          { [letter]: letter.repeat(30) },
          { maxKeptBytes: 100 },
        ),
      ),
    );
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const one of refused) expect(one).toMatchObject({ reason: beyond(90, 30) });
    expect(await records.uploads.find('default')).toHaveLength(3);
  });

  test('what is by itself more than may be kept is not waited for', async () => {
    const { records, query } = await openedRecords(on);
    let asked = 0;
    const endless = (async function* () {
      for (;;) {
        asked += 1;
        yield new Uint8Array(2 ** 20);
      }
    })();
    const limit = { maxKeptBytes: 2 * 2 ** 20 };
    const first = await records.uploads.store('default', inPieces(new Uint8Array(2 ** 20)), limit);
    await expect(records.uploads.store('default', endless, limit)).rejects.toMatchObject({
      code: 'originals_full',
      details: { kept: 0, added: 3 * 2 ** 20 },
    });
    expect(asked).toBe(2);
    expect(await query('select id from contents')).toEqual([{ id: first.id }]);
  });

  test('files of documents are kept as long as these are live, within the limit', async () => {
    const { records, query } = await openedRecords(on);
    const limit = { maxKeptBytes: 100 };
    const keep = (text: string) => records.uploads.keep('default', `hash of ${text}`, bytesOf(text), limit);
    const [one, two] = ['1'.repeat(60), '2'.repeat(60)];
    await keep(one);
    await keep(one);
    await expect(keep(two)).rejects.toMatchObject(beyond(60, 60));
    expect(await query('select hash, kept from contents')).toEqual([{ hash: `hash of ${one}`, kept: 2 }]);
    const { versions } = await publish(records, 'default', draft('/one.md', one));
    expect(await query('select hash, kept from contents')).toEqual([{ hash: `hash of ${one}`, kept: 1 }]);
    await records.documents.retire(versions[0]?.documentId ?? '');
    expect(await records.uploads.length('default', `hash of ${one}`)).toBeUndefined();

    // Its process was killed before the document was live: the next who keeps something an hour later takes it away.
    await keep(two);
    await query(`update contents set written_at = '2020-01-01T00:00:00.000Z'`);
    await keep(one);
    expect(await query('select hash, kept from contents')).toEqual([{ hash: `hash of ${one}`, kept: 2 }]);
  });
});
