import type { KnownSource } from '../../contracts/document-records.ts';
import type { Parser, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { isWithin } from '../../files/is-within.ts';
import type { OutsideMetadata } from '../document-metadata.ts';
import { displayPath } from '../load/display-path.ts';
import { type FoundFile, relativePath } from '../load/find-files.ts';
import { parserFor, parserStamp } from '../parse/parsers.ts';
import type { Begun } from '../settle-in-order.ts';
import { tallyContentFailure, tallyFailure, tallyFileFailure } from '../tally-failure.ts';
import type { Content, Placed } from './place-content.ts';
import { type ReadFile, readContents } from './read-contents.ts';
import type { Run, SyncContext } from './sync-context.ts';

/** A file that a document is to be made of. */
export interface PlacedFile extends Pick<Placed, 'counts'> {
  readonly found: FoundFile;
  readonly file: SourceFile;
  readonly parser: Parser;
  readonly content: Content;
  readonly outside: OutsideMetadata;
}

/** The end of a file's work, done when its turn comes, so that reports and documents are in the order of the files. */
export type LastStep<Made> = () => Made | undefined;

/** Begins to make a document of a file. Never rejects: a failure is the last step's. */
export type MakeDocument<Made> = (placed: PlacedFile) => Promise<LastStep<Made>>;

/**
 * Reads files, archives member by member, and finds each its document: what the collection does not have yet is to be
 * made. What fails is tallied. Yields the works in the order of the files.
 */
export async function* placeFiles<Made>(
  files: readonly FoundFile[],
  make: MakeDocument<Made>,
  context: SyncContext,
  run: Run,
): AsyncGenerator<Begun<LastStep<Made>>> {
  const inWork = new Map<string, Promise<unknown>>();
  for (const file of files) {
    throwIfAborted(run.signal);
    run.progress.startFile(file.path);
    try {
      yield* placeFile(file, { make, inWork }, context, run);
    } catch (error) {
      yield done(() => tallyFileFailure(file, error, run.tally));
    }
    yield done(() => {
      run.progress.filesDone(1);
    });
  }
}

async function* placeFile<Made>(
  file: FoundFile,
  { make, inWork }: { readonly make: MakeDocument<Made>; readonly inWork: Map<string, Promise<unknown>> },
  context: SyncContext,
  run: Run,
): AsyncGenerator<Begun<LastStep<Made>>> {
  const { collection, documents } = context;
  const { placer, planned, tally } = run;
  const inside = await documents.sourcesBelow(collection, file.absolutePath);
  const known = await planned.known(collection, [file.absolutePath, ...inside]);
  const gone = new Set(inside);
  for await (const read of readContents(file, { ...context, signal: run.signal })) {
    throwIfAborted(run.signal);
    gone.delete(read.source.source);
    if ('error' in read) {
      // What was in it before stays.
      for (const source of inside) if (source.startsWith(`${read.source.source}/`)) gone.delete(source);
      yield done(() => tallyFailure(read.source.path, read.error, tally));
      continue;
    }
    const { source, bytes, contentHash } = read;
    // Whether it is a duplicate depends on whether the file of the same content can be parsed.
    await inWork.get(contentHash);
    try {
      const placed = await placeContent(read, file, known.get(source.source), context, run);
      if (!placed) continue;
      const result = make(placed);
      const settled = result.finally(() => inWork.delete(contentHash));
      inWork.set(contentHash, settled);
      yield { bytes: bytes.length, result };
    } catch (error) {
      yield done(() => tallyContentFailure(file, { source, known: known.get(source.source) }, error, tally));
    }
  }
  // One that another member took the document of is gone from the records already.
  const removed = [...(await planned.known(collection, [...gone])).keys()];
  await placer.remove(removed);
  for (const source of removed) tally.changed({ change: 'removed', path: shownAs(source, file) });
}

/** Looks a content up; undefined where nothing is left to be done for it. */
async function placeContent(
  { source, bytes, contentHash }: ReadFile,
  found: FoundFile,
  known: KnownSource | undefined,
  { metadata }: SyncContext,
  { placer, tally }: Run,
): Promise<PlacedFile | undefined> {
  const { path } = source;
  const file = { path, bytes };
  const parser = parserFor(file, { isNamed: found.isNamed && source.source === found.absolutePath });
  const outside = metadata.outside({ root: found.root, source: source.source });
  const content = { source, known, contentHash, parser: parserStamp(parser), metadataHash: outside.hash };
  const { kind, counts, moved, removed } = await placer.place(content);
  for (const { path, from } of moved) tally.changed({ change: 'moved', path, from: shownAs(from, found) });
  if (kind === 'is-there') tally.changed({ change: counts, path });
  for (const one of removed) tally.changed({ change: 'removed', path: shownAs(one, found) });
  if (kind !== 'is-made') return undefined;
  return { found, file, parser, content, outside, counts };
}

/** A source as the user knows it, who knows this file, or others of the same folder, by its path. */
function shownAs(source: string, { path, absolutePath, root }: FoundFile): string {
  if (isWithin(source, absolutePath)) return path + source.slice(absolutePath.length);
  const name = relativePath(root, absolutePath);
  const below = relativePath(root, source);
  // What was named by a link has another name.
  const isOfFolder = path.endsWith(name) && !below.startsWith('../../');
  return displayPath(isOfFolder ? path.slice(0, -name.length) + below : source);
}

/** A step that needs no work before its turn. */
function done(step: () => undefined): Begun<() => undefined> {
  return { result: Promise.resolve(step), bytes: 0 };
}
