import type { Embedder } from '../src/contracts/embedder.ts';

/** An embedder to which all texts are alike: no model has to be loaded for it. */
export function alike(): Embedder {
  const axis = Float32Array.of(1, 0);
  return {
    id: 'alike',
    dimension: 2,
    languages: 'any',
    tokenizer: { id: 'letters', count: (text) => text.length },
    embedDocuments: async (texts) => texts.map((text) => ({ vectors: [axis], tokens: text.length })),
    embedQuery: async () => axis,
    close: async () => {},
  };
}
