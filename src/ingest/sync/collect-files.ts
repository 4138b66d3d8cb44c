import type { SelectionOptions } from '../load/file-selection.ts';
import { type FoundFile, findFiles } from '../load/find-files.ts';
import { containerExtensions } from '../parse/containers.ts';
import { missedExtensions } from '../parse/convertible-formats.ts';
import { supportedExtensions } from '../parse/parsers.ts';
import type { Tally } from '../tally.ts';

const extensions = new Set([...supportedExtensions, ...containerExtensions, ...missedExtensions]);

/** What limits the search for files. */
export interface CollectContext {
  /** The store's folder, which is never walked into. */
  readonly storeDirectory: string;
  readonly selection: SelectionOptions;
}

/** The files to look at; what cannot be one is tallied. Errors: `aborted`. */
export async function collectFiles(
  paths: readonly string[],
  { storeDirectory, selection }: CollectContext,
  tally: Tally,
  signal: AbortSignal | undefined,
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
