import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { documentOf, versionOf } from '../../contracts/chunk.ts';
import type {
  AnswerTrace,
  BegunExchange,
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationTurn,
  ConversationWithMessages,
  FinishedAnswer,
  KeptAnswer,
  KeptCitation,
  Message,
} from '../../contracts/conversation.ts';
import type { CheckedSentence, Citation, KeptOutcome, NamedTopic } from '../../contracts/generator.ts';
import type { Viewer } from '../../contracts/records.ts';
import { FootnoteError } from '../../errors.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { oneLine } from '../../values/one-line.ts';
import { given, listOf } from '../dialects.ts';
import { seenAmong } from '../documents/live-versions.ts';
import type { CitationRow, MessageRow, RecordTables } from '../schema.ts';
import { type Column, illegible } from '../stored-json.ts';
import {
  citationsOf,
  documentsFound,
  keepCitations,
  keepTopics,
  redactAnswer,
  redactedSentence,
  redactSpans,
  toPlace,
} from './citations.ts';

/** Of a conversation: what its first question begins with. */
const titleLength = 80;

/** See `InteractionRecords.begin`. */
export async function beginExchange(tx: Transaction<RecordTables>, exchange: BegunExchange): Promise<void> {
  const { collection, otherCollections = [], conversationId, sessionId, questionId, question } = exchange;
  const { answerId, askedAt, owner } = exchange;
  const conversation = await tx
    .insertInto('conversations')
    .values({
      id: conversationId,
      collection,
      owner: owner ?? null,
      session_id: sessionId,
      title: Array.from(oneLine(question)).slice(0, titleLength).join(''),
      started_at: askedAt,
      updated_at: askedAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at: askedAt }))
    .returning(['collection', 'owner'])
    .executeTakeFirstOrThrow();
  const isTheirs = owner === undefined || conversation.owner === owner;
  if (conversation.collection !== collection || !isTheirs)
    throw new FootnoteError('conversation_unknown', { conversation: conversationId, collection });
  const common = { conversation_id: conversationId, created_at: askedAt, sentences: '[]', confidence: 0 };
  await tx
    .insertInto('messages')
    .values([
      {
        ...common,
        id: questionId,
        role: 'user',
        complete: 1,
        content: question,
        selected_text: exchange.selectedText || null,
        other_collections: otherCollections.length > 0 ? JSON.stringify(otherCollections) : null,
      },
      { ...common, id: answerId, role: 'assistant', complete: 0, content: '' },
    ])
    .execute();
}

/** Keeps an answer in its place. Nothing happens where the conversation was erased meanwhile. */
export async function finishExchange(tx: Transaction<RecordTables>, finished: FinishedAnswer): Promise<void> {
  const { answerId, content, outcome, complete, confidence, citations, sentences, topics, trace } = finished;
  const kept = await tx.selectFrom('messages').where('id', '=', answerId).select('id').executeTakeFirst();
  if (!kept) return;
  const removed = await keepCitations(tx, answerId, citations, { words: true });
  const answer = { content, sentences, complete };
  const text = removed.size === 0 ? answer : redactAnswer(answer, removed);
  await tx
    .updateTable('messages')
    .set({
      content: await keepTopics(tx, answerId, text.content, topics),
      sentences: JSON.stringify(text.sentences),
      outcome,
      complete: Number(complete),
      confidence,
      trace: JSON.stringify(trace),
    })
    .where('id', '=', answerId)
    .execute();
}

type Db = Kysely<RecordTables>;

/** What was said. Where one bit of it is another, the disk gives back its bytes instead of a text. */
const contentAsText = sql<string>`cast(content as text)`.as('content');

/** Conversations of a collection: those that are pinned, then the others, the latest first. */
export function listConversations(
  db: Db,
  collection: string,
  {
    sessionId,
    owner,
    limit,
  }: Pick<Viewer, 'owner'> & { readonly sessionId?: string; readonly limit: number },
): Promise<Conversation[]> {
  return summaries(db)
    .where('collection', '=', collection)
    .where((where) => where.and(given({ session_id: sessionId, owner })))
    .orderBy('pinned', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(toConversation));
}

/** See `InteractionRecords.change`. */
export async function changeConversation(
  tx: Transaction<RecordTables>,
  collection: string,
  id: string,
  { title, pinned }: ConversationChange,
  { owner }: Pick<Viewer, 'owner'> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ ...(title !== undefined && { title }), ...(pinned !== undefined && { pinned: Number(pinned) }) })
    .where('id', '=', id)
    .where('collection', '=', collection)
    .where((where) => where.and(given({ owner })))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** See `InteractionRecords.branch`. What marks the words of documents in the copies is copied with them. */
export async function branchConversation(
  tx: Transaction<RecordTables>,
  collection: string,
  id: string,
  { before, as, at }: BranchPoint & { readonly as: string; readonly at: string },
  { owner }: Pick<Viewer, 'owner'> = {},
): Promise<number | undefined> {
  const conversation = await tx
    .selectFrom('conversations')
    .where('id', '=', id)
    .where('collection', '=', collection)
    .where((where) => where.and(given({ owner })))
    .selectAll()
    .executeTakeFirst();
  const question = await tx
    .selectFrom('messages')
    .where('conversation_id', '=', id)
    .where('id', '=', before)
    .where('role', '=', 'user')
    .select('sequence')
    .executeTakeFirst();
  if (!conversation || !question) return undefined;
  const branch = { ...conversation, id: as, pinned: 0, started_at: at, updated_at: at };
  await tx.insertInto('conversations').values(branch).execute();
  const messages = await tx
    .selectFrom('messages')
    .where('conversation_id', '=', id)
    .where('sequence', '<', question.sequence)
    .selectAll()
    .orderBy('sequence')
    .execute();
  for (const { sequence, id: copied, ...message } of messages) {
    // In the order in which they were said, and unlike any other.
    const answer = `${as}-${sequence}`;
    await tx
      .insertInto('messages')
      .values({ ...message, id: answer, conversation_id: as })
      .execute();
    for (const table of ['citations', 'named_topics'] as const) {
      const rows = await tx.selectFrom(table).where('answer_id', '=', copied).selectAll().execute();
      for (const row of rows)
        await tx
          .insertInto(table)
          .values({ ...row, answer_id: answer })
          .execute();
    }
  }
  return messages.length;
}

/** See `InteractionRecords.find`. */
export async function findConversation(
  db: Db,
  collection: string,
  id: string,
  { owner, groups }: Viewer = {},
): Promise<ConversationWithMessages | undefined> {
  const conversation = await summaries(db)
    .where('collection', '=', collection)
    .where('id', '=', id)
    .where((where) => where.and(given({ owner })))
    .executeTakeFirst();
  if (!conversation) return undefined;
  const rows = await db
    .selectFrom('messages')
    .leftJoin('feedback', 'feedback.answer_id', 'messages.id')
    .where('conversation_id', '=', id)
    .selectAll('messages')
    .select([contentAsText, 'helpful'])
    .orderBy('sequence')
    .execute();
  const ids = rows.map((row) => row.id);
  const citations = await citationsOf(db, ids);
  const words = groups && (await wordsSeenBy(db, ids, groups));
  const warnings = new Set<string>();
  const read: ReadJson = (json, column, row) => {
    const value = legibleJson(json);
    if (value === undefined) warnings.add(`The store is damaged: ${illegible(column, row)}.`);
    return value;
  };
  const history = rows.map((row) => {
    const message = toMessage(row, { collection, cited: citations.get(row.id) ?? [], read });
    return words ? words.without(message) : message;
  });
  return { ...toConversation(conversation), history, warnings: [...warnings] };
}

/** The last messages of a conversation that have words, oldest first; undefined where the collection has none such. */
export async function recentTurns(
  db: Db,
  collection: string,
  id: string,
  limit: number,
  { owner, groups }: Viewer = {},
): Promise<readonly ConversationTurn[] | undefined> {
  if (groups) {
    const found = await findConversation(db, collection, id, { owner, groups });
    const spoken = found?.history.filter(({ content }) => content !== '').slice(-limit);
    return spoken?.map(({ role, content, selectedText }) => {
      return { role, content, ...(selectedText !== null && { selectedText }) };
    });
  }
  const conversation = await db
    .selectFrom('conversations')
    .where('id', '=', id)
    .where('collection', '=', collection)
    .where((where) => where.and(given({ owner })))
    .select('id')
    .executeTakeFirst();
  if (!conversation) return undefined;
  const rows = await db
    .selectFrom('messages')
    .where('conversation_id', '=', id)
    .where('content', '!=', '')
    .select(['role', contentAsText, 'selected_text'])
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed().map(({ role, content, selected_text }) => {
    return { role, content, ...(selected_text !== null && { selectedText: selected_text }) };
  });
}

function summaries(db: Db) {
  return db.selectFrom('conversations').select((where) => [
    'id as conversationId',
    'collection',
    'session_id as sessionId',
    'title',
    'pinned',
    'started_at as startedAt',
    'updated_at as updatedAt',
    where
      .selectFrom('messages')
      .whereRef('conversation_id', '=', 'conversations.id')
      .select(({ fn }) => fn.countAll<number>().as('messages'))
      .$asScalar()
      .$notNull()
      .as('messages'),
  ]);
}

type Summary = Omit<Conversation, 'pinned'> & { readonly pinned: number };

function toConversation(summary: Summary): Conversation {
  return { ...summary, pinned: summary.pinned === 1 };
}

/** A message with what a reader said of it. */
type ReadMessage = Omit<Selectable<MessageRow>, 'sequence'> & { readonly helpful: number | null };

/** What a column holds; undefined, and told, where it is damaged. */
type ReadJson = (json: string, column: Column, row: string) => object | undefined;

interface MessageContext {
  readonly collection: string;
  readonly cited: readonly Selectable<CitationRow>[];
  readonly read: ReadJson;
}

function toMessage(row: ReadMessage, { collection, cited, read }: MessageContext): Message {
  const { id, role, content, created_at: createdAt } = row;
  const isQuestion = role === 'user';
  return {
    messageId: id,
    role,
    content,
    selectedText: row.selected_text,
    collections: isQuestion ? [collection, ...otherCollections(row, read)] : null,
    createdAt,
    answer: isQuestion ? null : toAnswer(row, cited, read),
  };
}

function otherCollections({ id, other_collections: names }: ReadMessage, read: ReadJson): readonly string[] {
  if (names === null) return [];
  return (read(names, 'messages.other_collections', id) ?? []) as string[];
}

function toAnswer(row: ReadMessage, cited: readonly Selectable<CitationRow>[], read: ReadJson): KeptAnswer {
  const trace = row.trace === null ? undefined : read(row.trace, 'messages.trace', row.id);
  return {
    outcome: row.outcome as KeptOutcome | null,
    complete: row.complete === 1,
    confidence: row.confidence,
    citations: cited.map((one) => toCitation(one, read)),
    sentences: (read(row.sentences, 'messages.sentences', row.id) ?? []) as CheckedSentence[],
    trace: (trace ?? untraced) as AnswerTrace,
    helpful: row.helpful === null ? null : row.helpful === 1,
  };
}

function toCitation(row: Selectable<CitationRow>, read: ReadJson): KeptCitation {
  return {
    ...toPlace(row),
    version: versionOf(row.chunk_id),
    title: row.title,
    headingPath: (read(row.heading_path, 'citations.heading_path', row.answer_id) ?? []) as string[],
    quote: row.quote,
    kind: row.kind as Citation['kind'],
  };
}

const untraced: AnswerTrace = { chunkIds: [], timings: {}, model: null };

/** A message with nothing of the documents that are not there for a caller any more. */
interface WordsSeen {
  without(message: Message): Message;
}

/**
 * What of some messages a caller of these groups may still read: documents may have been given to other groups since
 * they were answered. What would be taken out if such a document were removed is taken out of what is shown, its path
 * and its place as well; the records keep it.
 */
async function wordsSeenBy(
  db: Kysely<RecordTables>,
  messageIds: readonly string[],
  groups: readonly string[],
): Promise<WordsSeen> {
  const rows = (table: 'citations' | 'named_topics') =>
    db
      .selectFrom(table)
      .where('answer_id', 'in', listOf(db, messageIds))
      .select(['answer_id as answerId', 'document_id as documentId', 'start', 'end']);
  const cited = await rows('citations').execute();
  const named = Map.groupBy(await rows('named_topics').orderBy('start').execute(), (row) => row.answerId);
  const traced = await db
    .selectFrom('messages')
    .where('id', 'in', listOf(db, messageIds))
    .where('trace', 'is not', null)
    .select(['id', 'trace'])
    .execute();
  const found = traced.flatMap(({ trace }) => documentsFound(trace ?? ''));
  const all = [...cited, ...[...named.values()].flat()].map(({ documentId }) => documentId);
  const seen = await seenAmong(db, [...new Set([...all, ...found])], groups);

  const isHidden = ({ documentId }: { readonly documentId: string }) => !seen.has(documentId);

  return {
    without(message) {
      const { answer } = message;
      if (!answer) return message;
      const chunkIds = answer.trace.chunkIds.filter((id) => seen.has(documentOf(id)));
      const trace = { ...answer.trace, chunkIds };
      const topics = named.get(message.messageId) ?? [];
      const hidden = new Set(answer.citations.filter(isHidden).map(({ number }) => number));
      const readHidden = chunkIds.length < answer.trace.chunkIds.length;
      // What broke off may say anything of what was found, as it does where a document is removed.
      if (!answer.complete && readHidden) {
        const none: KeptAnswer = { ...answer, trace, citations: [], sentences: [] };
        return { ...message, content: message.content === '' ? '' : redactedSentence, answer: none };
      }
      const { content, sentences } = withoutCited(
        withoutNamed(message.content, topics, isHidden),
        answer,
        hidden,
      );
      const citations = answer.citations.map((citation) =>
        isHidden(citation) ? wordless(citation) : citation,
      );
      return { ...message, content, answer: { ...answer, trace, citations, sentences } };
    },
  };
}

function withoutNamed(
  content: string,
  topics: readonly NamedTopic[],
  isHidden: (topic: NamedTopic) => boolean,
): string {
  return redactSpans(content, topics, isHidden).content;
}

function withoutCited(
  content: string,
  { sentences, complete }: KeptAnswer,
  hidden: ReadonlySet<number>,
): Pick<KeptAnswer, 'sentences'> & { readonly content: string } {
  return hidden.size === 0 ? { content, sentences } : redactAnswer({ content, sentences, complete }, hidden);
}

/** As of a document that was removed, and not even its place. */
function wordless(citation: KeptCitation): KeptCitation {
  return { ...citation, path: '', title: '', headingPath: [], page: null, start: 0, end: 0, quote: null };
}
