import type { KnownSource } from '../../contracts/document-records.ts';
import type { FoundFile } from '../load/find-files.ts';
import { NestedPaths } from '../load/nested-paths.ts';
import { mayBeContainer } from '../parse/containers.ts';
import { isCurrentStamp } from '../parse/parsers.ts';
import { hasFormerName } from '../title-of-path.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Tells the files that may have changed since they were last ingested, by size, date, name, parser and the metadata
 * that they have from outside, from the others, which need not be opened: of these it counts the sources that they
 * are, or have in them, as if they were. An archive is known by its members, a message by itself and its attachments,
 * each of which was noted with the file's size and date, unless one of them failed; in a folder that was followed to
 * another place, failures are known by their former paths. Errors: those of the metadata.
 * @param renamed folders that were
 */
export async function changedFiles(
  files: readonly FoundFile[],
  renamed: ReadonlySet<string>,
  context: SyncContext,
): Promise<{ readonly changed: readonly FoundFile[]; readonly unchangedSources: number }> {
  const { collection, documents, metadata, unresolved } = context;
  const known = await documents.known(
    collection,
    files.map((file) => file.absolutePath),
  );
  const failed = new NestedPaths(files.some(({ path }) => mayBeContainer(path)) ? await unresolved() : []);
  const changed: FoundFile[] = [];
  let unchangedSources = 0;
  for (const file of files) {
    // Rules that cannot be read end the run before anything is changed, also where no file is known yet.
    metadata.outside({ ...file, source: file.absolutePath });
    const sources = await sourcesOf(file, known, context);
    const isUnchanged =
      sources.size > 0 &&
      [...sources].every(
        ([source, before]) =>
          looksSame(file, before, metadata.outside({ ...file, source }).hash) &&
          !hasFormerName(before, source),
      ) &&
      !(mayBeContainer(file.path) && (renamed.has(file.root) || failed.anyWithin(file.path)));
    if (isUnchanged) unchangedSources += sources.size;
    else changed.push(file);
  }
  return { changed, unchangedSources };
}

/** What is known of a file and of the members that it had. */
async function sourcesOf(
  file: FoundFile,
  known: ReadonlyMap<string, KnownSource>,
  { collection, documents }: SyncContext,
): Promise<ReadonlyMap<string, KnownSource>> {
  const own = known.get(file.absolutePath);
  const ofFile: [string, KnownSource][] = own ? [[file.absolutePath, own]] : [];
  if (!mayBeContainer(file.path)) return new Map(ofFile);
  const inside = await documents.sourcesBelow(collection, file.absolutePath);
  return new Map([...ofFile, ...(await documents.known(collection, inside))]);
}

function looksSame(file: FoundFile, known: KnownSource, metadataHash: string): boolean {
  return (
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.metadataHash === metadataHash &&
    isCurrentStamp(known.parser)
  );
}
