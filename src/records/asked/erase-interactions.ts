import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Erased } from '../../contracts/conversation.ts';
import type { RecordTables } from '../schema.ts';
import { withoutWords } from './citations.ts';

type Tx = Transaction<RecordTables>;

/** What of conversations and log to erase. */
export interface Erasure {
  /** Undefined: of all collections. */
  readonly collection?: string;
  readonly conversationId?: string;
  /** ISO 8601. */
  readonly before?: string;
}

/** Erases conversations, entries of the log, and the citations and feedback that are then nobody's. */
export async function eraseInteractions(tx: Tx, erasure: Erasure): Promise<Erased> {
  const { collection, conversationId, before } = erasure;
  const conversations = tx
    .selectFrom('conversations')
    .$if(collection !== undefined, (query) => query.where('collection', '=', collection ?? ''))
    .$if(conversationId !== undefined, (query) => query.where('id', '=', conversationId ?? ''))
    .$if(before !== undefined, (query) => query.where('updated_at', '<', before ?? ''))
    .select('id');
  const messages = await tx
    .deleteFrom('messages')
    .where('conversation_id', 'in', conversations)
    .executeTakeFirst();
  const erased = await tx.deleteFrom('conversations').where('id', 'in', conversations).executeTakeFirst();
  const logged = await tx
    .deleteFrom('qa_logs')
    .where('id', 'in', selectedLog(tx, erasure))
    .executeTakeFirst();
  await forgetOrphans(tx);
  return {
    conversations: Number(erased.numDeletedRows),
    messages: Number(messages.numDeletedRows),
    logEntries: Number(logged.numDeletedRows),
  };
}

/** Takes the words of questions and answers out of entries of the log. Returns how many had some. */
export async function eraseLoggedWords(tx: Tx, erasure: Erasure): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('qa_logs')
    .set({ question: null, answer: null })
    .where('id', 'in', selectedLog(tx, erasure))
    .where((where) => where.or([where('question', 'is not', null), where('answer', 'is not', null)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function selectedLog(tx: Tx, { collection, conversationId, before }: Erasure) {
  return tx
    .selectFrom('qa_logs')
    .$if(collection !== undefined, (query) => query.where('collection', '=', collection ?? ''))
    .$if(conversationId !== undefined, (query) => query.where('conversation_id', '=', conversationId ?? ''))
    .$if(before !== undefined, (query) => query.where('asked_at', '<', before ?? ''))
    .select('id');
}

async function forgetOrphans(tx: Tx): Promise<void> {
  const isOrphan = sql<boolean>`answer_id not in (select id from messages)
    and answer_id not in (select id from qa_logs)`;
  await tx.deleteFrom('citations').where(isOrphan).execute();
  await tx.deleteFrom('feedback').where(isOrphan).execute();
  // What only the log has keeps the places, and none of the words.
  await tx
    .updateTable('citations')
    .set(withoutWords)
    .where('quote', 'is not', null)
    .where(sql<boolean>`answer_id not in (select id from messages)`)
    .execute();
}
