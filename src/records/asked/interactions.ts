import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  ErasedCounts,
  Erasure,
  Feedback,
  KeptCitation,
  ListSharesOptions,
  Share,
  SharedAnswer,
} from '../../contracts/conversation.ts';
import type { InteractionRecords, ShareViewer, Viewer } from '../../contracts/records.ts';
import { given } from '../dialects.ts';
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
    .where((where) => where.and(given({ collection, id: conversationId })))
    .$if(before !== undefined, (query) => query.where('updated_at', '<', before ?? ''))
    .where((where) => where.and(given({ owner })));
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
    .where((where) => where.and(given({ collection, conversation_id: conversationId })))
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
    .where((where) => where.and(given({ owner })))
    .select('messages.id');
  const inLog = tx
    .selectFrom('qa_logs')
    .where('collection', '=', collection)
    .where('id', '=', messageId)
    .where((where) => where.and(given({ owner })))
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

type Db = Kysely<RecordTables>;

/** See `InteractionRecords.share`. */
export async function shareAnswer(
  tx: Transaction<RecordTables>,
  collection: string,
  { messageId, shareId, at }: { readonly messageId: string; readonly shareId: string; readonly at: string },
  { owner }: Pick<Viewer, 'owner'> = {},
): Promise<Share | undefined> {
  const answer = await tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .where('collection', '=', collection)
    .where('messages.id', '=', messageId)
    .where('role', '=', 'assistant')
    .where('outcome', 'is not', null)
    .where((where) => where.and(given({ owner })))
    .select('messages.id')
    .executeTakeFirst();
  if (!answer) return undefined;
  // One link for an answer: whoever shares it again gets the same.
  await tx
    .insertInto('shares')
    .values({ id: shareId, answer_id: messageId, created_at: at })
    .onConflict((conflict) => conflict.column('answer_id').doNothing())
    .execute();
  const [share] = await shares(tx, collection).where('answer_id', '=', messageId).execute();
  return share;
}

/** See `InteractionRecords.shares`. */
export function listShares(
  db: Db,
  collection: string,
  { sessionId, owner, limit }: Pick<ListSharesOptions, 'sessionId' | 'owner'> & { readonly limit: number },
): Promise<Share[]> {
  return shares(db, collection)
    .where((where) => where.and(given({ session_id: sessionId, owner })))
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.id')
    .limit(limit)
    .execute();
}

/** See `InteractionRecords.revokeShare`. */
export async function revokeShare(
  tx: Transaction<RecordTables>,
  collection: string,
  shareId: string,
  { owner }: Pick<Viewer, 'owner'> = {},
): Promise<boolean> {
  const theirs = shares(tx, collection)
    .where('shares.id', '=', shareId)
    .where((where) => where.and(given({ owner })));
  if (!(await theirs.executeTakeFirst())) return false;
  await tx.deleteFrom('shares').where('id', '=', shareId).execute();
  return true;
}

/** See `InteractionRecords.openShare`. */
export async function openShare(
  db: Db,
  shareId: string,
  { collections, groups }: ShareViewer = {},
): Promise<SharedAnswer | 'hidden' | undefined> {
  const share = await db
    .selectFrom('shares')
    .innerJoin('messages', 'messages.id', 'answer_id')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .where('shares.id', '=', shareId)
    .select(['collection', 'conversation_id as conversationId', 'answer_id as messageId'])
    .select('shares.created_at as sharedAt')
    .executeTakeFirst();
  if (!share) return undefined;
  const { messageId, sharedAt } = share;
  const kept = await exchangeOf(db, share);
  const seen = groups ? await exchangeOf(db, share, { groups }) : kept;
  if (!kept || !seen) return undefined;
  const { question, content, answer } = kept;
  const isTheirs = (name: string) => collections === undefined || collections.includes(name);
  const asked = question.collections ?? [share.collection];
  // What broke off, what found nothing and what a model says without a source may rest on all that was looked through.
  const isBorneOut =
    answer.trace.model === null || answer.sentences.every(({ citations }) => citations.length > 0);
  const isCited =
    answer.outcome === 'answered' && answer.complete && answer.citations.length > 0 && isBorneOut;
  const needed = isCited ? answer.citations.map(({ collection }) => collection) : asked;
  const isWhole =
    seen.content === content &&
    (isCited || seen.answer.trace.chunkIds.length === answer.trace.chunkIds.length) &&
    seen.answer.citations.length === answer.citations.length &&
    seen.answer.citations.every(({ quote }, place) => quote === answer.citations[place]?.quote);
  if (!isWhole || !needed.every(isTheirs)) return 'hidden';
  const { outcome, complete, confidence, sentences } = answer;
  return {
    shareId,
    sharedAt,
    messageId,
    question: question.content,
    askedAt: question.createdAt,
    collections: asked.filter(isTheirs),
    content,
    outcome,
    complete,
    confidence,
    citations: answer.citations.map(withoutOpened),
    sentences,
  };
}

/** How often others opened it is its owner's to know. */
function withoutOpened(citation: KeptCitation): Omit<KeptCitation, 'opened'> {
  const { opened: _, ...shown } = citation;
  return shown;
}

/** A question with its answer, without what this viewer may not see of it. */
async function exchangeOf(
  db: Db,
  share: { readonly collection: string; readonly conversationId: string; readonly messageId: string },
  viewer: Viewer = {},
) {
  const conversation = await findConversation(db, share.collection, share.conversationId, viewer);
  const history = conversation?.history ?? [];
  const place = history.findIndex(({ messageId }) => messageId === share.messageId);
  const [question, reply] = [history[place - 1], history[place]];
  return question && reply?.answer && { question, content: reply.content, answer: reply.answer };
}

function shares(db: Db | Transaction<RecordTables>, collection: string) {
  return db
    .selectFrom('shares')
    .innerJoin('messages as answer', 'answer.id', 'answer_id')
    .innerJoin('conversations', 'conversations.id', 'answer.conversation_id')
    .where('collection', '=', collection)
    .select((where) => [
      'shares.id as shareId',
      'collection',
      'answer.conversation_id as conversationId',
      'answer_id as messageId',
      'shares.created_at as sharedAt',
      where
        .selectFrom('messages as question')
        .whereRef('question.conversation_id', '=', 'answer.conversation_id')
        .whereRef('question.sequence', '<', 'answer.sequence')
        .orderBy('question.sequence', 'desc')
        .limit(1)
        .select(sql<string>`cast(question.content as text)`.as('content'))
        .$asScalar()
        .$notNull()
        .as('question'),
    ]);
}
