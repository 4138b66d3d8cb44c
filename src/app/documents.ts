import { createHash } from 'node:crypto';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentPlaces,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
  HeldContent,
  Original,
  OriginalFile,
  PlacesOptions,
} from '../contracts/document.ts';
import type { IndexedVersion } from '../contracts/document-records.ts';
import type { ForGroups, InCollection } from '../contracts/engine.ts';
import type { Records } from '../contracts/records.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { endingOf, mediaTypeOf } from '../files/media-types.ts';
import { readPart, UnchangedFiles } from '../files/read-original.ts';
import { schemeOf } from '../files/source-address.ts';
import { placesWithin } from '../text/places-within.ts';
import { unusable } from '../values/require-arguments.ts';
import type { StoredCollections } from './stored-collections.ts';

type Seen = InCollection & ForGroups;

/** A document, and the records that it was found in. */
interface FoundDocument {
  readonly collection: string;
  readonly records: Pick<Records, 'documents' | 'jobs' | 'library' | 'reingestion' | 'uploads'>;
  readonly document: DocumentSummary;
}

/** Documents to a page of a list, where no other number is asked for. */
const pageLength = 1000;

/**
 * The wiring of everything that is asked of documents as such; see the methods of `Footnote` of the same names. Errors
 * of every method: `collection_unknown`.
 */
export class Documents {
  readonly #collections: StoredCollections;
  readonly #files = new UnchangedFiles();

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  async listDocuments(options: Seen = {}): Promise<readonly DocumentSummary[]> {
    const { collection, records } = await this.#open(options);
    return records.library.list(collection, options);
  }

  async findDocuments(options: FindDocumentsOptions = {}): Promise<DocumentPage> {
    const { collection, records } = await this.#open(options);
    return records.library.page(collection, {
      groups: options.groups,
      search: options.search ?? '',
      limit: options.limit ?? pageLength,
      offset: options.offset ?? 0,
      ...filterOf(options),
      ...(options.facets && { facets: true }),
      ...(options.sort && { sort: options.sort }),
      ...(options.order && { order: options.order }),
    });
  }

  /** Errors: `document_unknown`. */
  async getDocument(idOrPath: string, options: Seen = {}): Promise<DocumentSummary> {
    const { document } = await this.#find(idOrPath, options);
    return document;
  }

  /** Errors: `document_unknown`; `store_corrupt`, and then the next ingest of its file makes it anew. */
  async getDocumentText(idOrPath: string, options: Seen = {}): Promise<DocumentText> {
    const { collection, records, document } = await this.#find(idOrPath, options);
    const text = await records.library
      .text(document.documentId, document.version)
      .catch(async (error: unknown) => {
        // Where that cannot be noted, as in a store that is only to be read, footnote doctor will say it.
        if (isFootnoteError(error) && error.code === 'store_corrupt')
          await records.reingestion.queue([document]).catch(() => undefined);
        throw error;
      });
    // Replaced between the two reads.
    if (!text) return this.getDocumentText(document.documentId, options);
    const original = await this.#originalOf({ collection, records, document });
    return { ...text, original: original ? fileOf(original) : null };
  }

  /** Errors: `document_unknown`. */
  async getDocumentPlaces(
    idOrPath: string,
    { start = 0, end = Number.POSITIVE_INFINITY, ...options }: PlacesOptions = {},
  ): Promise<DocumentPlaces> {
    const { records, document } = await this.#find(idOrPath, options);
    const { documentId, version } = document;
    const all = await records.library.places(documentId, version);
    const places = await placesWithin(all, { start, end }, async () => {
      const text = await records.library.text(documentId, version);
      return text?.text ?? '';
    });
    return { documentId, version, places };
  }

  /** Errors: `document_unknown`, `original_missing`. */
  async getOriginal(idOrPath: string, options: Seen = {}): Promise<Original> {
    const found = await this.#find(idOrPath, options);
    const original = await this.#originalOf(found);
    if (!original) throw missing(found.document);
    return original;
  }

  /** Errors: `document_unknown`, `original_missing`, `picture_unknown`. */
  async getPicture(idOrPath: string, picture: string, options: Seen = {}): Promise<Original> {
    const original = await this.getOriginal(idOrPath, options);
    const { pictureInFile } = await import('../formats/picture-in-file.ts');
    const found = await pictureInFile(picture, original);
    if ('problem' in found)
      throw new FootnoteError('picture_unknown', { path: original.name, picture, ...found });
    const { mediaType, bytes } = found;
    return {
      name: /^\d+-\d+$/.test(picture) ? `picture${endingOf(mediaType)}` : nameOf(picture),
      mediaType,
      bytes: bytes.length,
      contentHash: createHash('sha256').update(bytes).digest('hex'),
      read: async (start, end) => bytes.subarray(start, end),
    };
  }

  /** See `Footnote.missing`. */
  async missing(
    contents: readonly HeldContent[],
    options: InCollection = {},
  ): Promise<readonly HeldContent[]> {
    const store = await this.#collections.existingStore();
    const held = await store?.records.uploads.holding(this.#collections.nameOf(options), contents);
    return contents.filter(({ name }) => !held?.has(name));
  }

  /**
   * Takes a document from readers. What indexes still hold of it is returned, to be erased. Errors: `document_unknown`,
   * `store_read_only`.
   */
  async retire(
    idOrPath: string,
    options: Seen = {},
  ): Promise<{ readonly document: DocumentSummary; readonly versions: readonly IndexedVersion[] }> {
    const { collection, records, document } = await this.#find(idOrPath, options);
    const versions = await records.documents.retire(document.documentId);
    await records.jobs.forgetPaths(collection, document.paths);
    return { document, versions };
  }

  /**
   * The file that a document was read from: what was put in, and what was to be kept, is there by its content, and a
   * file of a folder may still be there as it was. Of a member of an archive in a folder, a page of the web and an
   * object of S3 there is none that was not kept.
   */
  async #originalOf({ collection, records, document }: FoundDocument): Promise<Original | undefined> {
    const { documentId, contentHash, path } = document;
    const name = nameOf(path);
    const original = (
      bytes: number,
      part: (start: number, end: number) => Promise<Uint8Array | undefined>,
    ) => ({
      name,
      mediaType: mediaTypeOf(name),
      bytes,
      contentHash,
      read: async (start: number, end: number) => {
        const read = await part(start, end).catch(() => undefined);
        if (read?.length !== end - start) throw missing(document);
        return read;
      },
    });
    const kept = await records.uploads.length(collection, contentHash);
    if (kept !== undefined)
      return original(kept, (start, end) => records.uploads.part(collection, contentHash, start, end));
    for (const { source, bytes, modifiedMs } of await records.library.sources(documentId)) {
      if (schemeOf(source) !== undefined) continue;
      const file = { path: source, bytes, modifiedMs, contentHash };
      if (await this.#files.has(file))
        return original(bytes, async (start, end) => {
          const part = await readPart(source, start, end);
          // Another may have been written over it while it was read.
          return (await this.#files.has(file)) ? part : undefined;
        });
    }
    return undefined;
  }

  async #find(idOrPath: string, options: Seen): Promise<FoundDocument> {
    const { collection, records } = await this.#open(options);
    const document = await records.library.find(collection, idOrPath, options);
    if (!document) throw new FootnoteError('document_unknown', { document: idOrPath, collection });
    return { collection, records, document };
  }

  async #open(options: InCollection) {
    const collection = this.#collections.nameOf(options);
    return { collection, records: await this.#collections.recordsOf(collection) };
  }
}

/** Errors: `request_invalid` for a value without a field. */
function filterOf({ kind, language, state, field, value }: DocumentFilter): DocumentFilter {
  if (value !== undefined && field === undefined)
    throw unusable('value', 'it is of no field. Give the field as well');
  return {
    ...(kind !== undefined && { kind }),
    ...(language !== undefined && { language }),
    ...(state !== undefined && { state }),
    ...(field !== undefined && { field }),
    ...(value !== undefined && { value }),
  };
}

/** The last part of a path, of whatever system. */
function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function fileOf({ name, mediaType, bytes }: OriginalFile): OriginalFile {
  return { name, mediaType, bytes };
}

function missing({ path }: DocumentSummary): FootnoteError {
  return new FootnoteError('original_missing', { path });
}
