/** A unigram vocabulary: pieces with their log probabilities, by id. */
export interface UnigramVocabulary {
  readonly pieces: readonly (readonly [piece: string, logProbability: number])[];
  /** The id of what no piece covers. */
  readonly unknownId: number;
  /** Pieces that are marks of the model: in a text they are the characters that they are written with. */
  readonly marks: ReadonlySet<string>;
}

/** What stands before each word in the place of white space. */
const wordBegin = '\u2581';

/** By how much a character that no piece covers is less likely than the rarest piece, as in SentencePiece. */
const unknownPenalty = 10;

/** Code units of a run that are cut at once: a run without white space may have 50 million. */
const longestRun = 65_536;

const whiteSpace = /\p{White_Space}+/u;

/**
 * Whether no piece reaches over white space, so that words can be cut one by one. White space in a piece itself never
 * is in a word.
 */
export function isCutByWords(pieces: UnigramVocabulary['pieces']): boolean {
  return pieces.every(([piece]) => !piece.includes(wordBegin, 1));
}

/**
 * Cuts a text without ASCII white space into the pieces of a vocabulary whose product of probabilities is highest,
 * after NFKC; neighbouring characters that no piece covers are one unknown token. The library's own takes a lattice of
 * objects and a tree of 250 000 pieces, some 200 MB a thread; a table of pieces does with 30.
 *
 * Source: Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates",
 * ACL 2018, section 3.2; unknown characters as in https://github.com/google/sentencepiece (unigram_model.cc).
 */
export function unigramEncoder({ pieces, unknownId, marks }: UnigramVocabulary): (text: string) => number[] {
  const scores = Float64Array.from(pieces, ([, score]) => score);
  const tree = new PieceTree(pieces.reduce((sum, [piece]) => sum + piece.length, 0));
  let lowest = 0;
  for (const [id, [piece, score]] of pieces.entries()) {
    if (id === unknownId || marks.has(piece)) continue;
    tree.add(piece, id);
    lowest = Math.min(lowest, score);
  }
  const unknownScore = lowest - unknownPenalty;

  /** Finds the likeliest way to each place of a run, and follows the one to its end. */
  const cut = (run: string, into: number[]): void => {
    const { length } = run;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(length + 1);
    const ids = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0, next: number; start < length; start = next) {
      next = start + ((run.codePointAt(start) as number) > 0xffff ? 2 : 1);
      const before = best[start] as number;
      const reach = (end: number, id: number, score: number): void => {
        if (before + score <= (best[end] as number)) return;
        best[end] = before + score;
        from[end] = start;
        ids[end] = id;
      };
      let isKnown = false;
      let node = 0;
      for (let end = start; end < length; ) {
        node = tree.next(node, run.charCodeAt(end++));
        if (node < 0) break;
        const id = tree.idAt(node);
        if (id < 0) continue;
        isKnown ||= end === next;
        reach(end, id, scores[id] as number);
      }
      if (!isKnown) reach(next, unknownId, unknownScore);
    }
    const found: number[] = [];
    for (let end = length; end > 0; end = from[end] as number) {
      const id = ids[end] as number;
      if (id !== unknownId || found.at(-1) !== unknownId) found.push(id);
    }
    for (const id of found.toReversed()) into.push(id);
  };

  return (text) => {
    const found: number[] = [];
    for (const word of text.normalize('NFKC').split(whiteSpace)) {
      if (word === '') continue;
      const run = wordBegin + word;
      for (let at = 0; at < run.length; at += longestRun) cut(run.slice(at, at + longestRun), found);
    }
    return found;
  };
}

/** Pieces by their code units: a hash table from a node and a code unit to the next node. */
class PieceTree {
  readonly #parents: Int32Array;
  readonly #units: Uint16Array;
  readonly #children: Int32Array;
  readonly #ids: Int32Array;
  readonly #mask: number;
  #nodes = 1;

  /** @param mostNodes how many nodes there are at most beside the root */
  constructor(mostNodes: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * mostNodes + 2));
    this.#mask = slots - 1;
    this.#parents = new Int32Array(slots);
    this.#units = new Uint16Array(slots);
    this.#children = new Int32Array(slots);
    this.#ids = new Int32Array(mostNodes + 1).fill(-1);
  }

  add(piece: string, id: number): void {
    let node = 0;
    for (let at = 0; at < piece.length; at++) {
      const slot = this.#slotOf(node, piece.charCodeAt(at));
      if (this.#children[slot] === 0) {
        this.#parents[slot] = node;
        this.#units[slot] = piece.charCodeAt(at);
        this.#children[slot] = this.#nodes++;
      }
      node = this.#children[slot] as number;
    }
    this.#ids[node] = id;
  }

  /** The node behind another one, the root being 0; −1 where no piece goes on so. */
  next(node: number, unit: number): number {
    return this.#children[this.#slotOf(node, unit)] || -1;
  }

  /** The id of the piece that ends in a node; −1 where none does. */
  idAt(node: number): number {
    return this.#ids[node] as number;
  }

  /** Where the way from a node by a code unit is kept, or would be. */
  #slotOf(node: number, unit: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#children[slot] !== 0 && (this.#parents[slot] !== node || this.#units[slot] !== unit))
      slot = (slot + 1) & this.#mask;
    return slot;
  }
}
