import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { countUpTo, cutUnit, type Piece, sumTokens } from './cut-unit.ts';
import { PiecePacker } from './piece-packer.ts';
import { turnTaker } from './turn-taker.ts';
import { placeSpans, requireDocument, units } from './units.ts';

export const pageOptions = z.object({
  /** A longer page becomes several chunks of about equal length. */
  maxTokens: z.int().min(16).max(8192).default(512),
});

/**
 * Makes a chunk of each page, slide or sheet. One over the maximum is cut between blocks, and inside a block where
 * that is over the maximum itself. A document without pages is one page.
 */
export function pageChunker(
  options: z.output<typeof pageOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxTokens, tokenizer } = options;
  return {
    id: `page-1:${maxTokens}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const takeTurn = turnTaker(signal);
      const { text } = document;
      const cutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const pages: Piece[][] = [];
      let page: number | undefined;
      for (const unit of units(document)) {
        // What has no page of its own stands on that of what comes before it.
        if (pages.length === 0 || (unit.page ?? page) !== page) pages.push([]);
        page = unit.page ?? page;
        const tokens = countUpTo(text, unit, cutOptions);
        for (const piece of tokens <= maxTokens ? [{ ...unit, tokens }] : cutUnit(text, unit, cutOptions)) {
          await takeTurn();
          pages.at(-1)?.push(piece);
        }
      }
      const chunks: Piece[] = [];
      for (const pieces of pages) {
        const total = sumTokens(pieces);
        const targetTokens = Math.ceil(total / Math.ceil(total / maxTokens));
        const packer = new PiecePacker(text, { maxTokens, tokenizer, targetTokens, overlapTokens: 0 });
        for (const piece of pieces) {
          await takeTurn();
          packer.add(piece);
        }
        chunks.push(...packer.finish());
      }
      return placeSpans(document, chunks, takeTurn);
    },
  };
}
