import type { Chunk, Metadata } from '../src/contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  Engine,
  EngineHit,
  FieldTypes,
  Filter,
  FilteredCallOptions,
  FilterScalar,
  IndexSpec,
  IndexTerm,
  KeywordIndex,
  KeywordQuery,
  NeighbourRange,
  SimilarTerm,
  TermStatistics,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../src/contracts/engine.ts';
import {
  checkEdits,
  checkFilter,
  checkKeywordQuery,
  checkLimit,
  checkSpec,
  checkVector,
} from '../src/engines/check-input.ts';
import { FootnoteError, throwIfAborted } from '../src/errors.ts';
import { editDistance } from '../src/values/closest-name.ts';

/** What stays when an engine is closed. */
export type NaivePlace = Map<
  string,
  { readonly dimension: number; readonly writes: Map<string, ChunkWrite> }
>;

/** An engine as its contract says it, as plainly as can be: everything in memory, everything looked at each time. */
export class NaiveEngine implements Engine {
  readonly name = 'naive';
  readonly #place: NaivePlace;
  #isClosed = false;

  constructor(place: NaivePlace) {
    this.#place = place;
  }

  async open(spec: IndexSpec, { signal }: CallOptions = {}): Promise<NaiveIndex> {
    this.enter(signal);
    checkSpec(spec);
    const known = this.#place.get(spec.id) ?? { dimension: spec.dimension, writes: new Map() };
    if (known.dimension !== spec.dimension) {
      throw new FootnoteError('index_mismatch', {
        collection: spec.id,
        stored: `${known.dimension}`,
        configured: `${spec.dimension}`,
      });
    }
    this.#place.set(spec.id, known);
    return new NaiveIndex(this, spec, known.writes);
  }

  async drop(indexId: string, { signal }: CallOptions = {}): Promise<void> {
    this.enter(signal);
    this.#place.delete(indexId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  /** Every call begins here. */
  enter(signal: AbortSignal | undefined): void {
    throwIfAborted(signal);
    if (this.#isClosed)
      throw new FootnoteError('store_unavailable', { path: 'memory', reason: 'closed', remedy: 'Open it' });
  }
}

export class NaiveIndex implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: Required<VectorIndex> = {
    add: (batch, options) => this.#addVectors(batch, options),
    search: (query) => this.#searchVector(query),
    read: async (chunkIds, { signal } = {}) => {
      this.#engine.enter(signal);
      const held = chunkIds.map((chunkId) => ({
        chunkId,
        vectors: this.#writes.get(chunkId)?.vectors ?? [],
      }));
      return held.filter(({ vectors }) => vectors.length > 0);
    },
    count: (options) => this.#countVectors(options),
  };
  readonly keywords: KeywordIndex = {
    search: (query) => this.#searchKeyword(query),
    statistics: (terms, options) => this.#statistics(terms, options),
    similarTerms: (term, options) => this.#similarTerms(term, options),
    longerTerms: (part, options) => this.#longerTerms(part, options),
  };
  readonly #engine: NaiveEngine;
  readonly #writes: Map<string, ChunkWrite>;

  constructor(engine: NaiveEngine, spec: IndexSpec, writes: Map<string, ChunkWrite>) {
    this.#engine = engine;
    this.spec = spec;
    this.#writes = writes;
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    this.#engine.enter(signal);
    for (const { chunk, vectors } of batch) this.#checkVectors(`chunk ${chunk.id}`, vectors);
    for (const one of batch) this.#writes.set(one.chunk.id, one);
  }

  async #addVectors(batch: readonly VectorWrite[], { signal }: CallOptions = {}): Promise<void> {
    this.#engine.enter(signal);
    for (const { chunkId, vectors } of batch) this.#checkVectors(`chunk ${chunkId}`, vectors);
    for (const { chunkId, vectors } of batch) {
      const held = this.#writes.get(chunkId);
      if (held) this.#writes.set(chunkId, { ...held, vectors });
    }
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    this.#engine.enter(signal);
    const gone = this.#all().filter(({ chunk: { documentId, version } }) =>
      selectors.some((one) => one.documentId === documentId && (one.version ?? version) === version),
    );
    for (const { chunk } of gone) this.#writes.delete(chunk.id);
  }

  async #searchVector(query: VectorQuery): Promise<readonly EngineHit[]> {
    const { vector, limit, filter, signal } = query;
    this.#engine.enter(signal);
    this.#checkVectors('the question', [vector]);
    const cosine = (other: Float32Array) =>
      Math.min(
        1,
        other.reduce((sum, value, at) => sum + value * (vector[at] as number), 0),
      );
    return this.#passing(filter)
      .filter(({ vectors }) => vectors.length > 0)
      .map(({ chunk, vectors }) => hitOf(chunk, Math.max(...vectors.map(cosine))))
      .toSorted(byScoreThenId)
      .slice(0, limit);
  }

  async #searchKeyword(query: KeywordQuery): Promise<readonly EngineHit[]> {
    const { text, phrases = [], expansions = [], boosts = {}, limit, filter, signal } = query;
    this.#engine.enter(signal);
    checkKeywordQuery(query);
    const weights = [1, boosts.title ?? 0.3, boosts.headingPath ?? 0.3];
    const sought = new Map<string, number>();
    for (const { term, weight } of expansions) {
      sought.set(term, Math.max(weight, sought.get(term) ?? 0));
    }
    for (const term of termsOf(text)) sought.set(term, 1);
    const wanted = phrases.map(termsOf).filter((phrase) => phrase.length > 0);
    const scoreOf = this.#scores();
    return this.#passing(filter)
      .filter(({ chunk }) => wanted.every((phrase) => fieldsOf(chunk).some((of) => holds(of, phrase))))
      .map(({ chunk }) => {
        const matchedTerms = Array.from(sought, ([term, factor]) => {
          return { term, score: factor * scoreOf(chunk, term, weights) };
        }).filter(({ score }) => score > 0);
        const score = matchedTerms.reduce((sum, matched) => sum + matched.score, 0);
        return {
          ...hitOf(chunk, score),
          matchedTerms: matchedTerms.toSorted((left, right) => right.score - left.score),
        };
      })
      .filter(({ score }) => score > 0)
      .toSorted(byScoreThenId)
      .slice(0, limit);
  }

  async #statistics(
    terms: readonly string[],
    { filter, signal }: FilteredCallOptions = {},
  ): Promise<TermStatistics> {
    this.#engine.enter(signal);
    const chunks = this.#passing(filter).map(({ chunk }) => fieldsOf(chunk));
    const inField = (term: string, field: number) =>
      chunks.filter((fields) => fields[field]?.includes(term)).length;
    const frequencies = terms.map((term) => Math.max(...[0, 1, 2].map((field) => inField(term, field))));
    return { chunks: chunks.length, frequencies };
  }

  async #similarTerms(
    term: string,
    { maxEdits, limit, signal }: CallOptions & { readonly maxEdits: number; readonly limit: number },
  ): Promise<readonly SimilarTerm[]> {
    this.#engine.enter(signal);
    checkLimit(limit);
    checkEdits(maxEdits);
    const known = [...new Set(this.#all().flatMap(({ chunk }) => fieldsOf(chunk).flat()))];
    const near = known.map((one) => ({
      term: one,
      edits: editDistance(pointsOf(term), pointsOf(one), maxEdits),
    }));
    const similar = near.filter((one) => one.term !== term && one.edits <= maxEdits);
    const { frequencies } = await this.#statistics(similar.map((one) => one.term));
    return similar
      .map((one, at) => ({ ...one, chunks: frequencies[at] as number }))
      .toSorted((left, right) => left.edits - right.edits || right.chunks - left.chunks)
      .slice(0, limit);
  }

  async #longerTerms(
    part: string,
    { limit, signal }: CallOptions & { readonly limit: number },
  ): Promise<readonly IndexTerm[]> {
    this.#engine.enter(signal);
    checkLimit(limit);
    const known = [...new Set(this.#all().flatMap(({ chunk }) => fieldsOf(chunk).flat()))];
    const longer = known.filter((term) => term !== part && (term.startsWith(part) || term.endsWith(part)));
    const { frequencies } = await this.#statistics(longer);
    return longer
      .map((term, at) => ({ term, chunks: frequencies[at] as number }))
      .toSorted((left, right) => right.chunks - left.chunks || (left.term < right.term ? -1 : 1))
      .slice(0, limit);
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    this.#engine.enter(signal);
    return chunkIds.map((id) => this.#writes.get(id)?.chunk).filter((chunk) => chunk !== undefined);
  }

  async neighbours(
    chunkIds: readonly string[],
    range: NeighbourRange,
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly Chunk[])[]> {
    this.#engine.enter(signal);
    return chunkIds.map((id) => this.#around(id, range));
  }

  #around(chunkId: string, { before, after }: NeighbourRange): readonly Chunk[] {
    const middle = this.#writes.get(chunkId)?.chunk;
    return this.#all()
      .map(({ chunk }) => chunk)
      .filter((chunk) => chunk.documentId === middle?.documentId && chunk.version === middle.version)
      .map((chunk) => ({ chunk, distance: chunk.ordinal - (middle?.ordinal ?? 0) }))
      .filter(({ distance }) => distance !== 0 && distance >= -before && distance <= after)
      .toSorted((left, right) => left.distance - right.distance)
      .map(({ chunk }) => chunk);
  }

  async versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    this.#engine.enter(signal);
    const versions = this.#all().map(({ chunk: { documentId, version } }) => ({ documentId, version }));
    return [...new Map(versions.map((one) => [JSON.stringify(one), one])).values()];
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    this.#engine.enter(signal);
    return this.#passing(filter).length;
  }

  canFilter(): boolean {
    return true;
  }

  async #countVectors({ signal }: CallOptions = {}): Promise<VectorCounts> {
    this.#engine.enter(signal);
    const counts = this.#all().map(({ vectors }) => vectors.length);
    return {
      vectors: counts.reduce((sum, count) => sum + count, 0),
      chunks: counts.filter((count) => count > 0).length,
    };
  }

  #all(): readonly ChunkWrite[] {
    return [...this.#writes.values()];
  }

  #passing(filter: Filter | undefined): readonly ChunkWrite[] {
    if (filter !== undefined) checkFilter(filter, this.spec.fields);
    return this.#all().filter(({ chunk }) => this.passes(filter, chunk));
  }

  /** Whether a filter that has been checked lets a chunk through. */
  passes(filter: Filter | undefined, { metadata, documentId }: Chunk): boolean {
    return filter === undefined || lets(filter, { ...metadata, documentId }, this.spec.fields);
  }

  /** What a term adds to the score of a chunk, summed over its fields. */
  #scores(): (chunk: Chunk, term: string, weights: readonly number[]) => number {
    const all = this.#all().map(({ chunk }) => fieldsOf(chunk));
    return (chunk, term, weights) =>
      fieldsOf(chunk).reduce((sum, terms, field) => {
        const frequency = terms.filter((one) => one === term).length;
        if (frequency === 0) return sum;
        const holders = all.filter((fields) => fields[field]?.includes(term)).length;
        const idf = Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
        return sum + ((weights[field] as number) * idf * frequency) / (frequency + 1.2);
      }, 0);
  }

  #checkVectors(subject: string, vectors: readonly Float32Array[]): void {
    for (const vector of vectors) checkVector(vector, this.spec.dimension, subject);
  }
}

function hitOf({ id, documentId, version }: Chunk, score: number): EngineHit {
  return { chunkId: id, documentId, version, score };
}

function byScoreThenId(left: EngineHit, right: EngineHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}

function fieldsOf({ content, title, headingPath }: Chunk): readonly (readonly string[])[] {
  return [content, title, headingPath.join('\n')].map(termsOf);
}

function termsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function pointsOf(text: string): Uint32Array {
  return Uint32Array.from(text, (one) => one.codePointAt(0) as number);
}

function holds(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, from) => phrase.every((term, at) => terms[from + at] === term));
}

function lets(filter: Filter, metadata: Metadata, fields: FieldTypes): boolean {
  if ('and' in filter) return filter.and.every((part) => lets(part, metadata, fields));
  if ('or' in filter) return filter.or.some((part) => lets(part, metadata, fields));
  if ('not' in filter) return !lets(filter.not, metadata, fields);
  const stored = metadata[filter.field];
  const values = stored === undefined ? [] : typeof stored === 'object' ? stored : [stored];
  const wanted = filter.op === 'in' ? filter.value : [filter.value];
  const isDate = fields[filter.field] === 'date';
  return values.some((value) =>
    wanted.some((other) => {
      if (isDate && filter.op !== 'gte' && String(value).startsWith(String(other))) return true;
      return compares(value, filter.op, other);
    }),
  );
}

function compares(value: FilterScalar, op: 'eq' | 'in' | 'gte' | 'lte', other: FilterScalar): boolean {
  if (typeof value !== typeof other) return false;
  if (op === 'gte') return value >= other;
  return op === 'lte' ? value <= other : value === other;
}
