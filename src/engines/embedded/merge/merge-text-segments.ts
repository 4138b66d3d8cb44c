import { mergeColumns } from '../filter/metadata-columns.ts';
import type { PackedSegment } from '../segments/segment-rows.ts';
import { type StringTable, StringTableWriter } from '../text/string-table.ts';
import { gramField, packTextSegment, type TextSegment, type TextSegmentParts } from '../text/text-segment.ts';
import { mergeTermOrders } from './merge-term-orders.ts';
import { mergeTerms } from './merge-terms.ts';
import { dropped, moved } from './remap.ts';

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
