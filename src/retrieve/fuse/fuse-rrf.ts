import { requireNumber, requireObject } from '../../values/require-arguments.ts';
import type { Candidate, Leg } from '../candidate.ts';
import type { Fusion } from './fusion.ts';

/**
 * Reciprocal rank fusion: each leg adds 1 / (k + rank), and nothing where it did not find the candidate. `k`, at
 * least 0, is how little the first places count more than the next ones; 60 in the paper. Errors: `request_invalid` of
 * a lower one.
 *
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods", SIGIR 2009.
 */
export function rrfFusion(options: { readonly k: number }): Fusion {
  requireObject('options', options);
  const { k } = options;
  requireNumber('k', k, 0, Number.POSITIVE_INFINITY);
  return {
    method: 'rrf',
    scale: { lowest: 0, highest: 2 / (k + 1) },
    shares: (candidates) => ({
      vector: reciprocalRanks(candidates, 'vector', k),
      keyword: reciprocalRanks(candidates, 'keyword', k),
    }),
  };
}

function reciprocalRanks(candidates: readonly Candidate[], leg: Leg, k: number): Float64Array {
  return Float64Array.from(candidates, (candidate) => {
    const trace = candidate[leg];
    return trace ? 1 / (k + trace.rank) : 0;
  });
}
