import type { Connection } from '../connection.ts';

/** Rows from which on comparing signs first is faster than multiplying all: below, the matrix is in the cache. */
export const minSignRows = 65_536;

/** A measurement holds until the index has grown or shrunk by so much. */
const tolerance = 2;

/** How many rows an index had when its signs were measured, and how many have to be kept by them. */
export interface SignMeasurement {
  readonly rows: number;
  readonly kept: number;
}

/** Before anything has been measured: to keep infinitely many is to stay exact. */
export const unmeasured: SignMeasurement = { rows: 0, kept: Number.POSITIVE_INFINITY };

/** Whether a measurement can be relied on in an index of so many rows. */
export function holdsAt({ rows: measured }: SignMeasurement, rows: number): boolean {
  return rows <= measured * tolerance && rows * tolerance >= measured;
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
