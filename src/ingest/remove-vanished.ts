import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { DocumentRecords } from '../contracts/document-records.ts';
import { displayPath } from './load/display-path.ts';
import { fileSelection, type SelectionOptions } from './load/file-selection.ts';
import { type FoundFile, relativePath } from './load/find-files.ts';
import { IgnoreRules } from './load/ignore-rules.ts';
import { fileOfSource } from './source-exists.ts';
import type { Tally } from './tally.ts';
import type { RemoveVersions } from './write-batch.ts';

/** What vanished sources are found with. */
export interface VanishedContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow'>;
  readonly selection: SelectionOptions;
  /** Whether more than half of a folder's documents may go at once. */
  readonly allowMassRemoval: boolean;
}

/** A given folder with what the collection has of it. */
export interface KnownFolder {
  /** As it was given. */
  readonly path: string;
  /** Its real path. */
  readonly root: string;
  /** Those below it, and its own where it was a file before. */
  readonly sources: readonly string[];
}

/** A source that is to leave the collection. */
export interface VanishedSource {
  readonly source: string;
  /** As the user knows it. */
  readonly path: string;
}

/** Looks up what the collection has of those of the paths that are folders. One that is given twice is told once. */
export async function knownFolders(
  paths: readonly string[],
  { collection, documents }: Pick<VanishedContext, 'collection' | 'documents'>,
): Promise<readonly KnownFolder[]> {
  const folders = new Map<string, KnownFolder>();
  for (const path of paths) {
    const root = folderAt(path);
    if (root === undefined || folders.has(root)) continue;
    const own = await documents.known(collection, [root]);
    const below = await documents.sourcesBelow(collection, root);
    folders.set(root, { path, root, sources: [...own.keys(), ...below] });
  }
  return [...folders.values()];
}

/**
 * Removes the sources below the given folders whose files are gone or have come to be ignored. `files` are those that
 * the run found. Errors: those of the records.
 */
export async function removeVanished(
  paths: readonly string[],
  files: readonly FoundFile[],
  context: VanishedContext & {
    readonly documents: Pick<DocumentRecords, 'moveSources'>;
    readonly removeVersions: RemoveVersions;
  },
  tally: Tally,
): Promise<void> {
  const { collection, documents } = context;
  const vanished = findVanished(await knownFolders(paths, context), files, context, tally);
  const sources = vanished.map(({ source }) => source);
  await context.removeVersions(await documents.moveSources(collection, [], sources));
  tally.removed(sources.length);
}

/**
 * The sources of folders whose files are gone or have come to be ignored; what was found is not, whatever the rules of
 * another folder say. Where that is more than half of a folder's, they stay and a warning is tallied, unless they may
 * go: a folder that is not mounted looks like an empty one.
 */
export function findVanished(
  folders: readonly KnownFolder[],
  files: readonly FoundFile[],
  { selection, allowMassRemoval }: Pick<VanishedContext, 'selection' | 'allowMassRemoval'>,
  tally: Tally,
): readonly VanishedSource[] {
  const wanted = fileSelection(selection);
  const found = new Set(files.map((file) => file.absolutePath));
  const vanished = new Map<string, VanishedSource>();
  const kept = new Set<string>();
  for (const folder of folders) {
    const ignoreRules = new IgnoreRules(folder.root);
    const known = folder.sources
      .map((source) => lookUp(source, folder))
      .filter((file) => wanted.takesFromFolder(file));
    const isGone = ({ file }: KnownFile) =>
      file === undefined || (!found.has(file) && ignoreRules.ignoresFile(file));
    const gone = known.filter(isGone);
    const areTooMany = gone.length > known.length / 2 && !allowMassRemoval;
    if (areTooMany) {
      tally.warn(
        `${gone.length} of the ${known.length} files of ${folder.path} are gone or ignored. Nothing was removed, ` +
          'since that is more than half. If it is meant: footnote ingest PATH --allow-mass-removal',
      );
    }
    for (const { source, path } of gone) {
      if (areTooMany) kept.add(source);
      else vanished.set(source, { source, path });
    }
  }
  return [...vanished.values()].filter(({ source }) => !kept.has(source));
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

interface KnownFile extends VanishedSource {
  /** Undefined where it is gone. */
  readonly file: string | undefined;
  readonly relativePath: string;
}

function lookUp(source: string, { path: folder, root }: KnownFolder): KnownFile {
  // What is left out is left out by the name of the file: a member is looked at whenever its archive is.
  const file = fileOfSource(source);
  const path = posix.join(displayPath(folder), relativePath(root, source));
  return { source, path, file, relativePath: relativePath(root, file ?? source) };
}
