import type { Kysely } from 'kysely';
import type { FieldTypes } from '../../contracts/filter.ts';
import type { IndexRow, RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { type IndexStamp, isSameStamp } from './index-stamp.ts';

/** An index of a collection: the live one, or one that is being built to take its place. */
export interface CollectionIndex extends IndexStamp {
  /** Its name in the engine. */
  readonly id: string;
}

/**
 * The indexes of a store: which collection each belongs to, and what it was built with.
 * @param reader sees what is committed and waits for no writer
 */
export function indexRecords(db: Kysely<RecordTables>, reader: Kysely<RecordTables>) {
  return {
    /** See {@link findIndex}. */
    find: (collection: string) => findIndex(reader, collection),

    /** By its name in the engine, live or not. */
    async findById(id: string): Promise<CollectionIndex | undefined> {
      const row = await db.selectFrom('indexes').where('id', '=', id).selectAll().executeTakeFirst();
      return row && toIndex(db, row);
    },

    /** The collection's live index, made with this stamp where there is none. Another process may do the same. */
    async findOrCreate(collection: string, stamp: IndexStamp): Promise<CollectionIndex> {
      await db
        .insertInto('indexes')
        .values({ ...newRow(collection, stamp), id: `${collection}-1`, live: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return toIndex(db, await liveIndexRow(db, collection).executeTakeFirstOrThrow());
    },

    /**
     * The index of this stamp that is being built beside the live one: one that was begun and not finished, or a new
     * one. Others that were begun for another stamp are returned as `abandoned`, to be dropped.
     */
    findOrCreateBuilding: (collection: string, stamp: IndexStamp) =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('indexes')
          .where('collection', '=', collection)
          .selectAll()
          .execute();
        const begun = rows.filter((row) => row.live === 0).map((row) => toIndex(tx, row));
        const same = begun.find((index) => isSameStamp(index, stamp));
        const abandoned = begun.filter((index) => index !== same);
        if (same) return { building: same, abandoned };
        const numbers = rows.map((row) => Number(row.id.slice(row.id.lastIndexOf('-') + 1)));
        const id = `${collection}-${Math.max(0, ...numbers) + 1}`;
        const row = { ...newRow(collection, stamp), id, live: 0 };
        await tx.insertInto('indexes').values(row).execute();
        return { building: toIndex(tx, row), abandoned };
      }),

    /** Forgets an index that the engine has dropped. */
    forget: (id: string) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('index_documents').where('index_id', '=', id).execute();
        await tx.deleteFrom('indexes').where('id', '=', id).where('live', '=', 0).execute();
      }),
  };
}

/** The collection's live index; undefined where nothing was ever ingested into it. */
export async function findIndex(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<CollectionIndex | undefined> {
  const row = await liveIndexRow(db, collection).executeTakeFirst();
  return row && toIndex(db, row);
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

/** All columns of a collection's live index, to be read. */
export function liveIndexRow(db: Kysely<RecordTables>, collection: string) {
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

function toIndex(db: Kysely<RecordTables>, row: IndexRow): CollectionIndex {
  const { id, embedder, chunker, analyser, dimension, fields } = row;
  const declared = storedJson(db, fields ?? '{}', 'indexes.fields', id) as FieldTypes;
  return { id, embedder, chunker, analyser, dimension, fields: declared };
}
