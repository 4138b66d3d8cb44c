import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { documentOf } from '../../contracts/chunk.ts';
import type { AnswerTrace } from '../../contracts/conversation.ts';
import type { CheckedSentence, Citation, NamedTopic, Verdict } from '../../contracts/generator.ts';
import type { LoggedCitation } from '../../contracts/question-log.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { listOf } from '../dialects.ts';
import { seenAmong } from '../documents/live-versions.ts';
import type { CitationRow, RecordTables } from '../schema.ts';

type Db = Kysely<RecordTables>;
type Tx = Transaction<RecordTables>;

/**
 * Keeps the citations of an answer, with their words or only the places. What was kept of them before stays.
 * Documents that were removed while the answer was being made leave no words; the numbers of their citations are
 * returned.
 */
export async function keepCitations(
  tx: Tx,
  answerId: string,
  citations: readonly Citation[],
  options: { readonly words: boolean },
): Promise<ReadonlySet<number>> {
  const live = await seenAmong(
    tx,
    citations.map(({ documentId }) => documentId),
    undefined,
  );
  for (const citation of citations) {
    const { number, collection, documentId, chunkId, path, page, start, end, kind, verdict } = citation;
    const place = { document_id: documentId, chunk_id: chunkId, path, page, start, end, kind };
    const { title, headingPath, quote } = citation;
    const words = { title, heading_path: JSON.stringify(headingPath), quote };
    const kept = options.words && live.has(documentId) ? words : withoutWords;
    await tx
      .insertInto('citations')
      .values({ answer_id: answerId, number, collection, verdict, ...place, ...kept })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Set(citations.flatMap(({ number, documentId }) => (live.has(documentId) ? [] : [number])));
}

/** What is kept of a citation's words where only its place is. */
export const withoutWords = { title: '', heading_path: '[]', quote: null };

/**
 * Takes the words of a document out of everything that has some: quotes, path, title and headings of the citations, the
 * sentences that rest on them, answers that broke off while they read it, what abstentions name of it, and the answers
 * in the log. Which document marked words are from nobody knows, so that all go of questions to its collection.
 */
export async function forgetWords(tx: Tx, documentId: string): Promise<void> {
  const cited = await tx
    .selectFrom('citations')
    .where('document_id', '=', documentId)
    .select(['answer_id', 'number'])
    .execute();
  const withoutName = { ...withoutWords, path: '' };
  await tx.updateTable('citations').set(withoutName).where('document_id', '=', documentId).execute();
  const numbers = new Map<string, ReadonlySet<number>>();
  for (const { id } of await brokenOffOver(tx, documentId)) numbers.set(id, new Set());
  for (const [id, rows] of Map.groupBy(cited, (row) => row.answer_id))
    numbers.set(id, new Set(rows.map(({ number }) => number)));
  for (const [id, removed] of numbers) {
    await redactMessage(tx, id, removed);
    await tx.updateTable('qa_logs').set({ answer: null }).where('id', '=', id).execute();
  }
  await forgetTopics(tx, documentId);
  const { collection } = await tx
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select('collection')
    .executeTakeFirstOrThrow();
  await forgetMarkedWords(tx, collection);
}

/** The same for all documents of a collection that is removed: others may have been asked together with it. */
export async function forgetWordsOf(tx: Tx, collection: string): Promise<void> {
  const own = tx.selectFrom('documents').where('collection', '=', collection).select('id');
  const cited = await tx
    .selectFrom('citations')
    .where('document_id', 'in', own)
    .union(tx.selectFrom('named_topics').where('document_id', 'in', own).select('document_id'))
    .select('document_id as id')
    .execute();
  const brokenOff = await uncited(tx)
    .where('complete', '=', 0)
    .where('other_collections', 'is not', null)
    .where('trace', 'is not', null)
    .select('trace')
    .execute();
  const read = new Set(brokenOff.flatMap(({ trace }) => documentsFound(trace ?? '')));
  const known = await own.where('id', 'in', listOf(tx, [...read])).execute();
  for (const id of new Set([...cited, ...known].map((row) => row.id))) await forgetWords(tx, id);
  await forgetMarkedWords(tx, collection);
}

/** The documents in which an answer's passages were found. */
export function documentsFound(trace: string): readonly string[] {
  const { chunkIds = [] } = (legibleJson(trace) ?? {}) as Partial<AnswerTrace>;
  return chunkIds.map(documentOf);
}

async function forgetMarkedWords(tx: Tx, collection: string): Promise<void> {
  // The log does not say which other collections were asked.
  await tx
    .updateTable('qa_logs')
    .set({ selected_text: null })
    .where('selected_text', 'is not', null)
    .execute();
  const conversations = tx.selectFrom('conversations').where('collection', '=', collection).select('id');
  const asked = await tx
    .selectFrom('messages')
    .where('selected_text', 'is not', null)
    .where((where) =>
      where.or([where('conversation_id', 'in', conversations), where('other_collections', 'is not', null)]),
    )
    .select((where) => [
      'id',
      'other_collections',
      where('conversation_id', 'in', conversations).as('is_home'),
    ])
    .execute();
  const marked = asked.filter((row) => row.is_home || mayName(row.other_collections, collection));
  await tx
    .updateTable('messages')
    .set({ selected_text: null })
    .where(
      'id',
      'in',
      listOf(
        tx,
        marked.map(({ id }) => id),
      ),
    )
    .execute();
}

/** Whether a list of names holds one; of names that cannot be read, it may be one. */
function mayName(names: string | null, name: string): boolean {
  if (names === null) return false;
  return (legibleJson(names) as string[] | undefined)?.includes(name) ?? true;
}

/** Answers that broke off after they had found something in the document. */
function brokenOffOver(tx: Tx, documentId: string) {
  return uncited(tx)
    .where('complete', '=', 0)
    .where(sql<boolean>`replace(trace, ${documentId}, '') <> trace`)
    .select('id')
    .execute();
}

/** Answers whose words are not all borne out by citations. An index holds them. */
function uncited(tx: Tx) {
  return tx
    .selectFrom('messages')
    .where(sql<boolean>`(complete = 0 or outcome not in ('answered', 'small-talk'))`);
}

async function redactMessage(tx: Tx, id: string, citations: ReadonlySet<number>): Promise<void> {
  const row = await tx
    .selectFrom('messages')
    .where('id', '=', id)
    .select(['content', 'sentences', 'complete'])
    .executeTakeFirst();
  if (!row) return;
  const sentences = legibleJson(row.sentences) as CheckedSentence[] | undefined;
  const { content } = row;
  // Where they cannot be read, nobody knows what any of the words rests on.
  const answer = sentences
    ? { content, sentences, complete: row.complete === 1 }
    : { content, sentences: [], complete: false };
  const redacted = redactAnswer(answer, citations);
  await tx
    .updateTable('messages')
    .set({ content: redacted.content, sentences: JSON.stringify(redacted.sentences) })
    .where('id', '=', id)
    .execute();
  // What broke off is taken out whole, so that nothing in it stands where it stood.
  await tx.deleteFrom('named_topics').where('answer_id', '=', id).execute();
}

/** What is kept of the citations of answers, by the answer's id, each in order of its numbers. */
export async function citationsOf(
  db: Db,
  answerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Selectable<CitationRow>[]>> {
  const rows = await db
    .selectFrom('citations')
    .where('answer_id', 'in', listOf(db, answerIds))
    .selectAll()
    .orderBy('number')
    .execute();
  return Map.groupBy(rows, (row) => row.answer_id);
}

/** The place of a citation, without its words. */
export function toPlace(row: Selectable<CitationRow>): LoggedCitation {
  const { number, collection, document_id: documentId, chunk_id: chunkId, path, page, start, end } = row;
  const verdict = row.verdict as Verdict;
  return { number, collection, documentId, chunkId, path, page, start, end, verdict, opened: row.opened };
}

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
  const live = await seenAmong(tx, ids, undefined);
  const kept = withoutTopics(content, topics, ({ documentId }) => !live.has(documentId));
  await insertTopics(tx, answerId, kept.topics);
  return kept.content;
}

/** Takes a document's title and headings out of the answers that name them. */
async function forgetTopics(tx: Tx, documentId: string): Promise<void> {
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
    .where('answer_id', 'in', listOf(tx, ids))
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

/** What stands in the place of a sentence that must not be kept. */
export const redactedSentence = '[…]';

/** The text of an answer with its sentences, whose offsets point into it. */
export interface AnswerText {
  readonly content: string;
  readonly sentences: readonly CheckedSentence[];
  /** False where the text broke off: then its end, in which no sentence is known, may cite anything. */
  readonly complete: boolean;
}

/**
 * Takes out every sentence that names one of these citations, or none at all, since nobody knows what that rests on.
 * The other sentences keep their words and marks.
 */
export function redactAnswer(
  { content, sentences, complete }: AnswerText,
  citations: ReadonlySet<number>,
): Pick<AnswerText, 'content' | 'sentences'> {
  const isRedacted = ({ citations: named }: CheckedSentence) =>
    named.length === 0 || named.some((number) => citations.has(number));
  const end = sentences.at(-1)?.end ?? 0;
  const isKnown = complete || end === content.length;
  const redacted = redactSpans(
    isKnown ? content : content.slice(0, end) + redactedSentence,
    sentences,
    isRedacted,
  );
  const kept = redacted.spans.map((sentence) =>
    isRedacted(sentence) ? { ...sentence, missing: [] } : sentence,
  );
  return { content: redacted.content, sentences: kept };
}

/** Puts {@link redactedSentence} in the place of some spans of a text, and moves all to where they stand then. */
export function redactSpans<Span extends { readonly start: number; readonly end: number }>(
  content: string,
  spans: readonly Span[],
  isRedacted: (span: Span) => boolean,
): { readonly content: string; readonly spans: readonly Span[] } {
  let text = '';
  let from = 0;
  const moved = spans.map((span) => {
    text += content.slice(from, span.start);
    const start = text.length;
    text += isRedacted(span) ? redactedSentence : content.slice(span.start, span.end);
    from = span.end;
    return { ...span, start, end: text.length };
  });
  return { content: text + content.slice(from), spans: moved };
}
