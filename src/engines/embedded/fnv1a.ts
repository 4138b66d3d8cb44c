import { addUp } from './place-arrays.ts';

/** Where the hash of nothing stands, and what each step multiplies by. */
export const offset = 0x811c9dc5;
export const prime = 0x01000193;

/** FNV-1a in 32 bits, signed (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function fnv1a(bytes: Uint8Array): number {
  let hash = offset;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), prime);
  return hash;
}

/** {@link fnv1a} over the UTF-8 of a text, which is not made where the text is ASCII. */
export function fnv1aOfText(text: string): number {
  let hash = offset;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return fnv1a(Buffer.from(text));
    hash = Math.imul(hash ^ unit, prime);
  }
  return hash;
}

/** 28 bits: enough to tell the terms of a segment apart, and two digits to sort by. Stored with every segment. */
export const hashBits = 28;

/** FNV-1a over UTF-8, folded to 28 bits as its authors advise. */
export function termHash(term: string): number {
  const hash = fnv1aOfText(term);
  return ((hash >>> hashBits) ^ hash) & (2 ** hashBits - 1);
}

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
