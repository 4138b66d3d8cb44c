import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { throwIfAborted } from '../../errors.ts';
import { isWithin } from '../../files/is-within.ts';
import { realPath } from '../../files/real-path.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import type { JobRow, RecordTables } from '../schema.ts';
import { asBegun, isRunning, silenceMs } from './job-life.ts';

/** How a job waits. */
export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** Told the id of the job that is waited for, about four times a second. */
  readonly onWait?: (jobId: string) => void;
}

/** Between two looks at what the others do. */
const pauseMs = 250;

/**
 * A job says every second that it lives. One that is silent for so long is not waited for, whether it is dead or not:
 * at worst both do the same work.
 */
const longestSilenceMs = 30_000;

/**
 * Waits until no job of its kind that was registered earlier is at work on what this one would do: an ingest on some
 * of its files, a reindex on its collection. Whoever comes second finds done what the first did. Of a job that is not
 * known, at once. Errors: `aborted`.
 */
export async function waitForTurn(
  db: Kysely<RecordTables>,
  id: string,
  { signal, onWait }: TurnOptions = {},
): Promise<void> {
  for (;;) {
    throwIfAborted(signal);
    const first = await firstInTheWay(db, id);
    if (first === undefined) return;
    onWait?.(first.id);
    // Aborted, it is over at once, and said above.
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
  }
}

async function firstInTheWay(db: Kysely<RecordTables>, id: string): Promise<JobRow | undefined> {
  const rows = await db
    .selectFrom('jobs')
    .where('state', '=', 'running')
    .where('kind', '=', (own) => own.selectFrom('jobs').where('id', '=', id).select('kind'))
    .where('collection', '=', (own) => own.selectFrom('jobs').where('id', '=', id).select('collection'))
    .selectAll()
    .orderBy(asBegun)
    .execute();
  const place = rows.findIndex((row) => row.id === id);
  const own = rows[place];
  if (!own) return undefined;
  const paths = realPaths(own);
  const isSameWork = (row: JobRow) => own.kind !== 'ingest' || shareFiles(realPaths(row), paths);
  return rows.slice(0, place).find((row) => isHeardOf(row) && isRunning(row) && isSameWork(row));
}

function isHeardOf({ heartbeat_at }: JobRow): boolean {
  return silenceMs(heartbeat_at) <= longestSilenceMs;
}

function shareFiles(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
}

/** What a job was given, without links as far as it is there; nothing where that cannot be read. */
function realPaths({ paths, directory }: JobRow): readonly string[] {
  const given = (legibleJson(paths) ?? []) as string[];
  return given.map((path) => realPath(resolve(directory, path)));
}
