import { readFileSync } from 'node:fs';
import { type Chunk, chunkId } from '../../src/contracts/chunk.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { pick } from './pick.ts';
import { unit } from './unit-vectors.ts';

/** As long as the vectors of the shipped model. */
export const dimension = 384;

const wordsPerChunk = 100;
const chunksPerDocument = 20;
const vocabularySize = 60_000;
/** Values of the metadata field `sample`, each as frequent as the other: a filter on it lets any share pass. */
export const sampleSize = 10_000;
const clusterCount = 300;
/** How far chunks lie from the middle of their cluster, against its length of one. */
const clusterSpread = 0.9;

/** As many words head the list that no question asks for them. */
const functionWords = 64;

/** Words and pieces of words of the shipped model, numbered from the most frequent on behind its special tokens. */
const modelVocabulary = new URL('../../models/all-MiniLM-L6-v2/tokenizer.json', import.meta.url);

/** A chunk and its vector. */
export interface CorpusChunk {
  readonly chunk: Chunk;
  readonly vector: Float32Array;
}

export interface CorpusQuestion {
  /** Three and fifteen words, drawn from a chunk as a person would: rare words likelier than in text. */
  readonly short: string;
  readonly long: string;
  /** Near the same chunk's vector. */
  readonly vector: Float32Array;
}

/**
 * Text of real words in no order: word frequencies after Zipf's law (exponent 1, Mandelbrot's shift 2.7) over the
 * words that the shipped model knows, most frequent first, and compounds of them; 100 words a chunk, 20 chunks a
 * document; vectors in clusters on the unit sphere. The same seed gives the same corpus, and a smaller one is the
 * beginning of a larger.
 */
export class Corpus {
  readonly size: number;
  readonly #seed: number;
  readonly #words: readonly string[];
  readonly #frequent: ReadonlySet<string>;
  readonly #cumulative: Float64Array;
  readonly #vectors: ClusteredVectors;

  constructor(size: number, seed: number) {
    this.size = size;
    this.#seed = seed;
    const random = seededRandom(seed);
    this.#words = vocabulary(random);
    this.#frequent = new Set(this.#words.slice(0, functionWords));
    this.#cumulative = zipf(this.#words.length);
    this.#vectors = new ClusteredVectors(random);
  }

  /** Chunk `index` of the corpus, the same whenever it is asked for. */
  at(index: number): CorpusChunk {
    const random = seededRandom(this.#seed * 1_000_003 + index);
    const document = Math.floor(index / chunksPerDocument);
    const ordinal = index % chunksPerDocument;
    const content = `${Array.from({ length: wordsPerChunk }, () => this.#word(random())).join(' ')}.`;
    const documentId = `document-${document}`;
    const chunk: Chunk = {
      id: chunkId(documentId, 1, ordinal),
      documentId,
      version: 1,
      ordinal,
      start: ordinal * 1000,
      end: ordinal * 1000 + content.length,
      content,
      title: this.#phrase(seededRandom(this.#seed + document), 5),
      headingPath: [this.#phrase(seededRandom(this.#seed + document * 7 + (ordinal >> 2)), 3)],
      tokens: wordsPerChunk,
      language: 'en',
      metadata: {
        path: `folder/${documentId}.md`,
        year: 2000 + (document % 25),
        sample: (index * 7919) % sampleSize,
      },
    };
    return { chunk, vector: this.#vectors.next(random) };
  }

  /** Questions about chunks spread over the corpus. */
  questions(count: number): readonly CorpusQuestion[] {
    const random = seededRandom(this.#seed + 17);
    return Array.from({ length: count }, () => {
      const { chunk, vector } = this.at(Math.floor(random() * this.size));
      const words = chunk.content
        .slice(0, -1)
        .split(' ')
        .filter((word) => !this.#frequent.has(word));
      const draw = (length: number) => Array.from({ length }, () => pick(words, random)).join(' ');
      const noise = gaussians(random, dimension);
      return {
        short: draw(3),
        long: draw(15),
        vector: unit(vector.map((value, at) => value + 0.03 * (noise[at] as number))),
      };
    });
  }

  #phrase(random: () => number, words: number): string {
    return Array.from({ length: words }, () => this.#word(0.35 + 0.65 * random())).join(' ');
  }

  /** The word at a share of the cumulative distribution. */
  #word(share: number): string {
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#cumulative[middle] as number) < share) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] as string;
  }
}

/** Vectors of unit length in clusters around centres that are drawn once. */
class ClusteredVectors {
  readonly #centres: readonly Float32Array[];

  constructor(random: () => number) {
    this.#centres = Array.from({ length: clusterCount }, () => unit(gaussians(random, dimension)));
  }

  /** One near a centre that is drawn. */
  next(random: () => number): Float32Array {
    const centre = this.#centres[Math.floor(random() * clusterCount)] as Float32Array;
    const noise = gaussians(random, dimension);
    const scale = clusterSpread / Math.sqrt(dimension);
    return unit(centre.map((value, at) => value + scale * (noise[at] as number)));
  }
}

/** The model's English words, then compounds of two. */
function vocabulary(random: () => number): readonly string[] {
  const { model } = JSON.parse(readFileSync(modelVocabulary, 'utf8')) as { model: { vocab: object } };
  const known = Object.keys(model.vocab).filter((piece) => /^[a-z]{2,}$/.test(piece));
  const words = new Set(known);
  while (words.size < vocabularySize) words.add(pick(known, random) + pick(known, random));
  return [...words];
}

function zipf(size: number): Float64Array {
  const cumulative = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank++) cumulative[rank] = total += 1 / (rank + 1 + 2.7);
  return cumulative.map((value) => value / total);
}

/** Normal deviates by Box and Muller's method. */
function gaussians(random: () => number, length: number): Float32Array {
  const values = new Float32Array(length);
  for (let at = 0; at < length; at += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    values[at] = radius * Math.cos(angle);
    if (at + 1 < length) values[at + 1] = radius * Math.sin(angle);
  }
  return values;
}
