import { addUp } from '../add-up.ts';

/** A run of codes `[from, to)`. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A column turned round: for each code the chunks that have it, so that a filter looks only at what it lets through.
 */
export class CodeChunks {
  readonly #starts: Uint32Array;
  readonly #chunks: Uint32Array;

  /**
   * The codes of chunk `c` are `codes[valueStarts[c]..valueStarts[c + 1])`, or `codes[c]` alone without
   * `valueStarts`; each is below `codeCount`.
   */
  constructor(codes: Uint32Array, codeCount: number, valueStarts?: Uint32Array) {
    const starts = new Uint32Array(codeCount + 1);
    for (let at = 0; at < codes.length; at++) {
      const next = (codes[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    addUp(starts);
    const cursors = starts.slice();
    const chunks = new Uint32Array(codes.length);
    let chunk = 0;
    for (let at = 0; at < codes.length; at++) {
      if (valueStarts === undefined) chunk = at;
      else while ((valueStarts[chunk + 1] as number) <= at) chunk++;
      const code = codes[at] as number;
      const cursor = cursors[code] as number;
      chunks[cursor] = chunk;
      cursors[code] = cursor + 1;
    }
    this.#starts = starts;
    this.#chunks = chunks;
  }

  /** Sets `matches[chunk]` to 1 for each chunk with a code in the range; one that ends before it starts is empty. */
  mark({ from, to }: CodeRange, matches: Uint8Array): void {
    const end = this.#starts[to] as number;
    for (let at = this.#starts[from] as number; at < end; at++) matches[this.#chunks[at] as number] = 1;
  }
}
