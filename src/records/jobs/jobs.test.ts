import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openedRecords } from '../opened-records.test-support.ts';

test('the last 200 jobs are kept, those that were killed counted among them, and what runs', async () => {
  const { file, records } = await openedRecords();
  const work = { collection: 'default', kind: 'ingest', paths: [] } as const;
  const { id } = await records.jobs.start(work);
  const database = new DatabaseSync(file);
  database.exec(`create temp table killed as select * from jobs `);
  database.exec("update killed set heartbeat_at = '2020-01-01T00:00:00.000Z', started_at = '2099-01-01'");
  for (let number = 0; number < 205; number++) {
    database.exec(`update killed set id = 'killed ${number}'; insert into jobs select * from killed`);
  }
  database.close();
  const last = await records.jobs.start(work);
  await last.finish({ state: 'done' });
  const left = await records.jobs.list('default');
  expect(left.filter(({ state }) => state === 'interrupted')).toHaveLength(199);
  expect(left.filter(({ state }) => state === 'running').map((job) => job.id)).toEqual([id]);
  expect(left).toHaveLength(201);
  // The latest by when it began, whatever the clock said then.
  expect(left[0]?.id).toBe(last.id);
});
