import { type Kysely, type Transaction } from 'kysely';
import type {
  AuditEntry,
  AuditPage,
  AuditRecords,
  Expiry,
  ReadAuditOptions,
  TimedAct,
} from '../contracts/question-log.ts';
import { keyedHash, keyOfToday } from './asked/question-log.ts';
import { largestShare, seeClock } from './asked/retention.ts';
import { given } from './dialects.ts';
import type { RecordDatabase } from './records.ts';
import type { AuditRow, RecordTables } from './schema.ts';

/** See `AuditRecords`. */
export function auditRecords({ reader, questions }: RecordDatabase): AuditRecords {
  return {
    add: (...acts) => questions((tx) => addActs(tx, ...acts)),
    read: (options) => readEntries(reader, options),
    expire: (expiry) => questions((tx) => expireEntries(tx, expiry), { isAlone: true }),
  };
}

async function addActs(
  tx: Transaction<RecordTables>,
  acts: readonly TimedAct[],
  lost: number,
  { hashed }: { readonly hashed: boolean },
): Promise<void> {
  const key = hashed ? await keyOfToday(tx) : undefined;
  for (const { clientAddress, ...act } of acts) {
    const client = clientAddress !== null && key ? keyedHash(key, clientAddress) : clientAddress;
    await tx
      .insertInto('audit_log')
      .values({ ...act, client })
      .execute();
  }
  if (lost === 0) return;
  const loss = { actor: 'footnote', action: 'lost', collection: null, target: String(lost), client: null };
  await tx
    .insertInto('audit_log')
    .values({ ...loss, at: new Date().toISOString(), outcome: 'ok' })
    .execute();
}

async function expireEntries(tx: Transaction<RecordTables>, { before, now }: Expiry): Promise<number> {
  if (!(await seeClock(tx, now))) {
    const { all, old } = await tx
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('at', '<', before).as('old'))
      .executeTakeFirstOrThrow();
    if (old > largestShare * all) return 0;
  }
  const removed = await tx.deleteFrom('audit_log').where('at', '<', before).executeTakeFirst();
  return Number(removed.numDeletedRows);
}

async function readEntries(
  reader: Kysely<RecordTables>,
  { actor, action, since, until, limit, offset }: ReadAuditOptions & { limit: number; offset: number },
): Promise<AuditPage> {
  const selected = reader
    .selectFrom('audit_log')
    .where((where) => where.and(given({ actor, action })))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''));
  const [rows, { matching }] = await Promise.all([
    selected.selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute(),
    selected.select(({ fn }) => fn.countAll<number>().as('matching')).executeTakeFirstOrThrow(),
  ]);
  return { entries: rows.map(toEntry), matching };
}

function toEntry({ sequence, ...entry }: AuditRow & { readonly sequence: number }): AuditEntry {
  const { action, outcome } = entry as Pick<AuditEntry, 'action' | 'outcome'>;
  return { id: sequence, ...entry, action, outcome };
}
