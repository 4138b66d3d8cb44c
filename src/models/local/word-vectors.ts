import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WordVectors } from '../../contracts/embedder.ts';
import { packageRoot } from '../../files/package-root.ts';

interface Table {
  readonly rows: ReadonlyMap<string, number>;
  /** A row of unit length for each word. */
  readonly numbers: Float32Array;
  readonly dimension: number;
}

/**
 * The vectors of English words that come with the package, which `training/word-vectors.ts` makes: `words.txt`, a word
 * a line by frequency, and `vectors.bin`, as many 8-bit numbers for each in the same order. They are read when the
 * first word is asked for, in some 15 ms. Where they cannot be read, no word has one, and answers are chosen by the
 * same words alone.
 */
export function englishWordVectors(directory = join(packageRoot, 'models', 'word-vectors')): WordVectors {
  let table: Table | undefined;
  return {
    language: 'en',
    vectorOf(word) {
      table ??= readTable(directory);
      const row = table.rows.get(word);
      if (row === undefined) return undefined;
      return table.numbers.subarray(row * table.dimension, (row + 1) * table.dimension);
    },
  };
}

function readTable(directory: string): Table {
  try {
    const words = readFileSync(join(directory, 'words.txt'), 'utf8').trimEnd().split('\n');
    const bytes = readFileSync(join(directory, 'vectors.bin'));
    const dimension = bytes.length / words.length;
    const numbers = new Float32Array(bytes.length);
    for (let row = 0; row < words.length; row += 1) {
      let square = 0;
      for (let place = row * dimension; place < (row + 1) * dimension; place += 1)
        square += bytes.readInt8(place) ** 2;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      for (let place = row * dimension; place < (row + 1) * dimension; place += 1)
        numbers[place] = scale * bytes.readInt8(place);
    }
    return { rows: new Map(words.map((word, row) => [word, row])), numbers, dimension };
  } catch {
    return { rows: new Map(), numbers: new Float32Array(), dimension: 0 };
  }
}
