import type { TermStatistics } from '../../contracts/engine.ts';
import { liveChunks, placesOf, totalFrequency } from './bm25.ts';
import { type TextSegment, textFields } from './text-segment.ts';

/** How many live chunks hold each term, counted in the field where it is most common, over all segments. */
export function termStatistics(segments: readonly TextSegment[], terms: readonly string[]): TermStatistics {
  const dictionaries = segments.map((segment) => segment.dictionary);
  const frequencies = terms.map((term) => {
    const places = placesOf(dictionaries, term);
    return Math.max(...textFields.map((_, field) => totalFrequency(segments, field, places)));
  });
  return { chunks: liveChunks(segments), frequencies };
}
