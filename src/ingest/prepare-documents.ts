import type { Chunker, ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentRecords, KnownSource } from '../contracts/document-records.ts';
import type {
  ContainerLimits,
  ParsedDocument,
  ParseOptions,
  ParseProgress,
  Parser,
  SourceFile,
} from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { chunkMetadata } from './chunk-metadata.ts';
import type { DocumentMetadata, OutsideMetadata } from './document-metadata.ts';
import { type FailedParsesContext, knownFailure, noteFailure } from './failed-parses.ts';
import type { FoundFile } from './load/find-files.ts';
import { parserFor, parserStamp } from './parse/parsers.ts';
import type { Content, ContentPlacer } from './place-content.ts';
import type { PreparedDocument } from './prepared-document.ts';
import type { ProgressMeter } from './progress.ts';
import { type ReadFile, readContents, type UnpackContainer } from './read-contents.ts';
import { SeenMembers } from './seen-members.ts';
import { type Begun, settleInOrder } from './settle-in-order.ts';
import type { Tally } from './tally.ts';
import { tallyContentFailure, tallyFailure, tallyFileFailure } from './tally-failure.ts';
import { isFormerName, titleOfPath } from './title-of-path.ts';
import type { WriteTarget } from './write-batch.ts';

/** Runs a parser; where and with which limits is for the caller to choose. */
export type RunParser = (parser: Parser, file: SourceFile, options: ParseOptions) => Promise<ParsedDocument>;

/** What preparing works with. */
export interface PrepareContext
  extends Pick<WriteTarget, 'collection' | 'documents' | 'jobId' | 'removeVersions'>,
    FailedParsesContext {
  readonly documents: DocumentRecords;
  readonly chunker: Chunker;
  readonly metadata: DocumentMetadata;
  readonly runParser: RunParser;
  /** Files parsed at the same time, besides the one whose turn it is. */
  readonly filesAhead: number;
  /** Larger files fail with `file_too_large`. */
  readonly maxFileBytes: number;
  readonly unpack: UnpackContainer;
  readonly containerLimits: ContainerLimits;
}

/** What the steps of one run share. */
export interface Run {
  readonly tally: Tally;
  readonly progress: ProgressMeter;
  readonly placer: ContentPlacer;
  readonly signal?: AbortSignal;
}

/** How much of a text is looked at to tell its language. */
const languageSample = 10_000;

/** Bytes of files that are parsed ahead of their turn. */
const maxBytesAhead = 64 * 2 ** 20;

/** The end of a file's work, done when its turn comes, so that reports and documents are in the order of the files. */
type LastStep = () => PreparedDocument | undefined;

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
  for await (const finish of settleInOrder(beginFiles(files, context, run), limits)) {
    const prepared = finish();
    if (prepared) yield prepared;
  }
}

async function* beginFiles(
  files: readonly FoundFile[],
  context: PrepareContext,
  run: Run,
): AsyncGenerator<Begun<LastStep>> {
  const parsing = new Map<string, Promise<unknown>>();
  for (const file of files) {
    throwIfAborted(run.signal);
    run.progress.startFile(file.path);
    try {
      yield* beginFile(file, parsing, context, run);
    } catch (error) {
      yield done(() => tallyFileFailure(file, error, run.tally));
    }
    yield done(() => {
      run.progress.filesDone(1);
    });
  }
}

async function* beginFile(
  file: FoundFile,
  parsing: Map<string, Promise<unknown>>,
  context: PrepareContext,
  run: Run,
): AsyncGenerator<Begun<LastStep>> {
  const { collection, documents } = context;
  const members = new SeenMembers();
  const inside = await documents.sourcesBelow(collection, file.absolutePath);
  const known = await documents.known(collection, [file.absolutePath, ...inside]);
  for await (const read of readContents(file, { ...context, signal: run.signal })) {
    throwIfAborted(run.signal);
    if ('error' in read) {
      members.unread(read.source);
      yield done(() => tallyFailure(read.source.path, read.error, run.tally));
      continue;
    }
    const { source, bytes, contentHash } = read;
    members.read(source);
    // Whether it is a duplicate depends on whether the file of the same content can be parsed.
    await parsing.get(contentHash);
    try {
      const placed = await place({ ...read, file }, known.get(source.source), context, run);
      if (!placed) continue;
      const result = prepare(placed, context, run);
      const settled = result.finally(() => parsing.delete(contentHash));
      parsing.set(contentHash, settled);
      yield { bytes: bytes.length, result };
    } catch (error) {
      yield done(() =>
        tallyContentFailure(file, { source, known: known.get(source.source) }, error, run.tally),
      );
    }
  }
  // One that another member took the document of is gone from the records already.
  const gone = [...(await documents.known(collection, members.goneOf(inside))).keys()];
  await context.removeVersions(await documents.moveSources(collection, [], gone));
  run.tally.removed(gone.length);
}

/** A file whose content the collection does not have yet. */
interface PlacedFile {
  readonly found: FoundFile;
  readonly file: SourceFile;
  readonly parser: Parser;
  readonly content: Content;
  readonly outside: OutsideMetadata;
  readonly isUpdate: boolean;
  /** Whether the collection has what the parser makes of it. */
  readonly isParsed: boolean;
}

/** Looks a file up by its content; undefined where nothing is left to be done for it. */
async function place(
  { source, bytes, contentHash, file: found }: ReadFile & { readonly file: FoundFile },
  known: KnownSource | undefined,
  { metadata }: PrepareContext,
  { placer, tally }: Run,
): Promise<PlacedFile | undefined> {
  const file = { path: source.path, bytes };
  const parser = parserFor(file, { isNamed: found.isNamed && source.source === found.absolutePath });
  const outside = metadata.outside({ root: found.root, source: source.source });
  const content = { source, known, contentHash, parser: parserStamp(parser), metadataHash: outside.hash };
  const { placement, moved } = await placer.place(content);
  tally.moved(moved.length);
  if (placement.kind === 'stays') tally.unchanged();
  if (placement.kind === 'joins') {
    tally[placement.counts]();
    tally.removed(placement.twin.removed.length);
  }
  if (placement.kind !== 'is-made') return undefined;
  const { counts, isParsed } = placement;
  return { found, file, parser, content, outside, isUpdate: counts === 'updated', isParsed };
}

/** Parses, or takes what is stored, and chunks. Never rejects: a failure is the last step's. */
async function prepare(placed: PlacedFile, context: PrepareContext, run: Run): Promise<LastStep> {
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
  { content, isParsed }: PlacedFile,
  { collection, documents }: PrepareContext,
): Promise<ParsedDocument | undefined> {
  const stored = isParsed ? await documents.parsed(collection, content) : undefined;
  // Whether its title is more than the name of a file only the parser can tell.
  return stored && isFormerName(stored.title, stored.madeFrom, content.source.path) ? undefined : stored;
}

function toDocument(
  { content, outside, isUpdate }: PlacedFile,
  parsed: ParsedDocument,
  spans: readonly ChunkSpan[],
  context: PrepareContext,
  { tally, progress }: Run,
): PreparedDocument {
  const { source, contentHash, parser, metadataHash } = content;
  for (const warning of parsed.warnings) tally.warn(`${source.path}: ${warning}`);
  progress.chunksFound(spans.length);
  const { metadata, problems, missing } = context.metadata.complete(outside, parsed.metadata);
  for (const problem of problems) tally.warn(`${source.path}: ${problem}`);
  for (const field of missing) tally.missingField(field);
  const { text, blocks, title = titleOfPath(source.path) } = parsed;
  const language = parsed.language ?? detectLanguage(text.slice(0, languageSample));
  const made = { contentHash, parser, metadataHash, ownMetadata: parsed.metadata };
  const draft = { ...source, ...made, title, language, text, blocks, metadata };
  return { draft, spans, chunkMetadata: chunkMetadata(draft, spans), isUpdate };
}

/** A step that needs no work before its turn. */
function done(step: () => undefined): Begun<LastStep> {
  return { result: Promise.resolve(step), bytes: 0 };
}
