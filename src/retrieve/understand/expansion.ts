import type { KeywordExpansion } from '../../contracts/keyword-query.ts';

/** A term that is looked for beside those of the question, and why. */
export interface Expansion extends KeywordExpansion {
  readonly kind: 'spelling' | 'synonym' | 'compound' | 'rephrasing' | 'writing';
  /** The words of the question that it was made from. */
  readonly from: string;
  /** The same as terms: what the question asked for where only this is found. */
  readonly standsFor: readonly string[];
}
