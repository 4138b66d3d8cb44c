import type { Hit } from '../retrieve/hit.ts';
import type { Judgements } from './metrics/judgements.ts';

/** A question with what each hit stands for in its ranking. */
export interface JudgedQuestion {
  readonly id: string;
  readonly text: string;
  /** Relevance by item; empty where the question has no answer. */
  readonly judgements: Judgements;
  /** Accepted answers as text; empty where none is known. */
  readonly answers: readonly string[];
  /** The item that a hit stands for: its document, or the place that is looked for. */
  itemOf(hit: Hit): string;
}

/**
 * The items of the hits, best first, each once: an item stands where its best hit does. What was added around hits was
 * not found.
 */
export function rankedItems(question: JudgedQuestion, hits: readonly Hit[]): string[] {
  const found = hits.filter(({ expansion }) => !expansion);
  return [...new Set(found.map((hit) => question.itemOf(hit)))];
}
