import { randomBytes } from 'node:crypto';

const timeDigits = 12;
const randomDigits = 8;

/** The millisecond of the newest id, ahead of the clock where several were made in one. */
let newest = 0;

/**
 * An id for a new document, greater than any made before: the millisecond, then random digits against other processes.
 * Passages of equal score are ordered by id, so that files which are ingested anew are found in the order of before.
 */
export function newDocumentId(): string {
  newest = Math.max(Date.now(), newest + 1);
  const random = randomBytes(randomDigits / 2).toString('hex');
  return newest.toString(16).padStart(timeDigits, '0') + random;
}
