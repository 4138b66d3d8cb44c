import type { Leaf, Normalisation } from './bm25.ts';
import type { FieldPostings, TextSegment } from './text-segment.ts';
import type { TopPlaces } from './top-places.ts';

const accumulators = new Float64Array(0x1_0000);
const touched = new Uint16Array(0x1_0000);

/** Adds up the scores of one segment's chunks, term after term, and offers them to `top`. */
export function scoreSegment(
  segment: TextSegment,
  index: number,
  leaves: readonly Leaf[],
  normalisations: readonly Normalisation[],
  allowed: Uint8Array | undefined,
  top: TopPlaces,
): void {
  let count = 0;
  for (const { field, weight, terms } of leaves) {
    const term = terms[index] as number;
    if (term < 0) continue;
    const { starts, lengths, postings: stored } = segment.fields[field] as FieldPostings;
    const { base, slope } = normalisations[field] as Normalisation;
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    const postings = stored.with(start, end);
    for (let at = start; at < end; at++) {
      const posting = postings[at] as number;
      const place = posting & 0xffff;
      const frequency = posting >>> 16;
      const before = accumulators[place] as number;
      if (before === 0) touched[count++] = place;
      accumulators[place] =
        before + (weight * frequency) / (frequency + base + slope * (lengths[place] as number));
    }
  }
  const { dead } = segment;
  let { threshold } = top;
  for (let at = 0; at < count; at++) {
    const place = touched[at] as number;
    const score = accumulators[place] as number;
    accumulators[place] = 0;
    if (score < threshold || dead[place] === 1 || (allowed !== undefined && allowed[place] === 0)) continue;
    top.offer(index, place, score);
    threshold = top.threshold;
  }
}
