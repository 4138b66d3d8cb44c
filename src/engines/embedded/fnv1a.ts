/** FNV-1a in 32 bits, signed (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function fnv1a(bytes: Uint8Array): number {
  let hash = fnvOffset;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), fnvPrime);
  return hash;
}

/** What a hash begins with, and what it is multiplied by at each byte. */
export const fnvOffset = 0x811c9dc5;
export const fnvPrime = 0x01000193;
