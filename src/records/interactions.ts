import { Kysely, type Transaction } from 'kysely';
import type {
  Conversation,
  ConversationTurn,
  ConversationWithMessages,
  Erased,
  Feedback,
} from '../contracts/conversation.ts';
import type { QuestionLogPage } from '../contracts/question-log.ts';
import { FootnoteError } from '../errors.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { overwriteFreePages } from '../sqlite/overwrite-free-pages.ts';
import { findConversation, listConversations, recentTurns } from './conversations.ts';
import { type Erasure, eraseInteractions, eraseLoggedWords } from './erase-interactions.ts';
import { type BegunExchange, beginExchange, type FinishedAnswer, finishExchange } from './exchanges.ts';
import { keepFeedback } from './feedback.ts';
import { type AskedQuestion, logQuestions, readLog } from './question-log.ts';
import type { RecordTables } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** What was asked and answered. Writing it has connections of its own, so that no question waits behind it. */
export interface InteractionRecords {
  /** See {@link beginExchange}. */
  begin(exchange: BegunExchange): Promise<void>;
  /** See {@link finishExchange}. */
  finish(answer: FinishedAnswer): Promise<void>;
  /** See {@link recentTurns}. */
  recentTurns(
    collection: string,
    id: string,
    limit: number,
  ): Promise<readonly ConversationTurn[] | undefined>;
  find(collection: string, id: string): Promise<ConversationWithMessages | undefined>;
  list(...query: Tail<Parameters<typeof listConversations>>): Promise<readonly Conversation[]>;
  /** See {@link logQuestions}. What is written survives the end of the process, but maybe no power cut. */
  log(questions: readonly AskedQuestion[], lost: number): Promise<void>;
  readLog(...query: Tail<Parameters<typeof readLog>>): Promise<QuestionLogPage>;
  /** See {@link keepFeedback}. */
  keepFeedback(collection: string, feedback: Feedback): Promise<boolean>;
  /** Leaves no trace in the file. */
  erase(erasure: Erasure): Promise<Erased>;
  /** Takes the words out of the log and leaves no trace of them in the file. Returns how many entries had some. */
  eraseLoggedWords(erasure: Erasure): Promise<number>;
  /** Erases what is older in all collections; its pages are overwritten as they are used again. */
  expire(before: string): Promise<Erased>;
  close(): Promise<void>;
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

/** How long a write waits for another process before it is `store_busy`: somebody may be waiting for it. */
const waitMs = 3000;

/** The records of what was asked, read over `db`, which nothing is written over. */
export function interactionRecords(
  db: Kysely<RecordTables>,
  file: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): InteractionRecords {
  const conversations = new Writer(file, { readOnly, synchronous: 'full' });
  const questions = new Writer(file, { readOnly, synchronous: 'normal' });
  return {
    begin: (exchange) => conversations.transaction((tx) => beginExchange(tx, exchange)),
    finish: (answer) => conversations.transaction((tx) => finishExchange(tx, answer)),
    recentTurns: (...query) => recentTurns(db, ...query),
    find: (collection, id) => findConversation(db, collection, id),
    list: (...query) => listConversations(db, ...query),
    log: (asked, lost) => questions.transaction((tx) => logQuestions(tx, asked, lost)),
    readLog: (...query) => readLog(db, ...query),
    keepFeedback: (collection, feedback) =>
      conversations.transaction((tx) => keepFeedback(tx, collection, feedback)),
    async erase(erasure) {
      const erased = await conversations.transaction((tx) => eraseInteractions(tx, erasure));
      await overwriteFreePages(file);
      return erased;
    },
    async eraseLoggedWords(erasure) {
      const entries = await conversations.transaction((tx) => eraseLoggedWords(tx, erasure));
      await overwriteFreePages(file);
      return entries;
    },
    expire: (before) => questions.transaction((tx) => eraseInteractions(tx, { before })),
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
