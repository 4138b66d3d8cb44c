import type { KnownSource, Source } from '../contracts/document-records.ts';
import type { Parser } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { isWithin } from '../files/path-error.ts';
import type { OutsideMetadata } from './document-metadata.ts';
import { displayPath, relativePath } from './file-selection.ts';
import type { FoundFile } from './find-files.ts';
import { type LoadedContent, loadContents, loadFile, sourceOf } from './load.ts';
import type { Making, Move, PlannedDocument, Twin } from './planned-documents.ts';
import type { PreparedDocument, WrittenDocument } from './prepare.ts';
import type { Run } from './run.ts';
import type { Failure, Told } from './tally.ts';
import { hasFormerName, isFormerName } from './title-of-path.ts';

/** The content of a file, or of a member of an archive, before it is parsed. */
export interface Content extends LoadedContent, Making {
  /** The file that it was found in. */
  readonly file: FoundFile;
  readonly format: Parser;
  readonly outside: OutsideMetadata;
  /** What its source was. */
  readonly known: KnownSource | undefined;
}

/** What becomes of a file, in the order of the files. */
export type Change =
  /** A document is to be made of a content; it counts once that is written. */
  | { readonly kind: 'make'; readonly content: Content; readonly counts: Counts }
  /** Sources were given their documents, or taken from them. */
  | { readonly kind: 'done'; readonly told: Told }
  | Failure
  | { readonly kind: 'file-end' };

type Counts = 'added' | 'updated' | 'unchanged';

/** What a run knows of the document of one making. */
interface Copies {
  /** While the document is being made: as what it is planned, and the files that wait for it. */
  making?: {
    readonly document: PlannedDocument;
    readonly waiting: { readonly source: Source; readonly counts: Counts }[];
  };
  /** Where copies were that are gone. */
  vacated?: string[];
  /** A file that this run found to be a source of the document, as all others of it were then. */
  settled?: string;
}

/** What is to become of a content. */
interface Choice {
  /**
   * It is where it was; its file is to `join` a document as a source; it is to `wait` for one that is being made, and
   * counts once that is written; or a document is to be made of it.
   */
  readonly kind: 'touch' | 'join' | 'wait' | 'make';
  readonly counts: Counts;
  /** The document that comes to have the file as a source, where it is another than before. */
  readonly document?: PlannedDocument;
  /** Sources that this document was moved from to the file: gone, or of another content by now. */
  readonly left?: readonly string[];
  /** Sources that are gone while the file took the place of another content. */
  readonly removed?: readonly string[];
  /** Whether all other sources of that document, once these are gone, have its content still. */
  readonly isSettled?: boolean;
}

/**
 * Reads files and finds out whether their contents are in the collection already. If so it makes the file a source of
 * that document: the same bytes are never parsed and embedded twice, and a file that was moved keeps its document's id.
 * Files of the same content to which different metadata apply are different documents.
 */
export class Changes {
  readonly #files: readonly FoundFile[];
  readonly #run: Run;
  readonly #contents: FoundContents;
  /** By content: what settles once it is known whether a document can be made of it. */
  readonly #inWork = new Map<string, Promise<void>>();
  readonly #copies = new Map<string, Copies>();

  /** @param files those that may have changed */
  constructor(files: readonly FoundFile[], run: Run) {
    this.#files = files;
    this.#run = run;
    this.#contents = new FoundContents(files, run);
  }

  /**
   * What becomes of the files, archives member by member, with all done that is to be done short of parsing. Whoever is
   * to `make` a document says how that goes before asking on: by `begun`, or in a dry run by `failed` or `planned`.
   */
  async *inOrder(): AsyncGenerator<Change> {
    const { progress, signal } = this.#run;
    for (const file of this.#files) {
      throwIfAborted(signal);
      progress.startFile(file.path);
      try {
        yield* this.#inFile(file);
      } catch (error) {
        yield { kind: 'failed', file, error };
      }
      yield { kind: 'file-end' };
    }
  }

  /** A document is being made of the content. */
  begun(content: Content, result: Promise<PreparedDocument | Failure>): void {
    this.#inWork.set(content.contentHash, this.#settle(content, result));
  }

  /** The content could not be made a document of; files of the same content are tried again by themselves. */
  failed(content: Content): void {
    this.#takeFromWork(content);
  }

  /** A dry run goes no further: the document stays planned. */
  planned(content: Content): void {
    const copies = this.#copiesOf(content);
    delete copies.making;
    copies.settled = content.source.source;
  }

  /** Once a document is live, the files that waited for it become its sources. What became of all of them. */
  async written({ draft, version, counts }: WrittenDocument): Promise<readonly Told[]> {
    const { document, waiting = [] } = this.#takeFromWork(draft) ?? {};
    const moves = waiting.map(({ source }) => ({
      document: { ...(document as PlannedDocument), ...version },
      source,
    }));
    await this.#run.planned.move(moves, []);
    this.#copiesOf(draft).settled = draft.source;
    return [{ counts, source: draft }, ...waiting].map((one) => ({
      change: one.counts,
      path: one.source.path,
    }));
  }

  async *#inFile(file: FoundFile): AsyncGenerator<Change> {
    const { metadata, parsers, planned, signal, sources } = this.#run;
    const below = await planned.sourcesBelow(file.absolutePath);
    const inside = await sources.membersOf(file.absolutePath, below);
    const known = await planned.known([file.absolutePath, ...inside]);
    const gone = new Set(inside);
    for await (const loaded of loadContents(file, this.#run)) {
      throwIfAborted(signal);
      const { source } = loaded;
      gone.delete(source.source);
      if ('error' in loaded) {
        // What was in it before stays.
        for (const one of inside) if (one.startsWith(`${source.source}/`)) gone.delete(one);
        yield { kind: 'failed', file, member: source, error: loaded.error };
        continue;
      }
      // Whether it is a duplicate depends on whether the file of the same content can be parsed.
      await this.#inWork.get(loaded.contentHash);
      const before = { source, known: known.get(source.source) };
      try {
        const isNamed = file.isNamed && source.source === file.absolutePath;
        const format = parsers.parserFor({ path: source.path, bytes: loaded.bytes }, { isNamed });
        const outside = metadata.outside({ ...file, source: source.source });
        const made = { parser: parsers.stampOf(format), metadataHash: outside.hash };
        yield* this.#place({ ...loaded, ...before, ...made, file, format, outside });
      } catch (error) {
        yield { kind: 'failed', file, content: before, error };
      }
    }
    // One that another member took the document of is gone from the records already.
    const removed = [...(await planned.known([...gone])).keys()];
    await planned.move([], removed);
    for (const source of removed) yield removal(source, file);
  }

  async #settle(content: Content, result: Promise<PreparedDocument | Failure>): Promise<void> {
    const { kind } = await result;
    if (kind === 'failed') this.failed(content);
    this.#inWork.delete(content.contentHash);
  }

  /** Gives a content its document, or says that one is to be made. */
  async *#place(content: Content): AsyncGenerator<Change> {
    const { planned } = this.#run;
    const { file, source } = content;
    const { path } = source;
    const copies = this.#copiesOf(content);
    const followed = await this.#follow(content);
    const known = followed.length === 0 ? content.known : undefined;
    const choice = await this.#choose({ ...content, known }, copies);
    const { kind, document, left = [], removed = [] } = choice;
    if (choice.isSettled) copies.settled = source.source;
    let { counts } = choice;
    let [from] = left;
    if (left.length > 1) copies.vacated = left.slice(1);
    if (kind !== 'make' && counts === 'added') {
      from = copies.vacated?.shift();
      if (from !== undefined) counts = 'unchanged';
    }

    const moves = document ? [...followed, { document, source }] : followed;
    const moved = new Set(moves.map((move) => move.source.source));
    await planned.move(
      moves,
      [...left, ...removed].filter((one) => !moved.has(one)),
    );
    if (kind === 'touch') await planned.touch(source);
    if (kind === 'make') copies.making = { document: planned.make(makingKey(content), content), waiting: [] };
    if (kind === 'wait' && copies.making) {
      planned.join({ document: copies.making.document, source });
      copies.making.waiting.push({ source, counts });
    }

    for (const [position, { source: onward }] of followed.entries()) {
      const before = followed[position - 1]?.source ?? source;
      yield done({ change: 'moved', path: onward.path, from: shownAs(before.source, file) });
    }
    // Where names were exchanged, the last of them came to this file.
    if (from !== undefined && followed.at(-1)?.source !== source)
      yield done({ change: 'moved', path, from: shownAs(from, file) });
    if (kind === 'touch' || kind === 'join') yield done({ change: counts, path });
    for (const one of removed) yield removal(one, file);
    if (kind === 'make') yield { kind, content, counts };
  }

  /**
   * A document that is made anew although there is one of the content was moved to where other metadata apply, or since
   * the parser was renewed, or has another name, which is its title: it keeps its id.
   */
  async #choose(content: Content, copies: Copies): Promise<Choice> {
    const { known, contentHash, source } = content;
    const key = makingKey(content);
    if (copies.making) return { kind: 'wait', counts: known ? 'updated' : 'added' };
    if (known && makingKey(known) === key && !hasFormerName(known, source.source))
      return { kind: 'touch', counts: 'unchanged' };
    const settled = await this.#settledDocument(copies, key);
    if (settled && settled.documentId !== known?.documentId)
      return { kind: 'join', counts: known ? 'updated' : 'added', document: settled };
    const twins: (Twin & { readonly left: readonly string[] })[] = [];
    for (const twin of await this.#run.planned.findByContent(contentHash))
      twins.push({ ...twin, left: await this.#contents.leftOf(twin.sources, contentHash) });
    const equal = twins.find(
      ({ document }) => makingKey(document) === key && document.documentId !== known?.documentId,
    );
    if (equal && !(isOrphan(equal) && mayHaveFormerName(equal, source))) {
      const { document, left } = equal;
      if (known) {
        const removed: string[] = [];
        for (const one of left) if (!(await this.#run.sources.has(one))) removed.push(one);
        const isSettled = removed.length === left.length;
        return { kind: 'join', counts: 'updated', document, removed, isSettled };
      }
      const counts = left.length > 0 ? 'unchanged' : 'added';
      return { kind: 'join', counts, document, left, isSettled: true };
    }
    if (known) return { kind: 'make', counts: 'updated' };
    const orphan = equal ?? twins.find(isOrphan);
    if (!orphan) return { kind: 'make', counts: 'added' };
    return { kind: 'make', counts: 'updated', document: orphan.document, left: orphan.left };
  }

  /**
   * The document that copies of a content join without a look at all of its sources, of which there may be thousands.
   */
  async #settledDocument({ settled }: Copies, key: string): Promise<PlannedDocument | undefined> {
    if (settled === undefined) return undefined;
    const document = (await this.#run.planned.known([settled])).get(settled);
    return document && makingKey(document) === key ? document : undefined;
  }

  /**
   * Where the content went that a file had before another took its place, as files do that are renamed one over the
   * next: `b` to `c` and then `a` to `b`. It names the files of the run that the documents go on with, up to a new path
   * or back to the first file, where names were exchanged. Empty where the content is in no other file, where other
   * files have it still, and where the last of the chain took the place of a content that is gone.
   */
  async #follow({ source, known, contentHash }: Content): Promise<readonly Move[]> {
    const moves: Move[] = [];
    let left = known?.contentHash === contentHash ? undefined : known;
    while (left) {
      if (moves.length > 0 && left.contentHash === contentHash) return [...moves, { document: left, source }];
      const taken = [source.source, ...moves.map((move) => move.source.source)];
      const heir = await this.#heirOf(left, taken);
      if (!heir) return [];
      moves.push({ document: left, source: heir.source });
      left = heir.known;
    }
    return moves;
  }

  /** The file that came by the content of a document which no source of it has any more, and what was in the file. */
  async #heirOf(
    left: KnownSource,
    taken: readonly string[],
  ): Promise<{ readonly source: Source; readonly known: KnownSource | undefined } | undefined> {
    const { planned } = this.#run;
    const { documentId, contentHash } = left;
    const files = (await this.#contents.filesWith(left)).filter((file) => !taken.includes(file.absolutePath));
    if (files.length === 0) return undefined;
    const same = await planned.findByContent(contentHash);
    const sources = same.find(({ document }) => document.documentId === documentId)?.sources;
    if (!sources || (await this.#contents.leftOf(sources, contentHash)).length < sources.length)
      return undefined;
    const before = await planned.known(files.map((file) => file.absolutePath));
    const file = files.find((one) => before.get(one.absolutePath)?.contentHash !== contentHash);
    return file && { source: sourceOf(file), known: before.get(file.absolutePath) };
  }

  #copiesOf(making: Omit<Making, 'source'>): Copies {
    const key = makingKey(making);
    const copies = this.#copies.get(key) ?? {};
    this.#copies.set(key, copies);
    return copies;
  }

  #takeFromWork(making: Omit<Making, 'source'>): Copies['making'] {
    const copies = this.#copiesOf(making);
    const { making: taken } = copies;
    delete copies.making;
    if (taken) this.#run.planned.forget(taken.document);
    return taken;
  }
}

/** What is in the files that a run looks into. A file is read when its content is first asked for, and hashed once. */
class FoundContents {
  readonly #run: Pick<Run, 'maxFileBytes' | 'sources'>;
  readonly #byPath: ReadonlyMap<string, FoundFile>;
  readonly #bySize: ReadonlyMap<number, readonly FoundFile[]>;
  readonly #hashes = new Map<string, Promise<string | undefined>>();
  /** By size: the files by their hashes. */
  readonly #byContent = new Map<number, Promise<ReadonlyMap<string | undefined, FoundFile[]>>>();

  constructor(files: readonly FoundFile[], run: Pick<Run, 'maxFileBytes' | 'sources'>) {
    const { maxFileBytes, sources } = run;
    this.#run = { maxFileBytes, sources };
    this.#byPath = new Map(files.map((file) => [file.absolutePath, file]));
    this.#bySize = Map.groupBy(files, (file) => file.bytes);
  }

  /** Sources of a content whose files are gone, or have another one by now. Of what cannot be read nobody knows. */
  async leftOf(sources: readonly string[], contentHash: string): Promise<readonly string[]> {
    const left: string[] = [];
    for (const source of sources) {
      const file = this.#byPath.get(source);
      const found = file && (await this.#hashOf(file));
      const isOther = found !== undefined && found !== contentHash;
      if (isOther || !(await this.#run.sources.has(source))) left.push(source);
    }
    return left;
  }

  /** Those of the files with this content, in their order. */
  async filesWith({
    bytes,
    contentHash,
  }: Pick<KnownSource, 'bytes' | 'contentHash'>): Promise<readonly FoundFile[]> {
    let byHash = this.#byContent.get(bytes);
    if (!byHash) {
      byHash = this.#byHash(this.#bySize.get(bytes) ?? []);
      this.#byContent.set(bytes, byHash);
    }
    return (await byHash).get(contentHash) ?? [];
  }

  async #byHash(files: readonly FoundFile[]): Promise<ReadonlyMap<string | undefined, FoundFile[]>> {
    const hashes = new Map<FoundFile, string | undefined>();
    for (const file of files) hashes.set(file, await this.#hashOf(file));
    return Map.groupBy(files, (file) => hashes.get(file));
  }

  #hashOf(file: FoundFile): Promise<string | undefined> {
    let hash = this.#hashes.get(file.absolutePath);
    if (!hash) {
      hash = loadFile(file, this.#run).then(
        (loaded) => loaded.contentHash,
        // The file's own turn tells why.
        () => undefined,
      );
      this.#hashes.set(file.absolutePath, hash);
    }
    return hash;
  }
}

function isOrphan({ sources, left }: Twin & { readonly left: readonly string[] }): boolean {
  return left.length === sources.length;
}

/** Of one that is planned only a parser can tell the title; it is not the name of a file that has left it. */
function mayHaveFormerName({ document, isPlanned }: Twin, { path }: Source): boolean {
  return isPlanned || isFormerName(document.title, document.madeFrom, path);
}

function makingKey({ contentHash, parser, metadataHash }: Omit<Making, 'source'>): string {
  return `${contentHash} ${parser} ${metadataHash}`;
}

function done(told: Told): Change {
  return { kind: 'done', told };
}

function removal(source: string, file: FoundFile): Change {
  return done({ change: 'removed', path: shownAs(source, file) });
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
