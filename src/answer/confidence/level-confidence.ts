import type { Confidence } from '../answer.ts';

const levels = [
  { level: 'High', chunks: 3, mean: 0.5 },
  { level: 'Medium', chunks: 2, mean: 0.3 },
] as const;

/**
 * Requirement row D7: High from three passages with a mean score of .5, Medium from two with .3, else Low; the value
 * is the mean. `scores` are those of the passages, in [0, 1].
 */
export function levelConfidence(scores: readonly number[], citations: number): Confidence {
  const mean = scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const value = Math.min(1, Math.max(0, mean));
  const reached = levels.find(({ chunks, mean: least }) => scores.length >= chunks && value >= least);
  const percent = `${Math.round(100 * value)} %`;
  const sources = `${scores.length} ${scores.length === 1 ? 'source' : 'sources'}`;
  if (reached?.level === 'High') {
    return { value, level: 'High', reason: `${sources}, ${citations} cited, average relevance ${percent}` };
  }
  if (reached)
    return { value, level: reached.level, reason: `${sources} found, average relevance ${percent}` };
  const reason = scores.length < 2 ? `only ${sources} found` : `low relevance, ${percent} on average`;
  return { value, level: 'Low', reason };
}
