import type { DocumentRecords, KnownSource } from '../contracts/document-records.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import type { FoundFile } from './load/find-files.ts';
import { containerExtensions } from './parse/containers.ts';
import { isCurrentStamp } from './parse/parsers.ts';

/** What is asked about files. */
export interface ChangedFilesContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow'>;
  readonly metadata: DocumentMetadata;
  /** Looks up what failed in earlier ingests and was not ingested since, as reports name it; asked for archives only. */
  readonly unresolved: () => Promise<readonly string[]>;
}

/** Files, told apart by whether they have to be opened. */
export interface ChangedFiles {
  readonly changed: readonly FoundFile[];
  /** Sources that the others are, or have in them: as many as there would be counted if they were opened. */
  readonly unchangedSources: number;
}

/**
 * Finds the files that may have changed since they were last ingested, by size, date, parser and the metadata that they
 * have from outside: the others need not be opened. An archive is known by its members, a message by itself and its
 * attachments, each of which was noted with the file's size and date, unless one of them failed. Errors: those of the
 * metadata.
 */
export async function changedFiles(
  files: readonly FoundFile[],
  { collection, documents, metadata, unresolved }: ChangedFilesContext,
): Promise<ChangedFiles> {
  const known = await documents.known(
    collection,
    files.map((file) => file.absolutePath),
  );
  const failed = files.some(isContainer) ? await unresolved() : [];
  const changed: FoundFile[] = [];
  let unchangedSources = 0;
  for (const file of files) {
    const sources = await sourcesOf(file);
    const isUnchanged =
      sources.size > 0 &&
      [...sources].every(([source, before]) =>
        looksSame(file, before, metadata.outside({ ...file, source }).hash),
      ) &&
      !(isContainer(file) && failed.some((path) => path === file.path || path.startsWith(`${file.path}/`)));
    if (isUnchanged) unchangedSources += sources.size;
    else changed.push(file);
  }
  return { changed, unchangedSources };

  /** What is known of a file and of the members that it had. */
  async function sourcesOf(file: FoundFile): Promise<ReadonlyMap<string, KnownSource>> {
    const own = known.get(file.absolutePath);
    const ofFile: [string, KnownSource][] = own ? [[file.absolutePath, own]] : [];
    if (!isContainer(file)) return new Map(ofFile);
    const inside = await documents.sourcesBelow(collection, file.absolutePath);
    return new Map([...ofFile, ...(await documents.known(collection, inside))]);
  }
}

function isContainer(file: FoundFile): boolean {
  const name = file.path.toLowerCase();
  return containerExtensions.some((extension) => name.endsWith(extension));
}

function looksSame(file: FoundFile, known: KnownSource, metadataHash: string): boolean {
  return (
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.metadataHash === metadataHash &&
    isCurrentStamp(known.parser)
  );
}
