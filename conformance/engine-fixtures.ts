import { type Chunk, chunkId, type Metadata } from '../src/contracts/chunk.ts';
import type { ChunkWrite, EngineHit, IndexSpec, SearchIndex, VectorQuery } from '../src/contracts/engine.ts';
import { isFootnoteError } from '../src/errors.ts';
import { seededRandom } from '../src/values/seeded-random.ts';
import type { EngineFixture } from './engine.ts';

/** Length of the vectors that the suite writes: small enough to read, large enough for random ones to differ. */
export const dimension = 16;

/** The index most tests open. */
export const spec: IndexSpec = {
  id: 'conformance',
  collection: 'conformance',
  dimension,
  fields: { topic: 'string', year: 'number', reviewed: 'boolean', published: 'date', tags: 'list' },
};

/** What a test says about a chunk; everything else follows from it. */
export interface ChunkFixture {
  readonly documentId?: string;
  readonly version?: number;
  readonly ordinal?: number;
  readonly content?: string;
  readonly title?: string;
  readonly headingPath?: readonly string[];
  readonly page?: number;
  readonly metadata?: Metadata;
}

/** A whole chunk. */
export function chunk(fixture: ChunkFixture = {}): Chunk {
  const { documentId = 'document', version = 1, ordinal = 0, content = `content ${ordinal}` } = fixture;
  const { title = 'Report', headingPath = [], page, metadata = {} } = fixture;
  const start = ordinal * 10_000;
  return {
    id: chunkId(documentId, version, ordinal),
    documentId,
    version,
    ordinal,
    start,
    end: start + content.length,
    content,
    title,
    headingPath,
    ...(page === undefined ? {} : { page }),
    tokens: content.split(/\s+/).length,
    language: 'en',
    metadata,
  };
}

/** A chunk with its vectors; by default with one that depends on its id. */
export function write(fixture: ChunkFixture = {}, vectors?: readonly Float32Array[]): ChunkWrite {
  const made = chunk(fixture);
  return { chunk: made, vectors: vectors ?? [randomVector(seedOf(made.id))] };
}

/** A unit vector along one axis. */
export function axis(index: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[index] = 1;
  return vector;
}

/** A unit vector between two axes: its cosine with the first one is `share`. */
export function between(first: number, second: number, share: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[first] = share;
  vector[second] = Math.sqrt(1 - share * share);
  return vector;
}

/** A unit vector in a direction that the seed decides. */
export function randomVector(seed: number, length = dimension): Float32Array {
  const random = seededRandom(seed);
  const vector = Float32Array.from({ length }, () => random() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** What each leg finds of all that is near `axis(0)`, or holds the word "apple". */
export function legsOf({ index }: EngineFixture): readonly ((query: LegQuery) => Promise<Hits>)[] {
  return [
    (query) => index.vectors.search({ vector: axis(0), ...query }),
    (query) => index.keywords.search({ text: 'apple', language: 'en', ...query }),
  ];
}

/** How much an index holds, by each of its parts. */
export async function countsOf(index: SearchIndex) {
  const [chunks, words, vectors] = await Promise.all([
    index.count(),
    index.keywords.statistics([]),
    index.vectors.count(),
  ]);
  return { chunks, keywordChunks: words.chunks, vectors: vectors.vectors, vectorChunks: vectors.chunks };
}

type LegQuery = Pick<VectorQuery, 'limit' | 'filter'>;
type Hits = readonly EngineHit[];

/** The code of the typed error that a call is refused with; what it came to instead where that is none. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'not refused',
    (error: unknown) => (isFootnoteError(error) ? error.code : error),
  );
}

function seedOf(text: string): number {
  let seed = 0;
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) as number)) >>> 0;
  return seed;
}
