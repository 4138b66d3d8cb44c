import { type FieldPostings, postingList, postingsOf } from '../text/field-postings.ts';
import { type PostingCounts, PostingsWriter } from '../text/postings-writer.ts';
import type { MergedDictionaries } from './merge-dictionaries.ts';
import { dropped, isShift, moved } from './remap.ts';

/** How many live chunks of several segments hold each term in a field, by the number of the term. */
export function countPostings(
  sources: readonly FieldPostings[],
  remaps: readonly Uint32Array[],
  { size, numbers }: MergedDictionaries,
): PostingCounts {
  const counts = { once: new Uint32Array(size), often: new Uint32Array(size) };
  for (const [index, source] of sources.entries())
    addCounts(source, remaps[index] as Uint32Array, numbers[index] as Uint32Array, counts);
  return counts;
}

function addCounts(
  source: FieldPostings,
  remap: Uint32Array,
  numberOf: Uint32Array,
  { once, often }: PostingCounts,
): void {
  const isWhole = isShift(remap);
  for (let term = 0; term < numberOf.length; term++) {
    const number = numberOf[term] as number;
    if (isWhole) {
      const repeats = source.repeats[term] as number;
      once[number] = (once[number] as number) + postingsOf(source, term) - repeats;
      often[number] = (often[number] as number) + repeats;
    } else {
      const list = postingList(source, term);
      once[number] = (once[number] as number) + countLive(list.lists, list.once, list.often, remap);
      often[number] = (often[number] as number) + countLive(list.lists, list.often, list.frequencies, remap);
    }
  }
}

function countLive(places: Uint16Array, from: number, to: number, remap: Uint32Array): number {
  let count = 0;
  for (let at = from; at < to; at++) if (remap[places[at] as number] !== dropped) count++;
  return count;
}

/** Where chunks and terms go, and how many chunks hold each merged term. */
export interface PostingsTarget {
  readonly remaps: readonly Uint32Array[];
  readonly places: readonly Uint32Array[];
  readonly counts: PostingCounts;
  readonly chunks: number;
}

/** Puts the postings of one field of several segments behind each other, in steps. */
export function* mergePostings(
  sources: readonly FieldPostings[],
  { remaps, places, counts, chunks }: PostingsTarget,
): Generator<void, FieldPostings> {
  const writer = new PostingsWriter(counts);
  for (const [index, source] of sources.entries()) {
    append(source, remaps[index] as Uint32Array, places[index] as Uint32Array, writer);
    yield;
  }
  return writer.finish(mergeLengths(sources, remaps, chunks));
}

function append(
  source: FieldPostings,
  remap: Uint32Array,
  places: Uint32Array,
  writer: PostingsWriter,
): void {
  const { starts } = source;
  for (let term = 0; term < places.length; term++) {
    const place = places[term] as number;
    if (place === dropped || starts[term] === starts[term + 1]) continue;
    writer.addAll(place, postingList(source, term), remap);
  }
}

function mergeLengths(
  sources: readonly FieldPostings[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Uint32Array {
  const lengths = sources.map((source) => source.lengths);
  const isEmpty = lengths.every(({ length }) => length === 0);
  return isEmpty ? new Uint32Array() : moved(lengths, remaps, new Uint32Array(chunks));
}
