import type { ChunkSpan } from '../contracts/chunker.ts';
import type {
  DocumentDraft,
  DocumentRecords,
  DocumentVersion,
  FailedParse,
} from '../contracts/document-records.ts';
import type { ParsedDocument, ParseOptions, ParseProgress } from '../contracts/parser.ts';
import { type ErrorCode, type ErrorDetails, FootnoteError, isAborted, isFootnoteError } from '../errors.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import type { Change, Content } from './changes.ts';
import type { FieldGap } from './document-metadata.ts';
import type { Making } from './planned-documents.ts';
import type { IngestRun, Run } from './run.ts';
import type { Failure } from './tally.ts';
import { isFormerName, titleOfPath } from './title-of-path.ts';

type MakeChange = Extract<Change, { kind: 'make' }>;

/** A document that is ready to be written and embedded. */
export interface PreparedDocument extends Pick<MakeChange, 'counts'> {
  readonly kind: 'prepared';
  /** With what was edited, once the first batch that holds a part of it is written. */
  draft: DocumentDraft;
  readonly spans: readonly ChunkSpan[];
  /** The parser's. */
  readonly warnings: readonly string[];
  /** Declared fields that it lacks. */
  readonly gaps: readonly FieldGap[];
  /** Set once the first batch that holds a part of it is written. */
  version?: DocumentVersion;
}

/** A document that is live. */
export type WrittenDocument = PreparedDocument & { readonly version: DocumentVersion };

/** How much of a text is looked at to tell its language. */
const languageSample = 10_000;

/** Parses a content, or takes what is stored of it, and chunks. Never rejects. */
export async function prepare(
  { content, counts }: MakeChange,
  run: IngestRun,
): Promise<PreparedDocument | Failure> {
  const { source, contentHash, parser, metadataHash, file } = content;
  const { signal } = run;
  try {
    const onProgress = (progress: ParseProgress) => run.progress.parsing(source.path, progress);
    const parsed = (await storedParse(content, run)) ?? (await parse(content, run, { signal, onProgress }));
    const spans = await run.chunker.chunk(parsed, { signal });
    const { metadata, gaps } = run.metadata.complete(content.outside, parsed.metadata);
    const { text, blocks, places = [], warnings } = parsed;
    const title = source.title ?? parsed.title ?? titleOfPath(source.path);
    const language = languageOf(parsed);
    const made = { contentHash, parser, metadataHash, ownMetadata: parsed.metadata };
    const draft = {
      ...source,
      ...made,
      title,
      givenTitle: source.title,
      language,
      text,
      blocks,
      places,
      metadata,
    };
    await run.keepOriginal(content);
    return { kind: 'prepared', draft, spans, counts, warnings, gaps };
  } catch (error) {
    return { kind: 'failed', file, content, error };
  }
}

/** A document's language: what its file says, else what its begin looks like. */
export function languageOf({ language, text }: Pick<ParsedDocument, 'language' | 'text'>): string {
  return language ?? detectLanguage(text.slice(0, languageSample));
}

/** What was parsed ahead of its turn. */
function takeAhead(
  { contentHash, source, parser }: Making,
  { parsedAhead }: IngestRun,
): ParsedDocument | undefined {
  const key = aheadKey({ contentHash, path: source.path, parser });
  const parsed = parsedAhead?.get(key);
  parsedAhead?.delete(key);
  return parsed;
}

/** By what a document is parsed from: some parsers go by the path as well. */
export function aheadKey(made: {
  readonly contentHash: string;
  readonly path: string;
  readonly parser: string;
}): string {
  return [made.contentHash, made.parser, made.path].join('\n');
}

/** What fails as before fails at once; whichever it was, it is noted that this run came upon it. */
async function parse(content: Content, run: IngestRun, options: ParseOptions): Promise<ParsedDocument> {
  const failed = await knownFailure(content, run);
  try {
    if (failed) throw failed;
    const ahead = takeAhead(content, run);
    if (ahead) return ahead;
    return await run.parsers.run(
      content.format,
      { path: content.source.path, bytes: content.bytes },
      options,
    );
  } catch (error) {
    await noteFailure(content, error, run);
    throw error;
  }
}

/** What the parser made of the content before, where it did. */
async function storedParse(
  content: Content,
  { collection, documents }: IngestRun,
): Promise<ParsedDocument | undefined> {
  const stored = await documents.parsed(collection, content);
  // Whether its title is more than the name of a file only the parser can tell.
  if (stored?.isTitleGiven) return undefined;
  return stored && isFormerName(stored.title, stored.madeFrom, content.source.path) ? undefined : stored;
}

/** What tells that a content would fail as it did before. */
type FailuresKnown = Pick<Run, 'collection' | 'parsersRunAs' | 'selection'>;

/**
 * The error that a content of this source failed with before, under the same parser, release and limits: scans and
 * damaged files would be parsed in vain by each run. Undefined where what failed is to be tried again.
 */
export async function knownFailure(
  content: Making,
  run: FailuresKnown & { readonly documents: Pick<DocumentRecords, 'failedParse'> | undefined },
): Promise<FootnoteError | undefined> {
  const { collection, documents, selection } = run;
  if (selection.only) return undefined;
  const failed = await documents?.failedParse(collection, asParsed(content, run));
  // The same file may be given by another path today.
  return failed && toError({ ...failed, details: { ...failed.details, path: content.source.path } });
}

/** Keeps what a parser failed with for the runs to come, unless it may pass by itself. */
export async function noteFailure(
  content: Making,
  error: unknown,
  run: FailuresKnown &
    Pick<IngestRun, 'jobId'> & { readonly documents: Pick<DocumentRecords, 'noteFailedParse'> },
): Promise<void> {
  if (!isFootnoteError(error) || isAborted(error) || error.details['mayPass'] === true) return;
  await run.documents.noteFailedParse(run.collection, run.jobId, asParsed(content, run), error);
}

function asParsed({ source, contentHash, parser }: Making, { parsersRunAs }: Pick<Run, 'parsersRunAs'>) {
  return { source, contentHash, parser: `${parser} ${parsersRunAs}` };
}

function toError({ code, details }: FailedParse): FootnoteError {
  return new FootnoteError(code, details as ErrorDetails<ErrorCode>);
}
