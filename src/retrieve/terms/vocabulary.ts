import type { Analyser } from '../../contracts/analyser.ts';
import type { Filter, IndexTerm, KeywordIndex, SimilarTerm, TermStatistics } from '../../contracts/engine.ts';

/** Terms that are looked through for those that may be seen: as many as an index gives. */
const maxLookedThrough = 1000;

/** What of an index its words are looked up in. */
export type WordLookups = Pick<KeywordIndex, 'similarTerms' | 'longerTerms' | 'statistics'>;

/** What the words of a question are looked up with in one collection. */
export interface WordContext {
  readonly vocabulary: Vocabulary;
  /** The one that the index was written with. */
  readonly analyser: Analyser;
}

/** Whose words are looked up, and until when. */
interface VocabularyOptions {
  /** What the caller may see. Default: everything. */
  readonly allowed?: Filter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What one question learns of the words of an index, each of them once. Only chunks that the caller may see count: what
 * others say shows neither in how rare a word is nor in what it may have been meant as.
 */
export class Vocabulary {
  readonly #words: WordLookups;
  readonly #options: VocabularyOptions;
  readonly #holding = new Map<string, number>();
  #chunks = 0;
  #isLearnt = false;

  constructor(words: WordLookups, options: VocabularyOptions = {}) {
    this.#words = words;
    this.#options = options;
  }

  /** Looks up those of some terms that have not been. Errors: `aborted`, and those of the engine. */
  async learn(terms: Iterable<string>): Promise<void> {
    const unknown = [...new Set(terms)].filter((term) => !this.#holding.has(term));
    if (unknown.length === 0 && this.#isLearnt) return;
    const { allowed: filter, signal } = this.#options;
    const statistics = await this.#words.statistics(unknown, { filter, signal });
    this.#chunks = statistics.chunks;
    this.#isLearnt = true;
    for (const [at, term] of unknown.entries()) this.#holding.set(term, statistics.frequencies[at] ?? 0);
  }

  /** How many chunks hold a term; 0 for one that was not learnt. */
  chunksWith(term: string): number {
    return this.#holding.get(term) ?? 0;
  }

  /** How common terms are that were learnt. */
  statisticsOf(terms: readonly string[]): TermStatistics {
    return { chunks: this.#chunks, frequencies: terms.map((term) => this.chunksWith(term)) };
  }

  /** As {@link KeywordIndex.similarTerms}. */
  async similarTerms(
    term: string,
    { maxEdits, limit }: { readonly maxEdits: number; readonly limit: number },
  ): Promise<readonly SimilarTerm[]> {
    const { allowed, signal } = this.#options;
    if (!allowed) return this.#words.similarTerms(term, { maxEdits, limit, signal });
    const similar = await this.#words.similarTerms(term, {
      maxEdits,
      limit: maxLookedThrough,
      signal,
    });
    const seen = await this.#seen(similar);
    return seen.toSorted((a, b) => a.edits - b.edits || b.chunks - a.chunks).slice(0, limit);
  }

  /** As {@link KeywordIndex.longerTerms}. */
  async longerTerms(part: string, limit: number): Promise<readonly IndexTerm[]> {
    const { allowed, signal } = this.#options;
    if (!allowed) return this.#words.longerTerms(part, { limit, signal });
    const longer = await this.#words.longerTerms(part, { limit: maxLookedThrough, signal });
    const seen = await this.#seen(longer);
    return seen.toSorted((a, b) => b.chunks - a.chunks).slice(0, limit);
  }

  /** Those of some terms that the caller may see, as common as they are there. */
  async #seen<Term extends IndexTerm>(terms: readonly Term[]): Promise<readonly Term[]> {
    await this.learn(terms.map(({ term }) => term));
    return terms
      .map((one) => ({ ...one, chunks: this.chunksWith(one.term) }))
      .filter(({ chunks }) => chunks > 0);
  }
}
