import { type FoundFile, findFiles } from '../load/find-files.ts';
import { containerExtensions } from '../parse/containers.ts';
import { missedExtensions } from '../parse/convertible-formats.ts';
import { supportedExtensions } from '../parse/parsers.ts';
import { ChangedContents } from './changed-contents.ts';
import { changedFiles } from './changed-files.ts';
import { followRenamedFolders } from './follow-renamed-folders.ts';
import { ContentPlacer } from './place-content.ts';
import { removeVanished } from './remove-vanished.ts';
import type { Run, SyncContext } from './sync-context.ts';

const extensions = new Set([...supportedExtensions, ...containerExtensions, ...missedExtensions]);

/**
 * Finds the files behind paths, has those documented that may have changed, and takes from the collection what has
 * vanished. Errors: `aborted`, those of metadata and records, and those of `makeDocuments`.
 */
export async function syncFiles(
  paths: readonly string[],
  context: SyncContext,
  { planned, ...followed }: Omit<Run, 'placer'>,
  makeDocuments: (changed: readonly FoundFile[], run: Run) => Promise<void>,
): Promise<void> {
  const { tally, progress } = followed;
  const files = await collectFiles(paths, context, followed);
  const renamed = await followRenamedFolders(files, context, tally);
  const { changed, unchangedSources } = await changedFiles(files, renamed, context);
  const contents = new ChangedContents(changed, context);
  const run = { ...followed, planned, placer: new ContentPlacer({ ...context, contents, planned }) };
  tally.unchanged(unchangedSources);
  progress.filesFound(files.length, files.length - changed.length);
  await makeDocuments(changed, run);
  if (!context.selection.only) await removeVanished(paths, files, context, run);
}

/** The files to look at; what cannot be one is tallied. Errors: `aborted`. */
async function collectFiles(
  paths: readonly string[],
  { storeDirectory, selection }: SyncContext,
  { tally, signal }: Pick<Run, 'tally' | 'signal'>,
): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for await (const finding of findFiles(paths, { ...selection, extensions, storeDirectory, signal })) {
    if (finding.kind === 'file') files.push(finding.file);
    else if (finding.kind === 'failure') tally.failed(finding.path, finding.error);
    else if (finding.kind === 'warning') tally.warn(finding.message);
    else tally.passedOver(finding.ending);
  }
  return files;
}
