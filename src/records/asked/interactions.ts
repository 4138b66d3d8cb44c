import { Kysely, type Transaction } from 'kysely';
import type { Feedback } from '../../contracts/conversation.ts';
import { FootnoteError } from '../../errors.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { overwriteFreePages } from '../../sqlite/overwrite-free-pages.ts';
import type { RecordTables } from '../schema.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';
import { findConversation, listConversations, recentTurns } from './conversations.ts';
import { type Erasure, eraseInteractions, eraseLoggedWords } from './erase-interactions.ts';
import { type BegunExchange, beginExchange, type FinishedAnswer, finishExchange } from './exchanges.ts';
import { keepFeedback } from './feedback.ts';
import { type AskedQuestion, logQuestions, readLog } from './question-log.ts';

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
) {
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

/** What {@link interactionRecords} returns. */
export type InteractionRecords = ReturnType<typeof interactionRecords>;

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
