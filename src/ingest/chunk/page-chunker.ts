import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { countUpTo, cutUnit, type Piece } from './cut-unit.ts';
import { PiecePacker } from './piece-packer.ts';
import { placeSpans } from './place-spans.ts';
import { turnTaker } from './turn-taker.ts';
import { units } from './units.ts';

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
      const takeTurn = turnTaker(signal);
      const { text } = document;
      const cutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const chunks: Piece[] = [];
      let page: { readonly number: number | undefined; readonly pieces: Piece[] } | undefined;
      const endPage = async () => {
        if (page) chunks.push(...(await packPage(text, page.pieces, { maxTokens, tokenizer, takeTurn })));
      };
      for (const unit of units(document)) {
        // What has no page of its own stands on that of what comes before it.
        const number = unit.page ?? page?.number;
        if (page?.number !== number || !page) {
          await endPage();
          page = { number, pieces: [] };
        }
        const tokens = countUpTo(text, unit, cutOptions);
        const pieces = tokens <= maxTokens ? [{ ...unit, tokens }] : cutUnit(text, unit, cutOptions);
        for (const piece of pieces) {
          await takeTurn();
          page.pieces.push(piece);
        }
      }
      await endPage();
      return placeSpans(document, chunks, takeTurn);
    },
  };
}

async function packPage(
  text: string,
  pieces: readonly Piece[],
  {
    takeTurn,
    ...options
  }: {
    readonly maxTokens: number;
    readonly tokenizer: Tokenizer;
    readonly takeTurn: () => Promise<void>;
  },
): Promise<readonly Piece[]> {
  const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const targetTokens = Math.ceil(total / Math.ceil(total / options.maxTokens));
  const packer = new PiecePacker(text, { ...options, targetTokens, overlapTokens: 0 });
  for (const piece of pieces) {
    await takeTurn();
    packer.add(piece);
  }
  return packer.finish();
}
