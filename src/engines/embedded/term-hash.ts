import { fnv1a, fnvOffset, fnvPrime } from './fnv1a.ts';

/** 28 bits: enough to tell the terms of a segment apart, and two digits to sort by. Stored with every segment. */
export const hashBits = 28;

/** {@link fnv1a} over UTF-8, folded to 28 bits as its authors advise. */
export function termHash(term: string): number {
  let hash = fnvOffset;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    if (unit > 0x7f) return folded(fnv1a(Buffer.from(term)));
    hash = Math.imul(hash ^ unit, fnvPrime);
  }
  return folded(hash);
}

function folded(hash: number): number {
  return ((hash >>> hashBits) ^ hash) & (2 ** hashBits - 1);
}
