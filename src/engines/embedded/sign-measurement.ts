import type { Connection } from './connection.ts';

/** How many rows an index had when its signs were measured, and how many have to be kept by them. */
export interface SignMeasurement {
  readonly rows: number;
  readonly kept: number;
}

/** What was last measured of an index, by this process or another. */
export function readSignMeasurement(
  connection: Connection,
  indexNumber: number,
): SignMeasurement | undefined {
  const [row] = connection.rows<[number, number]>(
    'select rows, kept from engine_sign_measurements where index_number = ?',
    indexNumber,
  );
  return row && { rows: row[0], kept: row[1] };
}

/** Keeps a measurement for the next time the index is opened. Inside a write transaction. */
export function writeSignMeasurement(
  writer: Connection,
  indexNumber: number,
  { rows, kept }: SignMeasurement,
): void {
  writer
    .prepare('insert or replace into engine_sign_measurements (index_number, rows, kept) values (?, ?, ?)')
    .run(indexNumber, rows, kept);
}
