import { closeSync, openSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { draft, publish } from './drafts.test-support.ts';
import { openedRecords } from './opened-records.test-support.ts';

/** Where a leaf has the number of its cells: https://www.sqlite.org/fileformat2.html#b_tree_pages. */
const cellsAt = 3;

/** Records with some documents, in whose file the page of a table or an index has lost what it held. */
async function recordsWithoutPage(name: string) {
  const { records, reopen, query, file } = await openedRecords();
  await publish(records, 'default', draft('/a.md', 'one'), draft('/b.md', 'two'));
  await records.close();
  const [{ root, size }] = (await query(
    `select rootpage as root, page_size as size from sqlite_schema, pragma_page_size where name = '${name}'`,
  )) as [{ root: number; size: number }];
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(2), 0, 2, (root - 1) * size + cellsAt);
  closeSync(handle);
  return reopen();
}

test.each([
  'documents',
  'documents_collection',
  'document_versions',
  'sqlite_autoindex_document_versions_1',
  'sources',
  'index_documents',
  'sqlite_autoindex_index_documents_1',
  'indexes',
])('documents that are there are not listed as none where %s has lost them', async (name) => {
  const records = await recordsWithoutPage(name);
  const page = { search: '', limit: 10, offset: 0 };
  for (const listing of [records.library.list('default'), records.library.page('default', page)])
    await expect(listing).rejects.toMatchObject({ code: 'store_corrupt' });
});

test('collections and jobs that are there are not listed as none', async () => {
  const withoutCollections = await recordsWithoutPage('indexes_live');
  await expect(withoutCollections.listCollections()).rejects.toMatchObject({ code: 'store_corrupt' });
  const withoutJobs = await recordsWithoutPage('jobs');
  await expect(withoutJobs.jobs.list('default')).rejects.toMatchObject({ code: 'store_corrupt' });
});

test('where there are none, none are listed', async () => {
  const { records } = await openedRecords();
  expect(await records.listCollections()).toEqual([]);
  expect(await records.jobs.list('default')).toEqual([]);
  expect(await records.library.list('default')).toEqual([]);
});
