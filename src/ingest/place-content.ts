import type { KnownSource, SameContent, Source } from '../contracts/document-records.ts';
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

/**
 * What becomes of a file: made a document of, or found to be in the collection already. `twin` is the document of the
 * same content that the file becomes a source of. One that is `changed` and has a twin was moved to where other
 * metadata apply, or since the parser was renewed, or has another name, which is its title: it keeps its id and is made
 * anew. `isParsed` says that there is a document that the same parser made of the same content, so that only its
 * metadata are others.
 */
export type Placement =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'new'; readonly isParsed: boolean }
  | { readonly kind: 'moved'; readonly twin: SameContent }
  | { readonly kind: 'duplicate'; readonly twin?: SameContent }
  | { readonly kind: 'changed'; readonly twin?: SameContent; readonly isParsed: boolean };

/**
 * Finds out whether a file's content is in the collection already, and if so makes the file a source of that
 * document: the same bytes are never parsed and embedded twice, and a file that was moved keeps its document's id.
 * Files of the same content to which different metadata apply are different documents.
 */
export class ContentPlacer {
  readonly #target: Pick<WriteTarget, 'collection' | 'documents' | 'removeVersions'>;
  /** Contents that this run is writing, with files found later that have the same. */
  readonly #inWork = new Map<string, Source[]>();

  constructor(target: Pick<WriteTarget, 'collection' | 'documents' | 'removeVersions'>) {
    this.#target = target;
  }

  /** Does what is to be done short of parsing. `new` and `changed` are left to the caller. */
  async place(content: Content): Promise<Placement> {
    const waiting = this.#inWork.get(keyOf(content));
    if (waiting) {
      waiting.push(content.source);
      return { kind: 'duplicate' };
    }
    const placement = await placementOf(content, this.#target);
    const { collection, documents } = this.#target;
    if (placement.kind === 'unchanged') await documents.touch(collection, content.source);
    if ('twin' in placement && placement.twin) await this.#join(placement.twin, content.source);
    if (placement.kind === 'new' || placement.kind === 'changed') this.#inWork.set(keyOf(content), []);
    return placement;
  }

  /** The content could not be made a document of; files of the same content are tried again by themselves. */
  failed(content: Content): void {
    this.#inWork.delete(keyOf(content));
  }

  /** Once a document is live: the files of the same content that turned up meanwhile become its sources. */
  async written({ draft, version }: PreparedDocument): Promise<void> {
    const waiting = this.#inWork.get(keyOf(draft)) ?? [];
    this.#inWork.delete(keyOf(draft));
    if (!version) return;
    const { collection, documents, removeVersions } = this.#target;
    for (const source of waiting) {
      await removeVersions(await documents.addSource(collection, version.documentId, source));
    }
  }

  /** Makes the file a source of the document, in the place of those that are gone. */
  async #join(twin: SameContent, source: Source): Promise<void> {
    const { collection, documents, removeVersions } = this.#target;
    await removeVersions(await documents.addSource(collection, twin.documentId, source));
    await removeVersions(await documents.removeSources(collection, goneSources(twin)));
  }
}

/** What a run would make of the file; changes nothing. */
export async function placementOf(
  content: Content,
  {
    collection,
    documents,
  }: { collection: string; documents: Pick<WriteTarget['documents'], 'findByContent'> },
): Promise<Placement> {
  const { known } = content;
  if (known && isSameMaking(content, known) && known.contentHash === content.contentHash)
    return hasLeftName(known, content.source.path)
      ? { kind: 'changed', isParsed: true }
      : { kind: 'unchanged' };
  const twins = await documents.findByContent(collection, content.contentHash);
  const equal = twins.find((twin) => isSameMaking(content, twin));
  if (equal && !isRenamed(equal, content))
    return { kind: goneSources(equal).length > 0 ? 'moved' : 'duplicate', twin: equal };
  const isParsed = twins.some(({ parser }) => parser === content.parser);
  if (known) return { kind: 'changed', isParsed };
  const orphan = equal ?? twins.find(isOrphan);
  return orphan ? { kind: 'changed', twin: orphan, isParsed } : { kind: 'new', isParsed };
}

/** Whether the file is all that is left of a document whose title is the name that the file had. */
function isRenamed(twin: SameContent, { source }: Content): boolean {
  return isOrphan(twin) && isFormerName(twin.title, twin.madeFrom, source.path);
}

function isOrphan(twin: SameContent): boolean {
  return goneSources(twin).length === twin.sources.length;
}

/** Sources of a document whose files are no longer there. */
export function goneSources({ sources }: SameContent): readonly string[] {
  return sources.filter((source) => !sourceExists(source));
}

type Making = Pick<Content, 'parser' | 'metadataHash'>;

function isSameMaking(one: Making, other: Making): boolean {
  return one.parser === other.parser && one.metadataHash === other.metadataHash;
}

function keyOf({ contentHash, parser, metadataHash }: Making & Pick<Content, 'contentHash'>): string {
  return `${contentHash} ${parser} ${metadataHash}`;
}
