import type { DatabaseSync } from 'node:sqlite';
import type { LiveDocuments } from '../../contracts/live-documents.ts';
import { retryWhileBusy } from '../../sqlite/write-transaction.ts';
import { Remembered } from '../remembered.ts';

const selectVersions = `
  select id, live_version from documents
  where id in (select value from json_each(?)) and live_version is not null`;

/** Some ten megabytes. */
const documentsRemembered = 100_000;

/** The first source of a document comes last, and stays. */
const selectPaths = `
  select document_id, path from sources where document_id in (select value from json_each(?)) order by source desc`;

/**
 * The live documents, remembered until any process changes something.
 * @param committed a connection that nothing is written over
 */
export function liveDocuments(committed: DatabaseSync): LiveDocuments {
  return {
    versions: lookUp<number>(committed, selectVersions),
    paths: lookUp<string>(committed, selectPaths),
  };
}

/**
 * Looks up what `query` selects as second column, behind the id of the document; its parameter is a JSON array of ids.
 */
function lookUp<Value>(committed: DatabaseSync, query: string) {
  const remembered = new Remembered<Value>(committed, documentsRemembered);
  const statement = committed.prepare(query);
  statement.setReturnArrays(true);
  return async (
    documentIds: Iterable<string>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<ReadonlyMap<string, Value>> => {
    const known = await remembered.current();
    const missing = new Set<string>();
    for (const id of documentIds) if (!known.has(id)) missing.add(id);
    if (missing.size > 0) {
      const select = () =>
        statement.all(JSON.stringify([...missing])) as unknown as readonly [string, Value][];
      for (const [id, value] of await retryWhileBusy(committed, select, { signal })) known.set(id, value);
    }
    return known;
  };
}
