import type { QueryBundle } from '@llamaindex/core/query-engine';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { type NodeWithScore, TextNode } from '@llamaindex/core/schema';
import type { Footnote, QueryOptions } from '../footnote.ts';
import { passageMetadata } from './passage-metadata.ts';

export type { PassageMetadata } from './passage-metadata.ts';

/** What a {@link FootnoteRetriever} is made of. */
export interface FootnoteRetrieverOptions {
  /** Stays the caller's to close. */
  readonly footnote: Pick<Footnote, 'search'>;
  /** How every question is searched for: collection, filter, number of passages and the like. */
  readonly query?: QueryOptions;
}

/**
 * Footnote's search as a retriever of LlamaIndexTS. A node is a passage, with its characters in the document as
 * `startCharIdx` and `endCharIdx` and its place as `metadata`. Best first; none where nothing in the documents bears on
 * the question. Errors: those of `Footnote.search`.
 */
export class FootnoteRetriever extends BaseRetriever {
  readonly #footnote: Pick<Footnote, 'search'>;
  readonly #query: QueryOptions;

  constructor({ footnote, query = {} }: FootnoteRetrieverOptions) {
    super();
    this.#footnote = footnote;
    this.#query = query;
  }

  override async _retrieve({ query }: QueryBundle): Promise<NodeWithScore[]> {
    const { hits } = await this.#footnote.search(textOf(query), this.#query);
    return hits.map((hit) => ({
      score: hit.score,
      node: new TextNode({
        id_: hit.chunkId,
        text: hit.content,
        startCharIdx: hit.start,
        endCharIdx: hit.end,
        metadata: { ...passageMetadata(hit) },
      }),
    }));
  }
}

/** The words of a question, which may have pictures beside them. */
function textOf(query: QueryBundle['query']): string {
  if (typeof query === 'string') return query;
  return query.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
