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

/**
 * The files that may have changed since they were last ingested, by size, date, parser and the metadata that they
 * have from outside: the others need not be opened. An archive is known by its members, each of which was noted
 * with the archive's size and date, unless one of them failed. Errors: those of the metadata.
 */
export async function changedFiles(
  files: readonly FoundFile[],
  { collection, documents, metadata, unresolved }: ChangedFilesContext,
): Promise<readonly FoundFile[]> {
  const known = await documents.known(
    collection,
    files.map((file) => file.absolutePath),
  );
  const failed = files.some(isContainer) ? await unresolved() : [];
  const changed: FoundFile[] = [];
  for (const file of files) {
    const isArchive = isContainer(file);
    const sources = isArchive
      ? await documents.known(collection, await documents.sourcesBelow(collection, file.absolutePath))
      : known;
    const before = isArchive ? [...sources.keys()] : [file.absolutePath];
    const isWhole = !isArchive || !failed.some((path) => path.startsWith(`${file.path}/`));
    const isUnchanged =
      isWhole &&
      before.length > 0 &&
      before.every((source) =>
        looksSame(file, sources.get(source), metadata.outside({ ...file, source }).hash),
      );
    if (!isUnchanged) changed.push(file);
  }
  return changed;
}

function isContainer(file: FoundFile): boolean {
  const name = file.path.toLowerCase();
  return containerExtensions.some((extension) => name.endsWith(extension));
}

function looksSame(file: FoundFile, known: KnownSource | undefined, metadataHash: string): boolean {
  return (
    known !== undefined &&
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.metadataHash === metadataHash &&
    isCurrentStamp(known.parser)
  );
}
