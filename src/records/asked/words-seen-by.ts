import type { Kysely } from 'kysely';
import { documentOf } from '../../contracts/chunk.ts';
import type { KeptAnswer, KeptCitation, Message } from '../../contracts/conversation.ts';
import type { NamedTopic } from '../../contracts/generator.ts';
import { listOf } from '../dialects.ts';
import { seenAmong } from '../documents/live-versions.ts';
import type { RecordTables } from '../schema.ts';
import { documentsFound, redactAnswer, redactedSentence, redactSpans } from './citations.ts';

/** A message with nothing of the documents that are not there for a caller any more. */
export interface WordsSeen {
  without(message: Message): Message;
}

/**
 * What of some messages a caller of these groups may still read: documents may have been given to other groups since
 * they were answered. What would be taken out if such a document were removed is taken out of what is shown, its path
 * and its place as well; the records keep it.
 */
export async function wordsSeenBy(
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
