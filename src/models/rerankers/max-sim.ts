/** Token vectors of a text in 8 bits: a quarter of the memory, and no score differs by more than some thousandths. */
export interface TokenMatrix {
  readonly tokens: number;
  readonly dimension: number;
  /** Row-major, tokens × dimension. */
  readonly values: Int8Array;
  /** What each row's numbers are multiplied by. */
  readonly scales: Float32Array;
}

/** Bytes that a matrix takes in memory. */
export function matrixBytes({ values, scales }: TokenMatrix): number {
  return values.byteLength + scales.byteLength;
}

/** Rounds row-major token vectors to 8 bits, the largest number of each row to ±127. */
export function quantiseTokens(vectors: Float32Array, dimension: number): TokenMatrix {
  const tokens = vectors.length / dimension;
  const values = new Int8Array(vectors.length);
  const scales = new Float32Array(tokens);
  for (let token = 0; token < tokens; token++) {
    const start = token * dimension;
    let largest = 0;
    for (let at = start; at < start + dimension; at++) {
      largest = Math.max(largest, Math.abs(vectors[at] as number));
    }
    if (largest === 0) continue;
    scales[token] = largest / 127;
    for (let at = start; at < start + dimension; at++) {
      values[at] = Math.round(((vectors[at] as number) * 127) / largest);
    }
  }
  return { tokens, dimension, values, scales };
}

/** Rows of the question that are held against a row of the passage at once, so that it is read once for all. */
const rowsAtOnce = 4;

/**
 * For each token of a question the cosine of a passage's nearest token; 0 where the passage has none. Khattab and
 * Zaharia, "ColBERT", SIGIR 2020, equation 3, before the sum.
 */
export function nearestCosines(question: TokenMatrix, passage: TokenMatrix): Float32Array {
  const cosines = new Float32Array(question.tokens);
  if (passage.tokens === 0) return cosines;
  for (let row = 0; row < question.tokens; row += rowsAtOnce) {
    const nearest = nearestToFour(question, row, passage);
    for (let offset = 0; offset < rowsAtOnce && row + offset < question.tokens; offset++) {
      cosines[row + offset] = (nearest[offset] as number) * (question.scales[row + offset] as number);
    }
  }
  return cosines;
}

/** The largest product of each of four rows of the question; beyond its end the last row is repeated. */
function nearestToFour(
  question: TokenMatrix,
  row: number,
  { tokens, dimension, values, scales }: TokenMatrix,
): readonly [number, number, number, number] {
  const last = question.tokens - 1;
  const start = (offset: number): number => Math.min(row + offset, last) * dimension;
  const [start0, start1, start2, start3] = [start(0), start(1), start(2), start(3)];
  const rows = question.values;
  let best0 = Number.NEGATIVE_INFINITY;
  let best1 = best0;
  let best2 = best0;
  let best3 = best0;
  for (let token = 0; token < tokens; token++) {
    const at = token * dimension;
    let product0 = 0;
    let product1 = 0;
    let product2 = 0;
    let product3 = 0;
    for (let place = 0; place < dimension; place++) {
      const value = values[at + place] as number;
      product0 = (product0 + Math.imul(value, rows[start0 + place] as number)) | 0;
      product1 = (product1 + Math.imul(value, rows[start1 + place] as number)) | 0;
      product2 = (product2 + Math.imul(value, rows[start2 + place] as number)) | 0;
      product3 = (product3 + Math.imul(value, rows[start3 + place] as number)) | 0;
    }
    const scale = scales[token] as number;
    best0 = Math.max(best0, product0 * scale);
    best1 = Math.max(best1, product1 * scale);
    best2 = Math.max(best2, product2 * scale);
    best3 = Math.max(best3, product3 * scale);
  }
  return [best0, best1, best2, best3];
}
