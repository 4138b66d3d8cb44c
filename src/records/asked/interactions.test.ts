import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { all, asked } from '../kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords } from '../opened-records.test-support.ts';

let file: string;
let records: Records;
let reopen: OpenedRecords['reopen'];

beforeEach(async () => {
  ({ file, records, reopen } = await openedRecords());
});

test('a process that holds the store does not keep readers waiting behind a write', async () => {
  await records.interactions.log([asked('a1')], 0);
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec('begin immediate');
    process.stdout.write('locked');
    process.stdin.once('data', () => { database.exec('rollback'); process.exit(0); });`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const order: string[] = [];
  const writing = records.interactions.log([asked('a2')], 0).then(() => order.push('written'));
  await records.library.list('default');
  order.push('read');
  holder.stdin.write('go');
  await writing;
  expect(order).toEqual(['read', 'written']);
});

test('a store that is only to be read refuses to be written, and can be read', async () => {
  await records.interactions.log([asked('a1')], 0);
  await records.close();
  chmodSync(file, 0o444);
  records = await reopen({ readOnly: true });
  await expect(records.interactions.log([asked('a2')], 0)).rejects.toMatchObject({ code: 'store_read_only' });
  expect((await records.interactions.readLog('default', all)).matching).toBe(1);
});
