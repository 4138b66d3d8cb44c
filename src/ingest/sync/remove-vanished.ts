import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { displayPath } from '../load/display-path.ts';
import { fileSelection } from '../load/file-selection.ts';
import { type FoundFile, relativePath } from '../load/find-files.ts';
import { IgnoreRules } from '../load/ignore-rules.ts';
import { fileOfSource } from './source-exists.ts';
import type { Run, SyncContext } from './sync-context.ts';

/** A given folder. */
interface Folder {
  /** As it was given. */
  readonly path: string;
  /** Its real path. */
  readonly root: string;
}

/**
 * Removes the sources below the given folders whose files are gone or have come to be ignored. `files` are those that
 * the run found: they are not, whatever the rules of another folder say. Where that is more than half of a folder's,
 * they stay and a warning is tallied, unless they may go: a folder that is not mounted looks like an empty one.
 * Errors: those of the records.
 */
export async function removeVanished(
  paths: readonly string[],
  files: readonly FoundFile[],
  { collection, selection, allowMassRemoval }: SyncContext,
  { placer, planned, tally }: Pick<Run, 'placer' | 'planned' | 'tally'>,
): Promise<void> {
  const wanted = fileSelection(selection);
  const found = new Set(files.map((file) => file.absolutePath));
  const vanished = new Map<string, string>();
  const kept = new Set<string>();
  for (const folder of foldersAmong(paths)) {
    const { path: name, root } = folder;
    const ignoreRules = new IgnoreRules(root);
    // Its own where it was a file before.
    const own = await planned.known(collection, [root]);
    const known = [...own.keys(), ...(await planned.sourcesBelow(collection, root))]
      .map((source) => lookUp(source, folder))
      .filter((file) => wanted.takesFromFolder(file));
    const gone = known.filter(
      ({ file }) => file === undefined || (!found.has(file) && ignoreRules.ignores(file)),
    );
    const areTooMany = gone.length > known.length / 2 && !allowMassRemoval;
    if (areTooMany) {
      tally.warn(
        // Without the number of all, so that a watch does not tell it again with every file that is added.
        `More than half of the files of ${name} are gone or ignored (${gone.length} in total), so nothing was removed. ` +
          'If this is intended: footnote ingest PATH --allow-mass-removal',
      );
    }
    for (const { source, path } of gone) {
      if (areTooMany) kept.add(source);
      else vanished.set(source, path);
    }
  }
  for (const source of kept) vanished.delete(source);
  tally.kept(kept.size);
  await placer.remove([...vanished.keys()]);
  for (const path of vanished.values()) tally.changed({ change: 'removed', path });
}

/** Those of the paths that are folders. One that is given twice is told once. */
function foldersAmong(paths: readonly string[]): Iterable<Folder> {
  const folders = new Map<string, Folder>();
  for (const path of paths) {
    const root = folderAt(path);
    if (root !== undefined && !folders.has(root)) folders.set(root, { path, root });
  }
  return folders.values();
}

/** The real path of a folder; undefined where there is none, or none that may be looked at. */
function folderAt(path: string): string | undefined {
  try {
    const root = realpathSync(path);
    return statSync(root).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

interface KnownFile {
  readonly source: string;
  /** As the user knows it. */
  readonly path: string;
  /** Undefined where it is gone. */
  readonly file: string | undefined;
  readonly relativePath: string;
}

function lookUp(source: string, { path: folder, root }: Folder): KnownFile {
  // What is left out is left out by the name of the file: a member is looked at whenever its archive is.
  const file = fileOfSource(source);
  const path = posix.join(displayPath(folder), relativePath(root, source));
  return { source, path, file, relativePath: relativePath(root, file ?? source) };
}
