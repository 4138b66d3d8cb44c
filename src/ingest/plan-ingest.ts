import type { DocumentRecords } from '../contracts/document-records.ts';
import type { IngestReport, PlannedChange } from '../contracts/ingest-report.ts';
import type { ContainerLimits } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { ChangedContents } from './changed-contents.ts';
import { type ChangedFilesContext, changedFiles } from './changed-files.ts';
import { type CollectContext, collectFiles } from './collect-files.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import { displayPath, isAtOrBelow } from './load/display-path.ts';
import type { FoundFile } from './load/find-files.ts';
import { relativePath } from './load/find-files.ts';
import { parserFor, parserStamp } from './parse/parsers.ts';
import { placementOf } from './place-content.ts';
import { type ReadFile, readContents, type UnpackContainer } from './read-contents.ts';
import { findVanished, type KnownFolder, knownFolders, type VanishedContext } from './remove-vanished.ts';
import { SeenMembers } from './seen-members.ts';
import { sourceExists } from './source-exists.ts';
import { startTally, type Tally } from './tally.ts';
import { tallyContentFailure, tallyFailure, tallyFileFailure } from './tally-failure.ts';

/** What a dry run reads. Nothing is written. */
export interface PlanContext extends CollectContext, ChangedFilesContext, VanishedContext {
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow' | 'findByContent'>;
  readonly metadata: DocumentMetadata;
  /** Larger files fail with `file_too_large`. */
  readonly maxFileBytes: number;
  readonly unpack: UnpackContainer;
  readonly containerLimits: ContainerLimits;
}

/** The records of a collection that does not exist yet. */
export const noDocuments: PlanContext['documents'] = {
  known: async () => new Map(),
  sourcesBelow: async () => [],
  findByContent: async () => [],
};

interface Plan {
  readonly tally: Tally;
  readonly contents: ChangedContents;
  readonly changes: PlannedChange[];
  /** Sources whose document has a new place. */
  readonly moved: Set<string>;
  /** Sources that a document would be made of, or have. */
  readonly placed: Set<string>;
}

/**
 * What an ingest of these paths would do: files that it would parse are read and hashed, not parsed, so a file that
 * only its parser would refuse counts as added. Errors: `aborted`, and those of metadata and records.
 */
export async function planIngest(
  paths: readonly string[],
  context: PlanContext,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const tally = startTally();
  const files = await collectFiles(paths, context, tally, signal);
  const { changed, unchangedSources } = await changedFiles(files, context);
  tally.unchanged(unchangedSources);
  const contents = new ChangedContents(changed, context);
  const plan: Plan = { tally, contents, changes: [], moved: new Set(), placed: new Set() };
  for (const file of changed) {
    throwIfAborted(signal);
    try {
      await planFile(file, context, plan, signal);
    } catch (error) {
      tallyFileFailure(file, error, plan.tally);
    }
  }
  if (!context.selection.only) {
    const folders = (await knownFolders(paths, context)).map((folder) => asPlanned(folder, plan));
    for (const { path } of findVanished(folders, files, context, tally)) remove(path, plan);
  }
  const changes = plan.changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...plan.tally.report(), changes };
}

async function planFile(
  file: FoundFile,
  context: PlanContext,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const members = new SeenMembers();
  const inside = await context.documents.sourcesBelow(context.collection, file.absolutePath);
  for await (const read of readContents(file, { ...context, signal })) {
    if ('error' in read) {
      members.unread(read.source);
      tallyFailure(read.source.path, read.error, plan.tally);
      continue;
    }
    members.read(read.source);
    try {
      await planContent(read, file, context, plan);
    } catch (error) {
      tallyContentFailure(file, read.source.path, error, plan.tally);
    }
  }
  for (const source of members.goneOf(inside).filter((source) => !plan.moved.has(source)))
    remove(file.path + source.slice(file.absolutePath.length), plan);
}

async function planContent(
  { source, bytes, contentHash }: ReadFile,
  file: FoundFile,
  context: PlanContext,
  plan: Plan,
): Promise<void> {
  const { path } = source;
  const known = (await context.documents.known(context.collection, [source.source])).get(source.source);
  const metadataHash = context.metadata.outside({ root: file.root, source: source.source }).hash;
  const parser = parserStamp(
    parserFor({ path, bytes }, { isNamed: file.isNamed && source.source === file.absolutePath }),
  );
  const content = { source, known, contentHash, parser, metadataHash };
  const { placement } = await placementOf(content, { ...context, contents: plan.contents });
  plan.placed.add(source.source);
  if (placement.kind === 'stays') return plan.tally.unchanged();
  const { movedFrom = [], removed = [] } = placement.twin ?? {};
  const from = movedFrom.find((one) => !plan.moved.has(one));
  // One file goes on with the document; others of the same content join it.
  const isCopy = movedFrom.length > 0 && from === undefined;
  const counts = isCopy ? 'added' : placement.counts;
  plan.tally[counts]();
  if (from !== undefined) plan.changes.push({ path, change: 'moved', from: shownAs(from, file) });
  else if (counts !== 'unchanged') plan.changes.push({ path, change: counts });
  for (const one of removed.filter((one) => !plan.moved.has(one))) remove(shownAs(one, file), plan);
  for (const one of [...movedFrom, ...removed]) plan.moved.add(one);
}

/** A folder with what the collection would have of it before anything is removed. */
function asPlanned(folder: KnownFolder, { moved, placed }: Plan): KnownFolder {
  const sources = new Set(folder.sources.filter((source) => !moved.has(source) || sourceExists(source)));
  for (const source of placed) if (isAtOrBelow(source, folder.root)) sources.add(source);
  return { ...folder, sources: [...sources] };
}

/** A source as the user knows it, who knows this file of the same folder. */
function shownAs(source: string, { path, absolutePath, root }: FoundFile): string {
  const folder = path.slice(0, path.length - relativePath(root, absolutePath).length);
  const below = relativePath(root, source);
  return below.startsWith('../') ? source : folder + below;
}

function remove(path: string, { tally, changes }: Plan): void {
  changes.push({ path: displayPath(path), change: 'removed' });
  tally.removed();
}
