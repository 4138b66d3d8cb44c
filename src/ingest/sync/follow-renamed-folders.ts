import { join, relative, sep } from 'node:path';
import { displayPath } from '../load/display-path.ts';
import type { FoundFile } from '../load/find-files.ts';
import type { Tally } from '../tally.ts';
import { folderExists, sourceExists } from './source-exists.ts';
import type { SyncContext } from './sync-context.ts';

/** Files of a folder that are looked at: most of a folder that was renamed have not changed. */
const sampledFiles = 100;

/**
 * Moves all that is known of a given folder's former place to where it is now: a file that was changed with it keeps
 * its document, and what was emptied or is gone from it is not left behind. A folder has another place where nothing of
 * it is known, while a file in it was known, as it is and of the same date, in a folder that is gone: a file's date
 * stays as it is where the folder alone is renamed. Returns the folders that were followed. Errors: those of the
 * records.
 */
export async function followRenamedFolders(
  files: readonly FoundFile[],
  context: SyncContext,
  tally: Tally,
): Promise<ReadonlySet<string>> {
  const { collection, documents, removeVersions } = context;
  const renamed: { readonly root: string; readonly former: string; readonly file: FoundFile }[] = [];
  for (const [root, inRoot] of Map.groupBy(files, (file) => (file.isNamed ? undefined : file.root))) {
    const former = root && (await formerPlace(root, inRoot.slice(0, sampledFiles), context));
    if (former) renamed.push({ root, former, file: inRoot[0] as FoundFile });
  }
  // What was within another is taken out of it before that one is moved with all that is left in it.
  renamed.sort((a, b) => b.former.length - a.former.length);
  for (const { root, former, file } of renamed) {
    const given = file.path.slice(0, file.path.length - relative(root, file.absolutePath).length);
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
  return new Set(renamed.map(({ root }) => root));
}

/** The folder that these files of a folder were known in; undefined where there is none that is gone. */
async function formerPlace(
  root: string,
  files: readonly FoundFile[],
  { collection, documents }: SyncContext,
): Promise<string | undefined> {
  const paths = files.map(({ absolutePath }) => absolutePath);
  if ((await documents.known(collection, paths)).size > 0) return undefined;
  if ((await documents.sourcesBelow(collection, root)).length > 0) return undefined;
  const dates = files.map(({ modifiedMs }) => modifiedMs);
  const known = Map.groupBy(await documents.sourcesChangedAt(collection, dates), keyOf);
  for (const file of files) {
    const below = sep + relative(root, file.absolutePath);
    for (const { source } of known.get(keyOf(file)) ?? []) {
      const folder = source.slice(0, -below.length);
      if (source.endsWith(below) && folder !== '' && !folderExists(folder)) return folder;
    }
  }
  return undefined;
}

function keyOf({ bytes, modifiedMs }: Pick<FoundFile, 'bytes' | 'modifiedMs'>): string {
  return `${bytes} ${modifiedMs}`;
}
