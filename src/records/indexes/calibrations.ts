import type { Kysely } from 'kysely';
import type { Calibration } from '../../contracts/calibration.ts';
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { liveIndexRow } from './indexes.ts';

/** The thresholds that were chosen for a collection's live index; undefined until it is calibrated. */
export async function findCalibration(
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
  await db
    .updateTable('indexes')
    .set({ calibration: calibration && JSON.stringify(calibration) })
    .where('collection', '=', collection)
    .where('live', '=', 1)
    .execute();
}
