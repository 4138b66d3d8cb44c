import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeptCitation, ListSharesOptions, Share, SharedAnswer } from '../../contracts/conversation.ts';
import type { ShareViewer, Viewer } from '../../contracts/records.ts';
import type { RecordTables } from '../schema.ts';
import { findConversation } from './conversations.ts';

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
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
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
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? ''))
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
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
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''));
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
