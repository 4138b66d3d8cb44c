import type { Confidence } from '../answer.ts';
import { meanOf } from './mean-confidence.ts';

const levels = [
  { level: 'High', chunks: 3, mean: 0.5 },
  { level: 'Medium', chunks: 2, mean: 0.3 },
] as const;

/**
 * Requirement row D7: High from three passages with a mean score of .5, Medium from two with .3, else Low, with reasons
 * in the words of the description; the value is the mean. `scores` are those of the passages, in [0, 1]; `citations`
 * is how many sources the answer cites.
 */
export function levelConfidence(scores: readonly number[], citations: number): Confidence {
  const value = meanOf(scores);
  const level = levels.find(({ chunks, mean }) => scores.length >= chunks && value >= mean)?.level ?? 'Low';
  const percent = `${Math.round(100 * value)}%`;
  const reasons = {
    High: `${scores.length} relevant sources with ${citations} ${citations === 1 ? 'citation' : 'citations'}`,
    Medium: `${scores.length} sources found, average relevance ${percent}`,
    Low:
      ['No relevant sources found', 'Only 1 source found'][scores.length] ??
      `Low relevance scores (avg ${percent})`,
  };
  return { value, level, reason: reasons[level] };
}
