import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { type Cutter, graphemes, singleWords } from './cut-unit.ts';
import { packDocument } from './piece-packer.ts';

export const tokenOptions = z
  .object({
    /** No chunk is longer, and none but the last is shorter by more than a word. */
    maxTokens: z.int().min(16).max(8192).default(256),
    /** What a chunk repeats from the one before, in whole words; less than half of `maxTokens`. */
    overlapTokens: z.int().min(0).max(4095).default(32),
  })
  .refine(({ maxTokens, overlapTokens }) => overlapTokens < maxTokens / 2, {
    path: ['overlapTokens'],
    error: 'it must be less than half of maxTokens',
  });

const wordByWord: readonly Cutter[] = [singleWords, graphemes];

/** Cuts the text into windows of a fixed number of tokens, whatever stands in them. Borders lie between words. */
export function tokenChunker(
  options: z.output<typeof tokenOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxTokens, overlapTokens, tokenizer } = options;
  return {
    id: `tokens-1:${maxTokens}:${overlapTokens}:${tokenizer.id}`,
    chunk: (document, { signal } = {}) =>
      packDocument(document, () => wordByWord, { tokenizer, maxTokens, overlapTokens }, signal),
  };
}
