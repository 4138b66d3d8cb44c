import { Kysely, sql, type Transaction } from 'kysely';
import type {
  BegunExchange,
  Erased,
  Erasure,
  Feedback,
  FinishedAnswer,
} from '../../contracts/conversation.ts';
import type { AskedQuestion } from '../../contracts/question-log.ts';
import type { InteractionRecords } from '../../contracts/records.ts';
import { FootnoteError } from '../../errors.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { overwriteFreePages } from '../../sqlite/overwrite-free-pages.ts';
import type { RecordTables } from '../schema.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';
import { withoutWords } from './citations.ts';
import {
  beginExchange,
  findConversation,
  finishExchange,
  listConversations,
  recentTurns,
} from './conversations.ts';
import { logQuestions, readLog } from './question-log.ts';

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

/** How long a write waits for another process before it is `store_busy`: somebody may be waiting for it. */
const waitMs = 3000;

/**
 * What was asked and answered, read over `db`, which nothing is written over. Writing it has connections of its own, so
 * that no question waits behind it.
 */
export function interactionRecords(
  db: Kysely<RecordTables>,
  file: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): InteractionRecords & { close(): Promise<void> } {
  const conversations = new Writer(file, { readOnly, synchronous: 'full' });
  const questions = new Writer(file, { readOnly, synchronous: 'normal' });
  const erase = async <Erased>(work: (tx: Transaction<RecordTables>) => Promise<Erased>) => {
    const erased = await conversations.transaction(work);
    await overwriteFreePages(file);
    return erased;
  };
  return {
    /** See {@link beginExchange}. */
    begin: (exchange: BegunExchange) => conversations.transaction((tx) => beginExchange(tx, exchange)),
    /** See {@link finishExchange}. */
    finish: (answer: FinishedAnswer) => conversations.transaction((tx) => finishExchange(tx, answer)),
    /** See {@link recentTurns}. */
    recentTurns: (...query: Tail<Parameters<typeof recentTurns>>) => recentTurns(db, ...query),
    /** See {@link findConversation}. */
    find: (collection: string, id: string) => findConversation(db, collection, id),
    /** See {@link listConversations}. */
    list: (...query: Tail<Parameters<typeof listConversations>>) => listConversations(db, ...query),
    /** See {@link logQuestions}. What is written survives the end of the process, but maybe no power cut. */
    log: (asked: readonly AskedQuestion[], lost: number) =>
      questions.transaction((tx) => logQuestions(tx, asked, lost)),
    /** See {@link readLog}. */
    readLog: (...query: Tail<Parameters<typeof readLog>>) => readLog(db, ...query),
    /** See {@link keepFeedback}. */
    keepFeedback: (collection: string, feedback: Feedback) =>
      conversations.transaction((tx) => keepFeedback(tx, collection, feedback)),
    /** Leaves no trace in the file. */
    erase: (erasure: Erasure) => erase((tx) => eraseInteractions(tx, erasure)),
    /** Takes the words out of the log and leaves no trace of them in the file. Returns how many entries had some. */
    eraseLoggedWords: (erasure: Erasure) => erase((tx) => eraseLoggedWords(tx, erasure)),
    /** Erases what is older in all collections; its pages are overwritten as they are used again. */
    expire: (before: string) => questions.transaction((tx) => eraseInteractions(tx, { before })),
    async close() {
      await conversations.close();
      await questions.close();
    },
  };
}

/** A connection that is opened by the first write. */
class Writer {
  readonly #file: string;
  readonly #options: { readonly readOnly: boolean; readonly synchronous: 'full' | 'normal' };
  #db: Kysely<RecordTables> | undefined;

  constructor(file: string, options: { readOnly: boolean; synchronous: 'full' | 'normal' }) {
    this.#file = file;
    this.#options = options;
  }

  async transaction<Result>(work: (tx: Transaction<RecordTables>) => Promise<Result>): Promise<Result> {
    const { readOnly, synchronous } = this.#options;
    if (readOnly) throw new FootnoteError('store_read_only', { path: this.#file });
    this.#db ??= new Kysely<RecordTables>({
      dialect: sqliteDialect(openDatabase(this.#file, { synchronous }), { waitMs }),
    });
    return this.#db.transaction().execute(work);
  }

  async close(): Promise<void> {
    await this.#db?.destroy();
    this.#db = undefined;
  }
}

type Tx = Transaction<RecordTables>;

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
