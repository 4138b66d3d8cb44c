import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Records } from '../contracts/records.ts';
import { draft, publish, stamp } from './drafts.test-support.ts';
import { converse } from './kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds, serverUrl } from './opened-records.test-support.ts';

/** How many work at once. */
const several = 3;

describe.each(recordKinds)('several processes with records on %s', (on) => {
  let opened: OpenedRecords;
  let all: readonly Records[];

  beforeEach(async () => {
    opened = await openedRecords(on);
    all = [opened.records];
    while (all.length < several) all = [...all, await opened.reopen()];
  });

  test('that ingest the same files at once leave one live document of each, and nothing half', async () => {
    const files = ['/a.md', '/b.md', '/c.md', '/d.md'];
    const rounds = 4;
    await Promise.all(
      all.map(async (records, process) => {
        for (let round = 0; round < rounds; round++)
          await publish(
            records,
            'default',
            ...files.map((file) => draft(file, `${file} by ${process} in ${round}`)),
          );
      }),
    );
    const documents = await opened.records.library.list('default');
    expect(documents.map(({ paths }) => paths)).toEqual([['a.md'], ['b.md'], ['c.md'], ['d.md']]);
    for (const { documentId, version, contentHash } of documents) {
      const { text } = (await opened.records.library.text(documentId, version)) ?? {};
      expect(`hash of ${text}`).toBe(contentHash);
      expect(text).toContain(`in ${rounds - 1}`);
    }
    // Only versions that were replaced are left, and they can be forgotten.
    const leftovers = await opened.records.documents.leftovers('default');
    await opened.records.documents.forget(leftovers);
    expect(await opened.query('select count(*) as rows from document_versions')).toEqual([{ rows: 4 }]);
    expect(await opened.query('select count(*) as rows from documents')).toEqual([{ rows: 4 }]);
  });

  test('that embed share the work: no version is anybody’s twice', async () => {
    const texts = Array.from({ length: 12 }, (_, number) => draft(`/${number}.md`, `text ${number}`));
    await publish(opened.records, 'default', ...texts);
    const claimed = await Promise.all(
      all.map(async ({ jobs, documents }) => {
        const job = await jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
        const own: string[] = [];
        for (;;) {
          const some = await documents.claimUnembedded('default-1', job.id, 2);
          if (some.length === 0) return own;
          own.push(...some.map(({ documentId }) => documentId));
          await documents.embedded(
            'default-1',
            some.map((version) => ({ ...version, embeddedChunks: version.chunks })),
          );
        }
      }),
    );
    expect(claimed.flat()).toHaveLength(12);
    expect(new Set(claimed.flat()).size).toBe(12);
    expect(await opened.records.documents.unembeddedChunks('default-1')).toBe(0);
  });

  test('that are given the same folder at once go one after the other', async () => {
    const work = { collection: 'default', kind: 'ingest', paths: [opened.folder] } as const;
    const order: string[] = [];
    await Promise.all(
      all.map(async ({ jobs }, process) => {
        const job = await jobs.start(work);
        await job.turn();
        order.push(`${process} begins`);
        await publish(all[process] as Records, 'other', draft(`/${process}.md`, 'text'));
        order.push(`${process} ends`);
        await job.finish({ state: 'done' });
      }),
    );
    expect(order).toHaveLength(2 * several);
    for (let at = 0; at < order.length; at += 2)
      expect(order[at + 1]).toBe(order[at]?.replace('begins', 'ends'));
  });

  test('that begin the first index of a collection, or one beside it, have the same', async () => {
    const first = await Promise.all(all.map(({ indexes }) => indexes.findOrCreate('default', stamp)));
    expect(new Set(first.map(({ id }) => id)).size).toBe(1);
    const other = { ...stamp, chunker: 'fixed' };
    const begun = await Promise.all(all.map(({ indexes }) => indexes.findOrCreateBuilding('default', other)));
    expect(new Set(begun.map(({ building }) => building.id)).size).toBe(1);
  });

  test('keep no words of a document that goes while an answer of it is kept', async () => {
    const [one, two] = [all[0] as Records, all[1] as Records];
    for (let round = 0; round < 5; round++) {
      const { versions } = await publish(one, 'default', draft('/a.md', `text ${round}`));
      const { documentId } = versions[0] as { documentId: string };
      await Promise.all([
        converse(one, `c${round}`, `a${round}`, [documentId, documentId]),
        two.documents.retire(documentId),
      ]);
    }
    expect(await opened.query('select count(*) as rows from citations where quote is not null')).toEqual([
      { rows: 0 },
    ]);
    expect(await opened.query(`select distinct content from messages where role = 'assistant'`)).toEqual([
      { content: '[…] […]' },
    ]);
  });
});

// What one process does while another is in the midst of something takes two connections.
describe.runIf(serverUrl())('on a server', () => {
  let opened: OpenedRecords;
  let other: Client;

  beforeEach(async () => {
    opened = await openedRecords('postgresql');
    other = new Client({ connectionString: serverUrl() });
    await other.connect();
    await other.query(`set search_path to ${opened.schema}`);
    onTestFinished(() => other.end());
  });

  test('what another connection has not committed is neither seen nor remembered', async () => {
    const { versions } = await publish(opened.records, 'default', draft('/a.md', 'one'));
    const { documentId } = versions[0] as { documentId: string };
    const live = () => opened.records.liveDocuments.versions([documentId]);
    await other.query('begin');
    await other.query('update documents set live_version = 7');
    expect(await live()).toEqual(new Map([[documentId, 1]]));
    await other.query('rollback');
    await other.query('update documents set live_version = 8');
    expect(await live()).toEqual(new Map([[documentId, 8]]));
  });

  test('readers wait for no writer, and what is said waits a while and is then told that it is busy', async () => {
    await publish(opened.records, 'default', draft('/a.md', 'one'));
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`footnote ${opened.schema}`]);
    expect(await opened.records.library.list('default')).toHaveLength(1);
    const said = converse(opened.records, 'c', 'a', ['none', 'none']);
    await expect(said).rejects.toMatchObject({
      code: 'store_busy',
      details: { path: expect.stringMatching(opened.place as RegExp) },
    });
    await other.query('commit');
    await converse(opened.records, 'c', 'a', ['none', 'none']);
  });

  test('a process that is killed in the midst of a change leaves nothing of it, and nobody waits for it', async () => {
    await publish(opened.records, 'default', draft('/a.md', 'one'));
    const script = `
      import { postgresqlRecords } from ${JSON.stringify(join(import.meta.dirname, 'postgresql-records.ts'))};
      const records = await postgresqlRecords(${JSON.stringify({ url: serverUrl(), schema: opened.schema })});
      const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
      const drafts = Array.from({ length: 20000 }, (_, number) => ({ ...${JSON.stringify(draft('/b.md', 'two'))}, source: '/b' + number }));
      process.stdout.write(job.id);
      await records.documents.begin('default', 'default-1', job.id, drafts);`;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [id] = await once(killed.stdout, 'data');
    const holds = async () =>
      (
        await other.query(
          `select from pg_stat_activity where query like 'insert into "${opened.schema}"."document_versions"%' or query like 'insert into "${opened.schema}"."index_documents"%'`,
        )
      ).rowCount;
    await expect.poll(holds).toBeGreaterThan(0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await publish(opened.records, 'default', draft('/c.md', 'three'));
    expect((await opened.records.library.list('default')).map(({ path }) => path)).toEqual(['a.md', 'c.md']);
    expect(
      (await opened.query(`select count(*) as rows from document_versions where job_id = '${id}'`))[0],
    ).toEqual({ rows: 0 });
    // It is silent from now on: that long ago, it is known to be dead.
    await opened.query(`update jobs set heartbeat_at = '2020-01-01T00:00:00.000Z' where id = '${id}'`);
    expect(await opened.records.jobs.list('default')).toContainEqual(
      expect.objectContaining({ id: String(id), state: 'interrupted' }),
    );
  });

  test('a connection that breaks is a failure that names the server, and the next call makes another', async () => {
    const { records } = opened;
    await publish(records, 'default', draft('/a.md', 'one'));
    const end = () =>
      other.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'footnote'
        and query like '%"${opened.schema}"%'`);
    await end();
    await expect.poll(() => records.library.list('default').catch(() => undefined)).toHaveLength(1);
    const changed = publish(records, 'default', draft('/b.md', 'two'));
    await changed;
    expect(await records.library.list('default')).toHaveLength(2);
  });
});
