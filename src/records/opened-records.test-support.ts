import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Records } from '../contracts/records.ts';
import { openRecords } from './records.ts';

/** Records in a new folder, for one test. */
export interface OpenedRecords {
  readonly folder: string;
  /** Where they are kept. */
  readonly file: string;
  readonly records: Records;
  /** Opens them once more. */
  readonly reopen: (options?: { readOnly?: boolean }) => Promise<Records>;
}

/** Opens records for the test that runs; once it is over all of them are closed and the folder goes. */
export async function openedRecords(): Promise<OpenedRecords> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-records-'));
  const file = join(folder, 'footnote.db');
  const opened: Records[] = [];
  const reopen = async (options?: { readOnly?: boolean }) => {
    const records = await openRecords(file, options);
    opened.push(records);
    return records;
  };
  onTestFinished(async () => {
    for (const records of opened) await records.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, file, records: await reopen(), reopen };
}
