import { createHash } from 'node:crypto';
import { matrixBytes, type TokenMatrix } from './max-sim.ts';

/** Token vectors of texts in memory, under the hash of each text. Those not used for longest make room. */
export class TokenCache {
  readonly #maxBytes: number;
  /** In the order of use, the last used at the end. */
  readonly #matrices = new Map<string, TokenMatrix>();
  #bytes = 0;

  /** `maxBytes` of vectors; 0 keeps none. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of vectors that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  find(text: string): TokenMatrix | undefined {
    const key = keyOf(text);
    const matrix = this.#matrices.get(key);
    if (matrix) {
      this.#matrices.delete(key);
      this.#matrices.set(key, matrix);
    }
    return matrix;
  }

  put(text: string, matrix: TokenMatrix): void {
    const key = keyOf(text);
    this.#remove(key);
    if (matrixBytes(matrix) > this.#maxBytes) return;
    this.#matrices.set(key, matrix);
    this.#bytes += matrixBytes(matrix);
    for (const oldest of this.#matrices.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const matrix = this.#matrices.get(key);
    if (!matrix) return;
    this.#matrices.delete(key);
    this.#bytes -= matrixBytes(matrix);
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64');
}
