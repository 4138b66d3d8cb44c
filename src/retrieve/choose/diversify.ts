import type { Analyser } from '../../contracts/analyser.ts';
import { distinctTerms } from '../../text/words.ts';
import type { FoundPassage } from '../passage.ts';
import { jaccard } from './comparable-text.ts';

/**
 * Maximal marginal relevance: puts passages into an order in which each is good and unlike the ones before it. The
 * next is the one of the highest (1 − diversity) × relevance − diversity × similarity to the most similar chosen
 * one. Relevance falls evenly from 1 over the places that the passages came in; similarity is the Jaccard similarity
 * of their terms. `diversity` is in (0, 1].
 *
 * Source: Carbonell, Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing
 * Summaries", SIGIR 1998, with λ = 1 − diversity.
 */
export function diversify(
  passages: readonly FoundPassage[],
  diversity: number,
  analyser: Analyser,
): FoundPassage[] {
  const left = passages.map((passage, place) => ({
    passage,
    relevance: 1 - place / passages.length,
    terms: distinctTerms(analyser, passage.chunk.content, passage.chunk.language),
    nearest: 0,
  }));
  const ordered: FoundPassage[] = [];
  while (left.length > 0) {
    const gains = left.map(({ relevance, nearest }) => (1 - diversity) * relevance - diversity * nearest);
    const [next] = left.splice(gains.indexOf(Math.max(...gains)), 1);
    if (!next) break;
    ordered.push(next.passage);
    for (const other of left) other.nearest = Math.max(other.nearest, jaccard(other.terms, next.terms));
  }
  return ordered;
}
