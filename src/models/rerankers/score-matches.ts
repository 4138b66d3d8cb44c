/** A near match counts, and many faint ones do not add up to it. */
const sharpness = 4;

/**
 * One score in [0, 1] for each candidate from the cosines of the question's tokens to their nearest in it: the mean of
 * their fourth powers, those below 0 as 0, weighed by how far a token is from being found everywhere. A token with a
 * near match in all candidates, as a full stop or a question word has, tells nothing of which is best: its weight is
 * (1 − its mean cosine over the candidates)². Scores are comparable within one call only. No tokens give 0.
 */
export function scoreMatches(cosines: readonly Float32Array[]): readonly number[] {
  const tokens = cosines[0]?.length ?? 0;
  const weights = Array.from({ length: tokens }, (_, token) => {
    const sum = cosines.reduce((total, candidate) => total + (candidate[token] as number), 0);
    return (1 - sum / cosines.length) ** 2;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return cosines.map((candidate) => {
    const sum = weights.reduce(
      (part, weight, token) => part + weight * Math.max(0, candidate[token] as number) ** sharpness,
      0,
    );
    return total > 0 ? sum / total : 0;
  });
}
