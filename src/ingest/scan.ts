import { join, posix, relative, sep } from 'node:path';
import type { KnownSource } from '../contracts/document-records.ts';
import type { PlannedChange } from '../contracts/job.ts';
import { schemeOf } from '../files/source-address.ts';
import { mayBeContainer } from '../formats/parsers.ts';
import { displayPath, fileSelection, NestedPaths, relativePath } from './file-selection.ts';
import { type FoundFile, folderExists } from './find-files.ts';
import { type Move, PlannedDocuments } from './planned-documents.ts';
import type { Run } from './run.ts';
import { hasFormerName } from './title-of-path.ts';

/**
 * What a run is to look into, as far as paths, sizes, dates and the records tell. Whether a file that may have changed
 * is new, was moved or is as it was only its content says: that is for the step that reads it. What has vanished is
 * known when all of these are read, since what is gone from one place may have turned up at another.
 */
export interface Scan {
  /** All that were found. */
  readonly files: readonly FoundFile[];
  readonly renamed: readonly RenamedFolder[];
  /** Those of the files that may have changed. */
  readonly changed: readonly FoundFile[];
  /** What the other files are, or have in them: sources that are as they were. */
  readonly unchangedSources: number;
}

/** A given folder that is known from another place, and what that means for its documents. */
export interface RenamedFolder {
  readonly root: string;
  readonly moves: readonly Move[];
  readonly gone: readonly string[];
  readonly told: readonly PlannedChange[];
}

/**
 * Looks at paths and changes nothing. What cannot be a file is tallied. Errors: `aborted`, and those of metadata and
 * records.
 */
export async function scanFiles(paths: readonly string[], run: Run): Promise<Scan> {
  const { parsers, progress, selection, signal, sources, storeDirectory, tally } = run;
  const extensions = parsers.foundExtensions;
  const files: FoundFile[] = [];
  const onLook = (address: string) => progress.startFile(address);
  const options = { ...selection, extensions, storeDirectory, onLook, signal };
  for await (const finding of sources.find(paths, options)) {
    if (finding.kind === 'file') files.push(finding.file);
    else if (finding.kind === 'failure') tally.failed(finding.path, finding.error);
    else if (finding.kind === 'warning') tally.warn(finding.message);
    else tally.passedOver(finding.ending);
  }
  const planned = new PlannedDocuments(run.collection, run.documents);
  const renamed = await renamedFolders(files, planned, run);
  return { files, renamed, ...(await changedFiles(files, renamed, { ...run, planned })) };
}

/** Files of a folder that are looked at: most of a folder that was renamed have not changed. */
const sampledFiles = 100;

/**
 * Given folders of which all that is known of a former place is to be moved to where they are now: a file that was
 * changed with its folder keeps its document, and what was emptied or is gone from it is not left behind. A folder has
 * another place where nothing of it is known, while a file in it was known, as it is and of the same date, in a folder
 * that is gone: a file's date stays as it is where the folder alone is renamed.
 * @param planned takes note of the moves
 */
async function renamedFolders(
  files: readonly FoundFile[],
  planned: PlannedDocuments,
  { sources }: Pick<Run, 'sources'>,
): Promise<readonly RenamedFolder[]> {
  const places: { readonly root: string; readonly former: string; readonly file: FoundFile }[] = [];
  for (const [root, inRoot] of Map.groupBy(files, (file) => (isBelowFolder(file) ? file.root : undefined))) {
    const former = root && (await formerPlace(root, inRoot.slice(0, sampledFiles), planned));
    if (former) places.push({ root, former, file: inRoot[0] as FoundFile });
  }
  // What was within another is taken out of it before that one is moved with all that is left in it.
  places.sort((a, b) => b.former.length - a.former.length);
  const renamed: RenamedFolder[] = [];
  for (const { root, former, file } of places) {
    const given = file.path.slice(0, file.path.length - relative(root, file.absolutePath).length);
    const gone = await planned.sourcesBelow(former);
    const moves: Move[] = [];
    const told: PlannedChange[] = [];
    for (const [from, { bytes, modifiedMs, ...document }] of await planned.known(gone)) {
      const below = relative(former, from);
      const source = { source: join(root, below), path: displayPath(given + below), bytes, modifiedMs };
      moves.push({ document, source });
      if (await sources.has(source.source)) told.push({ change: 'moved', path: source.path, from });
    }
    await planned.move(moves, gone);
    renamed.push({ root, moves, gone, told });
  }
  return renamed;
}

/** Whether a file was found in a folder, which may have had another name. */
function isBelowFolder({ isNamed, root }: FoundFile): boolean {
  return !isNamed && schemeOf(root) === undefined;
}

/** The folder that these files of a folder were known in; undefined where there is none that is gone. */
async function formerPlace(
  root: string,
  files: readonly FoundFile[],
  planned: PlannedDocuments,
): Promise<string | undefined> {
  if ((await planned.known(files.map(({ absolutePath }) => absolutePath))).size > 0) return undefined;
  if ((await planned.sourcesBelow(root)).length > 0) return undefined;
  const dates = files.map(({ modifiedMs }) => modifiedMs);
  const sameDate = Map.groupBy(await planned.sourcesChangedAt(dates), sizeAndDate);
  for (const file of files) {
    const below = sep + relative(root, file.absolutePath);
    for (const { source } of sameDate.get(sizeAndDate(file)) ?? []) {
      const folder = source.slice(0, -below.length);
      if (source.endsWith(below) && folder !== '' && !folderExists(folder)) return folder;
    }
  }
  return undefined;
}

function sizeAndDate({ bytes, modifiedMs }: Pick<FoundFile, 'bytes' | 'modifiedMs'>): string {
  return `${bytes} ${modifiedMs}`;
}

/**
 * Tells the files that may have changed since they were last ingested, by size, date, name, parser and the metadata
 * that they have from outside, from the others, which need not be opened: of these it counts the sources that they
 * are, or have in them, as if they were. An archive is known by its members, a message by itself and its attachments,
 * each of which was noted with the file's size and date, unless one of them failed; in a folder that was renamed,
 * failures are known by their former paths. Errors: those of the metadata.
 */
async function changedFiles(
  files: readonly FoundFile[],
  renamed: readonly RenamedFolder[],
  run: Run,
): Promise<Pick<Scan, 'changed' | 'unchangedSources'>> {
  const { collection, jobs, metadata, parsers, planned } = run;
  const known = await planned.known(files.map((file) => file.absolutePath));
  const hasContainers = files.some(({ path }) => mayBeContainer(path));
  const unresolved = hasContainers ? await jobs?.unresolvedFailures(collection) : undefined;
  const failed = new NestedPaths(unresolved?.failed ?? []);
  const renamedRoots = new Set(renamed.map(({ root }) => root));
  const changed: FoundFile[] = [];
  let unchangedSources = 0;
  for (const file of files) {
    // Rules that cannot be read end the run before anything is changed, also where no file is known yet.
    metadata.outside({ ...file, source: file.absolutePath });
    const sources = await sourcesOf(file, known, run);
    const isUnchanged =
      sources.size > 0 &&
      [...sources].every(
        ([source, before]) =>
          looksSame(file, before, metadata.outside({ ...file, source }).hash) &&
          parsers.isCurrent(before.parser, source) &&
          !hasFormerName(before, source),
      ) &&
      !(mayBeContainer(file.path) && (renamedRoots.has(file.root) || failed.anyWithin(file.path)));
    if (isUnchanged) unchangedSources += sources.size;
    else changed.push(file);
  }
  return { changed, unchangedSources };
}

/** What is known of a file and of the members that it had. */
async function sourcesOf(
  file: FoundFile,
  known: ReadonlyMap<string, KnownSource>,
  { planned, sources }: Pick<Run, 'planned' | 'sources'>,
): Promise<ReadonlyMap<string, KnownSource>> {
  const own = known.get(file.absolutePath);
  const ofFile: [string, KnownSource][] = own ? [[file.absolutePath, own]] : [];
  if (!mayBeContainer(file.path)) return new Map(ofFile);
  const below = await planned.sourcesBelow(file.absolutePath);
  const inside = await sources.membersOf(file.absolutePath, below);
  return new Map([...ofFile, ...(await planned.known(inside))]);
}

function looksSame(file: FoundFile, known: KnownSource, metadataHash: string): boolean {
  return (
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.tag === file.tag &&
    known.metadataHash === metadataHash
  );
}

/** What is gone from the given folders, or has come to be ignored. */
export interface Vanished {
  /** By source: its path as the user knows it. */
  readonly vanished: ReadonlyMap<string, string>;
  /** How many stay, since they are more than half of a folder's. */
  readonly kept: number;
  readonly warnings: readonly string[];
}

/**
 * The sources below the given folders whose files are gone or have come to be ignored. `files` are those that the run
 * found: they are not, whatever the rules of another folder say. Where that is more than half of a folder's, they are
 * to stay, unless they may go: a folder that is not mounted looks like an empty one. Errors: those of the records.
 */
export async function vanishedSources(
  paths: readonly string[],
  files: readonly FoundFile[],
  { planned, selection, sources, allowMassRemoval }: Run,
): Promise<Vanished> {
  const wanted = fileSelection(selection);
  const found = new Set(files.map((file) => file.absolutePath));
  const vanished = new Map<string, string>();
  const kept = new Set<string>();
  const warnings: string[] = [];
  for (const [root, name] of sources.folders(paths)) {
    const place = sources.of(root);
    const isLeftOut = place.leavesOut?.(root) ?? (() => false);
    // Its own where it was a file before.
    const own = await planned.known([root]);
    const known: { source: string; path: string; file: string | undefined }[] = [];
    for (const source of [...own.keys(), ...(await planned.sourcesBelow(root))]) {
      // What is left out is left out by the name of the file: a member is looked at whenever its archive is.
      const file = await place.fileOf(source);
      const isPath = schemeOf(root) === undefined;
      const path = isPath ? posix.join(displayPath(name), relativePath(root, source)) : source;
      if (wanted.takesFromFolder({ path, relativePath: relativePath(root, file ?? source) }))
        known.push({ source, path, file });
    }
    const gone = known.filter(({ file }) => file === undefined || (!found.has(file) && isLeftOut(file)));
    const areTooMany = gone.length > known.length / 2 && !allowMassRemoval;
    if (areTooMany) {
      warnings.push(
        // Without the number of all, so that a watch does not tell it again with every file that is added.
        `More than half of the files of ${name} are gone or ignored (${gone.length} in total), so nothing was removed. ` +
          'If this is intended, allow it: allowMassRemoval, on the command line --allow-mass-removal.',
      );
    }
    for (const { source, path } of gone) {
      if (areTooMany) kept.add(source);
      else vanished.set(source, path);
    }
  }
  for (const source of kept) vanished.delete(source);
  return { vanished, kept: kept.size, warnings };
}
