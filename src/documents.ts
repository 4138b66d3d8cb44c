import type { HeldContent } from './contracts/added-document.ts';
import type {
  DocumentPage,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
} from './contracts/document.ts';
import type { IndexedVersion } from './contracts/document-records.ts';
import type { ForGroups, InCollection } from './contracts/in-collection.ts';
import { FootnoteError, isFootnoteError } from './errors.ts';
import type { StoredCollections } from './stored-collections.ts';

type Seen = InCollection & ForGroups;

/** Documents to a page of a list, where no other number is asked for. */
const pageLength = 1000;

/**
 * The wiring of everything that is asked of documents as such; see the methods of `Footnote` of the same names. Errors
 * of every method: `collection_unknown`.
 */
export class Documents {
  readonly #collections: StoredCollections;

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
    });
  }

  /** Errors: `document_unknown`. */
  async getDocument(idOrPath: string, options: Seen = {}): Promise<DocumentSummary> {
    const { document } = await this.#find(idOrPath, options);
    return document;
  }

  /** Errors: `document_unknown`; `store_corrupt`, and then the next ingest of its file makes it anew. */
  async getDocumentText(idOrPath: string, options: Seen = {}): Promise<DocumentText> {
    const { records, document } = await this.#find(idOrPath, options);
    const text = await records.library
      .text(document.documentId, document.version)
      .catch(async (error: unknown) => {
        // Where that cannot be noted, as in a store that is only to be read, footnote doctor will say it.
        if (isFootnoteError(error) && error.code === 'store_corrupt')
          await records.reingestion.queue([document]).catch(() => undefined);
        throw error;
      });
    // Replaced between the two reads.
    return text ?? this.getDocumentText(document.documentId, options);
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

  async #find(idOrPath: string, options: Seen) {
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
