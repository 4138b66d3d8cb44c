import type { DocumentRecords, FailedParse } from '../contracts/document-records.ts';
import { type ErrorCode, type ErrorDetails, FootnoteError, isAborted, isFootnoteError } from '../errors.ts';
import type { SelectionOptions } from './load/file-selection.ts';
import type { Making } from './sync/planned-documents.ts';

/** What tells that a content would fail as it did before. */
export interface FailedParsesContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'failedParse'>;
  /** Stands for what parsers run under: their limits, and the release of Footnote. */
  readonly parsersRunAs: string;
  readonly selection: SelectionOptions;
}

/**
 * The error that a content of this source failed with before, under the same parser, release and limits: scans and
 * damaged files would be parsed in vain by each run. Undefined where what failed is to be tried again.
 */
export async function knownFailure(
  content: Making,
  context: FailedParsesContext,
): Promise<FootnoteError | undefined> {
  const { collection, documents, selection } = context;
  if (selection.only) return undefined;
  const failed = await documents.failedParse(collection, asParsed(content, context));
  // The same file may be given by another path today.
  return failed && toError({ ...failed, details: { ...failed.details, path: content.source.path } });
}

/** Keeps what a parser failed with for the runs to come, unless it may pass by itself. */
export async function noteFailure(
  content: Making,
  error: unknown,
  context: FailedParsesContext & {
    readonly documents: Pick<DocumentRecords, 'noteFailedParse'>;
    readonly jobId: string;
  },
): Promise<void> {
  if (!isFootnoteError(error) || isAborted(error) || error.details['mayPass'] === true) return;
  const { collection, documents, jobId } = context;
  await documents.noteFailedParse(collection, jobId, asParsed(content, context), error);
}

function asParsed({ source, contentHash, parser }: Making, { parsersRunAs }: FailedParsesContext) {
  return { source, contentHash, parser: `${parser} ${parsersRunAs}` };
}

function toError({ code, details }: FailedParse): FootnoteError {
  return new FootnoteError(code, details as ErrorDetails<ErrorCode>);
}
