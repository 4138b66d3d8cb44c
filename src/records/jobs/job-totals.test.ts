import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  /** Totals of every job of the collection, the first first. */
  async function totals() {
    const jobs = (await records.jobs.list('default')).toReversed();
    return Promise.all(jobs.map(({ id }) => records.jobs.totals(id)));
  }

  test('what a job wrote stays as it was when a later one writes the same document', async () => {
    await publishDocument(records, 'a.md', { tokens: 10 });
    const [before] = await totals();
    expect(before).toEqual({
      documents: [{ path: 'a.md', chunks: 1, tokens: 10 }],
      storeBytes: expect.any(Number),
    });
    await publishDocument(records, 'a.md', { tokens: 30, text: 'longer '.repeat(100_000) });
    const [after, later] = await totals();
    expect(after).toEqual(before);
    expect(later?.documents).toEqual([{ path: 'a.md', chunks: 1, tokens: 30 }]);
    expect(later?.storeBytes).toBeGreaterThan(before?.storeBytes ?? Infinity);
  });

  test('of a document that is to leave no trace, none is left in them', async () => {
    await publishDocument(records, 'a.md');
    await publishDocument(records, 'a.md', { collection: 'other' });
    await records.jobs.forgetPaths('default', ['a.md']);
    expect((await totals()).map(({ documents }) => documents)).toEqual([[]]);
    const [kept] = await records.jobs.list('other');
    expect((await records.jobs.totals(kept?.id ?? '')).documents).toHaveLength(1);
  });
});
