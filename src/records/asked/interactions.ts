import type { Kysely, Transaction } from 'kysely';
import type { ErasedCounts, Erasure, Feedback } from '../../contracts/conversation.ts';
import type { InteractionRecords, Viewer } from '../../contracts/records.ts';
import type { RecordDatabase } from '../records.ts';
import type { RecordTables } from '../schema.ts';
import { withoutWords } from './citations.ts';
import {
  beginExchange,
  branchConversation,
  changeConversation,
  findConversation,
  finishExchange,
  listConversations,
  recentTurns,
} from './conversations.ts';
import { logQuestions, readLog } from './question-log.ts';
import { expireInteractions } from './retention.ts';
import { listShares, openShare, revokeShare, shareAnswer } from './shares.ts';

type Tx = Transaction<RecordTables>;

/** What was asked and answered. */
export function interactionRecords(database: RecordDatabase): InteractionRecords {
  const { reader, conversations, questions } = database;
  const erase = async <Result>(work: (tx: Tx) => Promise<Result>) => {
    const erased = await conversations(work, { isAlone: true });
    await database.erasePages?.();
    return erased;
  };
  return {
    begin: (exchange) => conversations((tx) => beginExchange(tx, exchange)),
    finish: (answer) => conversations((tx) => finishExchange(tx, answer)),
    recentTurns: (...query) => recentTurns(reader, ...query),
    find: (...query) => findConversation(reader, ...query),
    list: (...query) => listConversations(reader, ...query),
    change: (...query) => conversations((tx) => changeConversation(tx, ...query)),
    branch: (...query) => conversations((tx) => branchConversation(tx, ...query)),
    share: (...query) => conversations((tx) => shareAnswer(tx, ...query)),
    shares: (...query) => listShares(reader, ...query),
    revokeShare: (...query) => conversations((tx) => revokeShare(tx, ...query)),
    openShare: (...query) => openShare(reader, ...query),
    log: (asked, lost) => questions((tx) => logQuestions(tx, asked, lost)),
    readLog: (...query) => readLog(reader, ...query),
    keepFeedback: (...feedback) => conversations((tx) => keepFeedback(tx, ...feedback)),
    erase: (erasure) => erase((tx) => eraseInteractions(tx, erasure)),
    selected: (...query) => selectedConversations(reader, ...query),
    eraseLoggedWords: (erasure) => erase((tx) => eraseLoggedWords(tx, erasure)),
    expire: (expiry) =>
      questions(
        (tx) => expireInteractions(tx, expiry, () => eraseInteractions(tx, { before: expiry.before })),
        {
          isAlone: true,
        },
      ),
  };
}

/** Erases conversations, entries of the log, and the citations and feedback that are then nobody's. */
export async function eraseInteractions(tx: Tx, erasure: Erasure): Promise<ErasedCounts> {
  const conversations = conversationsOf(tx, erasure).select('id');
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

function conversationsOf(db: Kysely<RecordTables>, { collection, conversationId, before, owner }: Erasure) {
  return db
    .selectFrom('conversations')
    .$if(collection !== undefined, (query) => query.where('collection', '=', collection ?? ''))
    .$if(conversationId !== undefined, (query) => query.where('id', '=', conversationId ?? ''))
    .$if(before !== undefined, (query) => query.where('updated_at', '<', before ?? ''))
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''));
}

/** See `InteractionRecords.selected`. */
async function selectedConversations(db: Kysely<RecordTables>, erasure: Erasure, mostTexts: number) {
  const rows = await conversationsOf(db, erasure).select('id').orderBy('id').execute();
  const messages = await db
    .selectFrom('messages')
    .where('conversation_id', 'in', conversationsOf(db, erasure).select('id'))
    .select('content')
    .orderBy('sequence')
    .limit(mostTexts)
    .execute();
  return { conversations: rows.map(({ id }) => id), texts: messages.map(({ content }) => content) };
}

/** Takes the words of questions and answers out of entries of the log. Returns how many had some. */
async function eraseLoggedWords(tx: Tx, erasure: Erasure): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('qa_logs')
    .set({ question: null, answer: null, selected_text: null })
    .where('id', 'in', selectedLog(tx, erasure))
    .where((where) => {
      const words = ['question', 'answer', 'selected_text'] as const;
      return where.or(words.map((column) => where(column, 'is not', null)));
    })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Of a conversation all that was asked in it, by whomever. */
function selectedLog(tx: Tx, { collection, conversationId, before, owner }: Erasure) {
  return tx
    .selectFrom('qa_logs')
    .$if(collection !== undefined, (query) => query.where('collection', '=', collection ?? ''))
    .$if(conversationId !== undefined, (query) => query.where('conversation_id', '=', conversationId ?? ''))
    .$if(before !== undefined, (query) => query.where('asked_at', '<', before ?? ''))
    .$if(owner !== undefined && conversationId === undefined, (query) =>
      query.where('owner', '=', owner ?? ''),
    )
    .select('id');
}

async function forgetOrphans(tx: Tx): Promise<void> {
  const said = tx.selectFrom('messages').select('id');
  const logged = tx.selectFrom('qa_logs').select('id');
  for (const table of ['citations', 'feedback'] as const)
    await tx
      .deleteFrom(table)
      .where('answer_id', 'not in', said)
      .where('answer_id', 'not in', logged)
      .execute();
  // What only the log has keeps the places, and none of the words.
  await tx
    .updateTable('citations')
    .set(withoutWords)
    .where('quote', 'is not', null)
    .where('answer_id', 'not in', said)
    .execute();
}

/** Keeps what a reader thinks of an answer of the collection. Returns whether there is such an answer and citation. */
async function keepFeedback(
  tx: Transaction<RecordTables>,
  collection: string,
  { messageId, helpful, openedCitation }: Feedback,
  { owner }: Pick<Viewer, 'owner'> = {},
): Promise<boolean> {
  const inConversation = tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .where('collection', '=', collection)
    .where('messages.id', '=', messageId)
    .where('role', '=', 'assistant')
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .select('messages.id');
  const inLog = tx
    .selectFrom('qa_logs')
    .where('collection', '=', collection)
    .where('id', '=', messageId)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
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
