import type { Transaction } from 'kysely';
import type { Feedback } from '../../contracts/conversation.ts';
import type { RecordTables } from '../schema.ts';

/** Keeps what a reader thinks of an answer of the collection. Returns whether there is such an answer and citation. */
export async function keepFeedback(
  tx: Transaction<RecordTables>,
  collection: string,
  { messageId, helpful, openedCitation }: Feedback,
): Promise<boolean> {
  const inConversation = tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .where('collection', '=', collection)
    .where('messages.id', '=', messageId)
    .where('role', '=', 'assistant')
    .select('messages.id');
  const inLog = tx
    .selectFrom('qa_logs')
    .where('collection', '=', collection)
    .where('id', '=', messageId)
    .select('id');
  if (!(await inConversation.unionAll(inLog).executeTakeFirst())) return false;
  if (openedCitation !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('citations')
      .set((where) => ({ opened: where('opened', '+', 1) }))
      .where('answer_id', '=', messageId)
      .where('number', '=', openedCitation)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
  }
  if (helpful !== undefined) {
    const values = { helpful: helpful === null ? null : Number(helpful), given_at: new Date().toISOString() };
    await tx
      .insertInto('feedback')
      .values({ answer_id: messageId, ...values })
      .onConflict((conflict) => conflict.column('answer_id').doUpdateSet(values))
      .execute();
  }
  return true;
}
