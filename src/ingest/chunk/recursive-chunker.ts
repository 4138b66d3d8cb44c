import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { Piece } from './cut-unit.ts';
import { turnTaker } from './turn-taker.ts';
import { placeSpans, requireDocument } from './units.ts';
import { graphemeSeam, type Span, trimmed } from './windows.ts';

export const recursiveOptions = z
  .object({
    /** UTF-16 code units. No chunk is longer. */
    maxCharacters: z.int().min(16).max(100_000).default(500),
    /** How far a chunk reaches back before the end of the one before it; at most half of `maxCharacters`. */
    overlapCharacters: z.int().min(0).max(50_000).default(50),
  })
  .refine(({ maxCharacters, overlapCharacters }) => overlapCharacters <= maxCharacters / 2, {
    path: ['overlapCharacters'],
    error: 'it must be at most half of maxCharacters',
  });

/** Best first: a chunk ends behind the first of these that its last part holds. */
const separators = ['\n\n\n', '\n\n', '\n', '. ', '? ', '! ', '; ', ', ', ' '];

/** The last part of a window, in which its end is sought. */
const searchedShare = 0.3;

/**
 * Cuts the text into windows of a fixed number of characters, each ending behind the best separator in its last
 * 30 %: sections, paragraphs, lines, sentences, clauses, words, and between graphemes where there is none. It knows
 * no blocks and no tokens. The last window ends with the text: no shorter and shorter tails follow it.
 */
export function recursiveChunker(
  options: z.output<typeof recursiveOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  const { maxCharacters, overlapCharacters, tokenizer } = options;
  return {
    id: `recursive-1:${maxCharacters}:${overlapCharacters}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const takeTurn = turnTaker(signal);
      const { text, blocks } = document;
      const body = { start: blocks[0]?.start ?? 0, end: blocks.at(-1)?.end ?? 0 };
      const pieces: Piece[] = [];
      for (const span of overlappingWindows(text, body, options)) {
        await takeTurn();
        pieces.push({ ...span, tokens: tokenizer.count(text.slice(span.start, span.end)) });
      }
      return placeSpans(document, pieces, takeTurn);
    },
  };
}

/** A grapheme that reaches further is cut. */
const longestGrapheme = 32;

/** The windows without the white space at their ends; one that holds nothing beyond its neighbour is left out. */
function* overlappingWindows(
  text: string,
  body: Span,
  sizes: { readonly maxCharacters: number; readonly overlapCharacters: number },
): Generator<Span> {
  let previous: Span | undefined;
  let from = body.start;
  while (from < body.end) {
    const limit = from + sizes.maxCharacters;
    const to = limit >= body.end ? body.end : windowEnd(text, from, limit);
    const next = trimmed(text, { start: from, end: to });
    if (next.start < next.end && next.end > (previous?.end ?? 0)) {
      if (previous && previous.start < next.start) yield previous;
      previous = next;
    }
    if (to === body.end) break;
    const back = to - sizes.overlapCharacters;
    from = graphemeSeam(text, Math.max(from, back - longestGrapheme), back);
  }
  if (previous) yield previous;
}

function windowEnd(text: string, from: number, limit: number): number {
  const searched = limit - Math.floor((limit - from) * searchedShare);
  const region = text.slice(searched, limit);
  for (const separator of separators) {
    const at = region.lastIndexOf(separator);
    if (at !== -1) return searched + at + separator.length;
  }
  return graphemeSeam(text, searched, limit);
}
