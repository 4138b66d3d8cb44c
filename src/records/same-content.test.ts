import { expect, test } from 'vitest';
import { openDatabase } from '../sqlite/open-database.ts';
import { documentRecords } from './documents/documents.ts';
import { openedRecords } from './opened-records.test-support.ts';
import { recordTables } from './sqlite-records.ts';

test('every file of an ingest is looked up by its content and its name, however many the collection has', async () => {
  const { file } = await openedRecords();
  const asked: string[] = [];
  const db = recordTables(openDatabase(file), { log: ({ query }) => void asked.push(query.sql) });
  const documents = documentRecords(db);
  await documents.findByContent('default', 'hash');
  await documents.parsed('default', { contentHash: 'hash', parser: 'text@1' });
  await documents.known('default', ['/a.txt']);
  await db.destroy();

  using database = openDatabase(file, { readOnly: true });
  const plans = asked.map((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => '');
    return database.prepare(`explain query plan ${sql}`).all(...values);
  });
  const [found, parsed, known] = plans.map((plan) => plan.map(({ detail }) => detail));
  const byContent = 'SEARCH document_versions USING INDEX document_versions_content (content_hash=?)';
  expect([found?.[0], parsed?.[0]]).toEqual([byContent, byContent]);
  const byName = 'SEARCH sources USING INDEX sqlite_autoindex_sources_1 (collection=? AND source=?)';
  expect(known?.[0]).toBe(byName);
});
