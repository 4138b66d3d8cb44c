import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Calibration } from '../../contracts/calibration.ts';
import { type DocumentScope, documentsInScope } from '../documents/live-versions.ts';
import { Remembered } from '../remembered.ts';
import type { RecordTables } from '../schema.ts';
import { findCalibration } from './calibrations.ts';
import { type CollectionIndex, findIndex } from './indexes.ts';
import { unembeddedChunks } from './unembedded-chunks.ts';

/** What a question needs to know of a collection before it is searched. */
export interface CollectionFacts {
  /** The live index. */
  readonly index: CollectionIndex;
  /** The thresholds chosen for it; undefined until it is calibrated. */
  readonly calibration: Calibration | undefined;
  /** Those of the documents, by a sample of them, the most common first. */
  readonly languages: readonly string[];
  /** Chunks of live documents that only their words can find, since their vectors are still to come. */
  readonly unembeddedChunks: number;
}

/** Documents that are looked at to tell their languages. */
const languageSample = 200;

/** Collections whose facts are kept at a time. */
const collectionsRemembered = 1000;

/**
 * Looks up the facts of a collection, remembered until any process changes something; undefined where nothing was ever
 * ingested into it. Over a connection that nothing is written over.
 */
export function collectionFacts(db: Kysely<RecordTables>, database: DatabaseSync) {
  const remembered = new Remembered<CollectionFacts>(database, collectionsRemembered);
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
