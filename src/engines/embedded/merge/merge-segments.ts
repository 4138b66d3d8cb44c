import { mergeColumns } from '../filter/metadata-columns.ts';
import { dropped, isShift, moved, picked } from '../place-arrays.ts';
import type { SegmentBody } from '../segments/segment-body.ts';
import type { PackedSegment } from '../segments/segment-rows.ts';
import { frequenciesOf, type InvertedFields } from '../text/build-text-segment.ts';
import {
  type FieldPostings,
  type PostingCounts,
  PostingsWriter,
  postingList,
  postingsOf,
} from '../text/field-postings.ts';
import { StringTable, StringTableWriter } from '../text/string-table.ts';
import { TermDictionary } from '../text/term-dictionary.ts';
import { fieldBorder, numbersByFrequency, type TermOrder, TermOrderWriter } from '../text/term-order.ts';
import { gramField, packTextSegment, type TextSegment, type TextSegmentParts } from '../text/text-segment.ts';
import { rounded } from '../vector/quantise.ts';
import { type PackedVectors, packRows, readVectorLists, type VectorRows } from '../vector/vector-segment.ts';

/** Above every hash: the dictionary has no more terms. */
const exhausted = 0xffff_ffff;

/** The distinct terms of several dictionaries, numbered in the order that a dictionary has them in. */
interface MergedDictionaries {
  readonly size: number;
  /** For each dictionary the number of each of its terms. */
  readonly numbers: readonly Uint32Array[];
  /** The dictionary of the terms with these numbers, which ascend. */
  readonly pick: (numbers: Uint32Array) => TermDictionary;
}

/** Merges at most 256 dictionaries. */
function mergeDictionaries(dictionaries: readonly TermDictionary[]): MergedDictionaries {
  const most = dictionaries.reduce((sum, { size }) => sum + size, 0);
  const numbers = dictionaries.map(({ size }) => new Uint32Array(size));
  /** By number: a dictionary that holds the term, and its place there. */
  const holders = new Uint8Array(most);
  const places = new Uint32Array(most);
  const cursors = new Uint32Array(dictionaries.length);
  const heads = Uint32Array.from(dictionaries, ({ hashes }) => hashes[0] ?? exhausted);
  const smallest = new Uint8Array(dictionaries.length);
  let size = 0;
  for (let count: number; (count = findSmallest(dictionaries, cursors, heads, smallest)) > 0; size++) {
    holders[size] = smallest[0] as number;
    places[size] = cursors[smallest[0] as number] as number;
    for (let at = 0; at < count; at++) {
      const holder = smallest[at] as number;
      const cursor = cursors[holder] as number;
      (numbers[holder] as Uint32Array)[cursor] = size;
      cursors[holder] = cursor + 1;
      heads[holder] = (dictionaries[holder] as TermDictionary).hashes[cursor + 1] ?? exhausted;
    }
  }
  return { size, numbers, pick: (wanted) => pickTerms(dictionaries, holders, places, wanted) };
}

/** Puts the dictionaries whose next term is the smallest of all into `smallest` and returns how many they are. */
function findSmallest(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  heads: Uint32Array,
  smallest: Uint8Array,
): number {
  let least = exhausted;
  let count = 0;
  for (let index = 0; index < heads.length; index++) {
    const head = heads[index] as number;
    if (head > least || head === exhausted) continue;
    if (head < least) count = 0;
    else {
      const order = compareNext(dictionaries, cursors, index, smallest[0] as number);
      if (order > 0) continue;
      if (order < 0) count = 0;
    }
    least = head;
    smallest[count++] = index;
  }
  return count;
}

function compareNext(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  left: number,
  right: number,
): number {
  const { terms } = dictionaries[left] as TermDictionary;
  const other = dictionaries[right] as TermDictionary;
  return terms.compare(cursors[left] as number, other.terms, cursors[right] as number);
}

function pickTerms(
  dictionaries: readonly TermDictionary[],
  holders: Uint8Array,
  places: Uint32Array,
  wanted: Uint32Array,
): TermDictionary {
  const hashes = new Uint32Array(wanted.length);
  const wantedHolders = new Uint8Array(wanted.length);
  const wantedPlaces = new Uint32Array(wanted.length);
  for (let at = 0; at < wanted.length; at++) {
    const number = wanted[at] as number;
    const holder = (wantedHolders[at] = holders[number] as number);
    const place = (wantedPlaces[at] = places[number] as number);
    hashes[at] = (dictionaries[holder] as TermDictionary).hashes[place] as number;
  }
  const tables = dictionaries.map(({ terms }) => terms);
  return new TermDictionary(hashes, StringTable.gather(tables, wantedHolders, wantedPlaces));
}

/** Chunks written anew before the event loop gets its turn: a few milliseconds. */
const chunksPerStep = 2048;

/**
 * Writes the live chunks of several orders anew, in steps, with the numbers that terms get in the merged dictionary.
 * `chunks` of them are live.
 */
function* mergeTermOrders(
  orders: readonly TermOrder[],
  remaps: readonly Uint32Array[],
  { dictionary, fields, places }: MergedTerms,
  chunks: number,
): Generator<void, TermOrder> {
  const numbers = numbersByFrequency(frequenciesOf(fields, dictionary.size));
  const writer = new TermOrderWriter(chunks);
  for (const [index, order] of orders.entries()) {
    const renumbered = renumbering(order.numbers, places[index] as Uint32Array, numbers);
    const remap = remaps[index] as Uint32Array;
    for (let chunk = 0; chunk < remap.length; chunk++) {
      if (chunk % chunksPerStep === 0) yield;
      if (remap[chunk] === dropped) continue;
      const old = order.numbersAt(chunk);
      writer.addAll(old, 0, old.length, renumbered);
      writer.endChunk();
    }
  }
  return writer.finish(numbers);
}

/** By a term's old number: the new one. A term that is gone occurs in no live chunk. */
function renumbering(old: Uint32Array, places: Uint32Array, numbers: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(old.length + 1);
  renumbered[fieldBorder] = fieldBorder;
  for (let place = 0; place < old.length; place++) {
    const target = places[place] as number;
    if (target !== dropped) renumbered[old[place] as number] = numbers[target] as number;
  }
  return renumbered;
}

/**
 * Merges segments in steps, without what is dead when it starts; undefined where that is all. The segments are in order
 * of their numbers and do not overlap. The result scores every chunk as the segments did: merging never changes a
 * search.
 */
export function* mergeTextSegments(
  segments: readonly TextSegment[],
): Generator<void, PackedSegment | undefined> {
  const { remaps, chunks } = renumberLive(segments);
  const words = yield* mergeTerms(
    segments.map(({ dictionary, fields }) => ({ dictionary, fields: fields.slice(0, gramField) })),
    remaps,
    chunks,
  );
  const grams = yield* mergeTerms(
    segments.map(({ gramDictionary, fields }) => ({
      dictionary: gramDictionary,
      fields: fields.slice(gramField),
    })),
    remaps,
    chunks,
  );
  const orders = segments.map((segment) => segment.termOrder);
  const termOrder = yield* mergeTermOrders(orders, remaps, words, chunks);
  yield;
  const columns = mergeColumns(
    segments.map((segment) => segment.columns()),
    remaps,
    chunks,
  );
  const seqs = segments.map((segment) => segment.seqs);
  const tables = segments.map((segment) => segment.chunkIds);
  return packTextSegment({
    seqs: moved(seqs, remaps, new Float64Array(chunks)),
    chunkIds: mergeStrings(tables, remaps),
    ...mergeVersions(segments, remaps, chunks),
    columns: () => columns,
    dictionary: words.dictionary,
    gramDictionary: grams.dictionary,
    fields: [...words.fields, ...grams.fields],
    termOrder,
  });
}

/** For each segment where its chunks go, {@link dropped} for the dead, and how many are live. */
function renumberLive(segments: readonly TextSegment[]): { remaps: Uint32Array[]; chunks: number } {
  let chunks = 0;
  const remaps = segments.map(({ seqs, dead }) => {
    const remap = new Uint32Array(seqs.length);
    for (let place = 0; place < remap.length; place++) remap[place] = dead[place] === 1 ? dropped : chunks++;
    return remap;
  });
  return { remaps, chunks };
}

/** The strings of live chunks, copied in runs. */
function mergeStrings(tables: readonly StringTable[], remaps: readonly Uint32Array[]): StringTable {
  const merged = new StringTableWriter();
  for (const [index, table] of tables.entries()) {
    const remap = remaps[index] as Uint32Array;
    for (let from = 0; from < remap.length; from++) {
      if (remap[from] === dropped) continue;
      let to = from + 1;
      while (to < remap.length && remap[to] !== dropped) to++;
      merged.add(table, from, to);
      from = to;
    }
  }
  return merged.finish();
}

/** The document versions of live chunks, one that several segments hold only once. */
function mergeVersions(
  segments: readonly TextSegment[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Pick<TextSegmentParts, 'versionPlaces' | 'documentIds' | 'versions'> {
  const places = new Map<string, number>();
  const documentIds = new StringTableWriter();
  const versions: number[] = [];
  const versionPlaces = new Uint32Array(chunks);
  for (const [index, segment] of segments.entries()) {
    const placeOf = (old: number) => {
      const version = segment.versions[old] as number;
      const key = `${version} ${segment.documentIds.at(old)}`;
      let place = places.get(key);
      if (place === undefined) {
        places.set(key, (place = versions.push(version) - 1));
        documentIds.add(segment.documentIds, old, old + 1);
      }
      return place;
    };
    const remap = remaps[index] as Uint32Array;
    const known = new Uint32Array(segment.versions.length).fill(dropped);
    for (let chunk = 0; chunk < remap.length; chunk++) {
      const target = remap[chunk] as number;
      if (target === dropped) continue;
      const old = segment.versionPlaces[chunk] as number;
      if (known[old] === dropped) known[old] = placeOf(old);
      versionPlaces[target] = known[old] as number;
    }
  }
  return { versionPlaces, documentIds: documentIds.finish(), versions: Float64Array.from(versions) };
}

/** What is merged: dictionaries with the same fields each. */
type TermSource = Pick<InvertedFields, 'dictionary' | 'fields'>;

interface MergedTerms extends TermSource {
  /** For each source where its terms went, {@link dropped} for those that no live chunk holds. */
  readonly places: readonly Uint32Array[];
}

/**
 * Merges dictionaries and postings in steps. `remaps` say for each source where its chunks go, `chunks` how many
 * there are then.
 */
function* mergeTerms(
  sources: readonly TermSource[],
  remaps: readonly Uint32Array[],
  chunks: number,
): Generator<void, MergedTerms> {
  const merged = mergeDictionaries(sources.map(({ dictionary }) => dictionary));
  yield;
  const postings = (sources[0]?.fields ?? []).map((_, field) =>
    sources.map(({ fields }) => fields[field] as FieldPostings),
  );
  const counts: PostingCounts[] = [];
  for (const field of postings) {
    counts.push(countPostings(field, remaps, merged));
    yield;
  }
  const { live, placeOf } = numberLive(counts, merged.size);
  const places = merged.numbers.map((numbers) => picked(placeOf, numbers));
  const fields: FieldPostings[] = [];
  for (const [index, field] of postings.entries()) {
    const { once, often } = counts[index] as PostingCounts;
    const ofLive = { once: picked(once, live), often: picked(often, live) };
    fields.push(yield* mergePostings(field, { remaps, places, counts: ofLive, chunks }));
  }
  return { dictionary: merged.pick(live), fields, places };
}

function addTo(totals: Uint32Array, counts: Uint32Array): void {
  for (let term = 0; term < totals.length; term++)
    totals[term] = (totals[term] as number) + (counts[term] as number);
}

/** The numbers of the terms with a posting in any field, ascending, and by number each one's place among them. */
function numberLive(
  counts: readonly PostingCounts[],
  terms: number,
): { readonly live: Uint32Array; readonly placeOf: Uint32Array } {
  const totals = new Uint32Array(terms);
  for (const { once, often } of counts) {
    addTo(totals, once);
    addTo(totals, often);
  }
  const live = new Uint32Array(terms);
  const placeOf = new Uint32Array(terms).fill(dropped);
  let size = 0;
  for (let term = 0; term < terms; term++) {
    if (totals[term] === 0) continue;
    placeOf[term] = size;
    live[size++] = term;
  }
  return { live: live.subarray(0, size), placeOf };
}

/** How many live chunks of several segments hold each term in a field, by the number of the term. */
function countPostings(
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
interface PostingsTarget {
  readonly remaps: readonly Uint32Array[];
  readonly places: readonly Uint32Array[];
  readonly counts: PostingCounts;
  readonly chunks: number;
}

/** Puts the postings of one field of several segments behind each other, in steps. */
function* mergePostings(
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

/** The rows of a segment without those of `removed` vectors. Takes the matrix over. */
export function vectorRowsOf(body: SegmentBody, matrix: Int8Array, removed: ReadonlySet<number>): VectorRows {
  const { dimension, scale, vectors, seqs } = readVectorLists(body);
  let rows = 0;
  for (let row = 0; row < vectors.length; row++) {
    if (removed.has(vectors[row] as number)) continue;
    if (rows < row) {
      vectors[rows] = vectors[row] as number;
      seqs[rows] = seqs[row] as number;
      matrix.copyWithin(rows * dimension, row * dimension, (row + 1) * dimension);
    }
    rows++;
  }
  return {
    dimension,
    scale,
    vectors: vectors.subarray(0, rows),
    seqs: seqs.subarray(0, rows),
    matrix: matrix.subarray(0, rows * dimension),
  };
}

/**
 * Puts the rows of segments together; undefined where there are none. The smallest scale becomes that of all, and
 * only segments of another are quantised again: from their bytes, which is at most one step worse than from the rows
 * and spares reading these. Candidates are scored in float32 in any case.
 */
export function mergeVectorSegments(segments: readonly VectorRows[]): PackedVectors | undefined {
  const live = segments.filter(({ vectors }) => vectors.length > 0);
  const rows = live.reduce((sum, { vectors }) => sum + vectors.length, 0);
  if (rows === 0) return undefined;
  const { dimension } = live[0] as VectorRows;
  const scale = live.reduce((least, segment) => Math.min(least, segment.scale), Number.POSITIVE_INFINITY);
  const vectors = new Float64Array(rows);
  const seqs = new Float64Array(rows);
  const matrix = new Int8Array(rows * dimension);
  let merged = 0;
  for (const segment of live) {
    vectors.set(segment.vectors, merged);
    seqs.set(segment.seqs, merged);
    const target = matrix.subarray(merged * dimension, (merged + segment.vectors.length) * dimension);
    if (segment.scale === scale) target.set(segment.matrix);
    else rescale(segment.matrix, scale / segment.scale, target);
    merged += segment.vectors.length;
  }
  return packRows({ dimension, scale, vectors, seqs, matrix });
}

function rescale(numbers: Int8Array, factor: number, target: Int8Array): void {
  for (let at = 0; at < numbers.length; at++) target[at] = rounded((numbers[at] as number) * factor);
}
