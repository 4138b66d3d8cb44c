import type { FieldPostings } from '../text/field-postings.ts';
import type { InvertedFields } from '../text/invert-fields.ts';
import { picked } from '../text/picked.ts';
import type { PostingCounts } from '../text/postings-writer.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';
import { countPostings, mergePostings } from './merge-postings.ts';
import { dropped } from './remap.ts';

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
