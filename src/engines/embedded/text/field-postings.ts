import { dropped } from '../place-arrays.ts';
import { LazyNumbers } from '../segments/segment-body.ts';

/** How many chunks hold each term once, and how many more often; by place in the dictionary. */
export interface PostingCounts {
  readonly once: Uint32Array;
  readonly often: Uint32Array;
}

/** Writes {@link FieldPostings} of known size. Chunks come in order of place, terms in any. */
export class PostingsWriter {
  readonly #starts: Uint32Array;
  readonly #repeats: Uint16Array;
  readonly #lists: Uint16Array;
  /** By term: where its next chunk goes, in either part of its list. */
  readonly #once: Uint32Array;
  readonly #often: Uint32Array;

  constructor({ once, often }: PostingCounts) {
    const starts = new Uint32Array(once.length + 1);
    this.#often = new Uint32Array(once.length);
    for (let term = 0, start = 0; term < once.length; term++) {
      this.#often[term] = start + (once[term] as number);
      start += (once[term] as number) + 2 * (often[term] as number);
      starts[term + 1] = start;
    }
    this.#starts = starts;
    this.#repeats = new Uint16Array(often);
    this.#lists = new Uint16Array(starts[once.length] as number);
    this.#once = starts.slice(0, once.length);
  }

  /** Adds a chunk to the list of a term that it holds so often. */
  add(term: number, place: number, frequency: number): void {
    if (frequency > 1) return this.#addOften(term, place, frequency);
    const at = this.#once[term] as number;
    this.#lists[at] = place;
    this.#once[term] = at + 1;
  }

  /** Adds the chunks of a list where they go, those that are dropped left out. */
  addAll(term: number, { lists, once, often, frequencies }: PostingList, remap: Uint32Array): void {
    const target = this.#lists;
    let cursor = this.#once[term] as number;
    for (let at = once; at < often; at++) {
      const place = remap[lists[at] as number] as number;
      if (place !== dropped) target[cursor++] = place;
    }
    this.#once[term] = cursor;
    for (let at = often; at < frequencies; at++) {
      const place = remap[lists[at] as number] as number;
      if (place !== dropped) this.#addOften(term, place, lists[at + frequencies - often] as number);
    }
  }

  /** `lengths` are those of the chunks' fields. */
  finish(lengths: Uint32Array): FieldPostings {
    return {
      starts: this.#starts,
      repeats: this.#repeats,
      lists: new LazyNumbers(this.#lists),
      lengths: this.#lists.length === 0 ? new Uint32Array() : lengths,
    };
  }

  #addOften(term: number, place: number, frequency: number): void {
    const at = this.#often[term] as number;
    this.#lists[at] = place;
    this.#lists[at + (this.#repeats[term] as number)] = frequency;
    this.#often[term] = at + 1;
  }
}

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
