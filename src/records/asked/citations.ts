import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CheckedSentence, Citation, Verdict } from '../../contracts/citation.ts';
import type { LoggedCitation } from '../../contracts/question-log.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import { liveAmong } from '../documents/live-versions.ts';
import { jsonList } from '../json-list.ts';
import type { RecordTables } from '../schema.ts';
import type { CitationRow } from './interaction-schema.ts';
import { forgetTopics } from './named-topics.ts';
import { redactAnswer } from './redact-answer.ts';

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
  const live = await liveAmong(
    tx,
    citations.map(({ documentId }) => documentId),
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
 * Takes the words of a document out of everything that has some: quotes, title and headings of the citations, the
 * sentences that rest on them, answers that broke off while they read it, what abstentions name of it, and the answers
 * in the log. Which document marked words are from nobody knows, so that all go of questions to its collection.
 */
export async function forgetWords(tx: Tx, documentId: string): Promise<void> {
  const cited = await tx
    .selectFrom('citations')
    .where('document_id', '=', documentId)
    .select(['answer_id', 'number'])
    .execute();
  await tx.updateTable('citations').set(withoutWords).where('document_id', '=', documentId).execute();
  const numbers = new Map<string, ReadonlySet<number>>();
  for (const { id } of await brokenOffOver(tx, documentId)) numbers.set(id, new Set());
  for (const [id, rows] of Map.groupBy(cited, (row) => row.answer_id))
    numbers.set(id, new Set(rows.map(({ number }) => number)));
  for (const [id, removed] of numbers) {
    await redactMessage(tx, id, removed);
    await tx.updateTable('qa_logs').set({ answer: null }).where('id', '=', id).execute();
  }
  await forgetTopics(tx, documentId);
  await forgetMarkedWords(tx, documentId);
}

async function forgetMarkedWords(tx: Tx, documentId: string): Promise<void> {
  const collection = tx.selectFrom('documents').where('id', '=', documentId).select('collection');
  const conversations = tx.selectFrom('conversations').where('collection', '=', collection).select('id');
  await tx
    .updateTable('messages')
    .set({ selected_text: null })
    .where('selected_text', 'is not', null)
    .where((where) =>
      where.or([
        where('conversation_id', 'in', conversations),
        // Of names that cannot be read, this collection may be one.
        sql<boolean>`iif(json_valid(other_collections),
          ${collection} in (select value from json_each(other_collections)), other_collections is not null)`,
      ]),
    )
    .execute();
}

/** Answers that broke off after they had found something in the document. */
function brokenOffOver(tx: Tx, documentId: string) {
  return uncited(tx)
    .where('complete', '=', 0)
    .where(sql<number>`instr(trace, ${documentId})`, '>', 0)
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
    .where('answer_id', 'in', jsonList(answerIds))
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
