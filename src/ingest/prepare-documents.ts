import type { Chunker, ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentRecords } from '../contracts/document-records.ts';
import type { ParsedDocument, ParseOptions, ParseProgress, Parser, SourceFile } from '../contracts/parser.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import { type FailedParsesContext, knownFailure, noteFailure } from './failed-parses.ts';
import type { FoundFile } from './load/find-files.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { settleInOrder } from './settle-in-order.ts';
import { type LastStep, type PlacedFile, placeFiles } from './sync/place-files.ts';
import type { Run, SyncContext } from './sync/sync-context.ts';
import { tallyContentFailure } from './tally-failure.ts';
import { isFormerName, titleOfPath } from './title-of-path.ts';
import type { WriteTarget } from './write-batch.ts';

/** Runs a parser; where and with which limits is for the caller to choose. */
export type RunParser = (parser: Parser, file: SourceFile, options: ParseOptions) => Promise<ParsedDocument>;

/** What preparing works with. */
export interface PrepareContext extends SyncContext, Pick<WriteTarget, 'jobId'>, FailedParsesContext {
  readonly documents: DocumentRecords;
  readonly chunker: Chunker;
  readonly runParser: RunParser;
  /** Files parsed at the same time, besides the one whose turn it is. */
  readonly filesAhead: number;
}

/** How much of a text is looked at to tell its language. */
const languageSample = 10_000;

/** Bytes of files that are parsed ahead of their turn. */
const maxBytesAhead = 64 * 2 ** 20;

/**
 * Loads, parses and chunks files, several at once; archives member by member. Documents come in the order of the
 * files. What is in the collection already is not parsed again; what fails is tallied and left out.
 */
export async function* prepareDocuments(
  files: readonly FoundFile[],
  context: PrepareContext,
  run: Run,
): AsyncGenerator<PreparedDocument> {
  const limits = { maxAhead: context.filesAhead, maxBytes: maxBytesAhead };
  const works = placeFiles(files, (placed) => prepare(placed, context, run), context, run);
  for await (const finish of settleInOrder(works, limits)) {
    const prepared = finish();
    if (prepared) yield prepared;
  }
}

/** Parses, or takes what is stored, and chunks. Never rejects: a failure is the last step's. */
async function prepare(
  placed: PlacedFile,
  context: PrepareContext,
  run: Run,
): Promise<LastStep<PreparedDocument>> {
  const { file, content } = placed;
  try {
    const onProgress = (progress: ParseProgress) => run.progress.parsing(file.path, progress);
    const parsed =
      (await storedParse(placed, context)) ??
      (await parse(placed, context, { signal: run.signal, onProgress }));
    const spans = await context.chunker.chunk(parsed, { signal: run.signal });
    return () => toDocument(placed, parsed, spans, context, run);
  } catch (error) {
    run.placer.failed(content);
    return () => tallyContentFailure(placed.found, content, error, run.tally);
  }
}

/** What fails as before fails at once; whichever it was, it is noted that this run came upon it. */
async function parse(
  { file, parser, content }: PlacedFile,
  context: PrepareContext,
  options: ParseOptions,
): Promise<ParsedDocument> {
  const failed = await knownFailure(content, context);
  try {
    if (failed) throw failed;
    return await context.runParser(parser, file, options);
  } catch (error) {
    await noteFailure(content, error, context);
    throw error;
  }
}

/** What the parser made of the content before, where it did. */
async function storedParse(
  { content }: PlacedFile,
  { collection, documents }: PrepareContext,
): Promise<ParsedDocument | undefined> {
  const stored = await documents.parsed(collection, content);
  // Whether its title is more than the name of a file only the parser can tell.
  return stored && isFormerName(stored.title, stored.madeFrom, content.source.path) ? undefined : stored;
}

function toDocument(
  { content, outside, counts }: PlacedFile,
  parsed: ParsedDocument,
  spans: readonly ChunkSpan[],
  context: PrepareContext,
  { tally, progress }: Run,
): PreparedDocument {
  const { source, contentHash, parser, metadataHash } = content;
  for (const warning of parsed.warnings) tally.warn(`${source.path}: ${warning}`);
  progress.chunksFound(spans.length);
  const { metadata, gaps } = context.metadata.complete(outside, parsed.metadata);
  for (const gap of gaps) tally.fieldGap(source.path, gap);
  const { text, blocks, title = titleOfPath(source.path) } = parsed;
  const language = parsed.language ?? detectLanguage(text.slice(0, languageSample));
  const made = { contentHash, parser, metadataHash, ownMetadata: parsed.metadata };
  const draft = { ...source, ...made, title, language, text, blocks, metadata };
  return { draft, spans, counts };
}
