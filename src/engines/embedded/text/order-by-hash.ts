import { addUp } from '../add-up.ts';
import { hashBits } from './term-hash.ts';

/**
 * Bits of a hash that one pass sorts by: two passes are enough, and the counts of one stay in the processor's cache.
 */
const digitBits = hashBits / 2;
const digits = 2 ** digitBits;

/** The places of hashes in ascending order, equal ones in their order: a radix sort, least significant digit first. */
export function orderByHash(hashes: Uint32Array): Uint32Array {
  const places = new Uint32Array(hashes.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  if (hashes.length < 2) return places;
  return sortedByDigit(sortedByDigit(places, hashes, 0), hashes, digitBits);
}

function sortedByDigit(places: Uint32Array, hashes: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(digits + 1);
  for (let place = 0; place < hashes.length; place++) {
    const digit = digitOf(hashes[place] as number, shift);
    next[digit + 1] = (next[digit + 1] as number) + 1;
  }
  addUp(next);
  const sorted = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    const digit = digitOf(hashes[place] as number, shift);
    const target = next[digit] as number;
    sorted[target] = place;
    next[digit] = target + 1;
  }
  return sorted;
}

function digitOf(hash: number, shift: number): number {
  return (hash >>> shift) & (digits - 1);
}
