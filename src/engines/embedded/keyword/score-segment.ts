import type { Normalisation } from '../../bm25.ts';
import { type FieldPostings, postingList } from '../text/field-postings.ts';
import type { TextSegment } from '../text/text-segment.ts';
import type { Leaf } from './leaves.ts';
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
    const postings = segment.fields[field] as FieldPostings;
    const { lengths } = postings;
    const { base, slope } = normalisations[field] as Normalisation;
    const { lists, once, often, frequencies } = postingList(postings, term);
    for (let at = once; at < often; at++) {
      const place = lists[at] as number;
      const before = accumulators[place] as number;
      // Written always and kept where it is new: without a branch that no processor could foresee.
      touched[count] = place;
      count += Number(before === 0);
      accumulators[place] = before + weight / (1 + base + slope * (lengths[place] as number));
    }
    for (let at = often; at < frequencies; at++) {
      const place = lists[at] as number;
      const frequency = lists[at + frequencies - often] as number;
      const before = accumulators[place] as number;
      // Written always and kept where it is new: without a branch that no processor could foresee.
      touched[count] = place;
      count += Number(before === 0);
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
