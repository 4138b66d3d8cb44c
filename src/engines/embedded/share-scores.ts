import { type Leaf, type Normalisation, saturation } from './bm25.ts';
import { findPosting, walkedPerSearch } from './find-posting.ts';
import type { FieldPostings, TextSegment } from './text-segment.ts';

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
  const { starts, lengths, postings: stored } = segment.fields[field] as FieldPostings;
  const start = starts[term] as number;
  const end = starts[term + 1] as number;
  const postings = stored.with(start, end);
  const normalisation = normalisations[field] as Normalisation;
  const add = (posting: number): void => {
    const slot = slots[posting & 0xffff] as number;
    if (slot === 0) return;
    const { place, shares } = held[slot - 1] as Shared;
    const share = weight * saturation(posting >>> 16, lengths[place] as number, normalisation);
    shares[group] = (shares[group] as number) + share;
  };
  if (end - start <= walkedPerSearch * held.length) {
    for (let at = start; at < end; at++) add(postings[at] as number);
    return;
  }
  for (const { place } of held) {
    const posting = findPosting(postings, start, end, place);
    if (posting !== 0) add(posting);
  }
}
