import { join, relative, sep } from 'node:path';
import type { DocumentRecords } from '../contracts/document-records.ts';
import { displayPath } from './load/display-path.ts';
import type { FoundFile } from './load/find-files.ts';
import { folderExists, sourceExists } from './source-exists.ts';
import type { Tally } from './tally.ts';
import type { RemoveVersions } from './write-batch.ts';

/** What is asked about folders, and where they are followed. */
export interface FollowFoldersContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow' | 'sourcesChangedAt' | 'moveSources'>;
  readonly removeVersions: RemoveVersions;
}

/** Files of a folder that are looked at: most of a folder that was renamed have not changed. */
const sampledFiles = 100;

/** Where a given folder was before. */
interface FormerPlace {
  readonly root: string;
  readonly former: string;
  /** Files of it that were known there, of those looked at. */
  readonly files: readonly FoundFile[];
}

/**
 * Moves all that is known of a given folder's former place to where it is now: a file that was changed with it keeps
 * its document, and what was emptied or is gone from it is not left behind. A folder has another place where nothing of
 * it is known, while files in it were known, as they are and of the same date, in a folder that is gone: a file's date
 * stays as it is where the folder alone is renamed. Of several with files of one folder, that with the most is it.
 * Returns the folders that were followed. Errors: those of the records.
 */
export async function followRenamedFolders(
  files: readonly FoundFile[],
  context: FollowFoldersContext,
  tally: Tally,
): Promise<ReadonlySet<string>> {
  const { collection, documents, removeVersions } = context;
  const places: FormerPlace[] = [];
  for (const [root, inRoot] of Map.groupBy(files, (file) => (file.isNamed ? undefined : file.root)))
    if (root !== undefined)
      places.push(...(await formerPlaces(root, inRoot.slice(0, sampledFiles), context)));
  places.sort((a, b) => b.files.length - a.files.length);
  const renamed = new Map<string, string>();
  for (const { root, former, files } of places) {
    if (renamed.has(root) || [...renamed.values()].includes(former)) continue;
    renamed.set(root, former);
    const [{ path, absolutePath }] = files as [FoundFile];
    const given = path.slice(0, path.length - relative(root, absolutePath).length);
    const sources = await documents.sourcesBelow(collection, former);
    const moves = [...(await documents.known(collection, sources))].map(
      ([from, { documentId, bytes, modifiedMs }]) => {
        const below = relative(former, from);
        const source = join(root, below);
        return { documentId, from, source: { source, path: displayPath(given + below), bytes, modifiedMs } };
      },
    );
    await removeVersions(await documents.moveSources(collection, moves, sources));
    for (const { from, source } of moves) {
      if (sourceExists(source.source)) tally.changed({ change: 'moved', path: source.path, from });
    }
  }
  return new Set(renamed.keys());
}

/** The folders, gone by now, that these files of a given one were known in. */
async function formerPlaces(
  root: string,
  files: readonly FoundFile[],
  { collection, documents }: FollowFoldersContext,
): Promise<readonly FormerPlace[]> {
  const paths = files.map(({ absolutePath }) => absolutePath);
  if ((await documents.known(collection, paths)).size > 0) return [];
  if ((await documents.sourcesBelow(collection, root)).length > 0) return [];
  const dates = files.map(({ modifiedMs }) => modifiedMs);
  const known = Map.groupBy(await documents.sourcesChangedAt(collection, dates), keyOf);
  const found = files.flatMap((file) => {
    const below = sep + relative(root, file.absolutePath);
    const same = (known.get(keyOf(file)) ?? []).filter(({ source }) => source.endsWith(below));
    return same.map(({ source }) => ({ former: source.slice(0, -below.length), file }));
  });
  return [...Map.groupBy(found, ({ former }) => former)]
    .filter(([former]) => former !== '' && !folderExists(former))
    .map(([former, known]) => ({ root, former, files: known.map(({ file }) => file) }));
}

function keyOf({ bytes, modifiedMs }: Pick<FoundFile, 'bytes' | 'modifiedMs'>): string {
  return `${bytes} ${modifiedMs}`;
}
