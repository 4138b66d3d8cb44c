import type { Records } from '../../contracts/records.ts';
import { damagedVersions } from '../../engines/embedded/damaged-versions.ts';
import { sqliteRecords } from '../../records/sqlite-records.ts';
import { damagedText } from '../../retrieve/exclude-malformed.ts';

/**
 * Has the next ingest take documents again of which something cannot be read, or whose passages are not what they say,
 * as a question does that finds one.
 */
export async function queueDamaged(file: string): Promise<void> {
  const damaged = await withRecords(file, { readOnly: true }, async ({ library, reingestion }) => [
    ...(await reingestion.illegible()),
    ...(await damagedVersions(file, ({ documentId, version }) =>
      library.text(documentId, version).then((stored) => stored?.text, damagedText),
    )),
  ]);
  if (damaged.length > 0) await withRecords(file, {}, ({ reingestion }) => reingestion.queue(damaged));
}

/** Opens the records of a store's file, does the work with them and closes them, whatever happens. */
export async function withRecords<Result>(
  file: string,
  options: { readonly readOnly?: boolean },
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const records = await sqliteRecords(file, options);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
