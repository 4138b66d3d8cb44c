import { type Normalisation, saturation } from '../../bm25.ts';
import { type FieldPostings, frequencyAt, postingList } from '../text/field-postings.ts';
import type { TextSegment } from '../text/text-segment.ts';
import type { Leaf } from './leaves.ts';

/** How many postings are walked through in the time that one is searched for. */
const walkedPerSearch = 16;

/** A chunk with what each group of leaves adds to its score, by number of the group. */
export interface Shared {
  /** Number of its segment. */
  readonly index: number;
  readonly place: number;
  readonly shares: number[];
}

/** By place in the segment that is looked at: the number of the chunk there plus one, 0 for all others. */
const slots = new Uint32Array(0x1_0000);

/**
 * Adds to the shares of chunks what each group of leaves adds to their scores. Lists that are not much longer than the
 * chunks are many are walked through; in others each chunk is searched for.
 */
export function addShares(
  segments: readonly TextSegment[],
  chunks: readonly Shared[],
  groups: readonly (readonly Leaf[])[],
  normalisations: readonly Normalisation[],
): void {
  const bySegment = segments.map((): Shared[] => []);
  for (const chunk of chunks) (bySegment[chunk.index] as Shared[]).push(chunk);
  for (const [index, held] of bySegment.entries()) {
    if (held.length === 0) continue;
    for (let at = 0; at < held.length; at++) slots[(held[at] as Shared).place] = at + 1;
    for (let group = 0; group < groups.length; group++) {
      for (const leaf of groups[group] as readonly Leaf[])
        addLeaf(segments[index] as TextSegment, index, held, leaf, group, normalisations);
    }
    for (const { place } of held) slots[place] = 0;
  }
}

function addLeaf(
  segment: TextSegment,
  index: number,
  held: readonly Shared[],
  { field, weight, terms }: Leaf,
  group: number,
  normalisations: readonly Normalisation[],
): void {
  const term = terms[index] as number;
  if (term < 0) return;
  const postings = segment.fields[field] as FieldPostings;
  const { lengths } = postings;
  const normalisation = normalisations[field] as Normalisation;
  const add = ({ place, shares }: Shared, frequency: number): void => {
    const share = weight * saturation(frequency, lengths[place] as number, normalisation);
    shares[group] = (shares[group] as number) + share;
  };
  const list = postingList(postings, term);
  const { lists, once, often, frequencies } = list;
  if (frequencies - once > walkedPerSearch * held.length) {
    for (const chunk of held) {
      const frequency = frequencyAt(list, chunk.place);
      if (frequency > 0) add(chunk, frequency);
    }
    return;
  }
  for (let at = once; at < frequencies; at++) {
    const slot = slots[lists[at] as number] as number;
    if (slot === 0) continue;
    add(held[slot - 1] as Shared, at < often ? 1 : (lists[at + frequencies - often] as number));
  }
}
