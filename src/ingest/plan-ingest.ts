import type { DocumentRecords } from '../contracts/document-records.ts';
import type { IngestReport, PlannedChange } from '../contracts/ingest-report.ts';
import type { ContainerLimits } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { ChangedContents } from './changed-contents.ts';
import { type ChangedFilesContext, changedFiles } from './changed-files.ts';
import { type CollectContext, collectFiles } from './collect-files.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import { type FailedParsesContext, knownFailure } from './failed-parses.ts';
import { displayPath } from './load/display-path.ts';
import type { FoundFile } from './load/find-files.ts';
import { relativePath } from './load/find-files.ts';
import { parserFor, parserStamp } from './parse/parsers.ts';
import { type Content, ContentPlacer } from './place-content.ts';
import { PlannedDocuments } from './planned-documents.ts';
import { type ReadFile, readContents, type UnpackContainer } from './read-contents.ts';
import { findVanished, knownFolders, type VanishedContext } from './remove-vanished.ts';
import { SeenMembers } from './seen-members.ts';
import { startTally, type Tally } from './tally.ts';
import { tallyContentFailure, tallyFailure, tallyFileFailure } from './tally-failure.ts';

/** What a dry run reads. Nothing is written. */
export interface PlanContext
  extends CollectContext,
    ChangedFilesContext,
    FailedParsesContext,
    VanishedContext {
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow' | 'findByContent' | 'failedParse'>;
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
  failedParse: async () => undefined,
};

interface Plan {
  readonly tally: Tally;
  readonly planned: PlannedDocuments;
  readonly placer: ContentPlacer;
  /** What each file is told to become, by its path as the user knows it. */
  readonly changes: Map<string, PlannedChange>;
}

/**
 * What an ingest of these paths would do: files that it would parse are read and hashed, not parsed, so a file that
 * only its parser would refuse, and did not before, counts as added. Errors: `aborted`, and those of metadata and
 * records.
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
  const planned = new PlannedDocuments(context.documents);
  const { collection } = context;
  const writesNothing = { documents: planned, removeVersions: async () => {} };
  const placer = new ContentPlacer({ collection, planned, contents, ...writesNothing });
  const plan: Plan = { tally, planned, placer, changes: new Map() };
  for (const file of changed) {
    throwIfAborted(signal);
    try {
      await planFile(file, context, plan, signal);
    } catch (error) {
      tallyFileFailure(file, error, plan.tally);
    }
  }
  if (!context.selection.only) {
    const folders = await knownFolders(paths, { collection, documents: planned });
    for (const { path } of findVanished(folders, files, context, tally)) remove(path, plan);
  }
  const changes = [...plan.changes.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
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
    const { source } = read;
    members.read(source);
    const known = (await plan.planned.known(context.collection, [source.source])).get(source.source);
    try {
      await planContent({ ...read, known }, file, context, plan);
    } catch (error) {
      tallyContentFailure(file, { source, known }, error, plan.tally);
    }
  }
  const gone = [...(await plan.planned.known(context.collection, members.goneOf(inside))).keys()];
  await plan.planned.moveSources(context.collection, [], gone);
  for (const source of gone) remove(file.path + source.slice(file.absolutePath.length), plan);
}

async function planContent(
  { source, bytes, contentHash, known }: ReadFile & Pick<Content, 'known'>,
  file: FoundFile,
  context: PlanContext,
  plan: Plan,
): Promise<void> {
  const { path } = source;
  const metadataHash = context.metadata.outside({ root: file.root, source: source.source }).hash;
  const parser = parserStamp(
    parserFor({ path, bytes }, { isNamed: file.isNamed && source.source === file.absolutePath }),
  );
  const content = { source, known, contentHash, parser, metadataHash };
  const { placement, moved } = await plan.placer.place(content);
  plan.tally.moved(moved.length);
  for (const { path, from } of moved) change(plan, { path, change: 'moved', from: shownAs(from, file) });
  if (placement.kind === 'stays') return plan.tally.unchanged();
  const failed = placement.kind === 'is-made' ? await knownFailure(content, context) : undefined;
  if (failed) {
    plan.placer.failed(content);
    throw failed;
  }
  plan.tally[placement.counts]();
  if (placement.counts !== 'unchanged') change(plan, { path, change: placement.counts });
  const { removed = [] } = 'twin' in placement ? (placement.twin ?? {}) : {};
  for (const one of removed) remove(shownAs(one, file), plan);
}

/** A source as the user knows it, who knows this file of the same folder. */
function shownAs(source: string, { path, absolutePath, root }: FoundFile): string {
  const folder = path.slice(0, path.length - relativePath(root, absolutePath).length);
  const below = relativePath(root, source);
  return below.startsWith('../') ? source : folder + below;
}

function remove(path: string, plan: Plan): void {
  change(plan, { path: displayPath(path), change: 'removed' });
  plan.tally.removed();
}

/** A file that another one's document goes on with is told as moved, whatever its own turn makes of it. */
function change({ changes }: Plan, planned: PlannedChange): void {
  if (!changes.has(planned.path)) changes.set(planned.path, planned);
}
