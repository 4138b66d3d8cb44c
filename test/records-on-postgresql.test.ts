import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { doQueuedWork, queueWork, type WorkEvent } from '../src/app/queued-work.ts';
import { checkHealth } from '../src/cli/health-checks.ts';
import { FootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { serverUrl } from '../src/records/opened-records.test-support.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { footnoteSession } from './footnote-session.ts';

/**
 * The server that the environment names. PostgreSQL in this process has one connection, which several Footnotes cannot
 * share; what does not take several runs on it beside the records.
 */
const address = new URL(serverUrl() ?? 'postgresql://none');
const { username: user, password } = address;
address.username = '';
address.password = '';
const server = { url: address.href, user, password };

const typed = footnoteSession();
let schemas = 0;

/** Settings of a store of its own, whose folder has the documents too. */
function settings() {
  const folder = temporaryFolder();
  const schema = `pipeline_${process.pid}_${++schemas}`;
  const records = { kind: 'postgresql', ...server, schema } as const;
  return { folder, store: join(folder, 'store'), records };
}

async function open(given: Pick<ReturnType<typeof settings>, 'store' | 'records'>): Promise<Footnote> {
  const footnote = await openFootnote({ store: given.store, records: given.records });
  onTestFinished(() => footnote.close());
  return footnote;
}

describe.runIf(serverUrl())('with records on a server', () => {
  test('two servers with the same records know at their next question what the other did', async () => {
    const given = settings();
    const docs = writeFiles(join(given.folder, 'docs'), handbook);
    const [one, other] = [await open(given), await open(given)];
    expect(await other.listCollections()).toEqual([]);
    await one.ingest([docs]);

    const question = 'How long must a password be?';
    const answer = await other.ask(question, { conversationId: null, sessionId: 's' });
    expect(answer.answer).toContain('fourteen characters');
    const [citation] = answer.citations;
    const { text } = await one.getDocumentText(citation?.documentId ?? '');
    expect(text.slice(citation?.start, citation?.end)).toBe(citation?.quote);

    const conversationId = answer.conversationId ?? '';
    await one.ask('And how long is it kept?', { conversationId });
    const { history } = await other.getConversation(conversationId);
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    await other.recordFeedback({ messageId: answer.messageId ?? '', helpful: true });
    const log = await one.readLog();
    expect(log.entries.find(({ id }) => id === answer.messageId)).toMatchObject({
      helpful: true,
      outcome: 'answered',
    });

    writeFileSync(
      join(docs, 'security/passwords.md'),
      '# Passwords\n\nA password has at least twenty letters.\n',
    );
    await other.ingest([docs]);
    expect((await one.ask(question)).answer).toContain('twenty letters');
    await one.reindex();
    expect((await other.ask(question)).answer).toContain('twenty letters');

    rmSync(join(docs, 'security/passwords.md'));
    await one.ingest([docs]);
    expect((await other.ask(question)).abstained).toBe(true);
    expect(
      (await other.getConversation(conversationId)).history.at(1)?.answer?.citations[0]?.quote,
    ).toBeNull();
    expect((await other.listJobs()).map(({ kind, state }) => [kind, state])).toEqual([
      ['ingest', 'done'],
      ['reindex', 'done'],
      ['ingest', 'done'],
      ['ingest', 'done'],
    ]);
    // What the embedded engine keeps, and caches; no records.
    expect(readdirSync(given.store).filter((name) => !/^(?:chunks|embeddings)\.db/.test(name))).toEqual([]);
  });

  test('two servers that are given the same folder at once ingest each file once', async () => {
    const given = settings();
    const docs = writeFiles(join(given.folder, 'docs'), handbook);
    const both = [await open(given), await open(given)];
    const reports = await Promise.all(both.map((footnote) => footnote.ingest([docs])));
    expect(reports.map(({ documents: { added, unchanged } }) => `${added} ${unchanged}`).toSorted()).toEqual([
      '0 4',
      '4 0',
    ]);
    for (const footnote of both) expect(await footnote.listDocuments()).toHaveLength(4);
  });

  test('what is queued is done by one of the workers, and goes on with another when one has to go', async () => {
    const given = settings();
    const docs = writeFiles(join(given.folder, 'docs'), handbook);
    const { config } = resolveConfig({
      flags: { store: given.store, records: given.records },
      directory: null,
      environment: {},
    });
    const ingest = { kind: 'ingest', collection: config.collection, paths: [docs] } as const;
    const stop = new AbortController();
    const told: string[] = [];
    const work = async (name: string, signal: AbortSignal, onEvent: (event: WorkEvent) => void = () => {}) =>
      doQueuedWork(config, await open(given), {
        signal,
        onEvent: (event) => {
          told.push(`${name} ${event.event}`);
          onEvent(event);
        },
      });
    const id = await queueWork(config, ingest);
    const asker = await open(given);
    expect(await asker.listJobs()).toMatchObject([{ id, state: 'queued', paths: [docs] }]);

    const leave = new AbortController();
    await work('first', leave.signal, () => leave.abort(new FootnoteError('aborted', { by: 'SIGTERM' })));
    expect(told).toEqual(['first begun', 'first stopped']);
    expect(await asker.listJobs()).toMatchObject([{ id, state: 'queued', finishedAt: null }]);
    const working = [work('second', stop.signal), work('third', stop.signal)];
    await expect.poll(async () => (await asker.listJobs()).map(({ state }) => state)).toEqual(['done']);
    expect(told.filter((line) => line.endsWith('done'))).toHaveLength(1);
    expect((await asker.ask('How long must a password be?')).answer).toContain('fourteen characters');

    // Cancelled in the queue, it is never begun.
    stop.abort();
    await Promise.all(working);
    const cancelled = await queueWork(config, ingest);
    await asker.cancelJob(cancelled);
    expect((await asker.listJobs())[0]).toMatchObject({
      id: cancelled,
      state: 'cancelled',
      cancelledBy: 'request',
    });
  });

  test('a reindex that is queued on the command line is done by a worker, with the settings of the worker', async () => {
    const { folder, store, records } = settings();
    writeFileSync(join(folder, 'footnote.config.json'), JSON.stringify({ store, records }));
    const queue = async (...args: string[]) => {
      const { code, stdout, stderr } = await typed(['reindex', '--queue', '--json', ...args], {
        cwd: folder,
      });
      expect(code, stderr).toBe(0);
      return (JSON.parse(stdout) as { job: string }).job;
    };
    const asker = await open({ store, records });
    await asker.ingest([writeFiles(join(folder, 'docs'), handbook)]);
    const chunker = { name: 'sentences' } as const;
    const flags = { store, records, chunker };
    const { config } = resolveConfig({ flags, directory: null, environment: {} });
    const worker = await openFootnote(config);
    onTestFinished(() => worker.close());
    // It can be rebuilt by one who has other settings, but not added to.
    const more = writeFiles(join(folder, 'more'), {
      'bees.md': '# Bees\n\nA queen lays two thousand eggs.\n',
    });
    await expect(worker.ingest([more])).rejects.toMatchObject({ code: 'index_mismatch' });

    const id = await queue();
    expect((await asker.listJobs())[0]).toMatchObject({ id, kind: 'reindex', state: 'queued' });
    const unknown = await queue('--collection', 'nowhere');
    const stop = new AbortController();
    const working = doQueuedWork(config, worker, { signal: stop.signal });
    await expect.poll(async () => (await asker.getJob(id)).state).toBe('done');
    await worker.ingest([more]);
    const elsewhere = { collection: 'nowhere' };
    await expect.poll(async () => (await asker.getJob(unknown, elsewhere)).state).toBe('failed');
    expect((await asker.getJob(unknown, elsewhere)).error?.code).toBe('collection_unknown');
    stop.abort();
    await working;
  });

  test('what a file alone can do is told with what to do instead, and the doctor knows the server', async () => {
    const given = settings();
    const footnote = await open(given);
    await footnote.ingest([writeFiles(join(given.folder, 'docs'), handbook)]);
    await footnote.ask('How long must a password be?');
    await footnote.readLog();
    await expect(footnote.backup(join(given.folder, 'copy.db'))).rejects.toMatchObject({
      code: 'records_on_server',
      message: expect.stringContaining('pg_dump'),
    });
    const flags = { store: given.store, records: given.records };
    const { config } = resolveConfig({ flags, directory: null, environment: {} });
    const checks = new Map((await checkHealth({ config })).map((check) => [check.name, check]));
    expect(checks.get('store')).toMatchObject({
      ok: true,
      finding: expect.stringMatching(/^PostgreSQL at .*, schema pipeline_\w+, 1 collection$/),
    });
    expect(checks.get('log')).toMatchObject({ ok: true, finding: '1 question' });
  });
});
