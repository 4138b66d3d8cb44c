import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { DocumentRecords } from '../contracts/document-records.ts';
import { displayPath } from './load/display-path.ts';
import { fileSelection, type SelectionOptions } from './load/file-selection.ts';
import { relativePath } from './load/find-files.ts';
import { IgnoreRules } from './load/ignore-rules.ts';
import { fileOfSource } from './source-exists.ts';
import type { Tally } from './tally.ts';
import type { RemoveVersions } from './write-batch.ts';

/** What vanished sources are found with. */
export interface VanishedContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'sourcesBelow'>;
  readonly selection: SelectionOptions;
  /** Whether more than half of a folder's documents may go at once. */
  readonly allowMassRemoval: boolean;
}

/** A source that is to leave the collection. */
export interface VanishedSource {
  readonly source: string;
  /** As the user knows it. */
  readonly path: string;
}

/**
 * Removes the sources below the given folders whose files are gone or have come to be ignored.
 * Errors: those of the records.
 */
export async function removeVanished(
  paths: readonly string[],
  context: VanishedContext & {
    readonly documents: Pick<DocumentRecords, 'removeSources'>;
    readonly removeVersions: RemoveVersions;
  },
  tally: Tally,
): Promise<void> {
  const vanished = (await findVanished(paths, context, tally)).map(({ source }) => source);
  await context.removeVersions(await context.documents.removeSources(context.collection, vanished));
  tally.removed(vanished.length);
}

/**
 * The sources below those of the paths that are folders whose files are gone or have come to be ignored. Where
 * that is more than half of a folder's, they stay and a warning is tallied, unless they may go: a folder that is
 * not mounted looks like an empty one. `moved` are sources that have a new place already.
 */
export async function findVanished(
  paths: readonly string[],
  context: VanishedContext,
  tally: Tally,
  moved: ReadonlySet<string> = new Set(),
): Promise<readonly VanishedSource[]> {
  const found = new Map<string, VanishedSource>();
  for (const path of paths) {
    const root = folderAt(path);
    if (root === undefined) continue;
    const { vanished, known } = await vanishedBelow(path, root, context, moved);
    if (vanished.length > known / 2 && !context.allowMassRemoval) {
      tally.warn(
        `${vanished.length} of the ${known} files of ${path} are gone or ignored. Nothing was removed, since that ` +
          'is more than half. If it is meant: footnote ingest PATH --allow-mass-removal',
      );
      continue;
    }
    for (const source of vanished) found.set(source.source, source);
  }
  return [...found.values()];
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

async function vanishedBelow(
  folder: string,
  root: string,
  { collection, documents, selection }: VanishedContext,
  moved: ReadonlySet<string>,
): Promise<{ vanished: readonly VanishedSource[]; known: number }> {
  const ignoreRules = new IgnoreRules(root);
  const wanted = fileSelection(selection);
  const known = (await documents.sourcesBelow(collection, root))
    .filter((source) => !moved.has(source))
    .map((source) => {
      // What is left out is left out by the name of the file: a member is looked at whenever its archive is.
      const file = fileOfSource(source);
      const path = posix.join(displayPath(folder), relativePath(root, source));
      return { source, path, file, relativePath: relativePath(root, file ?? source) };
    })
    .filter((known) => wanted.takesFromFolder(known));
  const vanished = known.filter(({ file }) => file === undefined || ignoreRules.ignoresFile(file));
  return { vanished, known: known.length };
}
