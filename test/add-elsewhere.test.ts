import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { doQueuedWork } from '../src/app/queued-work.ts';
import { openFootnote } from '../src/pipeline.ts';
import { serverUrl } from '../src/records/opened-records.test-support.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder } from './corpus.ts';

/** PostgreSQL in this process has one session, which several processes' worth of connections cannot share. */
const address = new URL(serverUrl() ?? 'postgresql://none');
const { username: user, password } = address;
address.username = '';
address.password = '';

test.runIf(serverUrl())(
  'what is put in on one machine is ingested by a worker on another that shares no disk',
  async () => {
    const server = { url: address.href, user, password };
    const schema = `elsewhere_${process.pid}`;
    const settings = () =>
      completeConfig({
        store: join(temporaryFolder(), 'store'),
        records: { kind: 'postgresql', ...server, schema },
        engine: { kind: 'postgresql', ...server, name: `${schema}_chunks` },
      });
    const open = async (config = settings()) => {
      const footnote = await openFootnote(config, { embedder: alike() });
      onTestFinished(() => footnote.close());
      return { config, footnote };
    };
    const [here, there] = [await open(), await open()];
    const stop = new AbortController();
    const working = doQueuedWork(there.config, there.footnote, { signal: stop.signal });
    const jobs: string[] = [];
    const report = await here.footnote.add(
      [
        { name: 'refunds.md', text: 'Items can be returned within 30 days.' },
        { name: 'broken.pdf', text: 'no pdf' },
      ],
      { queue: true, onJob: (id) => jobs.push(id) },
    );
    expect(report).toMatchObject({ status: 'partial', documents: { added: 1, failed: 1 } });
    expect(await here.footnote.listJobs()).toMatchObject([{ id: jobs[0], state: 'done' }]);
    for (const { footnote } of [here, there])
      expect((await footnote.search('How long can items be returned?')).hits[0]?.path).toBe('refunds.md');
    await here.footnote.removeDocument('refunds.md');
    expect(await there.footnote.listDocuments()).toEqual([]);
    stop.abort();
    await working;
  },
);

test('workers do not have parsers of one’s own, so that these are refused with a queue', async () => {
  const store = join(temporaryFolder(), 'store');
  const parser = {
    name: 'ini',
    version: 1,
    extensions: ['.ini'],
    recognise: () => 'no' as const,
    parse: async () => ({ text: '', blocks: [], metadata: {}, warnings: [] }),
  };
  const footnote = await openFootnote({ store }, { embedder: alike(), parsers: [parser] });
  onTestFinished(() => footnote.close());
  const adding = footnote.add({ name: 'a.md', text: 'Bees.' }, { queue: true });
  await expect(adding).rejects.toThrow('options.queue: workers do not have the parsers of this process');
});

test('a queue needs records on a server', async () => {
  const footnote = await openFootnote({ store: join(temporaryFolder(), 'store') }, { embedder: alike() });
  onTestFinished(() => footnote.close());
  const adding = footnote.add({ name: 'a.md', text: 'Bees.' }, { queue: true });
  await expect(adding).rejects.toMatchObject({ code: 'config_invalid' });
});
