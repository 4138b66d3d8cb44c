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
  KeywordQuery,
  NeighbourRange,
  SearchIndex,
  SimilarTerm,
  TermStatistics,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { throwIfAborted } from '../../errors.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import { editDistance } from '../../values/closest-name.ts';
import { requireList, requireNumber, requireObject, requireText } from '../../values/require-arguments.ts';
import {
  checkEdits,
  checkFilter,
  checkKeywordQuery,
  checkLateVectors,
  checkLimit,
  checkSelectors,
  checkVector,
  checkVectorQuery,
  checkWrites,
} from '../check-input.ts';
import { keywordQuestion } from '../chunk-terms.ts';
import { chunksById, neighboursOf } from './chunk-rows.ts';
import type { Connection } from './connection.ts';
import { allowedChunks } from './filter/filter-chunks.ts';
import { liveChunks, placesOf, searchKeyword, totalFrequency } from './keyword/keyword-search.ts';
import { phraseMatches } from './keyword/pair-features.ts';
import { mergeOverdue, mergeSegments, purgeSegments } from './merge/merge-in-background.ts';
import type { ResidentIndex } from './segments/resident-index.ts';
import { LostSegment } from './segments/segment-body.ts';
import { type FieldPostings, postingList } from './text/field-postings.ts';
import type { TermDictionary } from './text/term-dictionary.ts';
import { chunkAt, type TextSegment, textFields } from './text/text-segment.ts';
import { measureOverdue } from './vector/measure-signs.ts';
import { searchBySigns } from './vector/sign-filter.ts';
import { vectorsByChunk } from './vector/vector-rows.ts';
import type { UseVector, VectorMatch } from './vector/vector-search.ts';
import { rowsOf } from './vector/vector-segment.ts';
import { bumpGeneration, prepareBatch, removeSelected, writeBatch, writeLateVectors } from './write-batch.ts';

/** What can be told of terms without comparing them: by place the characters that occur, and how many there are. */
interface TermShapes {
  /** As {@link characterSet} folds them. */
  readonly sets: Int32Array;
  readonly lengths: Uint16Array;
}

/** Worked out when the terms of a dictionary are first looked through. */
const shapes = new WeakMap<TermDictionary, TermShapes>();

/** The shapes of all terms of a dictionary, by their places. */
function termShapes(dictionary: TermDictionary): TermShapes {
  const known = shapes.get(dictionary);
  if (known !== undefined) return known;
  const { terms } = dictionary;
  const made = { sets: new Int32Array(terms.size), lengths: new Uint16Array(terms.size) };
  let characters = new Uint32Array(1024);
  for (let index = 0; index < terms.size; index++) {
    const bytes = terms.sizeOf(index);
    if (bytes > characters.length) characters = new Uint32Array(2 * bytes);
    const length = terms.charactersAt(index, characters);
    made.sets[index] = characterSet(characters, length);
    made.lengths[index] = Math.min(length, 0xffff);
  }
  shapes.set(dictionary, made);
  return made;
}

/** Which of the first `length` characters occur, folded into 32 bits. */
function characterSet(codePoints: Uint32Array, length = codePoints.length): number {
  let set = 0;
  for (let at = 0; at < length; at++) set |= 1 << ((codePoints[at] as number) & 31);
  return set;
}

/**
 * What was found, by the list of segments, which is another one after each change, and by what was asked: the same
 * words that no document has come in question after question.
 */
const remembered = new WeakMap<readonly TextSegment[], Map<string, readonly SimilarTerm[]>>();
const maxRemembered = 1000;

/**
 * Terms within `maxEdits` of one, itself left out: fewest edits first, then the most common, then in order of code
 * units. Every term of about the same length is looked at; those that lack too many of the characters are passed over
 * before anything is compared.
 */
function similarTerms(
  segments: readonly TextSegment[],
  term: string,
  { maxEdits, limit }: SimilarTermsOptions,
): readonly SimilarTerm[] {
  let known = remembered.get(segments);
  if (known === undefined || known.size >= maxRemembered) remembered.set(segments, (known = new Map()));
  const key = JSON.stringify([term, maxEdits, limit]);
  const found = known.get(key) ?? findSimilar(segments, term, { maxEdits, limit });
  known.set(key, found);
  return found;
}

interface SimilarTermsOptions {
  readonly maxEdits: number;
  readonly limit: number;
}

function findSimilar(
  segments: readonly TextSegment[],
  term: string,
  { maxEdits, limit }: SimilarTermsOptions,
): readonly SimilarTerm[] {
  const wanted = Uint32Array.from(term, (character) => character.codePointAt(0) as number);
  const found = new Map<string, number>();
  for (const { dictionary } of segments) findWithin(dictionary, wanted, maxEdits, found);
  found.delete(term);
  const terms = [...found.keys()];
  const { frequencies } = termStatistics(segments, terms);
  return terms
    .map((similar, at) => ({
      term: similar,
      edits: found.get(similar) as number,
      chunks: frequencies[at] as number,
    }))
    .filter(({ chunks }) => chunks > 0)
    .toSorted(
      (left, right) =>
        left.edits - right.edits || right.chunks - left.chunks || (left.term < right.term ? -1 : 1),
    )
    .slice(0, limit);
}

function findWithin(
  dictionary: TermDictionary,
  wanted: Uint32Array,
  maxEdits: number,
  found: Map<string, number>,
): void {
  const wantedSet = characterSet(wanted);
  const { sets, lengths } = termShapes(dictionary);
  const least = wanted.length - maxEdits;
  const most = wanted.length + maxEdits;
  const characters = new Uint32Array(most);
  for (let index = 0; index < sets.length; index++) {
    const length = lengths[index] as number;
    if (length < least || length > most) continue;
    const set = sets[index] as number;
    // An edit changes no more than one of them in each direction.
    if (bitsOf(wantedSet & ~set) > maxEdits || bitsOf(set & ~wantedSet) > maxEdits) continue;
    dictionary.terms.charactersAt(index, characters);
    const edits = editDistance(wanted, characters.subarray(0, length), maxEdits);
    if (edits <= maxEdits) found.set(dictionary.terms.at(index), edits);
  }
}

/** How many bits are set (Warren, Hacker's Delight, section 5-1). */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * Longer terms that begin or end in one, the most common first, then in order of code units. Those that lack one of its
 * characters are passed over before anything is compared.
 */
function longerTerms(segments: readonly TextSegment[], part: string, limit: number): readonly IndexTerm[] {
  const wanted = Uint32Array.from(part, (character) => character.codePointAt(0) as number);
  const set = characterSet(wanted);
  const found = new Set<string>();
  for (const { dictionary } of segments) {
    const { sets, lengths } = termShapes(dictionary);
    for (let index = 0; index < sets.length; index++) {
      if ((lengths[index] as number) <= wanted.length || (set & ~(sets[index] as number)) !== 0) continue;
      const term = dictionary.terms.at(index);
      if (term.startsWith(part) || term.endsWith(part)) found.add(term);
    }
  }
  const terms = [...found];
  const { frequencies } = termStatistics(segments, terms);
  return terms
    .map((term, at) => ({ term, chunks: frequencies[at] as number }))
    .filter(({ chunks }) => chunks > 0)
    .toSorted((left, right) => right.chunks - left.chunks || (left.term < right.term ? -1 : 1))
    .slice(0, limit);
}

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
    longerTerms: (part, options) => this.#longerTerms(part, options),
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

  async #longerTerms(
    part: string,
    options: { readonly limit: number } & CallOptions,
  ): Promise<readonly IndexTerm[]> {
    requireText('part', part);
    requireObject('options', options);
    const { limit, signal } = options;
    checkLimit(limit);
    return this.#search(signal, () => longerTerms(this.#resident.texts, part, limit));
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

/**
 * How many live chunks hold each term, counted in the field where it is most common, over all segments; of those chunks
 * alone that are 1 in `allowed`, by segment, where it is given.
 */
function termStatistics(
  segments: readonly TextSegment[],
  terms: readonly string[],
  allowed?: readonly Uint8Array[],
): TermStatistics {
  const dictionaries = segments.map((segment) => segment.dictionary);
  const counted = allowed && segments.map((segment, index) => living(allowed[index] as Uint8Array, segment));
  const frequencies = terms.map((term) => {
    const places = placesOf(dictionaries, term);
    const inField = (field: number) =>
      counted ? frequencyAmong(counted, segments, field, places) : totalFrequency(segments, field, places);
    return Math.max(...textFields.map((_, field) => inField(field)));
  });
  const chunks = counted?.reduce((sum, flags) => sum + ones(flags), 0);
  return { chunks: chunks ?? liveChunks(segments), frequencies };
}

function living(allowed: Uint8Array, { dead, deadCount }: TextSegment): Uint8Array {
  if (deadCount === 0) return allowed;
  const flags = new Uint8Array(allowed.length);
  for (let chunk = 0; chunk < flags.length; chunk++)
    flags[chunk] = (allowed[chunk] as number) & ~(dead[chunk] as number);
  return flags;
}

function ones(flags: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < flags.length; at++) sum += flags[at] as number;
  return sum;
}

function frequencyAmong(
  counted: readonly Uint8Array[],
  segments: readonly TextSegment[],
  field: number,
  places: Int32Array,
): number {
  let frequency = 0;
  for (const [index, segment] of segments.entries()) {
    const term = places[index] as number;
    if (term < 0) continue;
    const flags = counted[index] as Uint8Array;
    const { lists, once, frequencies } = postingList(segment.fields[field] as FieldPostings, term);
    for (let at = once; at < frequencies; at++) frequency += flags[lists[at] as number] as number;
  }
  return frequency;
}
