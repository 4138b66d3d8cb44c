import { createHmac, randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Transaction } from 'kysely';
import type { KeptOutcome } from '../../contracts/generator.ts';
import type {
  AskedQuestion,
  LogEntry,
  LoggedCitation,
  QuestionLogPage,
  ReadLogOptions,
  WithheldExpiry,
} from '../../contracts/question-log.ts';
import type { ErrorCode } from '../../errors.ts';
import { legibleJson, readDatabase } from '../../sqlite/open-database.ts';
import { chunkUuid } from '../chunk-uuid.ts';
import { given } from '../dialects.ts';
import type { QaLogRow, RecordTables } from '../schema.ts';
import { requireWhole } from '../stored-json.ts';
import { citationsOf, keepCitations, toPlace } from './citations.ts';
import { withheldExpiry } from './retention.ts';

/** Writes questions into the log, and how many were lost before them. */
export async function logQuestions(
  tx: Transaction<RecordTables>,
  questions: readonly AskedQuestion[],
  lost: number,
): Promise<void> {
  const keys: HashKeys = { day: await keyOfToday(tx), store: await keyOf(tx, everyDay) };
  for (const question of questions) {
    const removed = await keepCitations(tx, question.id, question.citations, { words: false });
    await tx
      .insertInto('qa_logs')
      .values(toRow(question, keys, { keepsAnswer: question.keepsWords && removed.size === 0 }))
      .execute();
  }
  if (lost > 0) {
    const noticedAt = new Date().toISOString();
    await tx.insertInto('log_losses').values({ noticed_at: noticedAt, entries: lost }).execute();
  }
}

/** By which addresses and questions are hashed. */
interface HashKeys {
  readonly day: Uint8Array;
  readonly store: Uint8Array;
}

function toRow(asked: AskedQuestion, keys: HashKeys, { keepsAnswer }: { keepsAnswer: boolean }): QaLogRow {
  return {
    id: asked.id,
    collection: asked.collection,
    asked_at: asked.askedAt,
    owner: asked.owner ?? null,
    session_id: asked.sessionId,
    conversation_id: asked.conversationId,
    client_hash: asked.clientAddress === null ? null : keyedHash(keys.day, asked.clientAddress),
    question_hash: keyedHash(keys.store, comparable(asked.question)),
    outcome: asked.outcome,
    complete: Number(asked.complete),
    error_code: asked.errorCode,
    confidence: asked.confidence,
    chunk_ids: JSON.stringify(asked.chunkIds),
    chunk_uuids: JSON.stringify(asked.chunkIds.map(chunkUuid)),
    retrieval_ms: asked.retrievalMs,
    answer_ms: asked.answerMs,
    total_ms: asked.totalMs,
    model: asked.model,
    prompt_tokens: asked.promptTokens,
    completion_tokens: asked.completionTokens,
    question: asked.keepsWords ? asked.question : null,
    selected_text: asked.keepsWords && asked.selectedText !== '' ? asked.selectedText : null,
    answer: keepsAnswer ? asked.answer : null,
    chunks_retrieved: asked.chunkIds.length,
    citations: JSON.stringify(
      asked.cited.map(({ documentId, chunkId, ordinal, score }) => ({
        doc_id: documentId,
        chunk_id: chunkId,
        chunk_index: ordinal,
        score,
      })),
    ),
  };
}

/** Questions that differ in case and spaces alone are the same. */
function comparable(question: string): string {
  return question.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The part of a collection's log that the options select. */
export async function readLog(
  db: Kysely<RecordTables>,
  collection: string,
  options: ReadLogOptions & { readonly limit: number; readonly offset: number },
): Promise<QuestionLogPage> {
  const { only, since, until, sessionId, limit, offset } = options;
  const selected = db
    .selectFrom('qa_logs')
    .where('collection', '=', collection)
    .$if(only === 'unanswered', (query) => query.where(isUnanswered))
    .$if(only !== undefined && only !== 'unanswered', (query) => query.where('outcome', '=', only ?? ''))
    .$if(since !== undefined, (query) => query.where('asked_at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('asked_at', '<', until ?? ''))
    .where((where) => where.and(given({ session_id: sessionId })));
  const rows = await selected
    .leftJoin('feedback', 'feedback.answer_id', 'qa_logs.id')
    .selectAll('qa_logs')
    .select('helpful')
    .orderBy(isUnanswered, 'desc')
    .orderBy('asked_at', 'desc')
    .orderBy('qa_logs.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const [{ matching }, { lost }] = await Promise.all([
    selected.select(({ fn }) => fn.countAll<number>().as('matching')).executeTakeFirstOrThrow(),
    db
      .selectFrom('log_losses')
      .select(({ fn }) => fn.sum<number | null>('entries').as('lost'))
      .executeTakeFirstOrThrow(),
  ]);
  if (matching === 0) await requireWhole(db, 'qa_logs');
  const ids = rows.map((row) => row.id);
  const citations = await citationsOf(db, ids);
  const entries = rows.map((row) => toEntry(row, citations.get(row.id)?.map(toPlace) ?? []));
  return { entries, matching, lost: lost ?? 0, withheld: await withheldExpiry(db) };
}

/**
 * Abstentions, failures, answers that broke off, and those that cite nothing or of which nothing is borne out, as a
 * model’s word that it does not know; not what the user gave up, nor what a limit refused.
 */
function isUnanswered(where: ExpressionBuilder<RecordTables, 'qa_logs'>) {
  const cites = where
    .selectFrom('citations')
    .whereRef('citations.answer_id', '=', 'qa_logs.id')
    .select('citations.number');
  return where.or([
    where('outcome', 'not in', ['answered', 'small-talk', 'cancelled', 'refused']),
    where.and([
      where('outcome', '=', 'answered'),
      where.or([where('complete', '=', 0), where('confidence', '=', 0), where.not(where.exists(cites))]),
    ]),
  ]);
}

function toEntry(row: QaLogRow & { helpful: number | null }, citations: readonly LoggedCitation[]): LogEntry {
  return {
    id: row.id,
    collection: row.collection,
    askedAt: row.asked_at,
    sessionId: row.session_id,
    conversationId: row.conversation_id,
    clientHash: row.client_hash,
    questionHash: row.question_hash,
    question: row.question,
    selectedText: row.selected_text,
    answer: row.answer,
    outcome: row.outcome as KeptOutcome,
    complete: row.complete === 1,
    errorCode: row.error_code as ErrorCode | null,
    confidence: row.confidence,
    citations,
    // One that is damaged must not hide all the others.
    chunkIds: (legibleJson(row.chunk_ids) ?? []) as string[],
    retrievalMs: row.retrieval_ms,
    answerMs: row.answer_ms,
    totalMs: row.total_ms,
    model: row.model,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    helpful: row.helpful === null ? null : row.helpful === 1,
  };
}

/**
 * The key of this day (UTC), made where there is none. Keys of other days are dropped: what was hashed under them
 * can be compared with nothing any more, nor found out by trying all addresses.
 */
export async function keyOfToday(tx: Transaction<RecordTables>): Promise<Uint8Array> {
  const day = new Date().toISOString().slice(0, 10);
  await tx.deleteFrom('hash_keys').where('day', 'not in', [day, everyDay]).execute();
  return keyOf(tx, day);
}

/** What stands for the day of the key of the store, which is kept: what is hashed under it compares for good. */
const everyDay = 'every';

/** The key of a day, made where there is none. */
async function keyOf(tx: Transaction<RecordTables>, day: string): Promise<Uint8Array> {
  const known = tx.selectFrom('hash_keys').where('day', '=', day).select('key');
  const key = await known.executeTakeFirst();
  if (key) return key.key;
  await tx
    .insertInto('hash_keys')
    .values({ day, key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await known.executeTakeFirstOrThrow()).key;
}

/** HMAC-SHA-256 (RFC 2104), hexadecimal. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** How the log of a store is. */
export interface LogHealth {
  readonly entries: number;
  /** Entries that could not be written at their time. */
  readonly lost: number;
  /** When that was last noticed, ISO 8601; null where it never was. */
  readonly lastLostAt: string | null;
  /** What retention left because the clock may be wrong. */
  readonly withheld: WithheldExpiry | null;
}

/** Looks at the log in a store's file and changes nothing. Errors: those of {@link readDatabase}. */
export function logHealth(file: string): Promise<LogHealth> {
  return readDatabase(file, (database) => {
    const hasLog = database.prepare(`select 1 from sqlite_schema where name = 'qa_logs'`).get();
    if (!hasLog) return { entries: 0, lost: 0, lastLostAt: null, withheld: null };
    const counts = database
      .prepare(
        `select (select count(*) from qa_logs) as entries, ifnull(sum(entries), 0) as lost,
          max(noticed_at) as lastLostAt from log_losses`,
      )
      .get() as unknown as Omit<LogHealth, 'withheld'>;
    // A store of before has no such table until it is opened to be written.
    const hasClock = database.prepare(`select 1 from sqlite_schema where name = 'retention'`).get();
    const withheld = hasClock
      ? (database
          .prepare(
            `select withheld_before as before, withheld_conversations as conversations,
              withheld_entries as "logEntries" from retention where withheld_before is not null`,
          )
          .get() as unknown as WithheldExpiry | undefined)
      : undefined;
    return { ...counts, withheld: withheld ?? null };
  });
}
