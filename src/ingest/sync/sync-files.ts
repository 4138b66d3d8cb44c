import type { DocumentRecords } from '../../contracts/document-records.ts';
import type { FoundFile } from '../load/find-files.ts';
import type { RemoveVersions } from '../write-batch.ts';
import { ChangedContents } from './changed-contents.ts';
import { type ChangedFilesContext, changedFiles } from './changed-files.ts';
import { type CollectContext, collectFiles } from './collect-files.ts';
import { followRenamedFolders } from './follow-renamed-folders.ts';
import { ContentPlacer } from './place-content.ts';
import type { PlaceContext, Run } from './place-files.ts';
import { removeVanished, type VanishedContext } from './remove-vanished.ts';

/** What an ingest and a dry run bring a collection in step with. */
export interface SyncContext extends CollectContext, ChangedFilesContext, PlaceContext, VanishedContext {
  readonly documents: Pick<
    DocumentRecords,
    'known' | 'sourcesBelow' | 'sourcesChangedAt' | 'findByContent' | 'touch' | 'moveSources'
  >;
  readonly removeVersions: RemoveVersions;
}

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
  const { tally, progress, signal } = followed;
  const files = await collectFiles(paths, context, tally, signal);
  const renamed = await followRenamedFolders(files, context, tally);
  const { changed, unchangedSources } = await changedFiles(files, renamed, context);
  const contents = new ChangedContents(changed, context);
  const run = { ...followed, planned, placer: new ContentPlacer({ ...context, contents, planned }) };
  tally.unchanged(unchangedSources);
  progress.filesFound(files.length, files.length - changed.length);
  await makeDocuments(changed, run);
  if (!context.selection.only) await removeVanished(paths, files, context, run);
}
