import type { FieldTypes, Filter } from '../../../contracts/filter.ts';
import { ownValue } from '../../../values/own-value.ts';
import { documentIdField } from '../../check-filter.ts';
import type { TextSegment } from '../text/text-segment.ts';
import { documentColumn } from './document-column.ts';

/** By the list of segments, which is another one after each change, what filters let through, by their text. */
const remembered = new WeakMap<readonly TextSegment[], Map<string, readonly Uint8Array[]>>();

/** Both legs of a search ask for the same filter, and so does who counts its terms. */
const maxRemembered = 16;

/**
 * For each text segment, 1 for each of its chunks that the filter lets through. The filter has been checked against
 * the fields.
 */
export function allowedChunks(
  filter: Filter,
  texts: readonly TextSegment[],
  fields: FieldTypes,
): readonly Uint8Array[] {
  let known = remembered.get(texts);
  if (known === undefined) remembered.set(texts, (known = new Map()));
  const key = JSON.stringify([filter, fields]);
  const found = known.get(key) ?? texts.map((segment) => matching(filter, segment, fields));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= maxRemembered) break;
    known.delete(oldest);
  }
  return found;
}

function matching(filter: Filter, segment: TextSegment, fields: FieldTypes): Uint8Array {
  if ('and' in filter) {
    const [first, ...others] = filter.and.map((part) => matching(part, segment, fields));
    return others.reduce(both, first ?? noMatches(segment).fill(1));
  }
  if ('or' in filter) {
    const [first, ...others] = filter.or.map((part) => matching(part, segment, fields));
    return others.reduce(either, first ?? noMatches(segment));
  }
  if ('not' in filter) return inverted(matching(filter.not, segment, fields));
  const matches = noMatches(segment);
  if (filter.field === documentIdField) documentColumn(segment).mark(filter, matches);
  else segment.columns().get(filter.field)?.mark(filter, ownValue(fields, filter.field), matches);
  return matches;
}

/** Matches are joined four at a time, so there is room for a whole number of fours. */
function noMatches(segment: TextSegment): Uint8Array {
  const chunks = segment.seqs.length;
  return new Uint8Array(new ArrayBuffer(Math.ceil(chunks / 4) * 4), 0, chunks);
}

const fours = (matches: Uint8Array) => new Uint32Array(matches.buffer);
const everyOne = 0x01_01_01_01;

function both(left: Uint8Array, right: Uint8Array): Uint8Array {
  const [into, from] = [fours(left), fours(right)];
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) & (from[at] as number);
  return left;
}

function either(left: Uint8Array, right: Uint8Array): Uint8Array {
  const [into, from] = [fours(left), fours(right)];
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) | (from[at] as number);
  return left;
}

function inverted(matches: Uint8Array): Uint8Array {
  const into = fours(matches);
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) ^ everyOne;
  return matches;
}
