import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { cutSpan, cuttersByKind, prose } from './cut-unit.ts';
import { PiecePacker } from './piece-packer.ts';
import { placeSpans } from './place-spans.ts';
import { lines } from './seams.ts';
import { turnTaker } from './turn-taker.ts';
import { units } from './units.ts';

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
    async chunk(document, { signal } = {}) {
      const takeTurn = turnTaker(signal);
      const cutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const packer = new PiecePacker(document.text, {
        tokenizer,
        maxTokens,
        maxPieces: maxSentences,
        overlapPieces: overlapSentences,
        overlapTokens: Math.floor((maxTokens - 1) / 2),
      });
      for (const unit of units(document)) {
        for (const piece of cutSpan(document.text, unit, sentencesByKind[unit.kind], cutOptions)) {
          await takeTurn();
          packer.add(piece);
        }
      }
      return placeSpans(document, packer.finish(), takeTurn);
    },
  };
}
