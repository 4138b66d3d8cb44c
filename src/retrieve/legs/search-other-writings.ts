import type { EngineHit, KeywordQuery, SearchIndex } from '../../contracts/engine.ts';
import { distinctTerms } from '../../text/words.ts';
import { bestFirst } from '../candidate.ts';
import type { Expansion } from '../hit.ts';
import { weighTerms } from '../relevance.ts';
import type { OtherWriting } from '../terms/other-writings.ts';
import type { Vocabulary, WordContext } from '../terms/vocabulary.ts';
import { weighHit } from './weigh-hit.ts';

/** What a passage counts for beside one that has all as the question writes it. */
const otherwiseWeight = 0.9;

/** Where other writings are looked for. */
export interface SearchOtherWritingsContext extends WordContext {
  readonly index: SearchIndex;
  /** The question's own, without expansions. */
  readonly query: KeywordQuery;
}

/** What was found in other words than the question's. */
export interface FoundOtherwise {
  readonly hits: readonly EngineHit[];
  /** The terms that were found in place of some of the question's. */
  readonly expansions: readonly Expansion[];
}

/**
 * The chunks that hold parts of a question in another writing, its words side by side, as they score with that in the
 * question. A writing counts as many terms as it stands for, and as rare ones at most: `timeout` is both words of
 * `time out`, also where one of them is too common to be looked for, and `set up` is one word. Errors: those of the
 * engine.
 */
export async function searchOtherWritings(
  writings: readonly OtherWriting[],
  { index, vocabulary, query, analyser }: SearchOtherWritingsContext,
): Promise<readonly FoundOtherwise[]> {
  if (writings.length === 0) return [];
  const asked = distinctTerms(analyser, query.text, query.language);
  const found = await Promise.all(
    writings.map(async ({ from, written, language = query.language }): Promise<FoundOtherwise[]> => {
      const text = query.text.replace(from, () => ` ${written} `);
      const hits = await index.keywords.search({ ...query, text, language, phrases: [written] });
      if (hits.length === 0) return [];
      const terms = [...distinctTerms(analyser, written, language)];
      const others = new Set(terms.filter((term) => !asked.has(term)));
      const termsOfFrom = [...distinctTerms(analyser, from, query.language)];
      const stoodFor = Math.max(termsOfFrom.length, from.split(/[\s-]/).length);
      await vocabulary.learn([...terms, ...termsOfFrom]);
      const rarer = meanRarity(termsOfFrom, vocabulary) / meanRarity(terms, vocabulary);
      const factor = (stoodFor / terms.length) * Math.min(1, rarer);
      const weightOf = (term: string) => otherwiseWeight * (others.has(term) ? factor : 1);
      const weighed = hits.map((hit) => weighHit(hit, weightOf, otherwiseWeight));
      // “230C” has “230” and “C” as well: they stand for the whole.
      const instead = others.size > 0 ? [...others] : terms;
      const standsFor = termsOfFrom.filter((term) => !terms.includes(term));
      const expansions = instead.map((term): Expansion => {
        return { kind: 'writing', from, standsFor, term, weight: 1 / instead.length };
      });
      return [{ hits: weighed, expansions }];
    }),
  );
  return found.flat();
}

/** The mean inverse document frequency of terms, of which there is one at least. */
function meanRarity(terms: readonly string[], vocabulary: Vocabulary): number {
  const weighted = weighTerms(terms, vocabulary.statisticsOf(terms));
  return weighted.reduce((sum, { weight }) => sum + weight, 0) / weighted.length;
}

/** The hits of several searches, each chunk as it scored best: best first, at most `limit`. */
export function bestOf(searches: readonly (readonly EngineHit[])[], limit: number): readonly EngineHit[] {
  const best = new Map<string, EngineHit>();
  for (const hit of searches.flat())
    if (hit.score > (best.get(hit.chunkId)?.score ?? 0)) best.set(hit.chunkId, hit);
  return [...best.values()].toSorted(bestFirst).slice(0, limit);
}
