/** What two texts are compared by: their sampled shingles in order, and the text without white space. */
export interface TextSignature {
  readonly shingles: Uint32Array;
  readonly bare: string;
}

/** Characters of a shingle, white space left out. */
const shingleLength = 24;

/** One shingle of this many is kept, chosen by its own hash, so that two texts keep the same ones. */
const sampling = 8;

/** Fewer kept shingles than this say too little; such texts must be equal. */
const fewestShingles = 8;

/** Any odd number spreads; this one is 2³² over the golden ratio. */
const factor = 0x9e37_79b1;

/** The factor to the power of the shingle's length, modulo 2³²: what the character that leaves has grown to. */
const leaving = Array.from({ length: shingleLength }).reduce<number>((power) => Math.imul(power, factor), 1);

/**
 * Reads a text's shingles with a rolling hash, so that the cost of a character does not depend on their length.
 * Sources: Karp, Rabin, "Efficient randomized pattern-matching algorithms", 1987; Manber, "Finding similar files in
 * a large file system", 1994 (keeping the shingles whose hash is 0 modulo a number).
 */
export function textSignature(text: string): TextSignature {
  const bare = text.replace(/\s+/g, '');
  const kept: number[] = [];
  let hash = 0;
  for (let at = 0; at < bare.length; at++) {
    hash = (Math.imul(hash, factor) + bare.charCodeAt(at)) | 0;
    if (at >= shingleLength) hash = (hash - Math.imul(leaving, bare.charCodeAt(at - shingleLength))) | 0;
    // The high bits: the low ones of a product depend on the low bits of its factors alone.
    if (at >= shingleLength - 1 && (hash >>> 16) % sampling === 0) kept.push(hash >>> 0);
  }
  return { shingles: Uint32Array.from(new Set(kept)).sort(), bare };
}

/** Estimates what two texts share, in [0, 1]: the Jaccard similarity of their shingles. 1 where they are equal. */
export function textSimilarity(a: TextSignature, b: TextSignature): number {
  if (a.bare === b.bare) return 1;
  if (Math.min(a.shingles.length, b.shingles.length) < fewestShingles) return 0;
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.shingles.length && j < b.shingles.length) {
    const difference = (a.shingles[i] as number) - (b.shingles[j] as number);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared / (a.shingles.length + b.shingles.length - shared);
}
