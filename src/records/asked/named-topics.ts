import type { Transaction } from 'kysely';
import type { NamedTopic } from '../../contracts/coverage.ts';
import { liveAmong } from '../documents/live-versions.ts';
import { jsonList } from '../json-list.ts';
import type { RecordTables } from '../schema.ts';
import { redactSpans } from './redact-answer.ts';

type Tx = Transaction<RecordTables>;

/**
 * Keeps which words of an answer's text are documents', in its order. Returns the text without those of documents
 * that were removed while the answer was being made.
 */
export async function keepTopics(
  tx: Tx,
  answerId: string,
  content: string,
  topics: readonly NamedTopic[],
): Promise<string> {
  if (topics.length === 0) return content;
  const ids = topics.map(({ documentId }) => documentId);
  const live = await liveAmong(tx, ids);
  const kept = withoutTopics(content, topics, ({ documentId }) => !live.has(documentId));
  await insertTopics(tx, answerId, kept.topics);
  return kept.content;
}

/** Takes a document's title and headings out of the answers that name them. */
export async function forgetTopics(tx: Tx, documentId: string): Promise<void> {
  const naming = await tx
    .selectFrom('named_topics')
    .innerJoin('messages', 'messages.id', 'answer_id')
    .where('document_id', '=', documentId)
    .select(['answer_id as answerId', 'content'])
    .distinct()
    .execute();
  const ids = naming.map(({ answerId }) => answerId);
  const rows = await tx
    .selectFrom('named_topics')
    .where('answer_id', 'in', jsonList(ids))
    .select(['answer_id as answerId', 'document_id as documentId', 'start', 'end'])
    .orderBy('start')
    .execute();
  const byAnswer = Map.groupBy(rows, ({ answerId }) => answerId);
  for (const { answerId, content } of naming) {
    const isForgotten = (topic: NamedTopic) => topic.documentId === documentId;
    const kept = withoutTopics(content, byAnswer.get(answerId) ?? [], isForgotten);
    await tx.updateTable('messages').set({ content: kept.content }).where('id', '=', answerId).execute();
    await tx.deleteFrom('named_topics').where('answer_id', '=', answerId).execute();
    await insertTopics(tx, answerId, kept.topics);
  }
}

async function insertTopics(tx: Tx, answerId: string, topics: readonly NamedTopic[]): Promise<void> {
  for (const { documentId, start, end } of topics) {
    await tx
      .insertInto('named_topics')
      .values({ answer_id: answerId, document_id: documentId, start, end })
      .execute();
  }
}

/** The text without some of its topics, and the others where they stand in it then. */
function withoutTopics(
  content: string,
  topics: readonly NamedTopic[],
  isForgotten: (topic: NamedTopic) => boolean,
): { readonly content: string; readonly topics: readonly NamedTopic[] } {
  const redacted = redactSpans(content, topics, isForgotten);
  return { content: redacted.content, topics: redacted.spans.filter((topic) => !isForgotten(topic)) };
}
