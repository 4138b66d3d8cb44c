import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { ReindexRecords } from '../../contracts/document-records.ts';
import type { FieldTypes } from '../../contracts/engine.ts';
import type { Calibration } from '../../contracts/index-manifest.ts';
import type { Block } from '../../contracts/parser.ts';
import type {
  CollectionFacts,
  CollectionIndex,
  DocumentScope,
  IndexRecords,
  IndexStamp,
  LanguageShares,
} from '../../contracts/records.ts';
import { dialectOf } from '../dialects.ts';
import {
  alteredVersion,
  documentsInScope,
  documentsWithLiveVersion,
  isAsWritten,
  titleAsText,
} from '../documents/live-versions.ts';
import { unembeddedChunks } from '../documents/versions.ts';
import { noteJobDocument } from '../jobs/jobs.ts';
import { Remembered, type Revision } from '../remembered.ts';
import type { IndexRow, RecordTables } from '../schema.ts';
import { storedJson, unlessDamaged } from '../stored-json.ts';
import { isSameStamp } from './index-stamp.ts';

/** Of an index that is to be dropped, and may have been in part. */
const retired = -1;

/**
 * The indexes of a store: which collection each belongs to, and what it was built with.
 * @param reader sees what is committed and waits for no writer
 */
export function indexRecords(db: Kysely<RecordTables>, reader: Kysely<RecordTables>): IndexRecords {
  return {
    find: (collection) => findIndex(reader, collection),

    async findById(id) {
      const row = await db.selectFrom('indexes').where('id', '=', id).selectAll().executeTakeFirst();
      return row && toIndex(db, row);
    },

    async findOrCreate(collection, stamp) {
      const known = await liveIndexRow(db, collection).executeTakeFirst();
      if (known) return toIndex(db, known);
      await db.transaction().execute(async (tx) =>
        tx
          .insertInto('indexes')
          .values({ ...newRow(collection, stamp, await nextNumber(tx, collection)), live: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return toIndex(db, await liveIndexRow(db, collection).executeTakeFirstOrThrow());
    },

    findOrCreateBuilding: (collection, stamp) =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('indexes')
          .where('collection', '=', collection)
          .selectAll()
          .execute();
        const isSame = (row: IndexRow) => row.live === 0 && isSameStamp(toIndex(tx, row), stamp);
        const same = rows.find(isSame);
        const abandoned = rows.filter((row) => row.live !== 1 && row !== same).map((row) => toIndex(tx, row));
        if (same) return { building: toIndex(tx, same), abandoned };
        const row = { ...newRow(collection, stamp, await nextNumber(tx, collection)), live: 0 };
        await tx.insertInto('indexes').values(row).execute();
        return { building: toIndex(tx, row), abandoned };
      }),

    async relocate(id, place) {
      const move = (tx: Transaction<RecordTables>) =>
        tx.updateTable('indexes').set({ place }).where('id', '=', id).execute();
      await db.transaction().execute(move);
    },

    async retire(id) {
      const unfinished = (tx: Transaction<RecordTables>) =>
        tx.updateTable('indexes').set({ live: retired }).where('id', '=', id).where('live', '=', 0).execute();
      await db.transaction().execute(unfinished);
    },

    forget: (id) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('index_documents').where('index_id', '=', id).execute();
        await tx.deleteFrom('indexes').where('id', '=', id).where('live', '!=', 1).execute();
      }),
  };
}

/** The collection's live index; undefined where nothing was ever ingested into it. */
async function findIndex(db: Kysely<RecordTables>, collection: string): Promise<CollectionIndex | undefined> {
  const row = await liveIndexRow(db, collection).executeTakeFirst();
  return row && toIndex(db, row);
}

/** Names of the collections that have an index, in order. Errors: `store_corrupt`. */
export async function listCollections(db: Kysely<RecordTables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('indexes')
    .where('live', '=', 1)
    .select('collection')
    .orderBy('collection')
    .execute();
  return (await unlessDamaged(db, rows, 'indexes')).map((row) => row.collection);
}

/** All columns of a collection's live index, to be read. */
function liveIndexRow(db: Kysely<RecordTables>, collection: string) {
  return db.selectFrom('indexes').where('collection', '=', collection).where('live', '=', 1).selectAll();
}

/** A number that no index of this name has, of which one may belong to a collection that was renamed since. */
async function nextNumber(tx: Transaction<RecordTables>, collection: string): Promise<number> {
  const rows = await tx
    .selectFrom('indexes')
    .where('id', '>=', `${collection}-`)
    .where('id', '<', `${collection}.`)
    .select('id')
    .execute();
  const numbers = rows.map(({ id }) => /^\d+/.exec(id.slice(collection.length + 1))?.[0] ?? 0);
  return Math.max(0, ...numbers.map(Number)) + 1;
}

/**
 * A row without whether it is live. The number tells the indexes of a collection apart; on a server there may be those
 * of other stores, so more is needed there.
 */
function newRow(
  collection: string,
  { embedder, chunker, analyser, dimension, engine, place, fields }: IndexStamp,
  number: number,
) {
  const name = `${collection}-${number}`;
  return {
    id: engine === 'embedded' ? name : `${name}-${randomBytes(4).toString('hex')}`,
    collection,
    embedder,
    chunker,
    analyser,
    dimension,
    engine,
    place,
    fields: JSON.stringify(fields),
    calibration: null,
    created_at: new Date().toISOString(),
  };
}

export function toIndex(db: Kysely<RecordTables>, row: IndexRow): CollectionIndex {
  const { id, collection, embedder, chunker, analyser, dimension, engine, place, fields } = row;
  const declared = storedJson(db, fields ?? '{}', 'indexes.fields', id) as FieldTypes;
  return { id, collection, embedder, chunker, analyser, dimension, engine, place, fields: declared };
}

/** The thresholds that were chosen for a collection's live index; undefined until it is calibrated. */
async function findCalibration(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<Calibration | undefined> {
  const row = await liveIndexRow(db, collection).executeTakeFirst();
  return row?.calibration
    ? (storedJson(db, row.calibration, 'indexes.calibration', row.id) as Calibration)
    : undefined;
}

/**
 * Keeps thresholds with a collection's live index, in place of those it had; null takes them away. They go with the
 * index: another embedder has other cosines.
 */
export async function saveCalibration(
  db: Kysely<RecordTables>,
  collection: string,
  calibration: Calibration | null,
): Promise<void> {
  await db.transaction().execute((tx) =>
    tx
      .updateTable('indexes')
      .set({ calibration: calibration && JSON.stringify(calibration) })
      .where('collection', '=', collection)
      .where('live', '=', 1)
      .execute(),
  );
}

/** Documents that are looked at to tell their languages. */
const languageSample = 200;

/** Collections whose facts are kept at a time. */
const collectionsRemembered = 1000;

/**
 * Looks up the facts of a collection, remembered until any process changes something; undefined where nothing was ever
 * ingested into it.
 */
export function collectionFacts(db: Kysely<RecordTables>, revision: Revision) {
  const remembered = new Remembered<CollectionFacts>(revision, collectionsRemembered);
  return async (collection: string): Promise<CollectionFacts | undefined> => {
    const known = await remembered.current();
    const facts = known.get(collection) ?? (await readFacts(db, collection));
    if (facts) known.set(collection, facts);
    return facts;
  };
}

async function readFacts(db: Kysely<RecordTables>, collection: string): Promise<CollectionFacts | undefined> {
  const index = await findIndex(db, collection);
  if (!index) return undefined;
  return {
    index,
    calibration: await findCalibration(db, collection),
    languages: await languagesOf(db, { collections: [collection] }),
    unembeddedChunks: await unembeddedChunks(db, index.id),
  };
}

/** The languages of the documents of a scope, by a sample of them, the most common first. */
export async function languagesOf(
  db: Kysely<RecordTables>,
  scope: DocumentScope,
): Promise<readonly string[]> {
  const rows = await documentsInScope(db, scope).select('language').limit(languageSample).execute();
  const counts = Map.groupBy(rows, (row) => row.language);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length).map(([language]) => language);
}

/** How much of a collection's text is in each language, in tokens. */
export async function languageShares(db: Kysely<RecordTables>, collection: string): Promise<LanguageShares> {
  const rows = await documentsInScope(db, { collections: [collection] })
    .groupBy('language')
    .select(['language', (shares) => shares.fn.sum<number | string>('held.tokens').as('tokens')])
    .execute();
  return new Map(rows.map(({ language, tokens }) => [language, Number(tokens)]));
}

/** What building an index beside the live one reads and writes. */
export function reindexRecords(db: Kysely<RecordTables>): ReindexRecords {
  return {
    unindexed: (collection, indexId, limit) =>
      missing(db, collection, indexId)
        .select(['documents.id as documentId', 'document_versions.version as version'])
        .orderBy('published_at')
        .limit(limit)
        .execute(),

    async load({ documentId, version }) {
      const row = await documentsWithLiveVersion(db)
        .leftJoin('sources', 'sources.document_id', 'documents.id')
        .where('documents.id', '=', documentId)
        .where('live_version', '=', version)
        .select([titleAsText, 'language', 'metadata', 'text', 'blocks', 'checksum', 'path'])
        .orderBy('sources.source')
        .executeTakeFirst();
      if (!row) return undefined;
      const { path, metadata, blocks, checksum: _checksum, ...rest } = row;
      if (!isAsWritten(row)) throw alteredVersion(dialectOf(db).place, { documentId, path: path ?? '' });
      return {
        documentId,
        version,
        ...rest,
        path: path ?? '',
        metadata: storedJson(db, metadata, 'document_versions.metadata', documentId) as Metadata,
        blocks: storedJson(db, blocks, 'document_versions.blocks', documentId) as Block[],
      };
    },

    indexed: (indexId, jobId, versions) =>
      db.transaction().execute(async (tx) => {
        for (const { documentId, version, path, chunks, tokens } of versions) {
          const values = { chunks, tokens, embedded_chunks: 0, job_id: jobId };
          await tx
            .insertInto('index_documents')
            .values({ index_id: indexId, document_id: documentId, version, ...values })
            .onConflict((conflict) =>
              conflict.columns(['document_id', 'version', 'index_id']).doUpdateSet(values),
            )
            .execute();
          await noteJobDocument(tx, { job_id: jobId, path, chunks, tokens });
        }
      }),

    versionsIn: (indexId) =>
      db
        .selectFrom('index_documents')
        .where('index_id', '=', indexId)
        .select(['document_id as documentId', 'version'])
        .execute(),

    swap: (collection, indexId) =>
      db.transaction().execute(async (tx) => {
        if (!(await isComplete(tx, collection, indexId))) return false;
        await tx
          .updateTable('indexes')
          .set({ live: retired })
          .where('collection', '=', collection)
          .where('live', '=', 1)
          .execute();
        await tx.updateTable('indexes').set({ live: 1 }).where('id', '=', indexId).execute();
        return true;
      }),
  };
}

/** Live versions that an index has nothing of. */
function missing(db: Kysely<RecordTables>, collection: string, indexId: string) {
  return documentsWithLiveVersion(db)
    .leftJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'documents.id')
        .onRef('held.version', '=', 'live_version')
        .on('held.index_id', '=', indexId),
    )
    .where('documents.collection', '=', collection)
    .where('held.index_id', 'is', null);
}

async function isComplete(
  tx: Transaction<RecordTables>,
  collection: string,
  indexId: string,
): Promise<boolean> {
  const absent = await missing(tx, collection, indexId).select('documents.id').executeTakeFirst();
  return !absent && (await unembeddedChunks(tx, indexId)) === 0;
}
