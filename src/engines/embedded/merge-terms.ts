import type { InvertedFields } from './inverter.ts';
import { TermDictionary } from './term-dictionary.ts';
import { type FieldPostings, packPosting } from './text-segment.ts';

/** Terms merged before the event loop gets its turn: a few milliseconds. */
const termsPerStep = 2048;

/** In a remap: the chunk or term is gone and gets no place in the merged segment. */
export const dropped = 0xffff_ffff;

/** What is merged: dictionaries with the same fields each. */
export type TermSource = Pick<InvertedFields, 'dictionary' | 'fields'>;

export interface MergedTerms extends TermSource {
  /** For each source where its terms went, {@link dropped} for those that no live chunk holds. */
  readonly places: readonly Uint32Array[];
}

/**
 * Merges dictionaries and postings in steps. `remaps` say for each source where its chunks go, `chunks` how many
 * there are then.
 */
export function* mergeTerms(
  sources: readonly TermSource[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Generator<void, MergedTerms> {
  const mergers = (sources[0]?.fields ?? []).map(
    (_, index) =>
      new FieldMerger(
        sources.map(({ fields }) => fields[index] as FieldPostings),
        remaps,
        chunks,
      ),
  );
  const dictionaries = sources.map(({ dictionary }) => dictionary);
  const places = dictionaries.map(({ size }) => new Uint32Array(size).fill(dropped));
  const merged = TermDictionary.writer();
  const cursors = new Uint32Array(sources.length);
  const holders = new Uint32Array(sources.length);
  for (let steps = 1, terms = 0; ; steps++) {
    if (steps % termsPerStep === 0) yield;
    const count = findSmallest(dictionaries, cursors, holders);
    if (count === 0) break;
    let isLive = false;
    for (let at = 0; at < count; at++) {
      const holder = holders[at] as number;
      for (const merger of mergers) isLive = merger.append(holder, cursors[holder] as number) || isLive;
    }
    const first = holders[0] as number;
    if (isLive) {
      merged.add(dictionaries[first] as TermDictionary, cursors[first] as number);
      for (const merger of mergers) merger.endTerm();
    }
    for (let at = 0; at < count; at++) {
      const holder = holders[at] as number;
      const cursor = cursors[holder] as number;
      if (isLive) (places[holder] as Uint32Array)[cursor] = terms;
      cursors[holder] = cursor + 1;
    }
    if (isLive) terms++;
  }
  return { dictionary: merged.finish(), fields: mergers.map((merger) => merger.finish()), places };
}

/** Puts the dictionaries whose next term is the smallest of all into `holders`, in order, and returns how many. */
function findSmallest(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  holders: Uint32Array,
): number {
  let count = 0;
  for (let index = 0; index < dictionaries.length; index++) {
    const dictionary = dictionaries[index] as TermDictionary;
    const cursor = cursors[index] as number;
    if (cursor >= dictionary.size) continue;
    const best = holders[0] as number;
    const order =
      count === 0
        ? -1
        : dictionary.compare(cursor, dictionaries[best] as TermDictionary, cursors[best] as number);
    if (order > 0) continue;
    if (order < 0) count = 0;
    holders[count++] = index;
  }
  return count;
}

/** Puts the postings of one field behind each other, with the places that chunks get in the merged segment. */
class FieldMerger {
  readonly #sources: readonly FieldPostings[];
  readonly #remaps: readonly Uint32Array[];
  readonly #postings: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #starts: number[] = [0];
  #count = 0;

  constructor(sources: readonly FieldPostings[], remaps: readonly Uint32Array[], chunks: number) {
    this.#sources = sources;
    this.#remaps = remaps;
    this.#postings = new Uint32Array(sources.reduce((sum, source) => sum + source.postings.length, 0));
    const isEmpty = sources.every(({ lengths }) => lengths.length === 0);
    this.#lengths = new Uint32Array(isEmpty ? 0 : chunks);
    for (const [index, { lengths }] of sources.entries()) {
      const remap = remaps[index] as Uint32Array;
      for (let place = 0; place < lengths.length; place++) {
        const target = remap[place] as number;
        if (target !== dropped) this.#lengths[target] = lengths[place] as number;
      }
    }
  }

  /** Appends what is live of a source's postings. Whether anything was. */
  append(source: number, term: number): boolean {
    const { starts, postings } = this.#sources[source] as FieldPostings;
    const remap = this.#remaps[source] as Uint32Array;
    const target = this.#postings;
    const end = starts[term + 1] as number;
    let count = this.#count;
    for (let at = starts[term] as number; at < end; at++) {
      const posting = postings[at] as number;
      const place = remap[posting & 0xffff] as number;
      if (place !== dropped) target[count++] = packPosting(place, posting >>> 16);
    }
    const appended = count > this.#count;
    this.#count = count;
    return appended;
  }

  endTerm(): void {
    this.#starts.push(this.#count);
  }

  finish(): FieldPostings {
    return {
      starts: Uint32Array.from(this.#starts),
      postings: this.#postings.slice(0, this.#count),
      lengths: this.#lengths,
    };
  }
}
