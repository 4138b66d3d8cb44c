import type { EngineHit } from '../../contracts/engine.ts';

/**
 * A hit of the keyword leg whose score is made of the same parts, each of which counts otherwise.
 * @param weightOf what each matched term counts for
 * @param besides what the rest counts for: parts of words, and the whole score where an engine names no terms
 */
export function weighHit(hit: EngineHit, weightOf: (term: string) => number, besides = 1): EngineHit {
  const { matchedTerms, gramScore } = hit;
  if (!matchedTerms) return { ...hit, score: hit.score * besides };
  let score = (gramScore ?? 0) * besides;
  const weighed = matchedTerms.map((matched) => {
    const counted = matched.score * weightOf(matched.term);
    score += counted;
    return { ...matched, score: counted };
  });
  return {
    ...hit,
    score,
    matchedTerms: weighed,
    ...(gramScore !== undefined && { gramScore: gramScore * besides }),
  };
}
