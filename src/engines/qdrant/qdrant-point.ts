import { hash } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import type { SoughtTerm, TermField, TermHit } from '../../contracts/engine.ts';
import { b, k1 } from '../bm25.ts';
import { type ChunkTerms, termFields } from '../chunk-terms.ts';
import { type FilterPayload, filterPayload } from './qdrant-filter.ts';

/** The named vectors of a point: the windows of a chunk, and its terms. */
export const denseVector = 'dense';
export const sparseVector = 'bm25';

/** By field: the average length of those that are not empty. */
export type AverageLengths = Readonly<Record<TermField, number>>;

/** What a point carries beside its vectors. Keys of others may stand beside these. */
export interface PointPayload {
  /** The index that the chunk belongs to: the tenant. */
  readonly index: string;
  readonly chunk_id: string;
  readonly document_id: string;
  /** `VERSION DOCUMENT_ID`, so that versions can be counted and removed by one key. */
  readonly document_version: string;
  readonly version: number;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly title: string;
  readonly heading_path: readonly string[];
  readonly page_number?: number | null;
  readonly token_count: number;
  readonly language: string;
  /** As JSON text: Qdrant may return a number with another last digit than it was given. */
  readonly metadata: string;
  readonly filter: FilterPayload;
  /** How many vectors the chunk has. */
  readonly windows: number;
  /** The distinct terms by field. */
  readonly terms: Readonly<Record<TermField, readonly string[]>>;
  /** By field that is not empty: terms that count towards its length. */
  readonly lengths: Readonly<Partial<Record<TermField, number>>>;
  /**
   * By field that is not empty: its terms in reading order between spaces, which hits are scored by. Absent where that
   * would not give back every term as it was.
   */
  readonly texts?: Readonly<Partial<Record<TermField, string>>>;
  /** The whole chunk as JSON text, where some of its text is not well-formed Unicode, which Qdrant cannot keep. */
  readonly exact?: string;
}

/** The keys of a payload that a chunk is made from. */
export const chunkKeys = [
  'chunk_id',
  'document_id',
  'version',
  'ordinal',
  'start',
  'end',
  'content',
  'title',
  'heading_path',
  'page_number',
  'token_count',
  'language',
  'metadata',
  'exact',
] as const satisfies readonly (keyof PointPayload)[];

/** The keys of a payload that a hit is made from. */
export const hitKeys = [
  'chunk_id',
  'document_id',
  'version',
  'exact',
] as const satisfies readonly (keyof PointPayload)[];

/** The keys of a payload that a hit is made from which is scored by its terms. */
export const termHitKeys = [
  ...hitKeys,
  'texts',
  'lengths',
] as const satisfies readonly (keyof PointPayload)[];

/** The id of a chunk's point: a UUID of version 5's form, the same whenever and wherever it is made. */
export function pointId(indexId: string, chunkId: string): string {
  const hex = hash('sha1', `${indexId}\0${JSON.stringify(chunkId)}`, 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** What a point is made of. */
export interface PointParts {
  readonly indexId: string;
  readonly chunk: Chunk;
  readonly vectors: readonly Float32Array[];
  readonly terms: ChunkTerms;
  readonly averages: AverageLengths;
  /** Keys of others for the payload. */
  readonly besides: Readonly<Record<string, unknown>> | undefined;
}

/** A chunk as a point. */
export function pointOf({
  indexId,
  chunk,
  vectors,
  terms,
  averages,
  besides,
}: PointParts): Schemas['PointStruct'] {
  const sparse = sparseVectorOf(indexId, terms, averages);
  return {
    id: pointId(indexId, chunk.id),
    vector: {
      ...(vectors.length > 0 && { [denseVector]: windowsOf(vectors) }),
      ...(sparse.indices.length > 0 && { [sparseVector]: sparse }),
    },
    payload: { ...besides, ...payloadOf(indexId, chunk, vectors.length, terms) },
  };
}

/**
 * The vectors of a chunk as Qdrant takes them. It reads two rows of whole numbers as the two lists of a sparse vector;
 * with the last one repeated it doesn't, and the best window stays the same.
 */
export function windowsOf(vectors: readonly Float32Array[]): number[][] {
  const rows = vectors.map((vector) => Array.from(vector));
  const [first, second] = rows;
  const isAmbiguous = rows.length === 2 && first?.every((value) => Number.isInteger(value));
  return isAmbiguous ? [...rows, second as number[]] : rows;
}

/** Reads what {@link windowsOf} wrote, by how many there were; none where the point has none. */
export function readWindows(vector: Schemas['Record']['vector'], windows: number): readonly Float32Array[] {
  if (!vector || Array.isArray(vector)) return [];
  const rows = ((vector as Record<string, unknown>)[denseVector] ?? []) as readonly (readonly number[])[];
  return rows.slice(0, windows).map((row) => Float32Array.from(row));
}

function payloadOf(indexId: string, chunk: Chunk, windows: number, terms: ChunkTerms): PointPayload {
  const { documentId, version, page, headingPath } = chunk;
  const exact = JSON.stringify(chunk);
  const filled = termFields.filter((field) => terms[field].frequencies.size > 0);
  return {
    index: indexId,
    chunk_id: wellFormed(chunk.id),
    document_id: wellFormed(documentId),
    document_version: documentVersion(documentId, version),
    version,
    ordinal: chunk.ordinal,
    start: chunk.start,
    end: chunk.end,
    content: wellFormed(chunk.content),
    title: wellFormed(chunk.title),
    heading_path: headingPath.map(wellFormed),
    ...(page !== undefined && { page_number: page }),
    token_count: chunk.tokens,
    language: wellFormed(chunk.language),
    metadata: JSON.stringify(chunk.metadata),
    filter: filterPayload(chunk.metadata),
    windows,
    terms: distinctTerms(terms),
    lengths: Object.fromEntries(filled.map((field) => [field, terms[field].length])),
    ...(filled.every((field) => terms[field].terms.every(isPlain)) && {
      texts: Object.fromEntries(filled.map((field) => [field, terms[field].terms.join(' ')])),
    }),
    // JSON writes half a surrogate pair as an escape, which only such text has.
    ...(/\\ud[89a-f]/.test(exact) && { exact }),
  };
}

function distinctTerms(terms: ChunkTerms): PointPayload['terms'] {
  const inField = (field: TermField) => Array.from(terms[field].frequencies.keys(), wellFormed);
  return {
    content: inField('content'),
    title: inField('title'),
    headingPath: inField('headingPath'),
    grams: inField('grams'),
  };
}

/** Whether a term stands between spaces as it is. */
function isPlain(term: string): boolean {
  return term !== '' && !term.includes(' ') && term.isWellFormed();
}

/** What a hit is scored by; undefined where the payload does not have it. */
export function textsOf(payload: unknown): TermHit['texts'] {
  const { texts, lengths } = payload as Partial<PointPayload>;
  if (!texts) return undefined;
  const inField = (field: TermField) => ({
    terms: texts[field]?.split(' ') ?? [],
    length: lengths?.[field] ?? 0,
  });
  return {
    content: inField('content'),
    title: inField('title'),
    headingPath: inField('headingPath'),
    grams: inField('grams'),
  };
}

/** What Qdrant can keep of a text. */
const wellFormed = (text: string) => text.toWellFormed();

/** See {@link PointPayload.document_version}. */
export function documentVersion(documentId: string, version: number): string {
  return `${version} ${documentId}`.toWellFormed();
}

/** The other way round; undefined for what is none. */
export function readDocumentVersion(text: string): { documentId: string; version: number } | undefined {
  const parts = /^(\d+) (.*)$/s.exec(text);
  return parts ? { version: Number(parts[1]), documentId: parts[2] as string } : undefined;
}

/** The chunk that a payload was made from; undefined where one is damaged. */
export function chunkOf(payload: unknown): Chunk | undefined {
  const held = payload as PointPayload;
  if (typeof held?.exact === 'string') return JSON.parse(held.exact) as Chunk;
  if (typeof held?.chunk_id !== 'string' || typeof held.metadata !== 'string') return undefined;
  return {
    id: held.chunk_id,
    documentId: held.document_id,
    version: held.version,
    ordinal: held.ordinal,
    start: held.start,
    end: held.end,
    content: held.content,
    title: held.title,
    headingPath: held.heading_path,
    ...(typeof held.page_number === 'number' && { page: held.page_number }),
    tokens: held.token_count,
    language: held.language,
    metadata: JSON.parse(held.metadata) as Metadata,
  };
}

/** A vector of few coordinates. */
interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

/**
 * The terms of a chunk, each with BM25's saturation of its frequency; the server multiplies it with how rare the term
 * is among all points that have such a vector. The averages are those of the time of writing, so that what it finds
 * best is near what BM25 finds; the core computes the scores anew.
 */
function sparseVectorOf(indexId: string, terms: ChunkTerms, averages: AverageLengths): SparseVector {
  const weights = new Map<number, number>();
  for (const field of termFields) {
    const { frequencies, length } = terms[field];
    const norm = k1 * (1 - b + (b * length) / (averages[field] || 1));
    for (const [term, frequency] of frequencies)
      addTo(weights, termIndex(indexId, field, term), frequency / (frequency + norm));
  }
  return sparse(weights);
}

/** What is sought as a sparse vector: the weight of each term. */
export function sparseQuery(indexId: string, terms: readonly SoughtTerm[]): SparseVector {
  const weights = new Map<number, number>();
  for (const { field, term, weight } of terms) addTo(weights, termIndex(indexId, field, term), weight);
  return sparse(weights);
}

/** Two terms with one coordinate, one pair of a hundred thousand terms or so, are as good as one. */
function addTo(weights: Map<number, number>, index: number, weight: number): void {
  weights.set(index, (weights.get(index) ?? 0) + weight);
}

function sparse(weights: ReadonlyMap<number, number>): SparseVector {
  return { indices: [...weights.keys()], values: [...weights.values()] };
}

/**
 * The coordinate of a term in a field. The index is part of it, so that how common a term is in one of them does not
 * count for another in the same Qdrant collection.
 */
function termIndex(indexId: string, field: TermField, term: string): number {
  return murmur3(`${indexId}\0${field}\0${term.toWellFormed()}`);
}

/** MurmurHash3 (x86, 32 bits, seed 0) of a text's UTF-16 code units, two to a block (Austin Appleby, public domain). */
function murmur3(text: string): number {
  let state = 0;
  const blocks = text.length >> 1;
  for (let block = 0; block < blocks; block++) {
    state ^= scrambled(text.charCodeAt(2 * block) | (text.charCodeAt(2 * block + 1) << 16));
    state = (state << 13) | (state >>> 19);
    state = (Math.imul(state, 5) + 0xe6546b64) | 0;
  }
  if (text.length % 2 === 1) state ^= scrambled(text.charCodeAt(text.length - 1));
  state ^= 2 * text.length;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function scrambled(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}
