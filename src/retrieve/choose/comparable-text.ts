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

/** Pieces of a text that another must hold too, and how many of them it may lack, before the two are compared. */
const anchors = 8;
const missingAnchors = 2;
const anchorPattern = /\S{6}/g;

/** A text that can be compared with many others. What costs time is done when it is first needed. */
export class ComparableText {
  readonly #text: string;
  readonly #anchors = lazily(() => spreadAnchors(this.#text));
  readonly #bare = lazily(() => this.#text.replace(/\s+/g, ''));
  readonly #numbers = lazily(() => (this.#text.match(/\p{N}+/gu) ?? []).join(' '));
  readonly #shingles = lazily(() => sampleShingles(this.#bare()));

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Estimates what two texts share, in [0, 1]: the Jaccard similarity of their shingles, white space left out. 1
   * where they are equal. Too short for an estimate, they share all or nothing.
   */
  similarity(other: ComparableText): number {
    if (this.#bare() === other.#bare()) return 1;
    const [a, b] = [this.#shingles(), other.#shingles()];
    return Math.min(a.size, b.size) < fewestShingles ? 0 : jaccard(a, b);
  }

  /** Whether both texts hold the same numbers in the same order: two rows of a table may differ in nothing else. */
  agreesInNumbers(other: ComparableText): boolean {
    return this.#numbers() === other.#numbers();
  }

  /** Whether two texts can be nearly the same: a quick look that settles almost every pair of different texts. */
  resembles(other: ComparableText): boolean {
    const lengths = [this.#text.length, other.#text.length] as const;
    if (Math.min(...lengths) < Math.max(...lengths) / 2) return false;
    let missing = 0;
    for (const anchor of this.#anchors()) {
      if (!other.#text.includes(anchor) && ++missing > missingAnchors) return false;
    }
    return true;
  }
}

/** What is worked out when it is first asked for. */
function lazily<Value>(workOut: () => Value & {}): () => Value {
  let value: Value | undefined;
  return () => (value ??= workOut());
}

/** Pieces without white space, at even distances. */
function spreadAnchors(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < anchors; at++) {
    anchorPattern.lastIndex = Math.floor((at / anchors) * text.length);
    const piece = anchorPattern.exec(text)?.[0];
    if (piece !== undefined) found.push(piece);
  }
  return found;
}

/**
 * Reads a text's shingles with a rolling hash, so that the cost of a character does not depend on their length, and
 * keeps some, each once.
 * Sources: Karp, Rabin, "Efficient randomized pattern-matching algorithms", 1987; Manber, "Finding similar files in
 * a large file system", 1994 (keeping the shingles whose hash is 0 modulo a number).
 */
function sampleShingles(bare: string): ReadonlySet<number> {
  const kept = new Set<number>();
  let hash = 0;
  for (let at = 0; at < bare.length; at++) {
    hash = (Math.imul(hash, factor) + bare.charCodeAt(at)) | 0;
    if (at >= shingleLength) hash = (hash - Math.imul(leaving, bare.charCodeAt(at - shingleLength))) | 0;
    // The high bits: the low ones of a product depend on the low bits of its factors alone.
    if (at >= shingleLength - 1 && (hash >>> 16) % sampling === 0) kept.add(hash >>> 0);
  }
  return kept;
}

/** The Jaccard similarity of two sets, in [0, 1]: what both have of all that either has; 0 where both are empty. */
export function jaccard<Member>(a: ReadonlySet<Member>, b: ReadonlySet<Member>): number {
  const shared = a.intersection(b).size;
  return shared / Math.max(1, a.size + b.size - shared);
}
