import { readDatabase } from '../../sqlite/read-database.ts';

/** How the log of a store is. */
export interface LogHealth {
  readonly entries: number;
  /** Entries that could not be written at their time. */
  readonly lost: number;
  /** When that was last noticed, ISO 8601; null where it never was. */
  readonly lastLostAt: string | null;
}

/** Looks at the log in a store's file and changes nothing. Errors: those of {@link readDatabase}. */
export function logHealth(file: string): Promise<LogHealth> {
  return readDatabase(file, (database) => {
    const hasLog = database.prepare(`select 1 from sqlite_schema where name = 'qa_logs'`).get();
    if (!hasLog) return { entries: 0, lost: 0, lastLostAt: null };
    return database
      .prepare(
        `select (select count(*) from qa_logs) as entries, ifnull(sum(entries), 0) as lost,
          max(noticed_at) as lastLostAt from log_losses`,
      )
      .get() as unknown as LogHealth;
  });
}
