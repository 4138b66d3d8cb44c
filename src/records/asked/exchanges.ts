import type { Transaction } from 'kysely';
import type { CheckedSentence, Citation } from '../../contracts/citation.ts';
import type { AnswerTrace } from '../../contracts/conversation.ts';
import type { NamedTopic } from '../../contracts/coverage.ts';
import type { KeptOutcome } from '../../contracts/outcome.ts';
import { FootnoteError } from '../../errors.ts';
import type { RecordTables } from '../schema.ts';
import { keepCitations } from './citations.ts';
import { keepTopics } from './named-topics.ts';
import { redactAnswer } from './redact-answer.ts';

/** Of a conversation: what its first question begins with. */
const titleLength = 80;

/** A question of a conversation whose answer is about to be made. */
export interface BegunExchange {
  readonly collection: string;
  /** Collections that are asked as well. Default: none. */
  readonly otherCollections?: readonly string[];
  readonly conversationId: string;
  readonly sessionId: string | null;
  /** Of the question. */
  readonly questionId: string;
  readonly question: string;
  /** Words that the reader had marked while asking; empty where none. */
  readonly selectedText: string;
  /** Of the answer that is to come. */
  readonly answerId: string;
  /** ISO 8601. */
  readonly askedAt: string;
}

/** What came of an answer. */
export interface FinishedAnswer {
  readonly answerId: string;
  readonly content: string;
  readonly outcome: KeptOutcome;
  readonly complete: boolean;
  readonly confidence: number;
  readonly citations: readonly Citation[];
  readonly sentences: readonly CheckedSentence[];
  readonly topics: readonly NamedTopic[];
  readonly trace: AnswerTrace;
}

/**
 * Keeps a question and the place of its answer, which is incomplete until {@link finishExchange}; makes the
 * conversation where it is new. Errors: `conversation_unknown` where it belongs to another collection.
 */
export async function beginExchange(tx: Transaction<RecordTables>, exchange: BegunExchange): Promise<void> {
  const { collection, otherCollections = [], conversationId, sessionId, questionId, question } = exchange;
  const { answerId, askedAt } = exchange;
  const conversation = await tx
    .insertInto('conversations')
    .values({
      id: conversationId,
      collection,
      session_id: sessionId,
      title: Array.from(question.replace(/\s+/gu, ' ').trim()).slice(0, titleLength).join(''),
      started_at: askedAt,
      updated_at: askedAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at: askedAt }))
    .returning('collection')
    .executeTakeFirstOrThrow();
  if (conversation.collection !== collection)
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
