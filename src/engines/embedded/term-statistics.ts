import type { TermStatistics } from '../../contracts/engine.ts';
import { liveChunks, totalFrequency } from './bm25.ts';
import { type TextSegment, textFields } from './text-segment.ts';

/** How many live chunks hold each term, counted in the field where it is most common, over all segments. */
export function termStatistics(segments: readonly TextSegment[], terms: readonly string[]): TermStatistics {
  const frequencies = terms.map((term) => {
    const places = segments.map((segment) => segment.dictionary.indexOf(term));
    return Math.max(...textFields.map((_, field) => totalFrequency(segments, field, places)));
  });
  return { chunks: liveChunks(segments), frequencies };
}
