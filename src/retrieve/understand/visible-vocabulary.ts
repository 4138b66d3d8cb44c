import type { EngineIndex } from '../../contracts/engine.ts';
import type { Filter } from '../../contracts/filter.ts';

/** What an index knows of its words; an engine may know nothing of them. */
export type IndexVocabulary = Pick<EngineIndex, 'similarTerms' | 'termStatistics'>;

/** Similar terms that are looked through for those that may be seen: as many as an index gives. */
const maxSimilar = 1000;

/**
 * The words of the chunks that a filter lets through, all where there is none: what other chunks say shows neither in
 * how rare a word is nor in what it may have been meant as.
 */
export function visibleVocabulary(index: IndexVocabulary, allowed: Filter | undefined): IndexVocabulary {
  if (!allowed) return index;
  const statisticsOf = index.termStatistics?.bind(index);
  // Nothing else tells which words may be seen.
  if (!statisticsOf) return {};
  const termStatistics: typeof statisticsOf = (terms, options) =>
    statisticsOf(terms, { ...options, filter: allowed });
  const similarTo = index.similarTerms?.bind(index);
  if (!similarTo) return { termStatistics };
  const similarTerms: typeof similarTo = async (term, { limit, ...options }) => {
    const similar = await similarTo(term, { ...options, limit: maxSimilar });
    const terms = similar.map((one) => one.term);
    const { frequencies } = await termStatistics(terms, { signal: options.signal });
    return similar
      .map((one, place) => ({ ...one, chunks: frequencies[place] ?? 0 }))
      .filter(({ chunks }) => chunks > 0)
      .toSorted((a, b) => a.edits - b.edits || b.chunks - a.chunks)
      .slice(0, limit);
  };
  return { termStatistics, similarTerms };
}
