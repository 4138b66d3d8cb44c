/** 28 bits: enough to tell the terms of a segment apart, and two digits to sort by. Stored with every segment. */
export const hashBits = 28;

/** FNV-1a over UTF-8 (http://www.isthe.com/chongo/tech/comp/fnv/), folded to 28 bits as its authors advise. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    if (unit > 0x7f) return bytesHash(Buffer.from(term));
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return folded(hash);
}

function bytesHash(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return folded(hash);
}

function folded(hash: number): number {
  return ((hash >>> hashBits) ^ hash) & (2 ** hashBits - 1);
}
