import { beforeEach, describe, expect, test } from 'vitest';
import type { IngestReport } from '../contracts/job.ts';
import type { Records } from '../contracts/records.ts';
import { all, asked, citation, converse } from './kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from './opened-records.test-support.ts';
import { publishDocument } from './publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  const report = { failures: [], warnings: ['bees.md: Ada keeps bees'] } as unknown as IngestReport;

  let query: OpenedRecords['query'];
  let place: OpenedRecords['place'];
  let records: Records;
  let bees: string;

  beforeEach(async () => {
    ({ place, query, records } = await openedRecords(on));
    const kew = await publishDocument(records, 'kew.md');
    bees = await publishDocument(records, 'bees.md');
    await records.saveCalibration('default', { calibratedAt: '2026-05-01' } as never);
    await converse(records, 'c1', 'a1', [bees, kew]);
    await records.interactions.log([asked('a1', { citations: [citation(bees, 1, 'Ada does.')] })], 0);
    const work = { collection: 'default', kind: 'ingest', paths: ['/bees'], report: () => report } as const;
    await (await records.jobs.start(work)).finish({
      state: 'failed',
      error: { code: 'internal', message: '' },
    });
    await change(`messages set other_collections = '["kew"]', selected_text = 'Ada' where role = 'user'`);
  });

  async function change(set: string): Promise<void> {
    await query(`update ${set}`);
  }

  async function damage(column: string): Promise<void> {
    const [table, name] = column.split('.');
    await change(`${table} set ${name} = '?' || ${name} where ${name} is not null`);
  }

  async function mend(column: string): Promise<void> {
    const [table, name] = column.split('.');
    await change(`${table} set ${name} = substr(${name}, 2) where ${name} is not null`);
  }

  const conversation = () => records.interactions.find('default', 'c1');

  const readers: Readonly<Record<string, () => Promise<unknown>>> = {
    'document_versions.blocks': () => records.library.text(bees, 1),
    'document_versions.metadata': () => records.reindexing.load({ documentId: bees, version: 1 }),
    'indexes.calibration': () => records.collectionFacts('default'),
    'indexes.fields': () => records.indexes.find('default'),
  };

  test('what is damaged is named with its column, its row and its store', async () => {
    for (const [column, read] of Object.entries(readers)) {
      await damage(column);
      const problem = expect.stringMatching(`^${column} of [\\w-]+ cannot be read$`);
      await expect(read()).rejects.toMatchObject({
        code: 'store_corrupt',
        details: { path: typeof place === 'string' ? place : expect.stringMatching(place), problem },
      });
      await mend(column);
      await read();
    }
  });

  test('a conversation opens with what can be read of it, and names what cannot', async () => {
    const whole = await conversation();
    expect(whole?.warnings).toEqual([]);
    const columns = [
      'citations.heading_path',
      'messages.sentences',
      'messages.trace',
      'messages.other_collections',
    ];
    for (const column of columns) {
      await damage(column);
      const { history = [], warnings = [] } = (await conversation()) ?? {};
      expect(history.map(({ content }) => content)).toEqual(whole?.history.map(({ content }) => content));
      expect(warnings.length).toBeGreaterThan(0);
      for (const warning of warnings)
        expect(warning).toMatch(new RegExp(`^The store is damaged: ${column} of [\\w-]+ cannot be read\\.$`));
      await mend(column);
    }
    // As a bit that is another leaves it.
    if (on === 'sqlite') await change('messages set content = cast(content as blob)');
    expect(await conversation()).toEqual(whole);
  });

  test('a job or a line of the log that is damaged hides no other, and is told with what can be read', async () => {
    const work = { collection: 'default', kind: 'ingest', paths: ['/kew'], report: () => report } as const;
    const other = await records.jobs.start(work);
    await other.finish({ state: 'done' });
    await records.interactions.log([asked('a2')], 0);
    await change(`jobs set paths = '[?', report = '' where error is not null`);
    await change(`qa_logs set chunk_ids = '?' where id = 'a1'`);
    await change(`citations set heading_path = '?'`);
    const [whole, damaged] = await records.jobs.list('default');
    expect(whole).toMatchObject({ id: other.id, state: 'done', paths: ['/kew'], report, error: null });
    const message = expect.stringMatching(/jobs\.paths and jobs\.report of \w+ cannot be read/);
    const error = { code: 'store_corrupt', message };
    expect(damaged).toMatchObject({ state: 'failed', paths: [], report: null, error });
    expect(await records.jobs.unresolvedFailures('default')).toEqual({ failed: [], paths: [] });
    const { entries } = await records.interactions.readLog('default', all);
    const read = entries.map(({ id, chunkIds, citations }) => [id, chunkIds, citations.length]);
    expect(read).toEqual(
      expect.arrayContaining([
        ['a1', [], 2],
        ['a2', ['a.1.0'], 0],
      ]),
    );
  });

  test('an ingest waits for none of which nobody can read what it was given', async () => {
    const work = { collection: 'default', kind: 'ingest', paths: ['/bees'] } as const;
    await records.jobs.start(work);
    await change(`jobs set paths = '?' where state = 'running'`);
    await (await records.jobs.start(work)).turn({ signal: AbortSignal.timeout(60_000) });
  });

  test('a document of which nobody can read what it was made from is no place to go on from', async () => {
    expect(await records.reingestion.illegible()).toEqual([]);
    await damage('document_versions.source');
    expect(await records.reingestion.illegible()).toHaveLength(2);
    expect(await records.documents.findByContent('default', 'hash of bees.md')).toEqual([]);
    expect(await records.documents.parsed('default', { contentHash: 'bees.md', parser: 'text@1' })).toBe(
      undefined,
    );
    expect(await publishDocument(records, 'bees.md')).toBe(bees);
    expect(await records.documents.findByContent('default', 'hash of bees.md')).toHaveLength(1);
  });

  test('a document of which something is damaged hides no other, and is made again', async () => {
    const titles = async () => (await records.library.list('default')).map(({ title }) => title);
    const before = await titles();
    await damage('document_versions.metadata');
    expect(await records.library.find('default', bees)).toMatchObject({ documentId: bees, metadata: {} });
    expect(await records.reingestion.illegible()).toHaveLength(2);
    await mend('document_versions.metadata');
    // A server checks what its disk gives back, and gives texts alone.
    if (on !== 'sqlite') return;
    // As a bit that is another leaves it.
    await change('document_versions set title = cast(title as blob)');
    expect(await titles()).toEqual(before);
    expect(await records.library.text(bees, 1)).toMatchObject({ title: before[0] });
    const { documents } = await records.coverage({ collections: ['default'] });
    expect(documents.map(({ title }) => title).toSorted()).toEqual(before.toSorted());
    expect(await records.reingestion.illegible()).toHaveLength(2);
  });

  test('the words of a removed document go whole from where damage hides which they are', async () => {
    for (const column of ['messages.sentences', 'messages.other_collections', 'jobs.report'])
      await damage(column);
    await records.documents.retire(bees);
    await records.jobs.forgetPaths('default', ['bees.md']);
    const left = await query(
      `select (select content from messages where id = 'a1') as content, (select report from jobs
       where error is not null) as report, (select max(selected_text) from messages) as marked`,
    );
    expect(left).toEqual([{ content: '[…]', report: null, marked: null }]);
  });
});
