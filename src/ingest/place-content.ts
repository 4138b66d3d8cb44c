import type {
  DocumentRecords,
  KnownSource,
  SameContent,
  Source,
  SourceMove,
} from '../contracts/document-records.ts';
import type { ChangedContents } from './changed-contents.ts';
import { followContents, leftSources } from './follow-contents.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { sourceExists } from './source-exists.ts';
import { hasLeftName, isFormerName } from './title-of-path.ts';
import type { WriteTarget } from './write-batch.ts';

/** A file's content, before it is parsed. */
export interface Content {
  readonly source: Source;
  readonly known: KnownSource | undefined;
  readonly contentHash: string;
  /** Name and version of the parser that would make a document of it. */
  readonly parser: string;
  /** Stands for the metadata that the file has from outside. */
  readonly metadataHash: string;
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
 * What becomes of a file. It may stay as it is; join a document of its content; or be made a document of. One that is
 * made and has a twin was moved to where other metadata apply, or since the parser was renewed, or has another name,
 * which is its title: it keeps the twin's id. `isParsed` says that there is a document that the same parser made of the
 * same content, so that only its metadata are others.
 */
export type Placement =
  | { readonly kind: 'stays' }
  | { readonly kind: 'joins'; readonly counts: 'added' | 'updated' | 'unchanged'; readonly twin: Twin }
  | {
      readonly kind: 'is-made';
      readonly counts: 'added' | 'updated';
      readonly twin?: Twin;
      readonly isParsed: boolean;
    };

/** What placing asks. */
export interface PlacingContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'known' | 'findByContent'>;
  /** Of the files that the run looks into. */
  readonly contents: ChangedContents;
}

type PlacerTarget = PlacingContext & Pick<WriteTarget, 'documents' | 'removeVersions'>;

/**
 * Finds out whether a file's content is in the collection already, and if so makes the file a source of that
 * document: the same bytes are never parsed and embedded twice, and a file that was moved keeps its document's id.
 * Files of the same content to which different metadata apply are different documents.
 */
export class ContentPlacer {
  readonly #target: PlacerTarget;
  /** Contents that this run is writing, with files found later that have the same. */
  readonly #inWork = new Map<string, Content[]>();

  constructor(target: PlacerTarget) {
    this.#target = target;
  }

  /** Does what is to be done short of parsing. Undefined for a file that waits for a document that is in work. */
  async place(content: Content): Promise<Placement | undefined> {
    const waiting = this.#inWork.get(keyOf(content));
    if (waiting) {
      waiting.push(content);
      return undefined;
    }
    const { placement, followed } = await placementOf(content, this.#target);
    const { collection, documents, removeVersions } = this.#target;
    if (placement.kind === 'stays') await documents.touch(collection, content.source);
    const twin = 'twin' in placement ? placement.twin : undefined;
    const moves = twin ? [...followed, { documentId: twin.documentId, source: content.source }] : followed;
    const moved = new Set(moves.map(({ source }) => source.source));
    const gone = [...(twin?.movedFrom ?? []), ...(twin?.removed ?? [])].filter(
      (source) => !moved.has(source),
    );
    if (moves.length > 0) await removeVersions(await documents.moveSources(collection, moves, gone));
    if (placement.kind === 'is-made') this.#inWork.set(keyOf(content), []);
    return placement;
  }

  /** The content could not be made a document of; files of the same content are tried again by themselves. */
  failed(content: Content): void {
    this.#inWork.delete(keyOf(content));
  }

  /** Once a document is live: the files that waited for it become its sources. Returns them. */
  async written({ draft, version }: PreparedDocument): Promise<readonly Content[]> {
    const waiting = this.#inWork.get(keyOf(draft)) ?? [];
    this.#inWork.delete(keyOf(draft));
    if (!version || waiting.length === 0) return [];
    const { collection, documents, removeVersions } = this.#target;
    const { documentId } = version;
    const moves = waiting.map(({ source }) => ({ documentId, source }));
    await removeVersions(await documents.moveSources(collection, moves, []));
    return waiting;
  }
}

/** What a run would make of the file, and where the document goes on that the file had; changes nothing. */
export async function placementOf(
  content: Content,
  context: PlacingContext,
): Promise<{ readonly placement: Placement; readonly followed: readonly SourceMove[] }> {
  const followed = await followContents(content, context);
  const known = followed.length === 0 ? content.known : undefined;
  return { placement: await placementAmongTwins({ ...content, known }, context), followed };
}

async function placementAmongTwins(
  content: Content,
  { collection, documents, contents }: PlacingContext,
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
  if (equal && !(isOrphan(equal) && isFormerName(equal.title, equal.madeFrom, source.path)))
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

type Making = Pick<Content, 'parser' | 'metadataHash'>;

function isSameMaking(one: Making, other: Making): boolean {
  return one.parser === other.parser && one.metadataHash === other.metadataHash;
}

function keyOf({ contentHash, parser, metadataHash }: Making & Pick<Content, 'contentHash'>): string {
  return `${contentHash} ${parser} ${metadataHash}`;
}
