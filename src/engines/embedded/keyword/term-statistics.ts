import type { TermStatistics } from '../../../contracts/engine.ts';
import { type FieldPostings, postingList } from '../text/field-postings.ts';
import { type TextSegment, textFields } from '../text/text-segment.ts';
import { liveChunks, placesOf, totalFrequency } from './keyword-search.ts';

/**
 * How many live chunks hold each term, counted in the field where it is most common, over all segments; of those chunks
 * alone that are 1 in `allowed`, by segment, where it is given.
 */
export function termStatistics(
  segments: readonly TextSegment[],
  terms: readonly string[],
  allowed?: readonly Uint8Array[],
): TermStatistics {
  const dictionaries = segments.map((segment) => segment.dictionary);
  const counted = allowed && segments.map((segment, index) => living(allowed[index] as Uint8Array, segment));
  const frequencies = terms.map((term) => {
    const places = placesOf(dictionaries, term);
    const inField = (field: number) =>
      counted ? frequencyAmong(counted, segments, field, places) : totalFrequency(segments, field, places);
    return Math.max(...textFields.map((_, field) => inField(field)));
  });
  const chunks = counted?.reduce((sum, flags) => sum + ones(flags), 0);
  return { chunks: chunks ?? liveChunks(segments), frequencies };
}

function living(allowed: Uint8Array, { dead, deadCount }: TextSegment): Uint8Array {
  if (deadCount === 0) return allowed;
  const flags = new Uint8Array(allowed.length);
  for (let chunk = 0; chunk < flags.length; chunk++)
    flags[chunk] = (allowed[chunk] as number) & ~(dead[chunk] as number);
  return flags;
}

function ones(flags: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < flags.length; at++) sum += flags[at] as number;
  return sum;
}

function frequencyAmong(
  counted: readonly Uint8Array[],
  segments: readonly TextSegment[],
  field: number,
  places: Int32Array,
): number {
  let frequency = 0;
  for (const [index, segment] of segments.entries()) {
    const term = places[index] as number;
    if (term < 0) continue;
    const flags = counted[index] as Uint8Array;
    const { lists, once, frequencies } = postingList(segment.fields[field] as FieldPostings, term);
    for (let at = once; at < frequencies; at++) frequency += flags[lists[at] as number] as number;
  }
  return frequency;
}
