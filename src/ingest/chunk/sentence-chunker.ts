import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { cuttersByKind, lines, prose } from './cut-unit.ts';
import { packDocument } from './piece-packer.ts';

export const sentenceOptions = z
  .object({
    /** Sentences in a chunk; headings, table rows and lines of code count as one each. */
    maxSentences: z.int().min(1).max(1000).default(8),
    /** No chunk is longer; a longer sentence is cut between words. */
    maxTokens: z.int().min(16).max(8192).default(512),
    /** Sentences that a chunk repeats from the one before, as far as they are under half of `maxTokens`. */
    overlapSentences: z.int().min(0).max(999).default(1),
  })
  .refine(({ maxSentences, overlapSentences }) => overlapSentences < maxSentences, {
    path: ['overlapSentences'],
    error: 'it must be less than maxSentences',
  });

/** Items of a list count one by one, those that are nested in others too. */
const sentencesByKind = { ...cuttersByKind, list: [lines, ...prose] };

/** Cuts the text into groups of whole sentences, whatever block they stand in. */
export function sentenceChunker(
  options: z.output<typeof sentenceOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxSentences, maxTokens, overlapSentences, tokenizer } = options;
  return {
    id: `sentences-1:${maxSentences}:${maxTokens}:${overlapSentences}:${tokenizer.id}`,
    chunk(document, { signal } = {}) {
      const packing = {
        tokenizer,
        maxTokens,
        maxPieces: maxSentences,
        overlapPieces: overlapSentences,
        overlapTokens: Math.floor((maxTokens - 1) / 2),
      };
      return packDocument(document, ({ kind }) => sentencesByKind[kind], packing, signal);
    },
  };
}
