import { addUp } from './add-up.ts';
import type { MergedDictionaries } from './merge-dictionaries.ts';
import { dropped, isShift } from './remap.ts';
import { LazyNumbers } from './segment-body.ts';
import { type FieldPostings, packPosting } from './text-segment.ts';

/** How many postings of live chunks a field of several segments has, by the number of the term. */
export function countPostings(
  sources: readonly FieldPostings[],
  remaps: readonly Uint32Array[],
  { size, numbers }: MergedDictionaries,
): Uint32Array {
  const counts = new Uint32Array(size);
  for (const [index, source] of sources.entries())
    addCounts(source, remaps[index] as Uint32Array, numbers[index] as Uint32Array, counts);
  return counts;
}

function addCounts(
  { starts, postings: stored }: FieldPostings,
  remap: Uint32Array,
  numberOf: Uint32Array,
  counts: Uint32Array,
): void {
  const isWhole = isShift(remap);
  const postings = stored.all();
  for (let term = 0; term < numberOf.length; term++) {
    const from = starts[term] as number;
    const to = starts[term + 1] as number;
    const number = numberOf[term] as number;
    counts[number] =
      (counts[number] as number) + (isWhole ? to - from : countLive(postings, from, to, remap));
  }
}

function countLive(postings: Uint32Array, from: number, to: number, remap: Uint32Array): number {
  let count = 0;
  for (let at = from; at < to; at++) if (remap[(postings[at] as number) & 0xffff] !== dropped) count++;
  return count;
}

/** Where chunks and terms go, and how many postings each merged term gets. */
export interface PostingsTarget {
  readonly remaps: readonly Uint32Array[];
  readonly places: readonly Uint32Array[];
  readonly sizes: Uint32Array;
  readonly chunks: number;
}

/** Puts the postings of one field of several segments behind each other, in steps. */
export function* mergePostings(
  sources: readonly FieldPostings[],
  { remaps, places, sizes, chunks }: PostingsTarget,
): Generator<void, FieldPostings> {
  const starts = new Uint32Array(sizes.length + 1);
  starts.set(sizes, 1);
  addUp(starts);
  const postings = new Uint32Array(starts[sizes.length] as number);
  const cursors = starts.slice();
  for (const [index, source] of sources.entries()) {
    const remap = remaps[index] as Uint32Array;
    const move = isShift(remap) ? appendShifted : appendLive;
    move(source, remap, places[index] as Uint32Array, postings, cursors);
    yield;
  }
  return { starts, postings: new LazyNumbers(postings), lengths: mergeLengths(sources, remaps, chunks) };
}

function mergeLengths(
  sources: readonly FieldPostings[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Uint32Array {
  if (sources.every(({ lengths }) => lengths.length === 0)) return new Uint32Array();
  const merged = new Uint32Array(chunks);
  for (const [index, { lengths }] of sources.entries()) {
    const remap = remaps[index] as Uint32Array;
    for (let place = 0; place < lengths.length; place++) {
      const target = remap[place] as number;
      if (target !== dropped) merged[target] = lengths[place] as number;
    }
  }
  return merged;
}

function appendShifted(
  { starts, postings: stored }: FieldPostings,
  remap: Uint32Array,
  places: Uint32Array,
  target: Uint32Array,
  cursors: Uint32Array,
): void {
  // A place stands in the low bits of a posting.
  const shift = remap[0] as number;
  const postings = stored.all();
  for (let term = 0; term < places.length; term++) {
    const from = starts[term] as number;
    const to = starts[term + 1] as number;
    if (from === to) continue;
    const place = places[term] as number;
    const offset = (cursors[place] as number) - from;
    for (let at = from; at < to; at++) target[offset + at] = (postings[at] as number) + shift;
    cursors[place] = offset + to;
  }
}

function appendLive(
  { starts, postings: stored }: FieldPostings,
  remap: Uint32Array,
  places: Uint32Array,
  target: Uint32Array,
  cursors: Uint32Array,
): void {
  const postings = stored.all();
  for (let term = 0; term < places.length; term++) {
    const place = places[term] as number;
    if (place === dropped) continue;
    let cursor = cursors[place] as number;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const posting = postings[at] as number;
      const chunk = remap[posting & 0xffff] as number;
      if (chunk !== dropped) target[cursor++] = packPosting(chunk, posting >>> 16);
    }
    cursors[place] = cursor;
  }
}
