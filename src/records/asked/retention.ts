import type { Kysely, Transaction } from 'kysely';
import type { ErasedCounts } from '../../contracts/conversation.ts';
import type { Expiry, WithheldExpiry } from '../../contracts/question-log.ts';
import type { RecordTables } from '../schema.ts';

type Tx = Transaction<RecordTables>;

const dayMs = 24 * 60 * 60 * 1000;

/** Between two looks at the clock that are one after the other: a server looks every day. */
const steadyGapMs = 2 * dayMs;

/** That the clock has to have gone steadily before all that is too old may go. */
const steadyMs = dayMs;

/** Of conversations and log together, what may go at once while the clock is not known to go steadily. */
export const largestShare = 1 / 4;

/**
 * Erases what is older than `before`, unless the clock may be wrong about that: one that was set ahead by a hundred
 * days would have all of it erased. A clock that has gone steadily for a day, seen at least every other day, is
 * believed; any other erases at most a quarter of all, or else nothing, and what it would have erased is noted.
 */
export async function expireInteractions(
  tx: Tx,
  { before, now }: Expiry,
  erase: () => Promise<ErasedCounts>,
): Promise<ErasedCounts> {
  const isSteady = await seeClock(tx, now);
  const withheld = isSteady ? null : await tooMuch(tx, before);
  await tx
    .updateTable('retention')
    .set({
      withheld_before: withheld?.before ?? null,
      withheld_conversations: withheld?.conversations ?? 0,
      withheld_entries: withheld?.logEntries ?? 0,
    })
    .execute();
  return withheld ? { conversations: 0, messages: 0, logEntries: 0 } : erase();
}

/** What the last expiry left because the clock may be wrong; null where it left nothing. */
export async function withheldExpiry(db: Kysely<RecordTables>): Promise<WithheldExpiry | null> {
  const row = await db
    .selectFrom('retention')
    .where('withheld_before', 'is not', null)
    .selectAll()
    .executeTakeFirst();
  if (!row?.withheld_before) return null;
  const {
    withheld_before: before,
    withheld_conversations: conversations,
    withheld_entries: logEntries,
  } = row;
  return { before, conversations, logEntries };
}

/** Notes that the clock was seen, and returns whether it has gone steadily until now. */
export async function seeClock(tx: Tx, now: string): Promise<boolean> {
  const seen = await tx.selectFrom('retention').selectAll().executeTakeFirst();
  const sinceMs = seen ? Date.parse(now) - Date.parse(seen.last_seen) : Number.NaN;
  const wentOn = sinceMs >= 0 && sinceMs <= steadyGapMs;
  const steadySince = seen && wentOn ? seen.steady_since : now;
  const values = { last_seen: now, steady_since: steadySince };
  if (seen) await tx.updateTable('retention').set(values).execute();
  else
    await tx
      .insertInto('retention')
      .values({ ...values, withheld_before: null, withheld_conversations: 0, withheld_entries: 0 })
      .execute();
  return Date.parse(now) - Date.parse(steadySince) >= steadyMs;
}

/** What is older, where that is too much to go at once; else null. */
async function tooMuch(tx: Tx, before: string): Promise<WithheldExpiry | null> {
  const [conversations, logged] = await Promise.all([
    tx
      .selectFrom('conversations')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('updated_at', '<', before).as('old'))
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('qa_logs')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('asked_at', '<', before).as('old'))
      .executeTakeFirstOrThrow(),
  ]);
  const old = conversations.old + logged.old;
  if (old <= largestShare * (conversations.all + logged.all)) return null;
  return { before, conversations: conversations.old, logEntries: logged.old };
}
