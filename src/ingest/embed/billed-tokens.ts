import type { Embedder } from '../../contracts/embedder.ts';

/**
 * Counts the tokens that an embedder's provider bills from now on, those of questions asked meanwhile among them;
 * always 0 for a model that runs here.
 */
export function countBilledTokens(embedder: Pick<Embedder, 'usage'>): () => number {
  const billed = () => embedder.usage?.().billedTokens ?? 0;
  const before = billed();
  return () => billed() - before;
}
