import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { draft, publish } from '../drafts.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let query: OpenedRecords['query'];
  let place: OpenedRecords['place'];
  let records: Records;
  let documentId: string;
  const content = { contentHash: 'hash of one', parser: 'text@1' };

  beforeEach(async () => {
    ({ query, place, records } = await openedRecords(on));
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
    documentId = versions[0]?.documentId as string;
  });

  test.each([
    ['text', `replace(text, 'o', 'u')`],
    ['title', `replace(title, 'T', 't')`],
    ['blocks', `replace(blocks, '3', '2')`],
  ])('a version of which the %s is not as it was written is given to nobody', async (column, altered) => {
    expect((await records.library.text(documentId, 1))?.text).toBe('one');
    await query(`update document_versions set ${column} = ${altered}`);
    const damaged = {
      code: 'store_corrupt',
      message: expect.stringContaining(`the document a.md (${documentId}) is not as it was written`),
      details: { path: on === 'sqlite' ? place : expect.stringMatching(place) },
    };
    await expect(records.library.text(documentId, 1)).rejects.toMatchObject(damaged);
    await expect(records.reindexing.load({ documentId, version: 1 })).rejects.toMatchObject(damaged);
    expect(await records.documents.parsed('default', content)).toBeUndefined();
  });

  test('a version that was made before there were checksums is read as it is', async () => {
    await query('update document_versions set checksum = null');
    expect((await records.library.text(documentId, 1))?.text).toBe('one');
    expect((await records.documents.parsed('default', content))?.text).toBe('one');
  });
});
