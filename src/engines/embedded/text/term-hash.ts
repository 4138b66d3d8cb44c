import { fnv1aOfText } from '../fnv1a.ts';

/** 28 bits: enough to tell the terms of a segment apart, and two digits to sort by. Stored with every segment. */
export const hashBits = 28;

/** FNV-1a over UTF-8, folded to 28 bits as its authors advise. */
export function termHash(term: string): number {
  const hash = fnv1aOfText(term);
  return ((hash >>> hashBits) ^ hash) & (2 ** hashBits - 1);
}
