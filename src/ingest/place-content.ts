import type { DocumentRecords, KnownSource, SameContent, SourceMove } from '../contracts/document-records.ts';
import type { ChangedContents } from './changed-contents.ts';
import { type FollowContext, followContents, leftSources } from './follow-contents.ts';
import type { Making, PlannedDocuments } from './planned-documents.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { sourceExists } from './source-exists.ts';
import { hasLeftName, isFormerName } from './title-of-path.ts';
import type { RemoveVersions } from './write-batch.ts';

/** A file's content, before it is parsed. */
export interface Content extends Making {
  readonly known: KnownSource | undefined;
}

/** The document of the same content that a file becomes a source of. */
export interface Twin {
  readonly documentId: string;
  /** Sources that the content was moved from to the file: gone, or of another content by now. */
  readonly movedFrom: readonly string[];
  /** Sources that are gone while the file took the place of another content: those were removed. */
  readonly removed: readonly string[];
}

/**
 * What becomes of a file. It may stay as it is; join a document of its content; wait for one that is being made; or be
 * made a document of. One that is made and has a twin was moved to where other metadata apply, or since the parser was
 * renewed, or has another name, which is its title: it keeps the twin's id. `isParsed` says that there is a document
 * that the same parser made of the same content, so that only its metadata are others.
 */
export type Placement =
  | { readonly kind: 'stays' }
  | { readonly kind: 'joins'; readonly counts: 'added' | 'updated' | 'unchanged'; readonly twin: Twin }
  | { readonly kind: 'waits'; readonly counts: 'added' | 'updated' }
  | {
      readonly kind: 'is-made';
      readonly counts: 'added' | 'updated';
      readonly twin?: Twin;
      readonly isParsed: boolean;
    };

/** A document's way from one file to another. */
export interface MovedDocument {
  /** Where it is, as the user knows it. */
  readonly path: string;
  /** The source where it was. */
  readonly from: string;
}

/** What became of a file, and which documents moved: to the file, and from it to the others that they went on with. */
export interface Placed {
  readonly placement: Placement;
  readonly moved: readonly MovedDocument[];
}

/** What placing works with. */
export interface PlacerTarget {
  readonly collection: string;
  /** Where it is done: in the records, or in what is planned. */
  readonly documents: Pick<DocumentRecords, 'touch' | 'moveSources'>;
  /** What is decided by. */
  readonly planned: PlannedDocuments;
  /** Of the files that the run looks into. */
  readonly contents: ChangedContents;
  readonly removeVersions: RemoveVersions;
}

/** A document that this run is making, and the files found later that have the same content. */
interface InWork {
  readonly plannedId: string;
  readonly waiting: { readonly source: Content['source']; readonly counts: 'added' | 'updated' }[];
}

/**
 * Finds out whether a file's content is in the collection already, and if so makes the file a source of that
 * document: the same bytes are never parsed and embedded twice, and a file that was moved keeps its document's id.
 * Files of the same content to which different metadata apply are different documents.
 */
export class ContentPlacer {
  readonly #target: PlacerTarget;
  readonly #inWork = new Map<string, InWork>();

  constructor(target: PlacerTarget) {
    this.#target = target;
  }

  /** Does what is to be done short of parsing. */
  async place(content: Content): Promise<Placed> {
    const { collection, documents, planned, contents } = this.#target;
    const context = { collection, documents: planned, contents };
    const followed = await followContents(content, context);
    const known = followed.length === 0 ? content.known : undefined;
    const { source } = content;
    const inWork = this.#inWork.get(keyOf(content));
    if (inWork) {
      const counts = known ? 'updated' : 'added';
      await this.#move(followed, []);
      await planned.moveSources(collection, [{ documentId: inWork.plannedId, source }], []);
      inWork.waiting.push({ source, counts });
      return { placement: { kind: 'waits', counts }, moved: movesOf(content, followed) };
    }
    const placement = await placementAmongTwins({ ...content, known }, context);
    if (placement.kind === 'stays') await documents.touch(collection, source);
    const twin = 'twin' in placement ? placement.twin : undefined;
    const moves = twin ? [...followed, { documentId: twin.documentId, source }] : followed;
    const moved = new Set(moves.map((move) => move.source.source));
    const left = [...(twin?.movedFrom ?? []), ...(twin?.removed ?? [])];
    await this.#move(
      moves,
      left.filter((one) => !moved.has(one)),
    );
    if (placement.kind === 'is-made')
      this.#inWork.set(keyOf(content), { plannedId: planned.make(content), waiting: [] });
    return { placement, moved: movesOf(content, followed, twin) };
  }

  /** The content could not be made a document of; files of the same content are tried again by themselves. */
  failed(content: Content): void {
    this.#takeFromWork(content);
  }

  /** Once a document is live: the files that waited for it become its sources. Returns what each counts as. */
  async written({ draft, version }: PreparedDocument): Promise<readonly InWork['waiting'][number][]> {
    const waiting = this.#takeFromWork(draft)?.waiting ?? [];
    if (!version) return [];
    const { documentId } = version;
    await this.#move(
      waiting.map(({ source }) => ({ documentId, source })),
      [],
    );
    return waiting;
  }

  #takeFromWork(content: Omit<Making, 'source'>): InWork | undefined {
    const inWork = this.#inWork.get(keyOf(content));
    if (inWork) this.#target.planned.forget(inWork.plannedId);
    this.#inWork.delete(keyOf(content));
    return inWork;
  }

  async #move(moves: readonly SourceMove[], gone: readonly string[]): Promise<void> {
    const { collection, documents, removeVersions } = this.#target;
    if (moves.length > 0) await removeVersions(await documents.moveSources(collection, moves, gone));
  }
}

function movesOf(
  { source }: Content,
  followed: readonly SourceMove[],
  twin?: Twin,
): readonly MovedDocument[] {
  const [from] = twin?.movedFrom ?? [];
  const onwards = followed.map((move, position) => ({
    path: move.source.path,
    from: (followed[position - 1]?.source ?? source).source,
  }));
  // Where names were exchanged, the last of them came to this file.
  const isTold = from === undefined || followed.at(-1)?.source === source;
  return isTold ? onwards : [...onwards, { path: source.path, from }];
}

async function placementAmongTwins(
  content: Content,
  { collection, documents, contents }: FollowContext,
): Promise<Placement> {
  const { known, contentHash, parser, source } = content;
  if (known && isSameMaking(content, known) && known.contentHash === contentHash)
    return hasLeftName(known, source.path)
      ? { kind: 'is-made', counts: 'updated', isParsed: true }
      : { kind: 'stays' };
  const twins: (SameContent & { readonly left: readonly string[] })[] = [];
  for (const twin of await documents.findByContent(collection, contentHash))
    twins.push({ ...twin, left: await leftSources(twin.sources, contentHash, contents) });
  const equal = twins.find((twin) => isSameMaking(content, twin));
  if (equal && !(isOrphan(equal) && isFormerName(equal.title, equal.madeFrom.path, source.path)))
    return joining(equal, known);
  const isParsed = twins.some((twin) => twin.parser === parser);
  if (known) return { kind: 'is-made', counts: 'updated', isParsed };
  const orphan = equal ?? twins.find(isOrphan);
  if (!orphan) return { kind: 'is-made', counts: 'added', isParsed };
  const twin = { documentId: orphan.documentId, movedFrom: orphan.left, removed: [] };
  return { kind: 'is-made', counts: 'updated', twin, isParsed };
}

function joining(
  { documentId, left }: { readonly documentId: string; readonly left: readonly string[] },
  known: KnownSource | undefined,
): Placement {
  if (known) {
    const removed = left.filter((source) => !sourceExists(source));
    return { kind: 'joins', counts: 'updated', twin: { documentId, movedFrom: [], removed } };
  }
  const counts = left.length > 0 ? 'unchanged' : 'added';
  return { kind: 'joins', counts, twin: { documentId, movedFrom: left, removed: [] } };
}

function isOrphan({ sources, left }: SameContent & { readonly left: readonly string[] }): boolean {
  return left.length === sources.length;
}

type HowMade = Pick<Making, 'parser' | 'metadataHash'>;

function isSameMaking(one: HowMade, other: HowMade): boolean {
  return one.parser === other.parser && one.metadataHash === other.metadataHash;
}

function keyOf({ contentHash, parser, metadataHash }: Omit<Making, 'source'>): string {
  return `${contentHash} ${parser} ${metadataHash}`;
}
