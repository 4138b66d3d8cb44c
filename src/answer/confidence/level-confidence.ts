import type { Confidence } from '../answer.ts';
import { meanOf } from './mean-confidence.ts';

const levels = [
  { level: 'High', chunks: 3, mean: 0.5 },
  { level: 'Medium', chunks: 2, mean: 0.3 },
] as const;

/**
 * Requirement row D7: High from three passages with a mean score of .5, Medium from two with .3, else Low; the value
 * is the mean. `scores` are those of the passages, in [0, 1].
 */
export function levelConfidence(scores: readonly number[], citations: number): Confidence {
  const value = meanOf(scores);
  const level = levels.find(({ chunks, mean }) => scores.length >= chunks && value >= mean)?.level ?? 'Low';
  const percent = `${Math.round(100 * value)} %`;
  const sources = `${scores.length} ${scores.length === 1 ? 'source' : 'sources'}`;
  const tooLittle = scores.length < 2 ? `only ${sources} found` : `low relevance, ${percent} on average`;
  const reasons = {
    High: `${sources}, ${citations} cited, average relevance ${percent}`,
    Medium: `${sources} found, average relevance ${percent}`,
    Low: tooLittle,
  };
  return { value, level, reason: reasons[level] };
}
