import type { Follower, IngestReport } from '../contracts/job.ts';
import type { ParsedDocument } from '../contracts/parser.ts';
import type { LanguageShares } from '../contracts/records.ts';
import { eitherSignal, isAborted } from '../errors.ts';
import { inSpan } from '../spans.ts';
import { type Change, Changes } from './changes.ts';
import { embedPending, TextWrittenSignal } from './embed.ts';
import type { FoundFile } from './find-files.ts';
import { loadContents } from './load.ts';
import { PlannedDocuments } from './planned-documents.ts';
import { aheadKey, knownFailure, languageOf, type PreparedDocument, prepare } from './prepare.ts';
import { startProgress } from './progress.ts';
import type { IngestRun, ParsedAhead, Run } from './run.ts';
import { type Scan, scanFiles, vanishedSources } from './scan.ts';
import { type Begun, settleInOrder } from './settle-in-order.ts';
import { type Failure, tallyFailure } from './tally.ts';
import { chunkBatches, writeBatch } from './write.ts';

/** Files that are parsed to tell the languages of a collection, spread evenly over all of them. */
const sampledFiles = 24;

/** Members of an archive among them. */
const sampledMembers = 8;

/** Bytes of files that are parsed for it, since they are kept until their turn comes; of one larger file, all. */
const sampledBytes = 64 * 2 ** 20;

/** Characters of one document that count: a large one is not to speak for all the others. */
const countedCharacters = 100_000;

/**
 * How much text is in each language, in characters, by a sample of files, and what was parsed for it, so that nothing
 * is parsed twice. What cannot be read or parsed counts for nothing: its turn comes when it is ingested. Errors:
 * `aborted`.
 */
async function sampleFiles(
  files: readonly FoundFile[],
  run: Run,
): Promise<{ readonly languages: LanguageShares; readonly parsed: ParsedAhead }> {
  const parsed: ParsedAhead = new Map();
  await Promise.all(spread(files).map((file) => parseContents(file, run, parsed)));
  const languages = new Map<string, number>();
  for (const document of parsed.values()) {
    const language = languageOf(document);
    const length = Math.min(document.text.length, countedCharacters);
    languages.set(language, (languages.get(language) ?? 0) + length);
  }
  return { languages, parsed };
}

/** Some files, evenly from all; as many as are not too large together, and one at least. */
function spread(files: readonly FoundFile[]): FoundFile[] {
  const step = Math.max(1, files.length / sampledFiles);
  const chosen = Array.from(
    { length: Math.min(sampledFiles, files.length) },
    (_, place) => files[Math.floor(place * step)] as FoundFile,
  );
  let bytes = 0;
  return chosen.filter((file, place) => {
    if (place > 0 && bytes + file.bytes > sampledBytes) return false;
    bytes += file.bytes;
    return true;
  });
}

async function parseContents(file: FoundFile, run: Run, into: ParsedAhead): Promise<void> {
  const { parsers, signal } = run;
  let members = 0;
  try {
    for await (const loaded of loadContents(file, run)) {
      if ('error' in loaded) continue;
      const { source, bytes, contentHash } = loaded;
      const isNamed = file.isNamed && source.source === file.absolutePath;
      const format = parsers.parserFor({ path: source.path, bytes }, { isNamed });
      const document: ParsedDocument = await parsers.run(format, { path: source.path, bytes }, { signal });
      into.set(aheadKey({ contentHash, path: source.path, parser: parsers.stampOf(format) }), document);
      members += 1;
      if (members >= sampledMembers) return;
    }
  } catch (error) {
    if (isAborted(error)) throw error;
  }
}

/*
 * An ingest step by step:
 *   scan      paths, sizes, dates and records tell which files may have changed, and which folders were renamed
 *   changes   bytes tell what becomes of each content: it moved, it is as it was, or a document is to be made of it
 *   prepare   parse and chunk, several files at once and in their order
 *   write     chunks in batches; versions that are complete with one go live
 *   vanished  what is gone from its place and has not turned up at another is taken away
 *   embed     beside all that: vectors of what is live and lacks them
 * A dry run takes the same steps but for prepare, write and embed, and notes in a plan what an ingest does in the
 * records. A file has three shapes on its way: `FoundFile`, `Content` and `PreparedDocument`.
 */

/** A run whose index is not open yet. */
type Reading = Omit<IngestRun, 'index' | 'chunker' | 'embedder'>;

/** What a run is made from; the rest it makes itself. */
export type Given<Kind extends Run> = Omit<Kind, 'planned' | 'progress' | 'signal'>;

/** What is to be written where; for a new collection that depends on the languages of what was found. */
export type OpenIndex = (
  languages: () => Promise<LanguageShares>,
) => Promise<Pick<IngestRun, 'index' | 'chunker' | 'embedder'>>;

/** Chunks whose text is written at once. */
const batchChunks = 256;

/** Bytes of files that are parsed ahead of their turn. */
const maxBytesAhead = 64 * 2 ** 20;

/**
 * Brings a collection in step with files and folders. Two loops run side by side: one loads, parses, chunks and
 * writes text, so that its words can be searched at once; the other computes vectors of what is written.
 * Files whose size and date have not changed are not opened; one that fails is reported and the rest goes on. A
 * path that does not exist is a failure like any other.
 * Errors: `aborted`, and those of embedder, engine and records. They end the run; documents that were live before
 * one stay so, and the next run goes on where this one ended.
 */
export async function ingestFiles(
  paths: readonly string[],
  { open, ...given }: Omit<Given<IngestRun>, 'index' | 'chunker' | 'embedder'> & { readonly open: OpenIndex },
  options: Follower = {},
): Promise<IngestReport> {
  const { collection, documents, removeVersions, tally } = given;
  const stop = new AbortController();
  const signal = eitherSignal(options.signal, stop.signal);
  const progress = startProgress(tally.billedTokens, options.onProgress);
  const planned = new PlannedDocuments(collection, documents, removeVersions);
  const reading: Reading = { ...given, planned, progress, signal };
  const textWritten = new TextWrittenSignal();
  try {
    let scanned: Promise<Scan> | undefined;
    const scan = () => (scanned ??= inSpan('footnote.scan', () => scanFiles(paths, reading)));
    const languages = async () => {
      const sampled = await sampleFiles((await scan()).changed, reading);
      reading.parsedAhead = sampled.parsed;
      return sampled.languages;
    };
    const opened = await open(languages);
    const { index } = opened;
    const run = { ...reading, ...opened };
    await removeVersions(await documents.leftovers(collection));
    progress.chunksLeftOver(await documents.unembeddedChunks(index.spec.id));
    const text = writeText(paths, scan, run, textWritten).finally(() => textWritten.end());
    const vectors = writeVectors(run, textWritten);
    // Where one loop fails the other is stopped too, and the first failure is the one that is told.
    const both = [text, vectors].map((loop) => loop.catch((error: unknown) => stop.abort(error)));
    await Promise.all(both);
    if (stop.signal.aborted) throw stop.signal.reason;
    return tally.report();
  } finally {
    progress.end();
  }
}

async function writeText(
  paths: readonly string[],
  scanOnce: () => Promise<Scan>,
  run: IngestRun,
  textWritten: TextWrittenSignal,
): Promise<void> {
  const scan = await scanOnce();
  await begin(scan, run);
  const changes = new Changes(scan.changed, run);
  for await (const batch of chunkBatches(prepareInOrder(changes, run), allChunks, batchChunks)) {
    for (const document of await inSpan('footnote.write', () => writeBatch(batch, run)))
      for (const change of await changes.written(document)) run.tally.changed(change);
    textWritten.ring();
  }
  await removeVanished(paths, scan, run);
}

async function writeVectors(run: IngestRun, textWritten: TextWrittenSignal): Promise<void> {
  const { progress, signal, tally } = run;
  const following = { signal, onEmbedded: progress.chunksEmbedded };
  for await (const batch of embedPending(run, textWritten, following)) tally.embedded(batch);
}

/**
 * What an ingest of these paths would do: files that it would parse are read and hashed, not parsed, so a file that
 * only its parser would refuse, and did not before, counts as added. Nothing is written. Errors: `aborted`, and those
 * of metadata and records.
 */
export async function planIngest(
  paths: readonly string[],
  given: Given<Run>,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const { collection, documents, tally } = given;
  const progress = startProgress(tally.billedTokens, undefined);
  const run = { ...given, planned: new PlannedDocuments(collection, documents), progress, signal };
  try {
    const scan = await scanFiles(paths, run);
    await begin(scan, run);
    const changes = new Changes(scan.changed, run);
    for await (const change of changes.inOrder()) {
      if (change.kind !== 'make') {
        tell(change, run);
        continue;
      }
      const { content, counts } = change;
      const error: unknown = await knownFailure(content, run).catch((failed: unknown) => failed);
      if (error) {
        changes.failed(content);
        tallyFailure({ kind: 'failed', file: content.file, content, error }, run);
      } else {
        changes.planned(content);
        tally.changed({ change: counts, path: content.source.path });
      }
    }
    await removeVanished(paths, scan, run);
    return tally.report();
  } finally {
    progress.end();
  }
}

/** Follows folders that were renamed, and counts what is as it was. */
async function begin({ files, renamed, changed, unchangedSources }: Scan, run: Run): Promise<void> {
  const { planned, progress, tally } = run;
  for (const { moves, gone, told } of renamed) {
    await planned.move(moves, gone);
    for (const change of told) tally.changed(change);
  }
  tally.unchanged(unchangedSources);
  progress.filesFound(files.length, files.length - changed.length);
}

/**
 * Loads, parses and chunks files, several at once; archives member by member. Documents come in the order of the
 * files. What is in the collection already is not parsed again; what fails is tallied and left out.
 */
async function* prepareInOrder(changes: Changes, run: IngestRun): AsyncGenerator<PreparedDocument> {
  const { progress, tally } = run;
  const limits = { maxAhead: run.filesAhead, maxBytes: maxBytesAhead };
  for await (const settled of settleInOrder(beginToPrepare(changes, run), limits)) {
    if (settled.kind !== 'prepared') {
      tell(settled, run);
      continue;
    }
    const { draft, spans, warnings, gaps } = settled;
    for (const warning of warnings) tally.warn(`${draft.path}: ${warning}`);
    progress.chunksFound(spans.length);
    for (const gap of gaps) tally.fieldGap(draft.path, gap);
    yield settled;
  }
}

/** Failures are told, and files counted, when their turn comes; what else has become of a file is told at once. */
async function* beginToPrepare(
  changes: Changes,
  run: IngestRun,
): AsyncGenerator<Begun<PreparedDocument | Failure | Extract<Change, { kind: 'file-end' }>>> {
  for await (const change of changes.inOrder()) {
    if (change.kind === 'done') tell(change, run);
    else if (change.kind !== 'make') yield { result: Promise.resolve(change), bytes: 0 };
    else {
      const result = inSpan('footnote.prepare', () => prepare(change, run));
      changes.begun(change.content, result);
      yield { result, bytes: change.content.bytes.length };
    }
  }
}

function tell(change: Exclude<Change, { kind: 'make' }>, run: Run): void {
  const { progress, tally } = run;
  if (change.kind === 'done') tally.changed(change.told);
  else if (change.kind === 'failed') tallyFailure(change, run);
  else progress.filesDone(1);
}

/** Takes from the collection what has vanished; where that would be too much, it stays. */
async function removeVanished(paths: readonly string[], { files }: Scan, run: Run): Promise<void> {
  const { planned, selection, tally } = run;
  if (selection.only) return;
  const { vanished, kept, warnings } = await vanishedSources(paths, files, run);
  for (const warning of warnings) tally.warn(warning);
  tally.kept(kept);
  await planned.move([], [...vanished.keys()]);
  for (const path of vanished.values()) tally.changed({ change: 'removed', path });
}

function allChunks({ spans }: PreparedDocument) {
  return { from: 0, to: spans.length };
}
