import type { Kysely } from 'kysely';
import type { FieldTypes } from '../contracts/filter.ts';
import { FootnoteError } from '../errors.ts';
import { describeDifference, describeFields } from './describe-stamp.ts';
import type { IndexRow, RecordTables } from './schema.ts';

/** What an index was built with. Chunks made with anything else cannot be compared with its own. */
export interface IndexStamp {
  readonly embedder: string;
  readonly chunker: string;
  readonly analyser: string;
  readonly dimension: number;
  /** The metadata fields declared for the collection, which filters may name. */
  readonly fields: FieldTypes;
}

/** The live index of a collection. */
export interface CollectionIndex extends IndexStamp {
  /** Its name in the engine. */
  readonly id: string;
}

/** The collection's live index; undefined where nothing was ever ingested into it. */
export async function findIndex(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<CollectionIndex | undefined> {
  const row = await live(db, collection).executeTakeFirst();
  return row && toIndex(row);
}

/** The collection's live index, made with this stamp where there is none. Another process may do the same. */
export async function findOrCreateIndex(
  db: Kysely<RecordTables>,
  collection: string,
  stamp: IndexStamp,
): Promise<CollectionIndex> {
  await db
    .insertInto('indexes')
    .values({ ...newRow(collection, stamp), id: `${collection}-1`, live: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return toIndex(await live(db, collection).executeTakeFirstOrThrow());
}

/**
 * The index of this stamp that is being built beside the live one: one that was begun and not finished, or a new
 * one. Others that were begun for another stamp are returned as `abandoned`, to be dropped.
 */
export async function findOrCreateBuilding(
  db: Kysely<RecordTables>,
  collection: string,
  stamp: IndexStamp,
): Promise<{ building: CollectionIndex; abandoned: readonly CollectionIndex[] }> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('indexes').where('collection', '=', collection).selectAll().execute();
    const begun = rows.filter((row) => row.live === 0).map(toIndex);
    const same = begun.find((index) => isSameStamp(index, stamp));
    const abandoned = begun.filter((index) => index !== same);
    if (same) return { building: same, abandoned };
    const numbers = rows.map((row) => Number(row.id.slice(row.id.lastIndexOf('-') + 1)));
    const row = { ...newRow(collection, stamp), id: `${collection}-${Math.max(0, ...numbers) + 1}`, live: 0 };
    await tx.insertInto('indexes').values(row).execute();
    return { building: toIndex(row), abandoned };
  });
}

/** Forgets an index that the engine has dropped. */
export async function forgetIndex(db: Kysely<RecordTables>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('index_documents').where('index_id', '=', id).execute();
    await tx.deleteFrom('indexes').where('id', '=', id).where('live', '=', 0).execute();
  });
}

const stampParts = ['embedder', 'chunker', 'analyser', 'fields'] as const;

/** Part of a stamp that must be the same for some work. */
export type StampPart = (typeof stampParts)[number];

/** Settings that declare no fields leave those of the index as they are. */
export function withFieldsOf(stamp: IndexStamp, stored: IndexStamp | undefined): IndexStamp {
  return stored && Object.keys(stamp.fields).length === 0 ? { ...stamp, fields: stored.fields } : stamp;
}

/** Whether two indexes would hold the same. */
function isSameStamp(one: IndexStamp, other: IndexStamp): boolean {
  return stampParts.every((part) => comparable(one, part) === comparable(other, part));
}

/** An index by its name in the engine, live or not. */
export async function findIndexById(
  db: Kysely<RecordTables>,
  id: string,
): Promise<CollectionIndex | undefined> {
  const row = await db.selectFrom('indexes').where('id', '=', id).selectAll().executeTakeFirst();
  return row && toIndex(row);
}

/** Names of the collections that have an index, in order. */
export async function listCollections(db: Kysely<RecordTables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('indexes')
    .where('live', '=', 1)
    .select('collection')
    .orderBy('collection')
    .execute();
  return rows.map((row) => row.collection);
}

/**
 * Refuses to mix what an index holds with what the settings would make now. `parts` are those that matter for the
 * work at hand: a question does not depend on the chunker. Errors: `index_mismatch`.
 */
export function requireSameStamp(
  collection: string,
  stored: IndexStamp,
  configured: IndexStamp,
  parts: readonly StampPart[],
): void {
  const different = parts.filter((part) => comparable(stored, part) !== comparable(configured, part));
  if (different.length === 0) return;
  const differences = different.map((part) => describeDifference(part, stored, configured));
  throw new FootnoteError('index_mismatch', {
    collection,
    stored: differences.map((difference) => difference.stored).join(' and '),
    configured: differences.map((difference) => difference.configured).join(' and '),
  });
}

/** A part as text that is equal for equal parts. */
function comparable(stamp: IndexStamp, part: StampPart): string {
  return part === 'fields' ? describeFields(stamp.fields) : stamp[part];
}

function live(db: Kysely<RecordTables>, collection: string) {
  return db.selectFrom('indexes').where('collection', '=', collection).where('live', '=', 1).selectAll();
}

function newRow(collection: string, { embedder, chunker, analyser, dimension, fields }: IndexStamp) {
  return {
    collection,
    embedder,
    chunker,
    analyser,
    dimension,
    fields: JSON.stringify(fields),
    calibration: null,
    created_at: new Date().toISOString(),
  };
}

function toIndex({ id, embedder, chunker, analyser, dimension, fields }: IndexRow): CollectionIndex {
  const declared = JSON.parse(fields ?? '{}') as FieldTypes;
  return { id, embedder, chunker, analyser, dimension, fields: declared };
}
