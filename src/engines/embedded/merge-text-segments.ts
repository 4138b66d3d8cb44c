import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import { groupVersions } from './build-text-segment.ts';
import { buildColumns } from './metadata-columns.ts';
import { StringTable } from './string-table.ts';
import { TermDictionary } from './term-dictionary.ts';
import {
  type FieldPostings,
  packPosting,
  type TextSegment,
  type TextSegmentParts,
  textFields,
} from './text-segment.ts';

/** Terms merged before the event loop gets its turn: a few milliseconds. */
const termsPerStep = 2048;

/** In a remap: the chunk is gone and gets no place in the merged segment. */
const dropped = 0xffff_ffff;

/**
 * Merges segments in steps, without what is dead when it starts. The segments are in order of their numbers and do
 * not overlap. The result scores every chunk as the segments did: merging never changes a search.
 */
export function* mergeTextSegments(segments: readonly TextSegment[]): Generator<void, TextSegmentParts> {
  const live: { segment: TextSegment; place: number }[] = [];
  const remaps = segments.map((segment) => {
    const remap = new Uint32Array(segment.seqs.length).fill(dropped);
    for (let place = 0; place < remap.length; place++) {
      if (segment.dead[place] === 1) continue;
      remap[place] = live.length;
      live.push({ segment, place });
    }
    return remap;
  });
  yield;
  const { dictionary, fields } = yield* mergeTerms(segments, remaps, live.length);
  return {
    seqs: Float64Array.from(live, ({ segment, place }) => segment.seqs[place] as number),
    chunkIds: StringTable.of(live.map(({ segment, place }) => segment.chunkIds.at(place))),
    ...groupVersions(live.map(({ segment, place }) => versionOf(segment, place))),
    columns: buildColumns(live.map(({ segment, place }) => metadataOf(segment, place))),
    dictionary,
    fields,
  };
}

/** The document version that a chunk of a segment belongs to. */
export function versionOf(segment: TextSegmentParts, place: number): { documentId: string; version: number } {
  const at = segment.versionPlaces[place] as number;
  return { documentId: segment.documentIds.at(at), version: segment.versions[at] as number };
}

function metadataOf(segment: TextSegment, place: number): Metadata {
  const entries: [string, MetadataValue][] = [];
  for (const [name, column] of segment.columns) {
    const value = column.valueAt(place);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function* mergeTerms(
  segments: readonly TextSegment[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Generator<void, Pick<TextSegmentParts, 'dictionary' | 'fields'>> {
  const mergers = textFields.map((_, index) => new FieldMerger(segments, index, remaps, chunks));
  const dictionaries = segments.map((segment) => segment.dictionary);
  const cursors = new Uint32Array(segments.length);
  const sources = new Uint32Array(segments.length);
  const hashes: number[] = [];
  const terms: string[] = [];
  for (let steps = 1; ; steps++) {
    if (steps % termsPerStep === 0) yield;
    const count = findSmallest(dictionaries, cursors, sources);
    if (count === 0) break;
    const first = sources[0] as number;
    let isLive = false;
    for (let at = 0; at < count; at++) {
      const source = sources[at] as number;
      for (const merger of mergers) isLive = merger.append(source, cursors[source] as number) || isLive;
    }
    if (isLive) {
      const dictionary = dictionaries[first] as TermDictionary;
      terms.push(dictionary.termAt(cursors[first] as number));
      hashes.push(dictionary.hashAt(cursors[first] as number));
      for (const merger of mergers) merger.endTerm();
    }
    for (let at = 0; at < count; at++) {
      const source = sources[at] as number;
      cursors[source] = (cursors[source] as number) + 1;
    }
  }
  return {
    dictionary: new TermDictionary(Uint32Array.from(hashes), StringTable.of(terms)),
    fields: mergers.map((merger) => merger.finish()),
  };
}

/** Puts the dictionaries whose next term is the smallest of all into `sources`, in order, and returns how many. */
function findSmallest(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  sources: Uint32Array,
): number {
  let count = 0;
  for (let index = 0; index < dictionaries.length; index++) {
    const dictionary = dictionaries[index] as TermDictionary;
    const cursor = cursors[index] as number;
    if (cursor >= dictionary.size) continue;
    const best = sources[0] as number;
    const order =
      count === 0
        ? -1
        : dictionary.compare(cursor, dictionaries[best] as TermDictionary, cursors[best] as number);
    if (order > 0) continue;
    if (order < 0) count = 0;
    sources[count++] = index;
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
  count = 0;

  constructor(
    segments: readonly TextSegment[],
    field: number,
    remaps: readonly Uint32Array[],
    chunks: number,
  ) {
    this.#sources = segments.map((segment) => segment.fields[field] as FieldPostings);
    this.#remaps = remaps;
    this.#postings = new Uint32Array(this.#sources.reduce((sum, source) => sum + source.postings.length, 0));
    this.#lengths = new Uint32Array(chunks);
    for (const [index, remap] of remaps.entries()) {
      const { lengths } = this.#sources[index] as FieldPostings;
      for (const [place, target] of remap.entries())
        if (target !== dropped) this.#lengths[target] = lengths[place] as number;
    }
  }

  /** Appends what is live of a source's postings. Whether anything was. */
  append(source: number, term: number): boolean {
    const { starts, postings } = this.#sources[source] as FieldPostings;
    const remap = this.#remaps[source] as Uint32Array;
    const target = this.#postings;
    const end = starts[term + 1] as number;
    let { count } = this;
    for (let at = starts[term] as number; at < end; at++) {
      const posting = postings[at] as number;
      const place = remap[posting & 0xffff] as number;
      if (place !== dropped) target[count++] = packPosting(place, posting >>> 16);
    }
    const appended = count > this.count;
    this.count = count;
    return appended;
  }

  endTerm(): void {
    this.#starts.push(this.count);
  }

  finish(): FieldPostings {
    return {
      starts: Uint32Array.from(this.#starts),
      postings: this.#postings.slice(0, this.count),
      lengths: this.#lengths,
    };
  }
}
