import { dirname } from 'node:path';
import type {
  DocumentRecords,
  KnownSource,
  SameContent,
  Source,
  SourceMove,
} from '../../contracts/document-records.ts';
import { upwards } from '../load/nested-paths.ts';

/** What a document is made of. */
export interface Making {
  readonly source: Source;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
  /** Name and version of the parser. */
  readonly parser: string;
  /** Stands for the metadata that the file has from outside. */
  readonly metadataHash: string;
}

type MadeDocument = Omit<KnownSource, 'bytes' | 'modifiedMs'>;

type Asked = Pick<DocumentRecords, 'known' | 'sourcesBelow' | 'sourcesChangedAt' | 'findByContent'>;

/**
 * The documents of a collection as they will be once what is planned is done, over the records of what they are. A dry
 * run plans all that an ingest does; an ingest plans what it is making, until it is written.
 */
export class PlannedDocuments implements Asked, Pick<DocumentRecords, 'touch' | 'moveSources'> {
  readonly #records: Asked;
  /** The document that a source comes to have; null for a source that goes. */
  readonly #bySource = new Map<string, SourceMove | null>();
  /** By folder: sources below it that are planned, and some that were. */
  readonly #below = new Map<string, Set<string>>();
  /** The other way round: by document. */
  readonly #gained = new Map<string, Set<string>>();
  /** Documents that were found in the records, and those that are planned. */
  readonly #documents = new Map<string, MadeDocument>();
  /** Those that are planned, by their content. */
  readonly #madeOf = new Map<string, Set<string>>();

  constructor(records: Asked) {
    this.#records = records;
  }

  async known(collection: string, sources: readonly string[]): Promise<ReadonlyMap<string, KnownSource>> {
    const known = new Map(await this.#records.known(collection, sources));
    for (const document of known.values()) this.#documents.set(document.documentId, document);
    for (const name of sources) {
      const planned = this.#bySource.get(name);
      if (planned === null) known.delete(name);
      else if (planned) {
        const { bytes, modifiedMs } = planned.source;
        known.set(name, { ...this.#documentOf(planned), bytes, modifiedMs });
      }
    }
    return known;
  }

  async sourcesBelow(collection: string, folder: string): Promise<readonly string[]> {
    const sources = new Set(await this.#records.sourcesBelow(collection, folder));
    for (const name of this.#below.get(folder) ?? []) {
      const planned = this.#bySource.get(name);
      if (planned === null) sources.delete(name);
      else if (planned) sources.add(name);
    }
    return [...sources];
  }

  async sourcesChangedAt(collection: string, modifiedMs: readonly number[]) {
    const sources = await this.#records.sourcesChangedAt(collection, modifiedMs);
    return sources.filter(({ source }) => !this.#bySource.has(source));
  }

  /** Of sizes and dates nobody asks again. */
  async touch(): Promise<void> {}

  async findByContent(collection: string, contentHash: string): Promise<readonly SameContent[]> {
    const recorded = await this.#records.findByContent(collection, contentHash);
    for (const document of recorded) {
      const isShared = document.sources.length > 1;
      this.#documents.set(document.documentId, { ...document, contentHash, isShared });
    }
    // Of one that is planned only a parser can tell the title; it is not the name of a file that has left it.
    const planned = [...(this.#madeOf.get(contentHash) ?? [])].map((documentId) => ({
      ...this.#documentOf({ documentId }),
      title: '',
      madeFrom: '',
      sources: [],
    }));
    return [...recorded, ...planned]
      .map((document) => ({ ...document, sources: this.#sourcesOf(document) }))
      .filter(({ sources }) => sources.length > 0);
  }

  /** As in the records, of documents that were found there or are planned. */
  async moveSources(_collection: string, moves: readonly SourceMove[], gone: readonly string[]): Promise<[]> {
    for (const move of moves) this.#place(move.source.source, move);
    for (const source of gone) this.#place(source, null);
    return [];
  }

  /** Plans a document under an id that no other has. It takes its source from the one that had it. */
  make(documentId: string, { source, contentHash, parser, metadataHash }: Making): void {
    const made = { documentId, contentHash, parser, metadataHash };
    // Only a parser can tell the title.
    this.#documents.set(documentId, { ...made, title: '', madeFrom: source.path, isShared: false });
    addTo(this.#madeOf, contentHash, documentId);
    this.#place(source.source, { documentId, source });
  }

  /** A planned document is in the records now, or will never be. */
  forget(documentId: string): void {
    const { contentHash } = this.#documentOf({ documentId });
    for (const source of this.#gained.get(documentId) ?? []) this.#bySource.delete(source);
    this.#gained.delete(documentId);
    const alike = this.#madeOf.get(contentHash);
    alike?.delete(documentId);
    if (alike?.size === 0) this.#madeOf.delete(contentHash);
    this.#documents.delete(documentId);
  }

  #place(source: string, move: SourceMove | null): void {
    const before = this.#bySource.get(source);
    if (before) this.#gained.get(before.documentId)?.delete(source);
    this.#bySource.set(source, move);
    if (move) addTo(this.#gained, move.documentId, source);
    for (const folder of upwards(dirname(source))) addTo(this.#below, folder, source);
  }

  #documentOf({ documentId }: Pick<SourceMove, 'documentId'>): MadeDocument {
    const document = this.#documents.get(documentId);
    if (!document) throw new Error(`document ${documentId} was planned with before it was found`);
    return document;
  }

  #sourcesOf({ documentId, sources }: SameContent): string[] {
    const kept = sources.filter((source) => !this.#bySource.has(source));
    return [...kept, ...(this.#gained.get(documentId) ?? [])];
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
