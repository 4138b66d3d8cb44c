import type { LazyNumbers } from '../segments/segment-body.ts';

/** Most occurrences of a term in a chunk that are counted: a frequency takes 16 bits. */
export const maxTermFrequency = 0xffff;

/**
 * The chunks that hold each term of a field. Most hold a term once, so a list has three parts: the places of the chunks
 * that hold it once, the places of those that hold it more often, and for each of these how often. Places ascend in
 * either part.
 */
export interface FieldPostings {
  /** The list of term `t` is `lists[starts[t]..starts[t + 1])`. */
  readonly starts: Uint32Array;
  /** For each term how many chunks hold it more than once. */
  readonly repeats: Uint16Array;
  readonly lists: LazyNumbers<Uint16Array>;
  /** Terms of each chunk's field, pure numbers not counted. Empty where no chunk has any term in the field. */
  readonly lengths: Uint32Array;
}

/** One term's list in a field: places in `[once, often)` and `[often, frequencies)`, then their frequencies. */
export interface PostingList {
  readonly lists: Uint16Array;
  readonly once: number;
  readonly often: number;
  readonly frequencies: number;
}

/** How many chunks hold a term, without reading which. */
export function postingsOf({ starts, repeats }: FieldPostings, term: number): number {
  return (starts[term + 1] as number) - (starts[term] as number) - (repeats[term] as number);
}

/** The list of a term, read where it has not been. Errors: `LostSegment`. */
export function postingList({ starts, repeats, lists }: FieldPostings, term: number): PostingList {
  const once = starts[term] as number;
  const end = starts[term + 1] as number;
  const frequencies = end - (repeats[term] as number);
  return { lists: lists.with(once, end), once, often: frequencies - (repeats[term] as number), frequencies };
}

/** How often a chunk holds the term of a list, 0 where it lacks it. */
export function frequencyAt({ lists, once, often, frequencies }: PostingList, place: number): number {
  if (find(lists, once, often, place) >= 0) return 1;
  const at = find(lists, often, frequencies, place);
  return at < 0 ? 0 : (lists[at + frequencies - often] as number);
}

/** Where a place is among `lists[from..to)`, -1 where it is not. */
function find(lists: Uint16Array, from: number, to: number, place: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lists[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low < to && lists[low] === place ? low : -1;
}
