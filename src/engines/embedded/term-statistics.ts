import type { TermStatistics } from '../../contracts/engine.ts';
import { liveFrequency } from './keyword-search.ts';
import { type TextSegment, textFields } from './text-segment.ts';

/** How many live chunks hold each term, counted in the field where it is most common, over all segments. */
export function termStatistics(segments: readonly TextSegment[], terms: readonly string[]): TermStatistics {
  const frequencies = terms.map((term) => {
    const places = segments.map((segment) => segment.dictionary.indexOf(term));
    const byField = textFields.map((_, field) =>
      segments.reduce(
        (sum, segment, index) => sum + liveFrequency(segment, field, places[index] as number),
        0,
      ),
    );
    return Math.max(...byField);
  });
  const chunks = segments.reduce((sum, segment) => sum + segment.seqs.length - segment.deadCount, 0);
  return { chunks, frequencies };
}
