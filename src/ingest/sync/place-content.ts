import type { KnownSource, SameContent, SourceMove } from '../../contracts/document-records.ts';
import type { PreparedDocument } from '../prepared-document.ts';
import { hasFormerName, isFormerName } from '../title-of-path.ts';
import { type FollowContext, followContents } from './follow-contents.ts';
import type { Making, PlannedDocuments } from './planned-documents.ts';
import { sourceExists } from './source-exists.ts';
import type { SyncContext } from './sync-context.ts';

/** A file's content, before it is parsed. */
export interface Content extends Making {
  readonly known: KnownSource | undefined;
}

/** What became of a file. */
export interface Placed {
  /**
   * Its content `is-there`, in a document that it is a source of now; it `waits` for one that is being made, and counts
   * once that is written; or a document `is-made` of it.
   */
  readonly kind: 'is-there' | 'waits' | 'is-made';
  readonly counts: 'added' | 'updated' | 'unchanged';
  /**
   * Documents that moved: to the file, and from it to the others that they went on with. Each with its path as the user
   * knows it, and the source where it was.
   */
  readonly moved: readonly { readonly path: string; readonly from: string }[];
  /** Sources that are gone while the file took the place of another content. */
  readonly removed: readonly string[];
}

/** What placing works with. */
export interface PlacerTarget
  extends FollowContext,
    Pick<SyncContext, 'collection' | 'documents' | 'removeVersions'> {
  readonly planned: PlannedDocuments;
}

/** A file that waits for the document of its content. */
type Waiting = Pick<Content, 'source'> & Pick<Placed, 'counts'>;

/**
 * Finds out whether a file's content is in the collection already, and if so makes the file a source of that
 * document: the same bytes are never parsed and embedded twice, and a file that was moved keeps its document's id.
 * Files of the same content to which different metadata apply are different documents.
 */
export class ContentPlacer {
  readonly #target: PlacerTarget;
  /** Documents that this run is making, by the ids that they are planned with. */
  readonly #inWork = new Map<string, Waiting[]>();
  /** By what a document is made of: where copies of it were that are gone. */
  readonly #vacated = new Map<string, string[]>();
  /** By what a document is made of: a file that this run found to be a source of it, as all others of it were then. */
  readonly #settled = new Map<string, string>();

  constructor(target: PlacerTarget) {
    this.#target = target;
  }

  /** Does what is to be done short of parsing. */
  async place(content: Content): Promise<Placed> {
    const { collection, documents, planned } = this.#target;
    const { source } = content;
    const key = makingKey(content);
    const followed = await followContents(content, this.#target);
    const known = followed.length === 0 ? content.known : undefined;
    const waiting = this.#inWork.get(key);
    const choice: Choice = waiting
      ? { kind: 'waits', counts: known ? 'updated' : 'added' }
      : await choose({ ...content, known }, await this.#settledDocument(key), this.#target);
    const { kind, documentId, left = [], removed = [], isSettled } = choice;
    if (isSettled) this.#settled.set(key, source.source);
    let { counts } = choice;
    let [from] = left;
    if (left.length > 1) this.#vacated.set(key, left.slice(1));
    if (kind !== 'is-made' && counts === 'added') {
      from = this.#vacated.get(key)?.shift();
      if (from !== undefined) counts = 'unchanged';
    }

    const moves = documentId === undefined ? followed : [...followed, { documentId, source }];
    const moved = new Set(moves.map((move) => move.source.source));
    await this.#move(
      moves,
      [...left, ...removed].filter((one) => !moved.has(one)),
    );
    if (kind === 'is-there' && documentId === undefined) await documents.touch(collection, source);
    if (kind === 'is-made') {
      planned.make(key, content);
      this.#inWork.set(key, []);
    }
    if (waiting) {
      await planned.moveSources(collection, [{ documentId: key, source }], []);
      waiting.push({ source, counts });
    }
    return { kind, counts, moved: movesOf(content, followed, from), removed };
  }

  /** Takes sources from their documents. */
  async remove(sources: readonly string[]): Promise<void> {
    await this.#move([], sources);
  }

  /** The content could not be made a document of; files of the same content are tried again by themselves. */
  failed(content: Content): void {
    this.#takeFromWork(content);
  }

  /** A dry run goes no further: the document stays planned. */
  planned(content: Content): void {
    const key = makingKey(content);
    this.#inWork.delete(key);
    this.#settled.set(key, content.source.source);
  }

  /** Once a document is live: the files that waited for it become its sources. Returns what each counts as. */
  async written({ draft, version }: PreparedDocument): Promise<readonly Waiting[]> {
    const waiting = this.#takeFromWork(draft);
    if (!version) return [];
    const { documentId } = version;
    await this.#move(
      waiting.map(({ source }) => ({ documentId, source })),
      [],
    );
    this.#settled.set(makingKey(draft), draft.source);
    return waiting;
  }

  /**
   * The document that copies of a content join without a look at all of its sources, of which there may be thousands.
   */
  async #settledDocument(key: string): Promise<string | undefined> {
    const source = this.#settled.get(key);
    if (source === undefined) return undefined;
    const { collection, planned } = this.#target;
    const known = (await planned.known(collection, [source])).get(source);
    return known && makingKey(known) === key ? known.documentId : undefined;
  }

  #takeFromWork(making: Omit<Making, 'source'>): readonly Waiting[] {
    const key = makingKey(making);
    const waiting = this.#inWork.get(key);
    if (!waiting) return [];
    this.#target.planned.forget(key);
    this.#inWork.delete(key);
    return waiting;
  }

  async #move(moves: readonly SourceMove[], gone: readonly string[]): Promise<void> {
    const { collection, documents, removeVersions } = this.#target;
    if (moves.length + gone.length > 0)
      await removeVersions(await documents.moveSources(collection, moves, gone));
  }
}

/** What is to become of a file. */
interface Choice extends Pick<Placed, 'kind' | 'counts'>, Partial<Pick<Placed, 'removed'>> {
  /** The document that comes to have the file as a source, where it is another than before. */
  readonly documentId?: string;
  /** Sources that this document was moved from to the file: gone, or of another content by now. */
  readonly left?: readonly string[];
  /** Whether all other sources of that document, once these are gone, have its content still. */
  readonly isSettled?: boolean;
}

/**
 * A document that is made anew although there is one of the content was moved to where other metadata apply, or since
 * the parser was renewed, or has another name, which is its title: it keeps its id.
 * @param settled the document of the content that needs no look at its sources
 */
async function choose(
  content: Content,
  settled: string | undefined,
  context: FollowContext,
): Promise<Choice> {
  const { known, contentHash, source } = content;
  const { collection, planned, contents } = context;
  const key = makingKey(content);
  if (known && makingKey(known) === key && !hasFormerName(known, source.source))
    return { kind: 'is-there', counts: 'unchanged' };
  if (settled !== undefined && settled !== known?.documentId)
    return { kind: 'is-there', counts: known ? 'updated' : 'added', documentId: settled };
  const twins: (SameContent & { readonly left: readonly string[] })[] = [];
  for (const twin of await planned.findByContent(collection, contentHash))
    twins.push({ ...twin, left: await contents.leftOf(twin.sources, contentHash) });
  const equal = twins.find(
    (twin) => makingKey({ ...twin, contentHash }) === key && twin.documentId !== known?.documentId,
  );
  if (equal && !(isOrphan(equal) && isFormerName(equal.title, equal.madeFrom, source.path))) {
    const { documentId, left } = equal;
    if (known) {
      const removed = left.filter((one) => !sourceExists(one));
      const isSettled = removed.length === left.length;
      return { kind: 'is-there', counts: 'updated', documentId, removed, isSettled };
    }
    const counts = left.length > 0 ? 'unchanged' : 'added';
    return { kind: 'is-there', counts, documentId, left, isSettled: true };
  }
  if (known) return { kind: 'is-made', counts: 'updated' };
  const orphan = equal ?? twins.find(isOrphan);
  if (!orphan) return { kind: 'is-made', counts: 'added' };
  const { documentId, left } = orphan;
  return { kind: 'is-made', counts: 'updated', documentId, left };
}

function movesOf(
  { source }: Content,
  followed: readonly SourceMove[],
  from: string | undefined,
): Placed['moved'] {
  const onwards = followed.map((move, position) => ({
    path: move.source.path,
    from: (followed[position - 1]?.source ?? source).source,
  }));
  // Where names were exchanged, the last of them came to this file.
  const isTold = from === undefined || followed.at(-1)?.source === source;
  return isTold ? onwards : [...onwards, { path: source.path, from }];
}

function isOrphan({ sources, left }: SameContent & { readonly left: readonly string[] }): boolean {
  return left.length === sources.length;
}

function makingKey({ contentHash, parser, metadataHash }: Omit<Making, 'source'>): string {
  return `${contentHash} ${parser} ${metadataHash}`;
}
