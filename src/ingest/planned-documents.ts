import { dirname } from 'node:path';
import type { DocumentRecords, KnownSource, Source } from '../contracts/document-records.ts';
import { upwards } from './file-selection.ts';
import type { RemoveVersions } from './run.ts';

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

/** A document that is live, or planned. */
export type PlannedDocument = Omit<KnownSource, 'bytes' | 'modifiedMs' | 'tag'>;

/** A source that a document is to have: a new one, or one that another document had. */
export interface Move {
  readonly document: PlannedDocument;
  readonly source: Source;
}

/** A document with a certain content. */
export interface Twin {
  readonly document: PlannedDocument;
  readonly sources: readonly string[];
  /** Whether it is planned only, so that nobody knows its title yet. */
  readonly isPlanned: boolean;
}

/**
 * The documents of a collection as they will be once what is planned is done, over the records of what they are. A dry
 * run plans all that an ingest does. An ingest moves sources in the records, and plans what it is making until that is
 * written: who asks for the sources of a content is not to be told one that is about to have another.
 */
export class PlannedDocuments {
  readonly #collection: string;
  readonly #records: DocumentRecords | undefined;
  readonly #removeVersions: RemoveVersions | undefined;
  /** The document that a source comes to have; null for a source that goes. */
  readonly #bySource = new Map<string, Move | null>();
  /** By folder: sources below it that are planned, and some that were. */
  readonly #below = new Map<string, Set<string>>();
  /** The other way round: by document. */
  readonly #gained = new Map<string, Set<string>>();
  /** Documents that are to be made, by their content and by their id. */
  readonly #made = new Map<string, Map<string, PlannedDocument>>();

  /**
   * @param records undefined for a collection that does not exist yet
   * @param removeVersions given to an ingest, which moves sources in the records; without it all is only planned
   */
  constructor(collection: string, records: DocumentRecords | undefined, removeVersions?: RemoveVersions) {
    this.#collection = collection;
    this.#records = records;
    this.#removeVersions = removeVersions;
  }

  /** The document of each source; sources that have none are left out. */
  async known(sources: readonly string[]): Promise<ReadonlyMap<string, KnownSource>> {
    const recorded = await this.#records?.known(this.#collection, sources);
    if (recorded && this.#bySource.size === 0) return recorded;
    const known = new Map(recorded);
    for (const name of sources) {
      const planned = this.#bySource.get(name);
      if (planned === null) known.delete(name);
      else if (planned) {
        const { bytes, modifiedMs, tag } = planned.source;
        known.set(name, { ...planned.document, bytes, modifiedMs, ...(tag !== undefined && { tag }) });
      }
    }
    return known;
  }

  /** Sources of documents below a folder. */
  async sourcesBelow(folder: string): Promise<readonly string[]> {
    const sources = new Set(await this.#records?.sourcesBelow(this.#collection, folder));
    for (const name of this.#below.get(folder) ?? []) {
      const planned = this.#bySource.get(name);
      if (planned === null) sources.delete(name);
      else if (planned) sources.add(name);
    }
    return [...sources];
  }

  /** Sources whose files last changed at one of these moments, but for those that something is planned of. */
  async sourcesChangedAt(modifiedMs: readonly number[]): Promise<readonly Omit<Source, 'path'>[]> {
    const sources = (await this.#records?.sourcesChangedAt(this.#collection, modifiedMs)) ?? [];
    return sources.filter(({ source }) => !this.#bySource.has(source));
  }

  /** The documents with this content that have a source; those that are planned come last. */
  async findByContent(contentHash: string): Promise<readonly Twin[]> {
    const recorded = (await this.#records?.findByContent(this.#collection, contentHash)) ?? [];
    const planned = this.#made.get(contentHash)?.values() ?? [];
    const twins = [
      ...recorded.map(({ sources, ...document }) => ({
        document: { ...document, contentHash, isShared: sources.length > 1 },
        sources: [...sources.filter((source) => !this.#bySource.has(source)), ...this.#gainedBy(document)],
        isPlanned: false,
      })),
      ...[...planned].map((document) => ({ document, sources: this.#gainedBy(document), isPlanned: true })),
    ];
    return twins.filter(({ sources }) => sources.length > 0);
  }

  /** Notes that a file was touched but not changed. Of sizes and dates a dry run does not ask again. */
  async touch(source: Source): Promise<void> {
    if (this.#removeVersions) await this.#records?.touch(this.#collection, source);
  }

  /** Gives documents sources, and takes away those that are `gone`, all in one step. */
  async move(moves: readonly Move[], gone: readonly string[]): Promise<void> {
    if (moves.length + gone.length === 0) return;
    if (this.#records && this.#removeVersions) {
      const sources = moves.map(({ document: { documentId }, source }) => ({ documentId, source }));
      await this.#removeVersions(await this.#records.moveSources(this.#collection, sources, gone));
    } else {
      for (const move of moves) this.#place(move.source.source, move);
      for (const source of gone) this.#place(source, null);
    }
  }

  /** Plans a document under an id that no other has. It takes its source from the one that had it. */
  make(documentId: string, { source, contentHash, parser, metadataHash }: Making): PlannedDocument {
    // Only a parser can tell the title.
    const unnamed = { title: '', madeFrom: source.path, isShared: false };
    const document = { documentId, contentHash, parser, metadataHash, ...unnamed };
    const alike = this.#made.get(contentHash) ?? new Map<string, PlannedDocument>();
    this.#made.set(contentHash, alike.set(documentId, document));
    this.join({ document, source });
    return document;
  }

  /** Plans another source of a document that is being made. */
  join(move: Move): void {
    this.#place(move.source.source, move);
  }

  /** A planned document is in the records now, or will never be. */
  forget({ documentId, contentHash }: PlannedDocument): void {
    for (const source of this.#gained.get(documentId) ?? []) this.#bySource.delete(source);
    this.#gained.delete(documentId);
    const alike = this.#made.get(contentHash);
    alike?.delete(documentId);
    if (alike?.size === 0) this.#made.delete(contentHash);
  }

  #place(source: string, move: Move | null): void {
    const before = this.#bySource.get(source);
    if (before) this.#gained.get(before.document.documentId)?.delete(source);
    this.#bySource.set(source, move);
    if (move) addTo(this.#gained, move.document.documentId, source);
    for (const folder of upwards(dirname(source))) addTo(this.#below, folder, source);
  }

  #gainedBy({ documentId }: Pick<PlannedDocument, 'documentId'>): readonly string[] {
    return [...(this.#gained.get(documentId) ?? [])];
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
