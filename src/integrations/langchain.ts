import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import type { Footnote, QueryOptions } from '../footnote.ts';
import { type PassageMetadata, passageMetadata } from './passage-metadata.ts';

export type { PassageMetadata } from './passage-metadata.ts';

/** What a {@link FootnoteRetriever} is made of. */
export interface FootnoteRetrieverFields extends BaseRetrieverInput {
  /** Stays the caller's to close. */
  readonly footnote: Pick<Footnote, 'search'>;
  /** How every question is searched for: collection, filter, number of passages and the like. */
  readonly query?: QueryOptions;
}

/**
 * Footnote's search as a retriever of LangChain.js. A document is a passage: `pageContent` its words, `id` the chunk's,
 * `metadata` where it stands. Best first; none where nothing in the documents bears on the question. Errors: those of
 * `Footnote.search`.
 */
export class FootnoteRetriever extends BaseRetriever<PassageMetadata> {
  static override lc_name(): string {
    return 'FootnoteRetriever';
  }

  readonly lc_namespace = ['footnote-rag', 'langchain'];
  readonly #footnote: Pick<Footnote, 'search'>;
  readonly #query: QueryOptions;

  constructor({ footnote, query = {}, ...fields }: FootnoteRetrieverFields) {
    super(fields);
    this.#footnote = footnote;
    this.#query = query;
  }

  override async _getRelevantDocuments(question: string): Promise<Document<PassageMetadata>[]> {
    const { hits } = await this.#footnote.search(question, this.#query);
    return hits.map(
      (hit) => new Document({ pageContent: hit.content, id: hit.chunkId, metadata: passageMetadata(hit) }),
    );
  }
}
