import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  EngineHit,
  FieldStatistics,
  FilteredCallOptions,
  IndexTerm,
  KeywordIndex,
  KeywordQuery,
  SimilarTerm,
  SoughtTerm,
  TermHit,
  TermIndex,
  TermStatistics,
} from '../../contracts/engine.ts';
import { editDistance } from '../../values/closest-name.ts';
import { requireList, requireObject, requireText } from '../../values/require-arguments.ts';
import { pairCandidates } from '../bm25.ts';
import { checkEdits, checkKeywordQuery, checkLimit } from '../check-input.ts';
import { keywordQuestion, textTerms } from '../chunk-terms.ts';
import { type ReadChunk, scoreTerms, soughtTerms, weighQuestion } from './score-terms.ts';

/** Chunks that are read beyond those asked for: the store's order is near the exact one, not the same. */
const besides = 50;

/** Searches for one question while chunks that were found are removed before they are read. */
const mostSearches = 3;

/** Chunks that are read to find all that have a phrase. */
const mostWithPhrase = 2000;

/** How long what is known of terms holds where this process has written nothing, in milliseconds. */
const statisticsKeptMs = 2000;
const vocabularyKeptMs = 60_000;

/** A vocabulary is read again after a write once it has served so many times as long as reading it took. */
const readingsServed = 20;

const textFields = ['content', 'title', 'headingPath'] as const;

/** What ranks by words over a store that finds chunks by their terms. */
export interface TermKeywordsContext {
  readonly terms: TermIndex;
  readonly get: (chunkIds: readonly string[], options: CallOptions) => Promise<readonly Chunk[]>;
  readonly analyser: Analyser;
  /** Counts this process's writes: what is remembered of the terms is looked up anew after one. */
  readonly writes: () => number;
}

/**
 * A keyword index over a store that finds chunks by their terms: questions become terms, and what is found is ranked by
 * the terms in its text, with the formulas of the embedded engine. So scores and matched terms are those of any other
 * engine, as far as the store's best candidates hold the best chunks.
 */
export class TermKeywords implements KeywordIndex {
  readonly #context: TermKeywordsContext;
  readonly #frequencies = new Map<string, number>();
  #totals:
    | { readonly of: Omit<FieldStatistics, 'frequencies'>; readonly atMs: number; writes: number }
    | undefined;
  #vocabulary:
    | { readonly terms: readonly IndexTerm[]; atMs: number; tookMs: number; writes: number }
    | undefined;

  constructor(context: TermKeywordsContext) {
    this.#context = context;
  }

  async search(query: KeywordQuery): Promise<readonly EngineHit[]> {
    checkKeywordQuery(query);
    const { analyser } = this.#context;
    const { limit } = query;
    const question = keywordQuestion(query, analyser);
    const sought = soughtTerms(question);
    if (sought.length === 0) return [];
    for (let tries = 1; ; tries++) {
      const { found, chunks, statistics } = await this.#read(question, sought, query);
      // What replaced a chunk that is gone was not there yet when it was found.
      if (chunks.length < found && tries < mostSearches) continue;
      const weighed = weighQuestion(question, sought, statistics);
      return scoreTerms(chunks, weighed).slice(0, limit);
    }
  }

  /** The chunks that the store finds, as far as they are still there. */
  async #read(
    question: ReturnType<typeof keywordQuestion>,
    sought: readonly SoughtTerm[],
    { limit, filter, signal }: KeywordQuery,
  ) {
    const { terms } = this.#context;
    const phraseTerms = new Set(question.phrases.flat());
    const [statistics, found, withPhrase] = await Promise.all([
      this.#fieldStatistics(sought, { signal }),
      terms.search({ terms: sought, limit: Math.max(limit, pairCandidates) + besides, filter, signal }),
      phraseTerms.size === 0
        ? []
        : terms.search({
            terms: [...phraseTerms].flatMap((term) =>
              textFields.map((field) => ({ field, term, weight: 1 })),
            ),
            limit: mostWithPhrase,
            filter,
            signal,
          }),
    ]);
    const hits = new Map([...withPhrase, ...found].map((hit) => [hit.chunkId, hit]));
    const chunks = await this.#texts([...hits.values()], question.grams.length > 0, signal);
    return { found: hits.size, chunks, statistics };
  }

  /** What the hits are scored by, of those without it as far as they are still there. */
  async #texts(
    hits: readonly TermHit[],
    hasGrams: boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly ReadChunk[]> {
    const { get, analyser } = this.#context;
    const whole = hits.flatMap(({ texts, ...hit }) => (texts ? [{ ...hit, texts }] : []));
    if (whole.length === hits.length) return whole;
    const unread = hits.filter(({ texts }) => texts === undefined).map(({ chunkId }) => chunkId);
    const read = (await get(unread, { signal })).map((chunk) => ({
      chunkId: chunk.id,
      documentId: chunk.documentId,
      version: chunk.version,
      texts: textTerms(chunk, analyser, hasGrams),
    }));
    return [...whole, ...read];
  }

  async statistics(terms: readonly string[], options: FilteredCallOptions = {}): Promise<TermStatistics> {
    requireList('terms', terms);
    const sought = terms.flatMap((term) => textFields.map((field) => ({ field, term })));
    const { chunks, frequencies } = options.filter
      ? await this.#context.terms.statistics(sought, options)
      : await this.#fieldStatistics(sought, options);
    const inFields = (at: number) =>
      textFields.map((_, field) => frequencies[at * textFields.length + field] ?? 0);
    return { chunks, frequencies: terms.map((_, at) => Math.max(...inFields(at))) };
  }

  async similarTerms(
    term: string,
    options: { readonly maxEdits: number; readonly limit: number } & CallOptions,
  ): Promise<readonly SimilarTerm[]> {
    requireText('term', term);
    requireObject('options', options);
    const { maxEdits, limit, signal } = options;
    checkLimit(limit);
    checkEdits(maxEdits);
    const wanted = codePoints(term);
    const similar: SimilarTerm[] = [];
    for (const one of await this.#allTerms(signal)) {
      // Each edit changes the length by one at most, a pair of surrogates by two.
      if (one.term === term || Math.abs(one.term.length - term.length) > 2 * maxEdits) continue;
      const edits = editDistance(wanted, codePoints(one.term), maxEdits);
      if (edits <= maxEdits) similar.push({ ...one, edits });
    }
    return similar
      .toSorted((a, z) => a.edits - z.edits || z.chunks - a.chunks || (a.term < z.term ? -1 : 1))
      .slice(0, limit);
  }

  async longerTerms(
    part: string,
    options: { readonly limit: number } & CallOptions,
  ): Promise<readonly IndexTerm[]> {
    requireText('part', part);
    requireObject('options', options);
    const { limit, signal } = options;
    checkLimit(limit);
    const longer = (await this.#allTerms(signal)).filter(
      ({ term }) => term.length > part.length && (term.startsWith(part) || term.endsWith(part)),
    );
    return longer.toSorted((a, z) => z.chunks - a.chunks || (a.term < z.term ? -1 : 1)).slice(0, limit);
  }

  /** Statistics of all chunks, each remembered for a moment: a question asks for the same terms several times. */
  async #fieldStatistics(
    sought: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    { signal }: CallOptions,
  ): Promise<FieldStatistics> {
    const writes = this.#context.writes();
    const isFresh =
      this.#totals?.writes === writes && performance.now() - this.#totals.atMs < statisticsKeptMs;
    if (!isFresh) this.#frequencies.clear();
    const unknown = sought.filter((one) => !this.#frequencies.has(keyOf(one)));
    let totals = isFresh ? this.#totals?.of : undefined;
    const looked = new Map<string, number>();
    if (totals === undefined || unknown.length > 0) {
      const asked = isFresh ? unknown : sought;
      const { frequencies, ...of } = await this.#context.terms.statistics(asked, { signal });
      totals ??= of;
      for (const [at, one] of asked.entries()) looked.set(keyOf(one), frequencies[at] ?? 0);
      if (this.#context.writes() === writes) {
        if (!isFresh) this.#totals = { of, atMs: performance.now(), writes };
        // A term that nothing held may be written by another process at any moment, and must be found then.
        for (const [key, frequency] of looked) if (frequency > 0) this.#frequencies.set(key, frequency);
      }
    }
    return {
      ...totals,
      frequencies: sought.map((one) => looked.get(keyOf(one)) ?? this.#frequencies.get(keyOf(one)) ?? 0),
    };
  }

  async #allTerms(signal: AbortSignal | undefined): Promise<readonly IndexTerm[]> {
    const { terms } = this.#context;
    if (terms.vocabulary === undefined) return [];
    const writes = this.#context.writes();
    const known = this.#vocabulary;
    const startedMs = performance.now();
    if (known !== undefined) {
      const ageMs = startedMs - known.atMs;
      const keptMs = known.writes === writes ? vocabularyKeptMs : readingsServed * known.tookMs;
      if (ageMs < keptMs) return known.terms;
    }
    const read = await terms.vocabulary({ signal });
    const atMs = performance.now();
    this.#vocabulary = { terms: read, atMs, tookMs: atMs - startedMs, writes };
    return read;
  }
}

function keyOf({ field, term }: Pick<SoughtTerm, 'field' | 'term'>): string {
  return `${field} ${term}`;
}

function codePoints(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0) as number);
}
