import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  EngineHit,
  FilteredCallOptions,
  IndexSpec,
  IndexTerm,
  KeywordIndex,
  NeighbourRange,
  SimilarTerm,
  TermStatistics,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import type { KeywordQuery } from '../../contracts/keyword-query.ts';
import type { SearchIndex } from '../../contracts/search-index.ts';
import { throwIfAborted } from '../../errors.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import { requireList, requireNumber, requireObject, requireText } from '../../values/require-arguments.ts';
import { checkFilter } from '../check-filter.ts';
import {
  checkEdits,
  checkKeywordQuery,
  checkLateVectors,
  checkLimit,
  checkSelectors,
  checkVector,
  checkVectorQuery,
  checkWrites,
} from '../check-input.ts';
import { keywordQuestion } from '../keyword-question.ts';
import { chunksById, neighboursOf } from './chunk-rows.ts';
import type { Connection } from './connection.ts';
import { allowedChunks } from './filter/filter-chunks.ts';
import { searchKeyword } from './keyword/keyword-search.ts';
import { phraseMatches } from './keyword/pair-features.ts';
import { similarTerms, termsEndingIn } from './keyword/similar-terms.ts';
import { termStatistics } from './keyword/term-statistics.ts';
import { mergeOverdue, mergeSegments, purgeSegments } from './merge/merge-in-background.ts';
import type { ResidentIndex } from './segments/resident-index.ts';
import { LostSegment } from './segments/segment-body.ts';
import { chunkAt } from './text/text-segment.ts';
import { measureOverdue } from './vector/measure-overdue.ts';
import { searchBySigns } from './vector/sign-filter.ts';
import { vectorsByChunk } from './vector/vector-rows.ts';
import type { UseVector, VectorMatch } from './vector/vector-search.ts';
import { rowsOf } from './vector/vector-segment.ts';
import { bumpGeneration, prepareBatch, removeSelected, writeBatch, writeLateVectors } from './write-batch.ts';

/** One index of the embedded engine. Handles on the same index share what is in memory. */
export class EmbeddedIndex implements ChunkStore, SearchIndex {
  readonly spec: IndexSpec;
  /** It lacks nothing. */
  readonly warnings: readonly string[] = [];
  readonly vectors: Required<VectorIndex> = {
    add: (batch, options) => this.#addVectors(batch, options),
    search: (query) => this.#searchVector(query),
    read: (chunkIds, options) => this.#readVectors(chunkIds, options),
    count: (options) => this.#countVectors(options),
  };
  readonly keywords: KeywordIndex = {
    search: (query) => this.#searchKeyword(query),
    statistics: (terms, options) => this.#termStatistics(terms, options),
    similarTerms: (term, options) => this.#similarTerms(term, options),
    termsEndingIn: (ending, options) => this.#termsEndingIn(ending, options),
  };
  readonly #resident: ResidentIndex;

  constructor(spec: IndexSpec, resident: ResidentIndex) {
    this.spec = spec;
    this.#resident = resident;
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkWrites(batch);
    for (const { chunk, vectors } of batch) this.#checkVectors(chunk.id, vectors);
    if (batch.length === 0) return;
    const { analyser } = this.#resident.store.options;
    const prepared = await runSteps(prepareBatch(batch, analyser), signal);
    await this.#change((writer, indexNumber) => writeBatch(writer, indexNumber, prepared), signal);
  }

  async #addVectors(batch: readonly VectorWrite[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkLateVectors(batch);
    for (const { chunkId, vectors } of batch) this.#checkVectors(chunkId, vectors);
    if (batch.length === 0) return;
    await this.#change((writer, indexNumber) => writeLateVectors(writer, indexNumber, batch), signal);
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkSelectors(selectors);
    if (selectors.length === 0) return;
    await this.#change((writer, indexNumber) => removeSelected(writer, indexNumber, selectors), signal);
  }

  async purge({ signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    await purgeSegments(this.#resident, signal);
  }

  async #searchVector(query: VectorQuery): Promise<readonly EngineHit[]> {
    checkVectorQuery(query);
    const { vector, limit, filter, signal } = query;
    checkVector(vector, this.spec.dimension, 'the question');
    if (filter !== undefined) checkFilter(filter, this.spec.fields);
    return this.#search(signal, (reader) => {
      const { texts, vectors, rowFilter, signFilter } = this.#resident;
      const passing = filter && rowFilter.allowedRows(filter, texts, vectors, this.spec.fields);
      const recent = this.#resident.store.recentVectors(this.spec.dimension);
      const fetch = (wanted: readonly number[], use: UseVector) => recent.fetch(reader, wanted, use);
      const search = { segments: vectors, question: vector, limit, allowed: passing, fetch };
      const matches = searchBySigns(search, signFilter);
      this.#resident.measureSignsSoon(measureOverdue);
      return this.#identifyAll(matches).toSorted(byScoreThenId).slice(0, limit);
    });
  }

  async #searchKeyword(query: KeywordQuery): Promise<readonly EngineHit[]> {
    checkKeywordQuery(query);
    const { limit, filter, signal } = query;
    if (filter !== undefined) checkFilter(filter, this.spec.fields);
    const question = keywordQuestion(query, this.#resident.store.options.analyser);
    return this.#search(signal, () => {
      const { texts } = this.#resident;
      const passing = filter && allowedChunks(filter, texts, this.spec.fields);
      const allowed =
        question.phrases.length === 0 ? passing : phraseMatches(texts, question.phrases, passing);
      return searchKeyword(texts, question, limit, allowed);
    });
  }

  async #termStatistics(
    terms: readonly string[],
    { filter, signal }: FilteredCallOptions = {},
  ): Promise<TermStatistics> {
    requireList('terms', terms);
    if (filter !== undefined) checkFilter(filter, this.spec.fields);
    return this.#search(signal, () => {
      const { texts } = this.#resident;
      return termStatistics(texts, terms, filter && allowedChunks(filter, texts, this.spec.fields));
    });
  }

  async #similarTerms(
    term: string,
    options: { readonly maxEdits: number; readonly limit: number } & CallOptions,
  ): Promise<readonly SimilarTerm[]> {
    requireText('term', term);
    requireObject('options', options);
    const { maxEdits, limit, signal } = options;
    checkLimit(limit);
    checkEdits(maxEdits);
    return this.#search(signal, () => similarTerms(this.#resident.texts, term, { maxEdits, limit }));
  }

  async #termsEndingIn(
    ending: string,
    options: { readonly limit: number } & CallOptions,
  ): Promise<readonly IndexTerm[]> {
    requireText('ending', ending);
    requireObject('options', options);
    const { limit, signal } = options;
    checkLimit(limit);
    return this.#search(signal, () => termsEndingIn(this.#resident.texts, ending, limit));
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    requireList('chunkIds', chunkIds);
    const { store, number } = this.#resident;
    return store.readChunks((reader) => chunksById(reader, number, chunkIds), { signal });
  }

  async neighbours(
    chunkIds: readonly string[],
    range: NeighbourRange,
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly Chunk[])[]> {
    requireList('chunkIds', chunkIds);
    requireObject('range', range);
    requireNumber('before', range.before, 0, Number.POSITIVE_INFINITY);
    requireNumber('after', range.after, 0, Number.POSITIVE_INFINITY);
    const { store, number } = this.#resident;
    return store.readChunks((reader) => neighboursOf(reader, number, chunkIds, range), { signal });
  }

  async versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    const rows = await this.#read(signal, (reader) =>
      reader.rows<[string, number]>(
        'select document_id, version from engine_versions where index_number = ? order by document_id, version',
        this.#resident.number,
      ),
    );
    return rows.map(([documentId, version]) => ({ documentId, version }));
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    if (filter !== undefined) return (await this.#termStatistics([], { filter, signal })).chunks;
    const [row] = await this.#read(signal, (reader) =>
      reader.rows<[number]>(
        'select count(*) from engine_chunks where index_number = ?',
        this.#resident.number,
      ),
    );
    return row?.[0] ?? 0;
  }

  /** Every filter that is valid. */
  canFilter(): boolean {
    return true;
  }

  #readVectors(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly VectorWrite[]> {
    requireList('chunkIds', chunkIds);
    const { number } = this.#resident;
    return this.#read(signal, (reader) => vectorsByChunk(reader, number, chunkIds, this.spec.dimension));
  }

  #countVectors({ signal }: CallOptions = {}): Promise<VectorCounts> {
    return this.#search(signal, () => {
      const { vectors } = this.#resident;
      const chunks = new Set(vectors.flatMap(({ seqs, rows }) => [...seqs.subarray(0, rows)])).size;
      return { vectors: rowsOf(vectors), chunks };
    });
  }

  #checkVectors(chunkId: string, vectors: readonly Float32Array[]): void {
    for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${chunkId}`);
  }

  /** Runs a search or a count on what is committed, and again where a segment it read on in is not what it was. */
  async #search<T>(signal: AbortSignal | undefined, search: (reader: Connection) => T): Promise<T> {
    for (;;) {
      await this.#resident.refresh(signal);
      try {
        const found = await this.#read(signal, (reader) =>
          // Another search may have come upon damage since.
          this.#resident.isLoaded ? { result: search(reader) } : undefined,
        );
        if (found === undefined) continue;
        this.#resident.readOnSoon();
        return found.result;
      } catch (error) {
        if (!(error instanceof LostSegment)) throw error;
        this.#resident.doubt(error.segment);
      }
    }
  }

  async #read<T>(signal: AbortSignal | undefined, query: (reader: Connection) => T): Promise<T> {
    throwIfAborted(signal);
    return this.#resident.store.read(query, { signal });
  }

  async #change<T>(
    change: (writer: Connection, indexNumber: number) => Generator<void, T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { store, number, id } = this.#resident;
    const result = await store.write(
      function* (writer) {
        const result = yield* change(writer, number);
        bumpGeneration(writer, number, id);
        return result;
      },
      { signal },
    );
    await mergeOverdue(this.#resident);
    await measureOverdue(this.#resident);
    this.#resident.mergeSoon(mergeSegments);
    return result;
  }

  #identifyAll(matches: readonly VectorMatch[]): readonly EngineHit[] {
    return matches.flatMap(({ seq, score }) => {
      const found = this.#resident.findText(seq);
      if (found === undefined) return [];
      const { chunkId, documentId, version } = chunkAt(found.segment, found.place);
      return [{ chunkId, documentId, version, score }];
    });
  }
}

function byScoreThenId(left: EngineHit, right: EngineHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}
